from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

import strategies
from wayframe import notation
from wayframe.corpus import stream
from wayframe.dialogue import Act, Arg, Ref, encode
from wayframe.errors import InputError

PAPER = {
    "thankyou()": Act("thankyou"),
    "request(price)": Act("request", (Arg("price"),)),
    "inform(dst_city=Rome, ref=[2{or_city=Bari}])": Act(
        "inform", (Arg("dst_city", "Rome"), Arg("ref", (Ref(2, (Arg("or_city", "Bari"),)),)))
    ),
    "inform(read=[7{dst_city=Punta Cana, category=2.5}])": Act(
        "inform", (Arg("read", (Ref(7, (Arg("dst_city", "Punta Cana"), Arg("category", "2.5"))),)),)
    ),
    "inform(breakfast=False, write=[7{name=El Mar}])": Act(
        "inform", (Arg("breakfast", False), Arg("write", (Ref(7, (Arg("name", "El Mar"),)),)))
    ),
    "offer(category=3.0, name=Tropic, gst_rating=4.77/10, id=6)": Act(
        "offer", (Arg("category", "3.0"), Arg("name", "Tropic"), Arg("gst_rating", "4.77/10"), Arg("id", 6))
    ),
    "offer(ref=[6], seat=business, price=1002.27 USD, id=7)": Act(
        "offer", (Arg("ref", (Ref(6),)), Arg("seat", "business"), Arg("price", "1002.27 USD"), Arg("id", 7))
    ),
    "switch_frame(ref=[4])": Act("switch_frame", (Arg("ref", (Ref(4),)),)),
    r"inform(str_date=Saturday\, August 13\, 2016)": Act("inform", (Arg("str_date", "Saturday, August 13, 2016"),)),
}
BEYOND = {
    "request_compare(price, ref=[2;3{price}])": Act(
        "request_compare", (Arg("price"), Arg("ref", (Ref(2), Ref(3, (Arg("price"),)))))
    ),
    "hearmore(ref=[11~;12~{price}])": Act(
        "hearmore", (Arg("ref", (Ref(11, (), True), Ref(12, (Arg("price"),), True))),)
    ),
    "inform(dst_city=null)": Act("inform", (Arg("dst_city", None),)),
    "inform(price=#5, category=#4.5)": Act("inform", (Arg("price", 5), Arg("category", 4.5))),
    'inform(seat="True", name="", id="7")': Act("inform", (Arg("seat", "True"), Arg("name", ""), Arg("id", "7"))),
    'inform(name=" El Mar ")': Act("inform", (Arg("name", " El Mar "),)),
    r"inform(name=a\nb\\c)": Act("inform", (Arg("name", "a\nb\\c"),)),
    r"inform(name=:\), vicinity=\}{])": Act("inform", (Arg("name", ":)"), Arg("vicinity", "}{]"))),
    '"two words"("a key"=1)': Act("two words", (Arg("a key", "1"),)),
    "request_alts(ref=[])": Act("request_alts", (Arg("ref", ()),)),
}


@pytest.mark.parametrize(("text", "act"), [*PAPER.items(), *BEYOND.items()])
def test_notes_an_act_both_ways(text: str, act: Act) -> None:
    assert notation.show(act) == text
    assert notation.parse(text) == act


@given(strategies.acts)
def test_loses_nothing(act: Act) -> None:
    assert encode(notation.parse(notation.show(act))) == encode(act)  # as JSON: 5 is not 5.0, absent is not null


@given(strategies.turn_acts)
def test_loses_nothing_of_a_turn(turn: tuple[Act, ...]) -> None:
    assert encode(notation.parse_turn(notation.show_turn(turn))) == encode(turn)


@given(st.text() | st.text('inform(re=[2~{a,})];"\\# \n7'))
def test_any_text_is_an_act_or_an_error_of_one_line(text: str) -> None:
    try:
        act = notation.parse(text)
    except InputError as error:
        found = str(error)
    else:
        found = "position " + notation.show(act)
        assert notation.parse(notation.show(act)) == act
    assert found.startswith("position ")
    assert "\n" not in found


@pytest.mark.parametrize(
    "text",
    [
        "inform(dst_city=Rome,ref=[2{or_city=Bari}])",
        " inform ( dst_city = Rome , ref = [ 2 { or_city = Bari } ] ) ",
        'inform(dst_city="Rome",\n\tref=[2{"or_city"=B\\ari}])',
    ],
)
def test_blanks_and_needless_quotes_are_free(text: str) -> None:
    assert notation.show(notation.parse(text)) == "inform(dst_city=Rome, ref=[2{or_city=Bari}])"


def test_absent_and_null_differ() -> None:
    assert notation.parse("request(price)").args[0].val is UNSET
    assert notation.parse("request(price=null)").args[0].val is None


def test_acts_of_a_turn() -> None:
    acts = (Act("greeting"), Act("inform", (Arg("intent", "book"),)))
    assert notation.show_turn(acts) == "greeting(); inform(intent=book)"
    assert notation.show_turn([]) == ""
    assert notation.parse_turn(" \n") == ()
    assert notation.parse_turn("greeting() inform(intent=book);") == acts
    assert notation.parse_turn("greeting();\ninform(intent=book)") == acts


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "position 1: expected an act, found the end"),
        ("inform", "position 7: expected '(', found the end"),
        ("inform(", "position 8: expected a slot, found the end"),
        ("inform(dst_city=)", "position 17: expected a value, found ')'"),
        ("inform(dst_city=Rome", "position 21: expected ',' or ')', found the end"),
        ("inform(dst_city=Rome}", "position 21: expected ',' or ')', found '}'"),
        ("inform(ref=[two])", "position 13: expected a frame's number, found 'two])'"),
        ("inform(ref=[2{price])", "position 20: expected ',' or '}', found '])'"),
        ("inform(ref=[2{ref=[3]}])", "position 19: expected a value, found '[3]}])'"),
        ("inform(ref=[2)", "position 14: expected ';' or ']', found ')'"),
        ('inform(name="El Mar)', "position 13: expected quoted text with an end, found '\"El Mar)'"),
        ("inform() offer()", "position 10: expected the end, found 'offer()'"),
    ],
)
def test_says_what_it_expected_and_where(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        notation.parse(text)
    assert str(error.value) == message


def test_notes_the_release(frames_part_path: Path) -> None:
    for dialogue in stream(frames_part_path):
        for turn in dialogue.turns:
            assert notation.parse_turn(notation.show_turn(turn.acts)) == turn.acts
