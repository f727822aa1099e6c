"""The wizard's search: its form, what it shows, what is said of it."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.collection.desk import trips as searching
from wayframe.collection.desk.protocol import draw_suggestions
from wayframe.collection.desk.trips import TripsDesk, asked, given_up, told
from wayframe.collection.records import RelaxedConstraint
from wayframe.dialogue import SearchLog, wizard_turn
from wayframe.errors import InputError
from wayframe.packages import Catalogue, Query, search_record
from wayframe.validation.database import SearchCheck

FILLED = {
    "or_city": "montréal", "dst_city": "Tokyo", "start": "2016-08-23", "end": "2016-09-01", "flexible": "on",
    "adults": "2", "children": "1", "price_min": "$1,000", "price_max": "9500.50", "max_duration": "9",
}  # fmt: skip
IMPOSSIBLE = Query(or_city="Montreal", dst_city="Tokyo", price_max=1.0)


def test_every_field_of_table_7_is_asked_for_and_recorded(catalogue: Catalogue) -> None:
    query = asked(FILLED, catalogue)
    assert query == Query(
        "Montreal", "Tokyo", date(2016, 8, 23), date(2016, 9, 1), True, 2, 1, 9500.5, 1000.0, 9
    )  # fmt: skip
    assert tuple(FILLED) == searching.FIELDS
    recorded = search_record(query, 0)
    fields = ("ORIGIN_CITY", "DESTINATION_CITY", "START_TIME", "END_TIME", "ARE_DATES_FLEXIBLE", "NUM_ADULTS",
              "NUM_CHILDREN", "PRICE_MIN", "PRICE_MAX", "MAX_DURATION")  # fmt: skip
    assert all(getattr(recorded, field) for field in fields)


def test_an_empty_form_asks_for_nothing(catalogue: Catalogue) -> None:
    assert asked({field: "  " for field in FILLED if field != "flexible"}, catalogue) == Query()


@pytest.mark.parametrize(
    ("field", "content", "complaint"),
    [
        ("start", "August 23", "start: expected a day, found 'August 23'"),
        ("end", "2016-08-01", "end: expected a day not before 2016-08-23, found 2016-08-01"),
        ("start", "0016-08-23", "start: expected a day of 2016, as all trips are then, found 0016-08-23"),
        ("start", "2026-08-23", "start: expected a day of 2016, as all trips are then, found 2026-08-23"),
        ("end", "2026-09-01", "end: expected a day of 2016, as all trips are then, found 2026-09-01"),
        ("max_duration", "366", "max_duration: expected at most 365 days, found 366"),
        ("price_max", "1e300", "price_max: expected at most .1,000,000, found 1e.300"),
        ("adults", "two", "adults: expected a number of people, found 'two'"),
        ("adults", "1000", "adults: expected at most 99 people, found 1000"),
        ("children", "-1", "children: expected at most 99 people, found -1"),
        ("price_max", "nan", "price_max: expected a number from 0, found nan"),
        ("price_max", "900", "price_max: expected at least 1000, found 900"),
        ("price_min", "cheap", "price_min: expected an amount, found 'cheap'"),
        ("max_duration", "-2", "max_duration: expected a number of days, found -2"),
        ("dst_city", "x" * 101, "dst_city: expected a city, found "),
    ],
)
def test_what_cannot_be_asked_names_its_field(field: str, content: str, complaint: str, catalogue: Catalogue) -> None:
    with pytest.raises(InputError, match="^" + complaint.replace("'", ".")):
        asked(FILLED | {field: content}, catalogue)


_DAYS = (st.dates() | st.dates(date(2016, 1, 1), date(2016, 12, 31))).map(date.isoformat)
_AMOUNTS = st.floats(0, allow_nan=False).map(str) | st.integers(0).map(str)
_FORMS = st.fixed_dictionaries(
    {}, optional={"start": _DAYS, "end": _DAYS, **dict.fromkeys(("price_min", "price_max", "max_duration"), _AMOUNTS)}
)


@given(form=_FORMS)
def test_whatever_the_form_takes_a_corpus_can_hold(form: Mapping[str, str], small: Catalogue) -> None:
    with suppress(InputError):
        held = SearchLog((search_record(asked(form, small), 0),), ((),))
        assert not list(SearchCheck().findings(held, wizard_turn("Found", 0, (), 1, (), held)))


@given(form=st.dictionaries(st.sampled_from(searching.FIELDS), st.text(max_size=12)))
def test_whatever_is_sent_is_answered_or_complained_of(form: Mapping[str, str], small: Catalogue) -> None:
    with suppress(InputError):
        found = TripsDesk(small).look(asked(form, small), True, "any")
        assert [each.price for each in found.results] == sorted(each.price for each in found.results)


@pytest.fixture(scope="module")
def small(catalogue_path: object) -> Catalogue:
    return Catalogue(str(catalogue_path))


def test_a_city_that_is_not_there_is_asked_for_and_found_nowhere(catalogue: Catalogue) -> None:
    query = asked({"or_city": "Montrael", "dst_city": "Ouagadougou"}, catalogue)
    assert TripsDesk(catalogue).look(query, False, "any").results == ()
    assert TripsDesk(catalogue).unknown(query) == (("Montrael", "Montreal"), ("Ouagadougou", None))
    assert TripsDesk(catalogue).unknown(asked(FILLED, catalogue)) == ()


def test_ten_results_by_increasing_price(catalogue: Catalogue) -> None:
    found = TripsDesk(catalogue).look(Query(or_city="Montreal"), True, "any")
    assert len(found.results) == 10
    assert found.results == tuple(catalogue.search(Query(or_city="Montreal"), 10))
    assert found.suggestions == ()


def test_suggestions_are_drawn_as_often_as_the_study_says_and_the_same_ones_shown_again(catalogue: Catalogue) -> None:
    def shares(share: float) -> int:
        return sum(draw_suggestions(share, f"1 {talk} 1") for talk in range(200))

    assert shares(0.0) == 0
    assert 70 < shares(0.5) < 130
    assert shares(1.0) == 200
    assert TripsDesk(catalogue).look(IMPOSSIBLE, True, "1/1/1") == TripsDesk(catalogue).look(IMPOSSIBLE, True, "1/1/1")
    assert TripsDesk(catalogue).look(IMPOSSIBLE, True, "1/1/1").suggestions
    assert not TripsDesk(catalogue).look(IMPOSSIBLE, False, "1/1/1").suggestions


def test_a_suggestion_says_what_was_given_up_for_it(catalogue: Catalogue) -> None:
    for way in TripsDesk(catalogue).look(IMPOSSIBLE, True, "any").suggestions:
        assert way.relaxed
        assert 0 < len(way.packages) <= 3
    first = TripsDesk(catalogue).look(IMPOSSIBLE, True, "any").suggestions[0]
    assert given_up(first.relaxed[0]).startswith("budget $1.00 → $")
    assert given_up(RelaxedConstraint("wifi", True, False)) == "without wifi"


def test_details_hold_the_hotel_both_flights_and_the_price(catalogue: Catalogue) -> None:
    query = Query(or_city="Montreal", adults=2, children=1)
    for package in catalogue.search(query, 40):
        text = " ".join(told(package, query))
        parts = told(package, query)
        assert text == " ".join(parts)
        assert package.hotel.name in parts.hotel
        assert package.trip.or_city in parts.there
        assert parts.back.startswith("You fly back on ")
        assert parts.price == f"The price for 2 adults and 1 child is ${package.price:,.2f}."
