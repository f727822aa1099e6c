from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.ontology import SLOTS
from wayframe.values import Dates, Money, Quantity, canonical, read

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
