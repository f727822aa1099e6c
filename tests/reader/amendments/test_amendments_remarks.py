"""Courtesies, repetitions, idle turns and values that no move holds."""

from parses import heard
from reading import parse_wishes
from wayframe.meaning.notation import meaning, show
from wayframe.meaning.records import PASSED_OVER, Meaning, Spoken
from wayframe.reader.amendments.remarks import (
    with_passed_over,
    without_idle_turns,
    without_repeated,
)


def test_one_turns_to_it_where_nothing_else_is_spoken_of() -> None:
    to_it, of_named = "return(it())", 'ask(facts, slots=[price], of=named("Marlowe House"))'
    assert show(without_idle_turns(meaning(f"{to_it}; {of_named}")).all()) == of_named
    alone = f"{to_it}; ask(facts, slots=[price])"
    assert show(without_idle_turns(meaning(alone)).all()) == alone


def test_a_value_outside_of_all_that_was_read_is_passed_over() -> None:
    text = "from Boston to Rome, my sister lives in Oslo"
    places = [(text.index(city), text.index(city) + len(city)) for city in ("Boston", "Rome", "Oslo")]
    wishes = parse_wishes('wish(or_city, is("Boston")); wish(dst_city, is("Rome"))')
    read = Meaning(tuple(Spoken(wish, *place) for wish, place in zip(wishes, places, strict=False)))
    (oslo,) = with_passed_over(read, heard("", text)).unread
    assert (text[oslo.start : oslo.end], oslo.weight) == ("Oslo", PASSED_OVER)
    assert with_passed_over(meaning("more()"), heard("", text)).unread == ()


def test_what_is_wished_twice_is_wished_where_it_is_said_last() -> None:
    houston, dallas = 'wish(or_city, is("Houston"))', 'wish(or_city, is("Dallas"))'
    assert show(without_repeated(meaning(f"{houston}; {dallas}; {houston}")).all()) == f"{dallas}; {houston}"
    assert show(without_repeated(meaning("undo(); undo()")).all()) == "undo(); undo()"
