from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.dialogue import DatabaseSearch, encode
from wayframe.errors import InputError
from wayframe.packages import Query, search_record
from wayframe.packages.query import check, least_unit, most_unit, party_cents, weight, window

UNITS, PARTIES, CENTS = st.integers(1, 10**7), st.integers(1, 10**6), st.integers(0, 10**10)


def test_a_child_pays_six_tenths_of_an_adult() -> None:
    assert party_cents(100_00, weight(1, 0)) == 100_00
    assert party_cents(100_00, weight(2, 1)) == 261_80
    assert party_cents(99_99, weight(0, 1)) == 61_79


@given(UNITS, PARTIES, CENTS)
def test_price_limits_mean_what_the_party_pays(unit: int, party: int, cents: int) -> None:
    assert (party_cents(unit, party) <= cents) == (unit <= most_unit(cents / 100, party))
    assert (party_cents(unit, party) >= cents) == (unit >= least_unit(cents / 100, party))


@given(st.floats(0, 1e308), PARTIES)
def test_price_limits_fit_a_database(price: float, party: int) -> None:
    assert -1 <= most_unit(price, party) < 1 << 63
    assert least_unit(price, party) < 1 << 63


def test_flexible_dates_are_two_days_wider_on_each_side() -> None:
    start, end = date(2016, 8, 10), date(2016, 8, 20)
    assert window(Query(start=start, end=end)) == (start, end)
    assert window(Query(start=start, end=end, flexible=True)) == (date(2016, 8, 8), date(2016, 8, 22))
    assert window(Query(flexible=True)) == (None, None)
    assert window(Query(start=date.min, end=date.max, flexible=True)) == (date.min, date.max)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        (Query(adults=0), "adults, children"),
        (Query(adults=2, children=-1), "adults, children"),
        (Query(adults=10**12), "adults, children"),
        (Query(seat="roof"), "seat"),
        (Query(max_duration=-1), "max_duration"),
        (Query(min_duration=10**30), "min_duration"),
        (Query(price_max=float("nan")), "price_max"),
        (Query(price_min=-1.0), "price_min"),
        (Query(min_category=float("inf")), "min_category"),
        (Query(amenities=("wifi", "sauna")), "amenities"),
        (Query(vicinity=("volcano",)), "vicinity"),
    ],
)
def test_what_makes_no_sense_is_named(query: Query, field: str) -> None:
    with pytest.raises(InputError, match=f"^{field}: "):
        check(query)


def test_children_may_travel_alone() -> None:
    check(Query(adults=0, children=2))


def test_search_record_has_the_fields_of_table_7_as_the_form_sent_them() -> None:
    query = Query(
        "Montreal", "Kyoto", date(2016, 8, 13), date(2016, 8, 27), flexible=True, adults=2, children=1,
        price_max=1700.0, price_min=99.5, max_duration=9, seat="business",
    )  # fmt: skip
    assert search_record(query, 1470000000.5) == DatabaseSearch(
        timestamp=1470000000.5,
        RESULT_LIMIT="10",
        ORIGIN_CITY="Montreal",
        DESTINATION_CITY="Kyoto",
        START_TIME="1471046400000",
        END_TIME="1472256000000",
        ARE_DATES_FLEXIBLE="true",
        NUM_ADULTS="2",
        NUM_CHILDREN="1",
        PRICE_MAX="1700",
        PRICE_MIN="99.50",
        MAX_DURATION=777_600_000,
    )


def test_search_record_leaves_out_what_nobody_asked() -> None:
    assert encode(search_record(Query(), 1)) == b'{"timestamp":1,"RESULT_LIMIT":"10","NUM_ADULTS":"1"}'
