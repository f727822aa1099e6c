from zoneinfo import ZoneInfo

import pytest

from wayframe.sources.places import CITIES, WORLD, Places, distance_km, parts_of_the_world


def test_a_city_lies_in_its_country_and_its_part_of_the_world() -> None:
    assert WORLD.within("Rome", "Italy")
    assert WORLD.within("rome", "Europe")
    assert WORLD.within("Punta Cana", "the Caribbean")
    assert WORLD.within("New York", "the US")
    assert WORLD.within("Canada", "North America")
    assert not WORLD.within("Rome", "France")
    assert not WORLD.within("Atlantis", "Europe")


def test_the_smallest_part_of_the_world_comes_first() -> None:
    assert parts_of_the_world("Sweden") == parts_of_the_world("Stockholm") == ["Scandinavia", "Europe"]
    assert parts_of_the_world("Lisbon") == parts_of_the_world("Rome") == ["Europe"]
    assert parts_of_the_world("Atlantis") == []


def test_the_own_name_of_a_city_is_no_country() -> None:
    places = Places({"Panama": "Panama", "Colon": "Panama"})
    assert places.within("Panama", "Panama")
    assert not places.within("Colon", "Panama")


def test_areas_are_those_that_have_cities() -> None:
    places = Places({"Rome": "Italy", "Tokyo": "Japan"})
    assert places.areas == ("Italy", "Japan", "Europe", "Asia")


PARIS, MONTREAL = (48.86, 2.35), (45.50, -73.57)


def test_every_city_comes_once_and_has_a_clock() -> None:
    assert len({city.name for city in CITIES}) == len(CITIES)
    assert all(ZoneInfo(city.zone) for city in CITIES)
    assert all(-90 <= city.latitude <= 90 and -180 <= city.longitude <= 180 for city in CITIES)


def test_the_first_109_lie_in_all_fourteen_countries() -> None:
    assert len({city.country for city in CITIES[:109]}) == 14


def test_distance() -> None:
    assert distance_km(PARIS, MONTREAL) == pytest.approx(5500, rel=0.01)
    assert distance_km(PARIS, MONTREAL) == pytest.approx(distance_km(MONTREAL, PARIS))
    assert distance_km(PARIS, PARIS) == 0
