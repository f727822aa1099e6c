import filecmp
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from wayframe.dialogue import FlightLeg, LocalTime, Package
from wayframe.errors import InputError
from wayframe.packages import Catalogue, Plan, Query, generate
from wayframe.packages.cities import CITIES
from wayframe.packages.facts import stars

ZONES = {city.name: ZoneInfo(city.zone) for city in CITIES}
SMALL = Plan(cities=12, hotels=30, packages=3000)


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> list[Package]:
    """Everything in a catalogue whose season sees the clocks change in Brazil, Mexico and Europe."""
    path = tmp_path_factory.mktemp("generated") / "small.sqlite"
    generate(path, SMALL)
    with Catalogue(path) as catalogue:
        return catalogue.search(Query(), limit=SMALL.packages)


def moment(when: LocalTime) -> datetime:
    return datetime(when.year, when.month, when.day, when.hour, when.min)


def flights(package: Package) -> Iterator[tuple[FlightLeg, str, str]]:
    home, away = package.trip.or_city, package.hotel.dst_city
    yield package.trip.leaving, home, away
    yield package.trip.returning, away, home


def test_flights_take_as_long_as_the_clocks_of_both_cities_say(packages: list[Package]) -> None:
    for package in packages:
        for flight, here, there in flights(package):
            left = moment(flight.departure).replace(tzinfo=ZONES[here]).timestamp()
            landed = moment(flight.arrival).replace(tzinfo=ZONES[there]).timestamp()
            assert landed - left == 60 * (60 * flight.duration.hours + flight.duration.min) > 0


def test_trips_last_from_the_first_departure_to_the_last_arrival(packages: list[Package]) -> None:
    for trip in (package.trip for package in packages):
        left, home = moment(trip.leaving.departure).date(), moment(trip.returning.arrival).date()
        nights = moment(trip.returning.departure).date() - moment(trip.leaving.arrival).date()
        assert trip.duration_days == (home - left).days
        assert nights.days >= 2
        assert date(2016, 8, 3) <= left <= date(2016, 10, 20)


def test_nobody_flies_to_where_they_are(packages: list[Package]) -> None:
    assert all(package.trip.or_city != package.hotel.dst_city for package in packages)


def test_business_costs_more_and_so_do_more_stars(packages: list[Package]) -> None:
    alike = defaultdict[object, list[Package]](list)
    for package in packages:
        alike[package.trip.or_city, package.hotel.dst_city, package.trip.leaving, package.trip.returning].append(
            package
        )
    seats = comparisons = 0
    for group in alike.values():
        for one in group:
            for other in group:
                if one.hotel == other.hotel and one.trip.seat < other.trip.seat:  # BUSINESS < ECONOMY
                    assert one.price > other.price
                    seats += 1
                if one.trip.seat == other.trip.seat and stars(one.hotel) < stars(other.hotel):
                    assert one.price < other.price
                    comparisons += 1
    assert min(seats, comparisons) > 100


def test_longer_flights_cost_more(packages: list[Package]) -> None:
    cheapest = [p for p in packages if p.trip.seat == "ECONOMY" and p.trip.duration_days <= 6]
    prices = defaultdict[bool, list[float]](list)
    for package in cheapest:
        prices[package.trip.leaving.duration.hours > 8].append(package.price)
    assert sum(prices[True]) / len(prices[True]) > 1.5 * sum(prices[False]) / len(prices[False])


def test_same_plan_same_bytes_other_seed_other_packages(tmp_path: Path) -> None:
    for name, plan in (("a", SMALL), ("b", SMALL), ("c", Plan(cities=12, hotels=30, packages=3000, seed=1))):
        assert generate(tmp_path / name, plan) == 3000
    assert filecmp.cmp(tmp_path / "a", tmp_path / "b", shallow=False)
    assert not filecmp.cmp(tmp_path / "a", tmp_path / "c", shallow=False)


def test_the_default_plan_has_the_numbers_of_the_paper(tmp_path: Path) -> None:
    generate(tmp_path / "default", Plan(packages=5000))
    with Catalogue(tmp_path / "default") as catalogue:
        assert len(catalogue) == 5000
        assert len(catalogue.hotels()) == 268
        assert len(catalogue.destinations()) == len(catalogue.cities()) == 109
        assert len({hotel.country for hotel in catalogue.hotels()}) == 14
        assert catalogue.today == date(2016, 8, 1)
        assert catalogue.season == (date(2016, 8, 3), date(2016, 9, 18))


def test_not_every_route_is_served(tmp_path: Path) -> None:
    generate(tmp_path / "routes", Plan(packages=40_000))
    with Catalogue(tmp_path / "routes") as catalogue:
        others = [city for city in catalogue.cities() if city != "Montreal"]
        served = [city for city in others if catalogue.search(Query(or_city="Montreal", dst_city=city))]
        assert 0.5 < len(served) / len(others) < 1


def test_another_day_another_season(tmp_path: Path) -> None:
    generate(tmp_path / "spring", Plan(cities=3, hotels=3, packages=50, today=date(2024, 2, 1)))
    with Catalogue(tmp_path / "spring") as catalogue:
        assert catalogue.season == (date(2024, 2, 3), date(2024, 3, 20))
        assert all(moment(p.trip.leaving.departure).year == 2024 for p in catalogue.search(Query()))


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[int] = []
    generate(tmp_path / "told", Plan(packages=10_000), told.append)
    assert told == sorted(told)
    assert len(told) > 1


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (Plan(cities=1), "cities: expected 2 to"),
        (Plan(cities=10_000), "cities: expected 2 to"),
        (Plan(hotels=3), "hotels: expected 109"),
        (Plan(packages=0), "packages: expected at least 1"),
        (Plan(today=date(1970, 1, 1)), "today: expected a day from 1971"),
    ],
)
def test_plans_that_cannot_be_met(tmp_path: Path, plan: Plan, message: str) -> None:
    with pytest.raises(InputError, match=message):
        generate(tmp_path / "never", plan)
    assert not list(tmp_path.iterdir())
