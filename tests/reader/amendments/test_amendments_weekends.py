"""Weekends: which days and lengths they are, whichever of all that come."""

import pytest
from msgspec.structs import replace

import reading
from parses import OFFERED, heard
from reading import parse_wishes
from wayframe.meaning.notation import meaning, show
from wayframe.meaning.records import Days, Wish
from wayframe.reader.amendments.weekends import with_weekdays, with_weekends

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


def test_what_else_is_beyond_the_catalogue_stays_so() -> None:
    sauna = 'out_of_scope("a sauna")'
    read = with_weekends(meaning(f"{SEPTEMBER}; {sauna}"), heard("", "a long weekend in September with a sauna"))
    assert sauna in show(read.all())


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("wish(str_date, is(2016-08-20..9999-12-31))", (2016, 8), (2016, 10)),
        ("wish(str_date, at_least(2016-08-20))", (2016, 8), (2016, 10)),
        ("wish(str_date, at_most(2016-08-31))", (2016, 8), (2016, 8)),
    ],
)
def test_a_time_without_an_end_has_the_weekends_of_two_months(
    said: str, first: tuple[int, int], last: tuple[int, int]
) -> None:
    days = [day.first for day in wished(said, "a long weekend")["str_date"].constraint.values if isinstance(day, Days)]
    assert ((days[0].year, days[0].month), (days[-1].year, days[-1].month)) == (first, last)


def test_the_weekends_of_a_time_that_is_ruled_out_are_not_wished_for() -> None:
    read = with_weekends(
        meaning("wish(str_date, not(2016-08-01..2016-08-31))"), heard("", "a long weekend, not in August")
    )
    days = [
        day
        for move in read.all()
        if isinstance(move, Wish) and move.constraint.op == "is"
        for day in move.constraint.values
    ]
    assert "not(2016-08-01..2016-08-31)" in show(read.all())
    assert all(isinstance(day, Days) and day.first.month != 8 for day in days)


def weekdays_wished(said: str, text: str) -> dict[str, Wish]:
    read = with_weekdays(meaning(said), heard(said, text))
    return {move.slot: move for move in read.all() if isinstance(move, Wish)}


FRIDAY, MONDAY = "wish(str_date, is(2016-08-05))", "wish(end_date, is(2016-08-08))"


@pytest.mark.parametrize(
    ("said", "text", "weekdays"),
    [
        (f"{FRIDAY}; {SEPTEMBER}", "on a Friday in September", {4}),
        (FRIDAY, "Friday, in September", {4}),
        ("wish(str_date, is(2016-08-06..2016-08-07))", "on Saturdays or Sundays in September", {5, 6}),
    ],
)
def test_any_such_day_of_the_week_will_do(said: str, text: str, weekdays: set[int]) -> None:
    days = weekdays_wished(said, text)["str_date"].constraint.values
    assert {day.first.month for day in days if isinstance(day, Days)} == {9}
    assert {day.first.weekday() for day in days if isinstance(day, Days)} == weekdays


def test_from_one_day_of_the_week_to_another_is_a_length() -> None:
    wishes = weekdays_wished(f"{FRIDAY}; {MONDAY}; {SEPTEMBER}", "Friday to Monday in September")
    assert wishes["duration"] == parse_wishes("wish(duration, is(number(3, unit=days)))")[0]
    assert "end_date" not in wishes


@pytest.mark.parametrize("text", ["in September, but I work Fridays", "in September, not on a Friday"])
def test_a_day_of_the_week_that_does_not_suit_is_ruled_out_each_week(text: str) -> None:
    said = f"{SEPTEMBER}; wish(str_date, {'not' if 'not' in text else 'is'}(2016-09-02))"
    wishes = parse_wishes(show(with_weekdays(meaning(said), heard(said, text)).all()))
    assert [wish.constraint.op for wish in wishes] == ["is", "not"]
    assert [day.first.day for day in wishes[1].constraint.values if isinstance(day, Days)] == [2, 9, 16, 23, 30]


def test_another_day_of_the_week_is_of_the_same_weeks() -> None:
    held = tuple(parse_wishes("wish(str_date, is(2016-08-05, 2016-08-12, 2016-08-19, 2016-08-26))"))
    turn = heard("wish(str_date, is(2016-08-06))", "any Saturday")
    read = with_weekdays(turn.by_rules.meaning, replace(turn, context=turn.context._replace(wishes=held)))
    assert show(read.all()) == "wish(str_date, is(2016-08-06, 2016-08-13, 2016-08-20, 2016-08-27))"


def test_a_day_of_the_week_alone_is_the_next_one() -> None:
    assert weekdays_wished(FRIDAY, "this Friday, from Boston")["str_date"] == parse_wishes(FRIDAY)[0]


def test_whoever_says_how_many_travel_at_a_weekend_stays_counted() -> None:
    party = "wish(party, is(party(adults=2, total=2)))"
    read = with_weekends(meaning(f"{party}; {SEPTEMBER}"), heard("", "a long weekend in September, 2 of us"))
    assert party in show(read.all())
