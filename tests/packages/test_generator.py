import filecmp
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from random import Random
from threading import Thread
from zoneinfo import ZoneInfo

import pytest

from wayframe.dialogue import FlightLeg, LocalTime, Package
from wayframe.errors import InputError
from wayframe.packages import Catalogue, Plan, Query, default_catalogue, default_path, generate, generator
from wayframe.packages.facts import stars
from wayframe.packages.generator import MOST_HOTELS, Stay, hotels
from wayframe.sources.places import CITIES

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


TEN = CITIES[:10]


@pytest.mark.parametrize("count", [10, 268, MOST_HOTELS])
def test_names_are_distinct_and_every_city_has_a_hotel(count: int) -> None:
    made = hotels(count, TEN, Random(0))
    assert len({stay.hotel.name for stay in made}) == len(made) == count
    assert {stay.city for stay in made} == set(range(10))
    assert all(stay.hotel.dst_city == TEN[stay.city].name for stay in made)


def test_in_a_city_stars_differ_and_more_stars_cost_more() -> None:
    by_city = defaultdict[int, list[Stay]](list)
    for stay in hotels(50, TEN, Random(3)):
        by_city[stay.city].append(stay)
    for stays in by_city.values():
        by_stars = sorted(stays, key=lambda stay: stars(stay.hotel))
        assert len({stars(stay.hotel) for stay in stays}) == len(stays)
        assert [stay.rate for stay in by_stars] == sorted(stay.rate for stay in stays)


def test_only_cities_on_the_sea_have_hotels_by_the_beach() -> None:
    for stay in hotels(200, TEN, Random(1)):
        assert "beach" not in stay.hotel.vicinity or TEN[stay.city].beach


@pytest.mark.parametrize("count", [0, 9, MOST_HOTELS + 1])
def test_too_few_or_too_many(count: int) -> None:
    with pytest.raises(InputError, match=f"hotels: expected 10 .* found {count}"):
        hotels(count, TEN, Random(0))


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAYFRAME_HOME", str(tmp_path / "new" / "home"))
    monkeypatch.setattr(generator, "Plan", lambda: Plan(cities=4, hotels=5, packages=500))


def test_made_on_first_use_and_kept(tmp_path: Path) -> None:
    with default_catalogue() as catalogue:
        assert catalogue.path == default_path()
        assert catalogue.path.parent == tmp_path / "new" / "home"
        assert len(catalogue) == 500
    before = default_path().stat().st_mtime_ns
    default_catalogue().close()
    assert default_path().stat().st_mtime_ns == before


def test_in_the_users_data_folder_unless_said_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WAYFRAME_HOME")
    assert default_path().parent.name == "wayframe"


def test_several_may_come_first_at_once() -> None:
    counts: list[int] = []

    def use() -> None:
        with default_catalogue() as catalogue:
            counts.append(len(catalogue))

    threads = [Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [500] * 4
    assert [path.name for path in default_path().parent.iterdir()] == [default_path().name]


def test_a_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("WAYFRAME_HOME", str(tmp_path / "file" / "home"))
    with pytest.raises(InputError, match="can't be made a folder"):
        default_catalogue()
