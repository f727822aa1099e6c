"""Attitudes: the words right at a feature or a value say how people stand to it, whichever reader read it."""

import pytest
from msgspec.structs import replace

from parses import heard
from reading import parse_wishes
from wayframe.meaning.notation import meaning, show
from wayframe.reader.amendments.attitudes import with_attitudes

HELD = 'wish(gym, is(yes)); wish(breakfast, is(yes)); wish(seat, is("business")); wish(price, at_most($2000))'


def as_said(text: str, read: str, *, by_rules: str = "", held: str = HELD) -> str:
    """Return what becomes of a reading of a text, beside that of the rules and the wishes that hold."""
    turn = heard(by_rules, text)
    turn = replace(turn, context=turn.context._replace(wishes=parse_wishes(held)))
    return show(with_attitudes(meaning(read), turn).all())


@pytest.mark.parametrize(
    ("text", "read", "meant"),
    [
        ("Off with the gym", "wish(gym, is(yes))", "wish(gym, any())"),
        ("I keep dozing off so no business class", 'wish(seat, not("business"))', 'wish(seat, not("business"))'),
        ("Take the gym off", "wish(gym, is(no))", "wish(gym, any())"),
        ("Breakfast she'll forgive", "wish(breakfast, is(yes))", "wish(breakfast, any())"),
        ("A spa instead of the gym", "wish(spa, is(yes)); wish(gym, is(no))", "wish(spa, is(yes)); wish(gym, any())"),
        ("Keep the gym, lose the breakfast", "drop(slot=gym); wish(breakfast, is(no))", "wish(breakfast, any())"),
        ("The gym stays", "wish(gym, any())", "wish(gym, is(yes))"),
        ("I wouldn't want to lose the breakfast", "wish(breakfast, any())", "wish(breakfast, is(yes))"),
        ("No, drop the gym", "wish(gym, is(yes))", "wish(gym, any())"),
        ("A hotel by the airport I'd avoid", "wish(airport, is(yes))", "wish(airport, is(no))"),
        ("Away from the downtown bustle", "wish(downtown, is(yes))", "wish(downtown, is(no))"),
        ("I'd rather not be close to a park", "wish(park, is(yes))", "wish(park, is(no))"),
        ("Anything but business class", 'wish(seat, is("business"))', 'wish(seat, not("business"))'),
        ("Is there a better class than economy?", 'wish(seat, is("economy"))', 'wish(seat, not("economy"))'),
        ("The 2000 isn't carved in stone", "correct([wish(price, at_most($2000))])", "correct([wish(price, any())])"),
    ],
)
def test_the_word_at_a_value_says_whether_it_is_kept_waived_or_refused(text: str, read: str, meant: str) -> None:
    assert as_said(text, read) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("The baby doesn't need the gym, I do", "wish(gym, is(yes))"),
        ("He can do without the gym, but I can't", "wish(gym, is(yes))"),
        ("The baby doesn't need the gym, I don't either", "wish(gym, any())"),
    ],
)
def test_what_one_can_do_without_another_may_need(text: str, meant: str) -> None:
    assert as_said(text, "wish(gym, any())") == meant


def test_what_was_but_longed_for_makes_room_for_another_value() -> None:
    text, business, economy = "Economy, though I'd dreamt of business", 'wish(seat, is("business"))', 'is("economy")'
    assert as_said(text, business, by_rules=f"wish(seat, {economy}); {business}") == f"wish(seat, {economy})"
    assert as_said("I'd dreamt of business", business, by_rules=business) == business


def test_a_wish_that_holds_is_given_up_where_nothing_else_is_read_of_it() -> None:
    assert as_said("Forget the gym, I mean it", "") == "wish(gym, any())"
    assert as_said("Forget the spa, I mean it", "") == ""
    assert as_said("Forget the gym, book it", "book()") == "book()"


def test_in_the_place_of_what_is_given_up_stands_what_is_wanted_instead() -> None:
    read = 'wish(seat, is("economy")); wish(seat, not("business"))'
    assert as_said("Economy rather than business", read) == 'wish(seat, is("economy"))'


def test_a_wish_that_is_withdrawn_is_no_booking() -> None:
    assert as_said("I withdraw the gym", "cancel(of=described([wish(gym, is(yes))]))") == "wish(gym, any())"


def test_without_such_words_a_reading_stays() -> None:
    assert as_said("A gym, please", "wish(gym, is(yes))") == "wish(gym, is(yes))"
