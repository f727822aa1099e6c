"""The days that a text says, in a dialogue in which others were spoken of."""

from __future__ import annotations

from datetime import date

import pytest

from reading import TODAY
from wayframe.language.lexicon import lexicon
from wayframe.meaning.records import Constraint, Days, Wish
from wayframe.reader import OptionDays, ReaderContext
from wayframe.reader.calendar import DayReader, days_at_hand, nearest
from wayframe.values.records import Dates


def option(frame: int, place: str, first: tuple[int, int], last: tuple[int, int]) -> OptionDays:
    return OptionDays(frame, (place,), (date(2016, *first), date(2016, *last)))


ROME, MUNICH = option(2, "rome", (8, 10), (8, 15)), option(3, "munich", (9, 15), (9, 21))
AT_HAND = ReaderContext(TODAY, days=(ROME, MUNICH), focus=(2,), latest=(2, 3))
DAYS = DayReader(lexicon("en"))
SEPTEMBER = Wish("str_date", Constraint("is", (Days(date(2016, 9, 1), date(2016, 9, 30)),)))


def said(text: str, context: ReaderContext = AT_HAND, *named: str) -> list[str]:
    return [_noted(found.days) for found in DAYS.read(text, context, named)]


def _noted(days: Days) -> str:
    return days.first.isoformat() if days.exact else f"{days.first}..{days.last}"


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("14 to 19 September", ["2016-09-14", "2016-09-19"]),
        ("from 28 to 3 October", ["2016-09-28", "2016-10-03"]),
        ("Friday 9 to Sunday 11 September", ["2016-09-09", "2016-09-11"]),
        ("August 20 to the 30th", ["2016-08-20", "2016-08-30"]),
        ("court resumes September 19, so back by the 18th", ["2016-09-19", "2016-09-18"]),
        ("leaving August 28, back the 3rd", ["2016-08-28", "2016-09-03"]),
        ("the 1st of September, but be there on the 31st", ["2016-09-01", "2016-08-31"]),
        ("in September, from the 5th", ["2016-09-01..2016-09-30", "2016-09-05"]),
        ("home Sunday the 11th", ["2016-09-11"]),
        ("the 30th would be a Tuesday, rather the Wednesday", ["2016-08-30", "2016-08-30", "2016-08-31"]),
        ("on the weekend of the 13th", ["2016-08-12..2016-08-14"]),
        ("after September 3", ["2016-09-03"]),
    ],
)
def test_a_day_without_its_month_takes_that_of_the_days_beside_it(text: str, days: list[str]) -> None:
    assert said(text, ReaderContext(TODAY)) == days


def test_a_day_without_any_month_is_near_to_those_at_hand() -> None:
    assert said("back by the 20th") == ["2016-08-20"]
    assert said("Munich until the 24th", AT_HAND, "Munich") == ["2016-09-24"]
    assert said("one on a Saturday? The 10th, say", AT_HAND, "Munich") == ["2016-08-06", "2016-09-10"]
    assert said("the 10th onwards", ReaderContext(TODAY, wishes=(SEPTEMBER,))) == ["2016-09-10"]
    assert said("the 10th", ReaderContext(TODAY)) == ["2016-08-10"]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("home for the christening on the fourth", ["2016-08-04"]),
        ("move it to the seventeenth if you can", ["2016-08-17"]),
        ("leave on 10 and return on 16", ["2016-08-10", "2016-08-16"]),
        ("the first one on the second floor", []),
        ("which one leaves first", []),
        ("the pool on the second?", []),
        ("landing by two, before 10, for more than 7", []),
        ("Labor Day weekend, leaving the 2nd", ["2016-09-02..2016-09-05", "2016-09-02"]),
        ("the weekend of Labor Day", ["2016-09-02..2016-09-05"]),
        ("back by labor day", ["2016-09-05"]),
        ("thanksgiving week", ["2016-11-21..2016-11-27"]),
        ("around Christmas, leaving the 20th", ["2016-12-25", "2016-12-20"]),
        ("any time in autumn", ["2016-09-22..2016-12-21"]),
        ("in the winter", ["2016-12-22..2017-03-19"]),
        ("any date this year", ["2016-08-01..2016-12-31"]),
    ],
)
def test_lone_days_feasts_and_seasons(text: str, days: list[str]) -> None:
    assert said(text) == days


def test_a_week_without_its_month_is_of_the_month_that_is_spoken_of() -> None:
    wished = ReaderContext(TODAY, wishes=(SEPTEMBER,))
    assert said("except the first week", wished) == ["2016-09-01..2016-09-07"]
    assert said("in August, but not the second week") == ["2016-08-01..2016-08-31", "2016-08-08..2016-08-14"]
    assert said("the first week of our holiday", wished) == []
    assert said("except the first week", ReaderContext(TODAY)) == []


def test_the_week_after_follows_what_is_spoken_of() -> None:
    assert said("the week after that") == ["2016-08-15..2016-08-21"]
    assert said("the following week") == ["2016-08-15..2016-08-21"]
    assert said("the week after", ReaderContext(TODAY)) == ["2016-08-08..2016-08-14"]
    assert said("the weekend before that") == ["2016-08-05..2016-08-07"]
    assert said("around August 20, or the weekend after") == ["2016-08-20", "2016-08-26..2016-08-28"]


def test_a_time_later_is_a_day_where_no_stay_is_measured_in_such_times() -> None:
    shifting = DayReader(lexicon("en"), shifting=True)
    wished = ReaderContext(TODAY, wishes=(SEPTEMBER,))
    assert [_noted(found.days) for found in shifting.read("if we move in one month later?", wished)] == ["2016-10-01"]
    assert [_noted(found.days) for found in shifting.read("two weeks earlier", wished)] == ["2016-08-18"]
    assert shifting.read("a month later", ReaderContext(TODAY)) == []
    assert said("a month later", wished) == []


def test_words_for_a_bound_are_no_day() -> None:
    assert DAYS.read("the earliest", AT_HAND) == []


def test_the_days_at_hand_are_those_named_else_in_focus() -> None:
    rome, munich = ([Dates(day, day) for day in each.days] for each in (ROME, MUNICH))
    assert days_at_hand(AT_HAND) == rome
    assert days_at_hand(AT_HAND, ["Munich"]) == munich
    assert days_at_hand(AT_HAND._replace(focus=())) == rome + munich
    assert days_at_hand(AT_HAND._replace(today=date(2016, 9, 1))) == munich
    assert days_at_hand(ReaderContext(TODAY)) == []


def test_the_nearest_day_is_not_past_and_is_the_weekday_that_was_said() -> None:
    august = [Dates(date(2016, 8, 2), date(2016, 8, 4))]
    assert nearest(31, august, TODAY) == date(2016, 8, 31)
    assert nearest(9, august, TODAY, weekday=4) == date(2016, 9, 9)
