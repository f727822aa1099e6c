"""Weekends: which days and lengths they are, whichever of all that come."""

import pytest

import reading
from parses import OFFERED, heard
from reading import parse_wishes
from wayframe.meaning.notation import meaning, show
from wayframe.meaning.records import Days, Wish
from wayframe.reader.weekends import with_weekends

SEPTEMBER = "wish(str_date, is(2016-09-01..2016-09-30))"


def wished(said: str, text: str) -> dict[str, Wish]:
    read = with_weekends(meaning(said), heard("", text))
    return {move.slot: move for move in read.all() if isinstance(move, Wish)}


@pytest.mark.parametrize(
    ("text", "weekdays", "lengths"),
    [
        ("a long weekend in September", {3, 4}, "between(number(3, unit=days), number(4, unit=days))"),
        ("a weekend trip in September", {4, 5}, "between(number(2, unit=days), number(3, unit=days))"),
        ("in September, leaving on a weekend", {5, 6}, None),
    ],
)
def test_any_weekend_of_the_time_that_is_said_will_do(text: str, weekdays: set[int], lengths: str | None) -> None:
    wishes = wished(SEPTEMBER, text)
    days = [day for day in wishes["str_date"].constraint.values if isinstance(day, Days)]
    assert all(day.exact and day.first.month == 9 for day in days)
    assert {day.first.weekday() for day in days} == weekdays
    assert ("duration" in wishes) == (lengths is not None)
    if lengths:
        assert wishes["duration"] == parse_wishes(f"wish(duration, {lengths})")[0]


def test_a_certain_weekend_stays_what_it_is() -> None:
    certain = "wish(str_date, is(2016-08-12)); wish(end_date, is(2016-08-15))"
    read = with_weekends(meaning(certain), heard("", "the long weekend from August 12 to 15"))
    assert show(read.all()) == certain


def test_whoever_asks_whether_it_is_a_weekend_wishes_for_none() -> None:
    asked = "ask(facts, slots=[str_date], of=it())"
    assert show(with_weekends(meaning(asked), heard("", "is that one weekend?")).all()) == asked


def test_one_weekend_is_neither_one_person_nor_beyond_the_catalogue() -> None:
    turn = reading.reader("trips").pointed("just one weekend", OFFERED.context())
    read = with_weekends(turn.by_rules.meaning, turn)
    assert {move.slot for move in read.all() if isinstance(move, Wish)} == {"str_date", "duration"}


def test_no_weekend_is_wished_for_where_it_is_denied() -> None:
    assert wished(SEPTEMBER, "in September, not on a weekend")["str_date"].constraint.op == "not"
