from datetime import date, timedelta

import pytest

from wayframe.values import Dates, read
from wayframe.values.dates import find_dates, month_of, month_word
from wayframe.values.lexer import lex

MONDAY = date(2016, 8, 1)


def found(text: str, today: date = MONDAY) -> list[tuple[str, Dates]]:
    readings = sorted(find_dates(text, lex(text), today))
    return [(text[r.mention.start : r.mention.end], r.mention.value) for r in readings]  # type: ignore[misc]


def day(month: int, number: int, year: int = 2016) -> Dates:
    return Dates(date(year, month, number), date(year, month, number))


def span(first: tuple[int, int], last: tuple[int, int]) -> Dates:
    return Dates(date(2016, *first), date(2016, *last))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Saturday, August 13, 2016", day(8, 13)),
        ("the 13th of august", day(8, 13)),
        ("AUG 13", day(8, 13)),
        ("the last ten days of August", span((8, 22), (8, 31))),
        ("first two weeks of September", span((9, 1), (9, 14))),
        ("the latter half of September", span((9, 16), (9, 30))),
        ("13 August", day(8, 13)),
        ("august thirteenth", day(8, 13)),
        ("Septemeber 2nd", day(9, 2)),
        ("sept.12", day(9, 12)),
        ("September 31st", day(9, 30)),
        ("may 5", day(5, 5, 2017)),
        ("8/17/2016", day(8, 17)),
        ("17/08/2016", day(8, 17)),
        ("on 17/8", day(8, 17)),
        ("2016-08-17", day(8, 17)),
    ],
)
def test_a_day_however_it_is_written(text: str, meant: Dates) -> None:
    assert [dates for _, dates in found(f"I leave {text}.")] == [meant]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("the 17th", day(8, 17)),
        ("on the 1st", day(8, 1)),
        ("today", day(8, 1)),
        ("tomorrow", day(8, 2)),
        ("the day after tomorrow", day(8, 3)),
        ("friday", day(8, 5)),
        ("monday", day(8, 8)),
        ("this saturday", day(8, 6)),
        ("next friday", day(8, 12)),
        ("in ten days", day(8, 11)),
        ("two weeks from sunday", day(8, 21)),
        ("a week from today", day(8, 8)),
        ("two weeks from now", day(8, 15)),
        ("on 9/5", day(9, 5)),
        ("the last day of august", day(8, 31)),
        ("the first saturday of september", day(9, 3)),
        ("last friday in august", day(8, 26)),
    ],
)
def test_a_day_seen_from_today(text: str, meant: Dates) -> None:
    assert [dates for _, dates in found(f"we could leave {text}")] == [meant]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("end of August", span((8, 21), (8, 31))),
        ("mid-September", span((9, 11), (9, 20))),
        ("early september", span((9, 1), (9, 10))),
        ("late September", span((9, 21), (9, 30))),
        ("the first week of september", span((9, 1), (9, 7))),
        ("last week of august", span((8, 25), (8, 31))),
        ("sometime in September", span((9, 1), (9, 30))),
        ("around the 20th", span((8, 18), (8, 22))),
        ("next week", span((8, 8), (8, 14))),
        ("this weekend", span((8, 5), (8, 7))),
        ("next month", span((9, 1), (9, 30))),
        ("the end of the month", span((8, 21), (8, 31))),
        ("the beginning of next month", span((9, 1), (9, 10))),
        ("the first half of september", span((9, 1), (9, 15))),
        ("the last half of september", span((9, 16), (9, 30))),
        ("before the 5th", span((8, 1), (8, 4))),
        ("the weekend after", span((8, 12), (8, 14))),
        ("the weekend after next", span((8, 19), (8, 21))),
        ("the week after next", span((8, 15), (8, 21))),
        ("the end of the week", span((8, 5), (8, 7))),
        ("early next week", span((8, 8), (8, 9))),
        ("the week of August 17", span((8, 15), (8, 21))),
        ("the weekend of the 20th", span((8, 19), (8, 21))),
    ],
)
def test_a_span_of_days(text: str, meant: Dates) -> None:
    assert [dates for _, dates in found(text)] == [meant]


@pytest.mark.parametrize("text", ["there last month", "we went last August", "it rained last week", "last Monday"])
def test_what_is_past_is_no_day(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("released in July 2014", "2014-07-01", "2014-07-31"),
        ("after May 2015", "2015-05-01", "2015-05-31"),
        ("at the end of March 2018", "2018-03-21", "2018-03-31"),
    ],
)
def test_a_month_of_a_year_may_be_past(text: str, first: str, last: str) -> None:
    assert [dates for _, dates in found(text)] == [Dates(date.fromisoformat(first), date.fromisoformat(last))]


@pytest.mark.parametrize(
    "text", ["September 3 or later", "sept 3rd onwards", "from the 3rd of September or after", "not before sept. 3"]
)
def test_an_open_end(text: str) -> None:
    assert [dates for _, dates in found(text)] == [Dates(date(2016, 9, 3), date.max)]


def test_after_a_day_is_the_next() -> None:
    assert [dates for _, dates in found("anything after september 3")] == [Dates(date(2016, 9, 4), date.max)]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("between Aug 13 and Sept 5th", "Aug 13", "Sept 5th"),
        ("Aug 17 to 31", "Aug 17", "31"),
        ("from the 13th to 27th of August", "13th", "27th of August"),
        ("from September 11-24", "September 11", "24"),
        ("between september seventh and the seventeenth", "september seventh", "seventeenth"),
        ("what about 13 to 26?", "13", "26"),
        ("8/20-8/27 please", "8/20", "8/27"),
    ],
)
def test_from_one_day_to_another_are_two_mentions_as_annotators_mark_them(text: str, first: str, last: str) -> None:
    assert [surface for surface, _ in found(text)] == [first, last]


def test_the_second_day_of_a_range_follows_the_first() -> None:
    assert [dates for _, dates in found("Aug 28 to the 3rd")] == [day(8, 28), day(9, 3)]
    assert [dates for _, dates in found("from the 28th to September 3")] == [day(8, 28), day(9, 3)]


def test_days_are_not_past() -> None:
    assert found("August 13", today=date(2016, 8, 15))[0][1] == day(8, 13, 2017)
    assert found("the 13th", today=date(2016, 8, 15))[0][1] == day(9, 13)


@pytest.mark.parametrize(
    "text",
    [
        "we may leave with 2 kids",
        "5 to 7 nights",
        "the second package",
        "2 or 3 people",
        "march on!",
        "the sun and the sea",
        "8.5/10",
        "now tell me more",
        "a separate room",
        "the 2nd week",
    ],
)
def test_what_is_no_date(text: str) -> None:
    assert found(text) == []


def test_months_are_known_abbreviated_and_misspelled_and_written_as_said() -> None:
    assert [month_of(word) for word in ("sept", "agust", "octobre", "septmber")] == [9, 8, 10, 9]
    assert [month_of(word) for word in ("deck", "decide", "adjust")] == [None, None, None]
    assert [month_word(word) for word in ("sept", "september", "septmber", "octobre")] == [
        "sept",
        "september",
        "sept",
        "oct",
    ]


def test_reading_covers_all_days_that_are_mentioned() -> None:
    assert read("str_date", "between Aug 13 and Sept 5th", today=MONDAY) == span((8, 13), (9, 5))
    assert read("str_date", "august 17", today=MONDAY) == read("str_date", "17", today=MONDAY) == day(8, 17)
    assert read("str_date", "no idea", today=MONDAY) is None


def test_as_soon_as_possible_is_any_day_from_today() -> None:
    assert read("str_date", "asap", today=MONDAY) == read("str_date", "$MIN", today=MONDAY) == Dates(MONDAY, date.max)


SOON = "the 31st, Feb 29, friday, next week, this weekend, around the 2nd, this month"


def test_no_day_is_past_whatever_today_is() -> None:
    for later in range(400):
        today = MONDAY + timedelta(later)
        assert all(today <= dates.first <= dates.last for _, dates in found(SOON, today))


@pytest.mark.parametrize(
    "text", ["in august, 2 adults", "august 3 kids", "August, two of us", "in august, 5 days", "august, 2 weeks"]
)
def test_what_is_counted_after_a_month_is_no_day_of_it(text: str) -> None:
    assert found(text)[0] == (text.split(",")[0].split()[1 if "in" in text else 0], span((8, 1), (8, 31)))
