import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.ontology import SLOTS
from wayframe.values import matches


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
