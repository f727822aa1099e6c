from collections.abc import Sequence
from datetime import date
from pathlib import Path

import msgspec
import pytest

from wayframe import corpus
from wayframe.dialogue import (
    DatabaseSearch,
    Dialogue,
    DialogueLabels,
    FlightDuration,
    FlightLeg,
    Hotel,
    LocalTime,
    Package,
    SearchLog,
    Trip,
    user_turn,
    wizard_turn,
)
from wayframe.errors import InputError
from wayframe.packages import Catalogue, Imported, Query, import_corpus

HOTEL = Hotel("Amber Inn", "Kyoto", "Japan", "3.5 star hotel", 8.1, ("FREE_WIFI",), ("heart", "park"))
OUT = FlightLeg(LocalTime(2016, 8, 13, 9, 5), LocalTime(2016, 8, 14, 12, 0), FlightDuration(13, 55))
BACK = FlightLeg(LocalTime(2016, 8, 20, 13, 30), LocalTime(2016, 8, 20, 12, 10), FlightDuration(12, 40))
TRIP = Trip("Montreal", "ECONOMY", 7, OUT, BACK)


def searched(price: float, hotel: Hotel = HOTEL, trip: Trip = TRIP, **party: str) -> tuple[DatabaseSearch, Package]:
    """A search for a party and the one package that it found."""
    return DatabaseSearch(1.5, **party), Package(price, hotel, trip)  # type: ignore[arg-type]  # NUM_ADULTS and NUM_CHILDREN


def file_of(path: Path, *searches: tuple[DatabaseSearch, Package]) -> Path:
    """A corpus of one dialogue, in which the wizard made these searches."""
    found = SearchLog(tuple(search for search, _ in searches), tuple((package,) for _, package in searches))
    turns = (user_turn("hello", 1, [], 1, [], []), wizard_turn("hello to you", 2, [], 1, [], found))
    corpus.write(path / "corpus.json", [Dialogue("d1", "u", "w", DialogueLabels(), turns)])
    return path / "corpus.json"


def imported(path: Path, *searches: tuple[DatabaseSearch, Package]) -> tuple[Imported, list[Package]]:
    found = import_corpus(file_of(path, *searches), path / "catalogue")
    with Catalogue(path / "catalogue") as catalogue:
        return found, catalogue.search(Query())


def test_packages_of_different_parties_are_one(tmp_path: Path) -> None:
    found, packages = imported(
        tmp_path,
        searched(1000.0, NUM_ADULTS="1"),
        searched(2618.0, NUM_ADULTS="2", NUM_CHILDREN="1"),
        searched(1000.0, NUM_ADULTS="0", NUM_CHILDREN=""),
        searched(2000.0, NUM_ADULTS=" 02"),
        searched(1000.0),
    )
    assert packages == [Package(1000.0, msgspec.structs.replace(HOTEL), TRIP)]
    assert found == Imported(packages=1, hotels=1, cities=2, searches=5, contradictory=0, compared=1, agree=1)


def test_the_price_that_most_searches_imply_holds(tmp_path: Path) -> None:
    right, wrong = searched(1000.0, NUM_ADULTS="1"), searched(1000.0, NUM_ADULTS="4")
    found, (package,) = imported(tmp_path, wrong, right, searched(2000.0, NUM_ADULTS="2"))
    assert package.price == 1000.0
    assert (found.compared, found.agree) == (1, 0)
    _, (package,) = imported(tmp_path, wrong, right)
    assert package.price == 1000.0


def test_a_hotel_has_all_that_any_search_showed_near_it(tmp_path: Path) -> None:
    bare = msgspec.structs.replace(HOTEL, vicinity=())
    later = msgspec.structs.replace(TRIP, seat="BUSINESS")
    _, packages = imported(tmp_path, searched(1000.0, bare), searched(2000.0, HOTEL, later), searched(900.0, bare))
    assert {package.hotel for package in packages} == {HOTEL}


def test_hotels_of_one_name_in_two_cities_are_two(tmp_path: Path) -> None:
    found, packages = imported(
        tmp_path, searched(1, HOTEL), searched(2, msgspec.structs.replace(HOTEL, dst_city="Kobe"))
    )
    assert (found.hotels, found.cities) == (2, 3)
    assert {package.hotel.dst_city for package in packages} == {"Kyoto", "Kobe"}


def test_who_is_back_before_arriving_is_left_out(tmp_path: Path) -> None:
    early = msgspec.structs.replace(
        TRIP, returning=FlightLeg(LocalTime(2016, 8, 1, 9, 0), LocalTime(2016, 8, 1, 9, 0), FlightDuration(1, 0))
    )
    found, packages = imported(tmp_path, searched(1), searched(2, HOTEL, early))
    assert (found.packages, found.contradictory, len(packages)) == (1, 1, 1)


def test_the_world_of_an_import(tmp_path: Path) -> None:
    import_corpus(file_of(tmp_path, searched(1)), tmp_path / "catalogue")
    with Catalogue(tmp_path / "catalogue") as catalogue:
        assert catalogue.today == date(2016, 8, 11)
        assert catalogue.season == (date(2016, 8, 13), date(2016, 8, 13))
        assert catalogue.source == "imported from corpus.json"
        assert catalogue.destinations() == ["Kyoto"]
        assert catalogue.origins() == ["Montreal"]


@pytest.mark.parametrize(
    ("searches", "message"),
    [
        ([], "holds no search results"),
        ([searched(1, NUM_ADULTS="two")], "dialogue d1: search: expected a number of people, found 'two'"),
        ([searched(1, msgspec.structs.replace(HOTEL, category="fine"))], "dialogue d1: .*fine"),
        ([searched(1, HOTEL, msgspec.structs.replace(TRIP, seat="ROOF"))], "dialogue d1: .*ROOF"),
        (
            [
                searched(
                    1,
                    HOTEL,
                    Trip(
                        "Bari", "ECONOMY", 1, FlightLeg(LocalTime(2016, 2, 30, 1, 1), OUT.arrival, OUT.duration), BACK
                    ),
                )
            ],
            "dialogue d1",
        ),
    ],
)
def test_what_cannot_be_imported(
    tmp_path: Path, searches: Sequence[tuple[DatabaseSearch, Package]], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        import_corpus(file_of(tmp_path, *searches), tmp_path / "catalogue")
    assert not (tmp_path / "catalogue").exists()


def test_the_release(frames_path: Path, tmp_path: Path) -> None:
    found = import_corpus(frames_path, tmp_path / "catalogue")
    assert found.hotels == 268
    assert 107 <= found.cities <= 111
    assert found.agree > 0.98 * found.compared
    with Catalogue(tmp_path / "catalogue") as catalogue:
        assert catalogue.today == date(2016, 8, 1)
        assert len({hotel.country for hotel in catalogue.hotels()}) == 14
        assert len(catalogue) == found.packages
