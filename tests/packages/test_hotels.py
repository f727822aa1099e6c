from collections import defaultdict
from random import Random

import pytest

from wayframe.errors import InputError
from wayframe.packages.cities import CITIES
from wayframe.packages.facts import stars
from wayframe.packages.hotels import MOST_HOTELS, Stay, hotels

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
