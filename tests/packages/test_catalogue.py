"""The search against the plainest one that could be: every package, checked in Python."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drawing import drawn
from queries import QUERIES
from wayframe.dialogue import DatabaseSearch, LocalTime, Package, encode
from wayframe.errors import InputError
from wayframe.packages import Catalogue, Query, search_record
from wayframe.packages.facts import facts, has, stars
from wayframe.packages.query import CHILD_SHARE, check, least_unit, most_unit, party_cents, weight, window


@pytest.fixture(scope="module")
def everything(catalogue_path: Path) -> list[Package]:
    with Catalogue(catalogue_path) as catalogue:
        return catalogue.search(Query(), limit=len(catalogue))


def day(moment: LocalTime) -> date:
    return date(moment.year, moment.month, moment.day)


def plain(name: str) -> str:
    return name.replace("é", "e").lower()


def fits(package: Package, query: Query, price: float) -> bool:
    """Is this package, of which the party pays `price`, what the query asks for?"""
    first, last = window(query)
    wanted: list[tuple[object, Callable[[], bool]]] = [
        (query.or_city, lambda: plain(package.trip.or_city) == plain(query.or_city or "")),
        (query.dst_city, lambda: plain(package.hotel.dst_city) == plain(query.dst_city or "")),
        (first, lambda: day(package.trip.leaving.departure) >= (first or date.min)),
        (last, lambda: day(package.trip.returning.arrival) <= (last or date.max)),
        (query.price_max, lambda: price <= (query.price_max or 0)),
        (query.price_min, lambda: price >= (query.price_min or 0)),
        (query.max_duration, lambda: package.trip.duration_days <= (query.max_duration or 0)),
        (query.min_duration, lambda: package.trip.duration_days >= (query.min_duration or 0)),
        (query.seat, lambda: package.trip.seat == (query.seat or "").upper()),
        (query.min_category, lambda: stars(package.hotel) >= (query.min_category or 0)),
        (query.min_gst_rating, lambda: package.hotel.gst_rating >= (query.min_gst_rating or 0)),
    ]
    features = all(has(package.hotel, slot) for slot in (*query.amenities, *query.vicinity))
    return features and all(test() for asked, test in wanted if asked is not None)


def for_party(package: Package, query: Query) -> float:
    cents = round(package.price * 100)
    return (cents * (1000 * query.adults + CHILD_SHARE * query.children) + 500) // 1000 / 100


@settings(max_examples=drawn(40))
@given(query=QUERIES)
def test_search_finds_the_cheapest_of_all_that_fit(
    catalogue: Catalogue, everything: list[Package], query: Query
) -> None:
    priced = [(for_party(package, query), package) for package in everything]
    fitting = [(price, package) for price, package in priced if fits(package, query, price)]
    found = catalogue.search(query)
    assert [package.price for package in found] == sorted(price for price, _ in fitting)[:10]
    assert all(fits(package, query, package.price) for package in found)


def test_search_is_deterministic_and_bounded(catalogue: Catalogue) -> None:
    query = Query("Montreal", "Tokyo")
    assert catalogue.search(query) == catalogue.search(query)
    assert len(catalogue.search(query)) == 10
    assert catalogue.search(query, limit=25)[:10] == catalogue.search(query)


def test_a_party_pays_for_everybody(catalogue: Catalogue) -> None:
    (alone,) = catalogue.search(Query("Montreal", "Tokyo"), limit=1)
    (family,) = catalogue.search(Query("Montreal", "Tokyo", adults=2, children=1), limit=1)
    assert family.price == pytest.approx(2.618 * alone.price, abs=0.01)
    assert (family.hotel, family.trip) == (alone.hotel, alone.trip)


def test_hotels_by_name_and_city(catalogue: Catalogue) -> None:
    hotel = catalogue.hotels("ROME")[0]
    found = catalogue.search(Query(hotel=hotel.name.upper()))
    assert found
    assert {package.hotel.name for package in found} == {hotel.name}
    assert catalogue.search(Query(hotel=hotel.name, dst_city="Paris")) == []
    assert catalogue.hotels("Atlantis") == []
    assert len(catalogue.hotels()) == 30


def test_what_a_catalogue_holds(catalogue: Catalogue) -> None:
    assert catalogue.cities() == sorted(catalogue.cities())
    assert set(catalogue.origins()) == set(catalogue.destinations()) == set(catalogue.cities())


@pytest.mark.parametrize("name", ["'; DROP TABLE package; --", "%", "\0", "\ud800", "東京", "🏝️", "x" * 10_000, ""])
def test_no_name_is_too_strange(catalogue: Catalogue, name: str) -> None:
    assert catalogue.search(Query(or_city=name)) == []
    assert catalogue.search(Query(dst_city=name)) == []
    assert catalogue.search(Query(hotel=name)) == []
    assert len(catalogue) == 6000


def test_facts_of_what_was_found_answer_the_query(catalogue: Catalogue) -> None:
    for package in catalogue.search(Query("Paris", "Rome", amenities=("wifi",), seat="business")):
        said = facts(package)
        assert (said["or_city"], said["dst_city"], said["wifi"], said["seat"]) == ("Paris", "Rome", True, "business")


def test_a_limit_beyond_what_sqlite_counts_is_no_limit(catalogue: Catalogue) -> None:
    query = Query(or_city=catalogue.origins()[0])
    assert catalogue.search(query, limit=10**20) == catalogue.search(query, limit=len(catalogue))


def test_threads_share_a_catalogue(catalogue: Catalogue) -> None:
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _: catalogue.search(Query(dst_city="Tokyo")), range(40)))
    assert found[0]
    assert all(each == found[0] for each in found)


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
