import pytest
from hypothesis import given
from hypothesis import strategies as st

from small_corpus import dialogue
from wayframe.errors import InputError
from wayframe.selection import PREDICATES, TurnPlace, parse

PLACES = [TurnPlace(dialogue(), number) for number in range(7)]


def passes(text: str) -> list[bool]:
    return [bool(parse(text)(place)) for place in PLACES]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("user & first | wizard", "(user & first) | wizard"),
        ("wizard | user & first", "wizard | (user & first)"),
        ("!user & first", "(!user) & first"),
        ("!!user", "user"),
        ("!(user | first)", "wizard & !first"),
        ("user&first", " user\n&\tfirst "),
        ("user()", "user"),
        ("author('user')", 'author("user")'),
        ('regex("\\bthe\\b")', "regex('\\bthe\\b')"),
        ("has_slot(name, act = offer)", "has_slot(name,act=offer)"),
    ],
)
def test_how_it_is_read(text: str, same: str) -> None:
    assert passes(text) == passes(same)


def test_quotes_hold_what_would_end_a_word() -> None:
    assert passes('regex("Hi! We")')[0]
    assert passes(r'regex("\"|Hi")')[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "position 1: expected a predicate, found the end"),
        ("user &", "position 7: expected a predicate, found the end"),
        ("user first", "position 6: expected '&', '|' or the end, found 'first'"),
        ("(user", "position 6: expected ')', found the end"),
        ("user)", "position 5: expected '&', '|' or the end, found ')'"),
        ("user && first", "position 7: expected a predicate, found '&'"),
        ("has_act(offer", "position 14: expected ',' or ')', found the end"),
        ("has_act(offer,)", "position 15: expected a word or quoted text, found ')'"),
        ("has_act(only=yes, offer)", "position 24: expected '=': plain arguments come before options, found ')'"),
        ('regex("x', "position 7: expected a word or quoted text, found '\"x'"),
        ("usr", "position 1: predicate 'usr' isn't known: did you mean user?"),
        ("has_act()", "position 1: has_act: expected a name or more, found none"),
        ("has_act(ofer)", "position 1: act 'ofer' isn't known: did you mean offer?"),
        ("has_slot(dst)", "position 1: slot 'dst' isn't known"),
        ("has_act(offer, only=maybe)", "position 1: only 'maybe' isn't known: expected one of yes, no"),
        ("user(3)", "position 1: user: too many positional arguments"),
        ("user & author", "position 8: author: missing a required argument: 'name'"),
        ("!" * 200 + "user", "no more than 100 parentheses"),
        ("(" * 100_000, "no more than 100 parentheses"),
    ],
)
def test_what_is_wrong_is_said_by_place(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text(st.sampled_from("&|!(),='\" \\") | st.characters(codec="utf-8"), max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parse(text)
    except InputError as error:
        message = str(error)
        assert message.startswith("position ")  # not every text is refused


names = st.sampled_from(["user", "wizard", "first", "active_frame_changed", "has_noanno"])


@given(st.lists(names, min_size=1, max_size=5), st.lists(st.sampled_from("&|"), min_size=4, max_size=4))
def test_it_binds_as_pythons_own_operators(words: list[str], marks: list[str]) -> None:
    text = words[0] + "".join(f" {mark} {word}" for mark, word in zip(marks, words[1:], strict=False))
    python = text.replace("&", "and").replace("|", "or")
    for place in PLACES:
        known = {word: PREDICATES[word]()(place) for word in words}
        assert parse(text)(place) == eval(python, {}, known)
