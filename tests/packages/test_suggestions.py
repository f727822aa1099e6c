from datetime import date

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from queries import QUERIES
from wayframe.dialogue import LocalTime
from wayframe.packages import Catalogue, Query, Relaxation, Suggestion

TWO_WEEKS = Query("Montreal", "Tokyo", date(2016, 8, 13), date(2016, 8, 27))


def slots(suggestions: list[Suggestion]) -> list[tuple[str, ...]]:
    return [tuple(relaxation.slot for relaxation in suggestion.relaxed) for suggestion in suggestions]


def test_a_budget_that_is_too_low_is_raised_to_the_cheapest(catalogue: Catalogue) -> None:
    (cheapest,) = catalogue.search(Query("Montreal", "Tokyo", adults=2), limit=1)
    query = Query("Montreal", "Tokyo", adults=2, price_max=cheapest.price - 100)
    (suggestion,) = catalogue.suggest(query, limit=1)
    asked, offered = f"${cheapest.price - 100:,.2f}", f"${cheapest.price:,.2f}"
    assert suggestion.relaxed == (Relaxation("budget", asked, offered),)
    assert suggestion.packages == [cheapest]


def test_dates_move_by_as_few_days_as_possible(catalogue: Catalogue) -> None:
    week = Query("Montreal", "Tokyo", date(2016, 8, 13), date(2016, 8, 15))
    assert catalogue.search(week) == []
    for suggestion in catalogue.suggest(week, limit=2):
        for relaxation in suggestion.relaxed:
            assert relaxation.slot in ("str_date", "end_date", "dst_city")
        assert suggestion.packages


def test_a_city_that_nobody_knows_is_replaced(catalogue: Catalogue) -> None:
    to_nowhere = catalogue.suggest(Query("Montreal", "Atlantis"))
    assert slots(to_nowhere) == [("dst_city",)] * 3
    assert {relaxation.asked for suggestion in to_nowhere for relaxation in suggestion.relaxed} == {"Atlantis"}
    from_nowhere = catalogue.suggest(Query("Atlantis", "Tokyo"))
    assert slots(from_nowhere) == [("or_city",)] * 3
    assert all(package.hotel.dst_city == "Tokyo" for s in from_nowhere for package in s.packages)


def test_the_nearest_city_comes_first(catalogue: Catalogue) -> None:
    elsewhere = catalogue.suggest(Query("Tokyo", "Rome", hotel=catalogue.hotels("Berlin")[0].name), limit=20)
    cities = [r.offered for s in elsewhere for r in s.relaxed if r.slot == "dst_city"]
    assert cities[0] == "Berlin"


def test_hotels_in_the_same_city_stand_in_for_one_without_room(catalogue: Catalogue) -> None:
    hotel = catalogue.hotels("Rome")[0].name
    query = Query("Tokyo", "Rome", hotel=hotel, max_duration=5)
    if catalogue.search(query):
        query = msgspec.structs.replace(query, max_duration=1)
    assert any("name" in way or "max_duration" in way for way in slots(catalogue.suggest(query)))


def test_ways_differ_before_cities_do(catalogue: Catalogue) -> None:
    query = msgspec.structs.replace(TWO_WEEKS, price_max=900.0, seat="business")
    kinds = slots(catalogue.suggest(query, limit=4))
    assert len(set(kinds)) == len(kinds)


def test_same_seed_same_suggestions_other_seed_other_ties(catalogue: Catalogue) -> None:
    query = Query("Montreal", "Atlantis")
    assert catalogue.suggest(query, seed=1) == catalogue.suggest(query, seed=1)
    firsts = {catalogue.suggest(query, seed=seed)[0].relaxed for seed in range(8)}
    assert len(firsts) > 1


def test_nothing_to_relax(catalogue: Catalogue) -> None:
    assert catalogue.suggest(Query()) == []


@given(query=QUERIES, limit=st.integers(1, 5))
def test_suggestions_are_true(catalogue: Catalogue, query: Query, limit: int) -> None:
    assume(not catalogue.search(query))
    suggestions = catalogue.suggest(query, limit=limit)
    assert len(suggestions) <= limit
    order = [(len(suggestion.relaxed), suggestion.distance) for suggestion in suggestions]
    assert order == sorted(order)
    for suggestion in suggestions:
        assert suggestion.packages
        assert suggestion.distance > 0
        assert 1 <= len(suggestion.relaxed) <= 2
        for slot, asked, offered in suggestion.relaxed:
            assert asked != offered
            if slot == "dst_city":
                assert {package.hotel.dst_city for package in suggestion.packages} == {offered}
            if slot == "or_city":
                assert {package.trip.or_city for package in suggestion.packages} == {offered}
            if slot == "budget":
                assert max(package.price for package in suggestion.packages) <= dollars(offered)


@given(query=QUERIES)
def test_what_one_relaxation_finds_is_found_with_one(catalogue: Catalogue, query: Query) -> None:
    assume(query.or_city is not None and not catalogue.search(query))
    nothing = {"start": None, "end": None, "price_max": None, "seat": None, "dst_city": None, "min_category": None}
    asked = {field: value for field, value in nothing.items() if getattr(query, field) is not None}
    enough = any(catalogue.search(msgspec.structs.replace(query, **{field: None})) for field in asked)
    if enough:
        assert len(catalogue.suggest(query, limit=1)[0].relaxed) == 1


def dollars(amount: str | bool) -> float:
    return float(str(amount).removeprefix("$").replace(",", ""))


def test_flexible_dates_are_asked_as_said_and_offered_as_found(catalogue: Catalogue) -> None:
    query = Query("Montreal", "Tokyo", date(2016, 8, 13), date(2016, 8, 15), flexible=True)
    for suggestion in catalogue.suggest(query, limit=5):
        for slot, asked, offered in suggestion.relaxed:
            if slot == "str_date":
                assert asked == "August 13"
                assert min(first(p.trip.leaving.departure) for p in suggestion.packages).day == int(
                    str(offered).split()[1]
                )


def first(moment: LocalTime) -> date:
    return date(moment.year, moment.month, moment.day)


@pytest.mark.parametrize("amenity", ["spa", "gym"])
def test_an_amenity_can_be_given_up(catalogue: Catalogue, amenity: str) -> None:
    poor = next(hotel for hotel in catalogue.hotels() if "SPA" not in hotel.amenities and "GYM" not in hotel.amenities)
    query = Query("Tokyo" if poor.dst_city != "Tokyo" else "Paris", hotel=poor.name, amenities=(amenity,))
    ways = [suggestion.relaxed for suggestion in catalogue.suggest(query, limit=5)]
    assert (Relaxation(amenity, asked=True, offered=False),) in ways
