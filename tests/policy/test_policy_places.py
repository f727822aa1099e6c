"""Countries and what sums them up stand for their cities, also with a slip of the pen."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from wayframe.agent import lexicon
from wayframe.packages import Catalogue
from wayframe.policy.places import cities_of, gazetteer, spread
from wayframe.values import Lexicon


@pytest.fixture(scope="module")
def world(world_path: Path) -> Iterator[Catalogue]:
    with Catalogue(world_path) as catalogue:
        yield catalogue


@pytest.fixture(scope="module")
def names(world: Catalogue) -> Lexicon:
    return lexicon(world)


@pytest.mark.parametrize("said", ["Italy", "italy", "Itlay"])
def test_a_country_is_its_cities(world: Catalogue, names: Lexicon, said: str) -> None:
    italian = {hotel.dst_city for hotel in world.hotels() if hotel.country == "Italy"}
    assert set(cities_of(said, world, names)) == italian
    assert set(spread({"dst_city": (said,)}, world, names)["dst_city"]) == italian


@pytest.mark.parametrize(
    ("said", "includes"), [("the States", "Chicago"), ("the carribean", "Punta Cana"), ("Eurpoe", "Rome")]
)
def test_what_people_call_countries(world: Catalogue, names: Lexicon, said: str, includes: str) -> None:
    assert includes in cities_of(said, world, names)


@pytest.mark.parametrize("said", ["Rome", "Mexico City", "Atlantis", "the dates", "Quebec"])
def test_a_city_is_no_country(world: Catalogue, names: Lexicon, said: str) -> None:
    assert cities_of(said, world, names) == []
    assert spread({"dst_city": (said,)}, world, names) == {"dst_city": (said,)}


@pytest.mark.parametrize("said", ["the uk", "England", "United Kingdom", "UK"])
def test_a_country_goes_by_the_name_that_the_catalogue_has_for_it(said: str) -> None:
    class Imported:
        places = (SimpleNamespace(name="London", country="UK"),)

        def cities(self) -> list[str]:
            return ["London"]

    names = gazetteer(Imported())  # type: ignore[arg-type]
    assert [match.name for match in names.candidates(said)] == ["UK"]
    assert "United Kingdom" not in names.names
