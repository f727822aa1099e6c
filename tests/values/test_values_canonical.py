import runpy
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe import corpus
from wayframe.ontology import SLOTS
from wayframe.values import Dates, Money, Quantity, canonical, matches, read

MONDAY = date(2016, 8, 1)


@pytest.mark.parametrize(
    ("slot", "said", "held"),
    [
        ("budget", "$1,700", "1700.0"),
        ("budget", "2.1k", "2100.0"),
        ("budget", "under 2000", "2000.0"),
        ("budget", "less than 2000 dollars", "$LT 2000.0"),
        ("budget", "more than $2000", "$GT 2000.0"),
        ("budget", "cheapest", "$MIN"),
        ("budget", "the most expensive", "$MAX"),
        ("budget", "unlimited", "-1"),
        ("price", "1234.56USD", "1234.56"),
        ("price", "fairly priced", "fairly priced"),
        ("category", "4 stars", "4.0"),
        ("category", "three-star", "3.0"),
        ("category", "at least a 4", "4.0"),
        ("category", "better than a 3", "$GT 3.0"),
        ("category", "best", "$MAX"),
        ("category", "unrated", "unrated"),
        ("gst_rating", "8.86/10", "8.86"),
        ("gst_rating", "10 out of 10", "10.0"),
        ("max_duration", "a week", "7"),
        ("max_duration", "two weeks", "14"),
        ("max_duration", "under ten days", "10"),
        ("max_duration", "a few days", "a few days"),
        ("duration", "8-day", "8"),
        ("duration", "longest", "$MAX"),
        ("n_adults", "two", "2"),
        ("n_adults", "alone", "1"),
        ("n_adults", "me and 4 friends", "4"),
        ("n_adults", "my wife and I", "1"),
        ("n_adults", "me, my wife", "2"),
        ("n_adults", "my wife", "my wife"),
        ("n_adults", "parents", "2"),
        ("n_adults", "a couple", "2"),
        ("n_adults", "all my fans", "all my fans"),
        ("n_adults", "my team", "$GT 1"),
        ("n_children", "my son", "1"),
        ("n_children", "kids", "$GT 1"),
        ("n_children", "no", "0"),
        ("str_date", "Saturday, August 13, 2016", "august 13"),
        ("str_date", "27th of August", "august 27"),
        ("str_date", "8/20", "august 20"),
        ("str_date", "Sept 8th", "sept 8"),
        ("str_date", "septemeber 2", "sept 2"),
        ("str_date", "after September 8", "september 8"),
        ("str_date", "asap", "$MIN"),
        ("end_date", "the 17th", "17"),
        ("end_date", "October 3rd", "october 3"),
        ("dst_city", "são paulo", "são paulo"),
        ("dst_city", "anywhere", "-1"),
        ("seat", "Business", "Business"),
        ("name", "the Marlin", "the Marlin"),
        ("dep_time_or", "10:00 a.m.", "10:00 a.m."),
        ("count_name", "two", "two"),
        ("nobody_knows", "5 stars", "5 stars"),
    ],
)
def test_what_a_frame_holds(slot: str, said: str, held: str) -> None:
    assert canonical(slot, said) == held


def test_booleans_and_nothing_stay() -> None:
    assert canonical("wifi", True) is True
    assert canonical("wifi", None) is None
    assert canonical("budget", 1700) == "1700.0"


@pytest.mark.parametrize(
    ("slot", "said", "before", "held"),
    [
        ("budget", "cheaper", "2890.5", "$LT 2890.5"),
        ("budget", "cheaper", None, "$MIN"),
        ("budget", "increase it by $300", "3400.0", "3700.0"),
        ("budget", "another thousand", "2600.0", "3600.0"),
        ("category", "nicer", "$GT 2.5", "$GT 2.5"),
        ("category", "better", "-1", "$GT 00"),
        ("max_duration", "shorter", "14", "$LT 14"),
        ("n_adults", "three more", "1", "4"),
        ("n_adults", "another adult", "2", "3"),
        ("n_children", "add another kid", "1", "2"),
        ("n_children", "add 2 more", None, "2"),
        ("n_children", "one kid less", "3", "2"),
        ("n_adults", "two fewer", "1", "0"),
        ("str_date", "the 19th", "august 17", "august 19"),
        ("str_date", "the 19th", "$LT september 12", "september 19"),
        ("str_date", "the 19th", "17", "19"),
        ("str_date", "earlier", "september 12", "$LT september 12"),
    ],
)
def test_compared_with_what_the_frame_held(slot: str, said: str, before: str | None, held: str) -> None:
    assert canonical(slot, said, held=before) == held


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("tomorrow", "august 2"),
        ("Saturday", "august 6"),
        ("immediately", "august 1"),
        ("two weeks from sunday", "august 21"),
    ],
)
def test_days_seen_from_today(said: str, held: str) -> None:
    assert canonical("str_date", said, today=MONDAY) == held
    assert canonical("str_date", said) == said


@pytest.mark.parametrize("said", ["end of August", "September", "next week", "mid-september"])
def test_a_span_of_days_loses_nothing(said: str) -> None:
    assert canonical("str_date", said, today=MONDAY) == said


PIECES = (
    "$", "1,700", "2.1k", "under", "less than", "more", "cheaper", "best", "a week", "8", "days", "me", "and",
    "my wife", "august", "17th", "the", "4 stars", "-1", "$LT", "another", "thousand", "anywhere", "kids", "no",
)  # fmt: skip
SAID = st.text(max_size=40) | st.lists(st.sampled_from(PIECES), max_size=6).map(" ".join)


@given(st.sampled_from(sorted(SLOTS)), SAID)
def test_never_raises_and_is_idempotent(slot: str, said: str) -> None:
    once = canonical(slot, said)
    assert isinstance(once, str)
    assert canonical(slot, once) == once
    assert isinstance(canonical(slot, said, held=once, today=MONDAY), str)


MONDAY = date(2016, 8, 1)


@pytest.mark.parametrize(
    ("slot", "val", "typed"),
    [
        ("seat", "Business", "business"),
        ("seat", "upgrade", "upgrade"),
        ("wifi", "True", True),
        ("wifi", "perhaps", None),
        ("dst_city", "Rome", "Rome"),
        ("name", "the Marlin", "the Marlin"),
        ("dep_time_or", "9:30 am", Quantity(9.5, 9.5)),
        ("nobody_knows", "x", "x"),
        ("n_adults", "-1", None),
        ("n_adults", "$GT 1", Quantity(1, None, None, "adults")),
        ("category", "$LT 4.0", Quantity(None, 4.0)),
        ("category", "$MAX", Quantity(None, None, "max")),
        ("budget", "$LT 3200.0", Money(3200.0, bound="at_most")),
        ("budget", "$MAX", Money(None, bound="most")),
        ("budget", "$GT 00", Money(0.0, bound="at_least")),
        ("str_date", "$GT september 7", Dates(date(2016, 9, 8), date.max)),
        ("str_date", "$LT september 7", Dates(MONDAY, date(2016, 9, 6))),
        ("str_date", "$MAX", None),
    ],
)
def test_what_was_said_and_what_frames_hold(slot: str, val: str, typed: object) -> None:
    assert read(slot, val, today=MONDAY) == typed


@pytest.mark.parametrize(
    ("slot", "said"),
    [
        ("budget", "$1,700"),
        ("budget", "cheapest"),
        ("category", "4 stars"),
        ("gst_rating", "8.86/10"),
        ("max_duration", "two weeks"),
        ("n_adults", "my wife"),
        ("n_children", "my son"),
        ("str_date", "Saturday, August 13"),
        ("str_date", "the 17th"),
        ("str_date", "end of August"),
    ],
)
def test_the_canonical_form_means_the_same(slot: str, said: str) -> None:
    assert read(slot, str(canonical(slot, said)), today=MONDAY) == read(slot, said, today=MONDAY)


@given(
    st.dates(min_value=MONDAY, max_value=date(2017, 7, 31)),
    st.sampled_from(["%B %d", "%d %B", "%A, %b %d", "%m/%d/%Y"]),
)
def test_a_day_written_out_is_that_day(day: date, form: str) -> None:
    assert read("str_date", day.strftime(form), today=MONDAY) == Dates(day, day)


@given(
    st.sampled_from(sorted(SLOTS)),
    st.text(max_size=40) | st.sampled_from(["$GT ", "$LT", "$GT x", "$MIN ", "$", "--", "$GT asap", "$LT 0001-01-01"]),
)
def test_never_raises(slot: str, val: str) -> None:
    read(slot, val, today=MONDAY)


@pytest.mark.parametrize(
    ("slot", "said"),
    [("n_adults", "99999999999"), ("max_duration", "99999999 months"), ("min_duration", "$GT 9999999.0")],
)
def test_counts_that_nobody_means_say_nothing(slot: str, said: str) -> None:
    assert read(slot, said, today=MONDAY) is None


@pytest.mark.parametrize(
    ("slot", "said", "held"),
    [
        ("dst_city", "Frankfort", "Frankfurt"),
        ("dst_city", "sao paulo", "São Paulo"),
        ("dst_city", "Vancouver", "Vancouver, Canada"),
        ("dst_city", "NYC", "New York"),
        ("str_date", "17th", "august 17"),
        ("str_date", "sept 5", "September 5th"),
        ("category", "4 star", "4.0"),
        ("budget", "$1,700", "1700.0"),
        ("price", "1234", "1234.56"),
        ("gst_rating", "8.86/10", "8.86"),
        ("gst_rating", "8.9", "8.86"),
        ("duration", "a week", "7"),
        ("name", "the Marlin", "Marlin Resort"),
        ("name", "marlin hotel", "The Marlin Resort"),
        ("name", "Meadow Inn & Suites", "Meadow Inn and Suites"),
        ("seat", "biz", "business class"),
        ("dep_time_or", "10am", "10:00 a.m."),
        ("n_adults", "alone", "1"),
        ("wifi", True, "true"),
    ],
)
def test_what_matches(slot: str, said: str | bool, held: str | bool) -> None:
    assert matches(slot, said, held)
    assert matches(slot, held, said)


@pytest.mark.parametrize(
    ("slot", "said", "held"),
    [
        ("dst_city", "Vancouver", "North Vancouver"),
        ("dst_city", "San Jose", "San Juan"),
        ("dst_city", "Rome", "Bari"),
        ("str_date", "17th", "august 18"),
        ("str_date", "september 17", "august 17"),
        ("category", "4 star", "3.0"),
        ("price", "2410", "2420"),
        ("name", "Meadow Inn", "Meadow Resort"),
        ("name", "hotel", "Marlin Resort"),
        ("seat", "economy", "business"),
        ("budget", None, "1700.0"),
        ("wifi", True, False),
    ],
)
def test_what_does_not(slot: str, said: str | bool | None, held: str | bool) -> None:
    assert not matches(slot, said, held)
    assert not matches(slot, held, said)


@given(st.sampled_from(sorted(SLOTS)), st.text(max_size=30))
def test_everything_matches_itself(slot: str, said: str) -> None:
    assert matches(slot, said, said)


@given(st.sampled_from(sorted(SLOTS)), st.text(max_size=20), st.text(max_size=20))
def test_symmetric(slot: str, one: str, two: str) -> None:
    assert matches(slot, one, two) == matches(slot, two, one)


BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "values.py"


def test_annotated_values_have_the_form_that_frames_hold(frames_part_path: Path) -> None:
    held = runpy.run_path(str(BENCHMARK))["held"]
    same = [row.same for dialogue in corpus.stream(frames_part_path) for row in held(dialogue)]
    assert sum(same) / len(same) >= 0.99
