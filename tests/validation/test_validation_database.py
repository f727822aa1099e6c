from typing import Any

import msgspec
import pytest

from wayframe.dialogue import SearchLog, Turn
from wayframe.validation.database import SearchCheck

Json = dict[str, Any]


def found(sound: Json, **changes: object) -> list[str]:
    """What is said about the search of the sound dialogue, its database changed at dotted places."""
    turn = sound["turns"][1]
    for place, value in changes.items():
        part = turn["db"]
        *path, last = place.split("__")
        for key in path:
            part = part[int(key) if key.isdigit() else key]
        part[last] = value
    read = msgspec.json.decode(msgspec.json.encode(turn), type=Turn)
    return [f"{each.field}: {each.oddity or each.what}" for each in SearchCheck().findings(read.db, read)]


def test_a_sound_search(sound: Json) -> None:
    assert found(sound) == []


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        ("search__0__START_TIME", "soon", "START_TIME: expected a time in milliseconds, found 'soon'"),
        ("search__0__NUM_ADULTS", "-2", "NUM_ADULTS: expected a number, found '-2'"),
        ("search__0__ARE_DATES_FLEXIBLE", "maybe", "ARE_DATES_FLEXIBLE: expected true or false, found 'maybe'"),
        ("search__0__MAX_DURATION", -1, "MAX_DURATION: expected a time, found -1"),
        ("result__0__0__price", -5, "price: expected a price, found -5"),
        ("result__0__0__hotel__category", "good", "hotel.category: expected as in '3.5 star hotel', found 'good'"),
        ("result__0__0__hotel__gst_rating", 11, "hotel.gst_rating: expected a rating to 10, found 11"),
        ("result__0__0__hotel__name", "", "hotel.name: expected a name, found none"),
        ("result__0__0__trip__seat", "ROOF", "trip.seat: expected ECONOMY or BUSINESS, found 'ROOF'"),
        ("result__0__0__trip__duration_days", 4000, "trip.duration_days: expected days, found 4000"),
        ("result__0__0__trip__returning__departure__day", 32,
         "trip.returning.departure: no such date and time"),
        ("result__0__0__trip__leaving__duration__min", 60, "trip.leaving.duration: no such length of time"),
    ],
)  # fmt: skip
def test_names_an_error(sound: Json, place: str, value: object, said: str) -> None:
    (problem,) = found(sound, **{place: value})
    assert problem.endswith(f".{said}")


@pytest.mark.parametrize(
    ("place", "value", "kind"),
    [
        ("search__0__START_TIME", "NaN", "START_TIME: search with 'NaN' for START_TIME"),
        ("search__0__NUM_CHILDREN", "", "NUM_CHILDREN: search with '' for NUM_CHILDREN"),
        ("search__0__timestamp", 1.48e9, "timestamp: search later than its turn"),
        ("search__0__PRICE_MAX", "800", "price: package dearer than searched for"),
        ("search__0__DESTINATION_CITY", "Quito", "hotel.dst_city: package to another city than searched for"),
        ("result__0__0__trip__duration_days", -1, "trip.duration_days: trip of no days or fewer"),
    ],
)  # fmt: skip
def test_names_what_the_release_has_too(sound: Json, place: str, value: object, kind: str) -> None:
    (problem,) = found(sound, **{place: value})
    assert problem.endswith(f".{kind}")


def test_a_city_is_the_same_however_it_is_written(sound: Json) -> None:
    assert found(sound, search__0__DESTINATION_CITY=" lIMA ") == []


def test_a_search_that_comes_again_on_a_later_turn(sound: Json) -> None:
    turn = msgspec.json.decode(msgspec.json.encode(sound["turns"][1]), type=Turn)
    check = SearchCheck()
    assert list(check.findings(turn.db, turn)) == []
    (again,) = check.findings(turn.db, turn)
    assert again.oddity == "search repeated from an earlier turn"
    twice = SearchLog(turn.db.search * 2, turn.db.result * 2)
    assert list(SearchCheck().findings(twice, turn)) == []
