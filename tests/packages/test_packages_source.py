from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings

from queries import QUERIES
from sources_drawn import NO, YES, day, days, usd, wish
from wayframe.meaning.records import Flag, Number, Party, Text
from wayframe.packages import Catalogue
from wayframe.packages import Query as TripQuery
from wayframe.packages.source import TripsSource
from wayframe.schema import Schema, Slot, trips
from wayframe.sources.protocol import Condition, Query

SLOW = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def source(catalogue: Catalogue) -> TripsSource:
    return TripsSource(catalogue)


def typed(query: TripQuery) -> Query:
    """The same query in typed conditions."""
    texts = {"or_city": query.or_city, "dst_city": query.dst_city, "seat": query.seat}
    found = [wish(slot, "is", Text(text)) for slot, text in texts.items() if text is not None]
    if query.start:
        found.append(wish("str_date", "at_least", day(query.start.isoformat())))
    if query.end:
        found.append(wish("end_date", "at_most", day(query.end.isoformat())))
    if query.flexible:
        found.append(wish("flex", "is", YES))
    if query.price_max is not None:
        found.append(wish("price", "at_most", usd(query.price_max)))
    if query.price_min is not None:
        found.append(wish("price", "at_least", usd(query.price_min)))
    if query.max_duration is not None:
        found.append(wish("duration", "at_most", Number(query.max_duration, "days")))
    if query.min_duration is not None:
        found.append(wish("duration", "at_least", Number(query.min_duration, "days")))
    least = {"category": query.min_category, "gst_rating": query.min_gst_rating}
    found += [wish(slot, "at_least", Number(number)) for slot, number in least.items() if number is not None]
    found += [wish(slot, "is", YES) for slot in (*query.amenities, *query.vicinity)]
    return Query(tuple(found), party=Party(adults=query.adults, children=query.children))


@SLOW
@given(QUERIES)
def test_it_finds_what_the_catalogue_finds(catalogue: Catalogue, query: TripQuery) -> None:
    found = TripsSource(catalogue).search(typed(query), 10)
    assert [item.row for item in found.items] == catalogue.search(query, 10)
    fitting = catalogue.search(query, 1_000_000)
    assert found.total == len(fitting)
    cheapest = {package.hotel.dst_city: package.price for package in reversed(fitting)}
    cities = TripsSource(catalogue).search(typed(query)._replace(spread="dst_city"), 100)
    assert [item.row.price for item in cities.items] == sorted(cheapest.values())


def test_a_region_and_what_is_refused(source: TripsSource) -> None:
    europe = (wish("dst_city", "is", Text("Europe")), wish("dst_city", "not", Text("Paris")))
    found = source.search(Query(europe, spread="dst_city"), 10)
    assert [item.values["dst_city"] for item in found.items]
    assert {Text("Paris"), Text("Tokyo"), Text("New York")}.isdisjoint(
        item.values["dst_city"] for item in found.items
    )  # fmt: skip
    assert found.total == len(found.items)


def test_a_plain_day_of_leaving_is_the_beginning_of_two_weeks(source: TripsSource) -> None:
    asked = Query((wish("str_date", "is", day("2016-08-20")),))
    for item in source.search(asked, 50).items:
        assert day("2016-08-20").first <= item.values["str_date"].first  # type: ignore[union-attr]
        assert item.values["end_date"].first <= date(2016, 9, 3)  # type: ignore[union-attr]
    august = Query((wish("str_date", "is", days("2016-08-01", "2016-08-31")),))
    assert all(item.values["end_date"].first <= date(2016, 8, 31) for item in source.search(august, 50).items)  # type: ignore[union-attr]


def test_the_best_hotel_comes_first_where_it_is_wished_for(source: TripsSource) -> None:
    best = source.search(Query(order=(("gst_rating", "most"),), spread="name"), 30)
    ratings = [float(item.row.hotel.gst_rating) for item in best.items]
    assert ratings == sorted(ratings, reverse=True)
    assert best.total == len({hotel.name for hotel, _ in source.catalogue.stays})
    longest = source.extreme(Query(), "duration", "most")
    assert longest is not None
    assert (
        longest.values["duration"] == source.search(Query(order=(("duration", "most"),)), 1).items[0].values["duration"]
    )


def test_prices_are_for_the_party_and_limits_can_be_for_each(source: TripsSource) -> None:
    four = Party(adults=2, children=2)
    (cheapest,) = source.search(Query(party=four), 1).items
    price = cheapest.row.price
    assert price == pytest.approx(source.search(Query(), 1).items[0].row.price * 3.236, abs=0.02)
    each = wish("price", "at_most", usd(round(price / 4 + 0.01, 2)), scope="person")
    assert source.search(Query((each,), party=four), 1).items == (cheapest,)
    less = wish("price", "at_most", usd(round(price / 4 - 0.02, 2)), scope="person")
    assert source.search(Query((less,), party=four), 1).items == ()


def test_what_nearly_fits_says_what_it_misses(source: TripsSource) -> None:
    asked = Query((wish("or_city", "is", Text("Montreal")), wish("dst_city", "is", Text("Tokyo"))))
    (cheapest,) = source.search(asked, 1).items
    poor = wish("price", "at_most", usd(cheapest.row.price - 100))
    (relaxed, *_) = source.relax(asked._replace(conditions=(*asked.conditions, poor)), 3)
    assert relaxed.given_up == (poor,)
    assert relaxed.item == cheapest
    early = wish("str_date", "is", day("2015-08-20"))  # a day to leave that leaves no day to be back
    assert source.relax(Query((*asked.conditions, early)), 1)[0].given_up == (early,)


def test_what_is_firm_is_not_given_up(source: TripsSource) -> None:
    to_tokyo = (wish("or_city", "is", Text("Montreal")), wish("dst_city", "is", Text("Tokyo")))
    cheap = wish("price", "at_most", usd(50))
    assert {each.given_up for each in source.relax(Query((*to_tokyo, cheap)), 9, firm=to_tokyo)} == {(cheap,)}
    assert all(
        to_tokyo[0] not in each.given_up for each in source.relax(Query((*to_tokyo, cheap)), 9, firm=to_tokyo[:1])
    )
    assert source.relax(Query((*to_tokyo, cheap)), 9, firm=(*to_tokyo, cheap)) == ()


def test_a_search_is_recorded_as_the_corpus_records_it(source: TripsSource) -> None:
    asked = Query(
        (
            wish("or_city", "is", Text("new york")), wish("dst_city", "is", Text("Tokyo")), wish("flex", "is", YES),
            wish("str_date", "is", day("2016-08-20")), wish("price", "at_most", usd(2000), scope="person"),
        ),
        party=Party(adults=2),
    )  # fmt: skip
    found = source.search(asked, 3)
    (search,) = source.record(asked, found, 12.5).search
    assert search.ORIGIN_CITY == "New York"
    assert search.DESTINATION_CITY == "Tokyo"
    assert search.PRICE_MAX == "4000"
    assert search.ARE_DATES_FLEXIBLE == "true"
    assert search.NUM_ADULTS == "2"
    assert search.START_TIME == "1471651200000"
    assert source.record(asked, found, 12.5).result == (tuple(item.row for item in found.items),)


def test_a_slot_more_is_one_entry_in_the_schema(catalogue: Catalogue) -> None:
    pool = Slot(name="pool", kind="yes_no", label="pool", true=("pool",), header="GYM")
    plain = trips()
    schema = Schema(**{field: getattr(plain, field) for field in plain.__struct_fields__} | {
        "slots": (*plain.slots, pool)
    })  # fmt: skip
    source = TripsSource(catalogue, schema=schema)
    found = source.search(Query((Condition("pool", wish("pool", "is", YES).constraint),)), 5)
    assert found.items
    assert all(item.values["pool"] == Flag(True) for item in found.items)
    without = source.search(Query((wish("pool", "is", NO),)), 5)
    assert all("GYM" not in item.row.hotel.amenities for item in without.items)
