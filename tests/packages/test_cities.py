from zoneinfo import ZoneInfo

import pytest

from wayframe.packages.cities import CITIES, distance_km

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
