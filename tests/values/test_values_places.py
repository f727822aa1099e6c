import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.values import Gazetteer

CITIES = Gazetteer(
    [
        "New York",
        "Frankfurt",
        "São Paulo",
        "Nice",
        "Mobile",
        "Tokyo",
        "Rome",
        "St. Louis",
        "Seattle",
        "Los Angeles",
        "Paris",
    ],
    {"eternal city": "Rome"},
)
HOTELS = Gazetteer(["Marlin Resort", "Silver Fern Inn", "Silver Birch Lodge", "The Harbour House", "Orchard"])


def cities(text: str) -> list[tuple[str, str]]:
    return [(text[found.start : found.end], found.name) for found in CITIES.find(text)]


def hotels(text: str) -> list[tuple[str, str]]:
    return [(text[found.start : found.end], found.name) for found in HOTELS.find_parts(text)]


@pytest.mark.parametrize(
    ("text", "surface", "name"),
    [
        ("Tokyo?", "Tokyo", "Tokyo"),
        ("TOKYO PLEASE", "TOKYO", "Tokyo"),
        ("sao paulo would do", "sao paulo", "São Paulo"),
        ("St. Louis it is", "St. Louis", "St. Louis"),
        ("st louis it is", "st louis", "St. Louis"),
        ("from new york, please", "new york", "New York"),
        ("I live in NYC", "NYC", "New York"),
        ("back to the eternal city", "eternal city", "Rome"),
        ("from LA", "LA", "Los Angeles"),
        ("from la to anywhere", "la", "Los Angeles"),
    ],
)
def test_a_name_in_any_case_without_accents_by_synonym(text: str, surface: str, name: str) -> None:
    assert cities(text) == [(surface, name)]


@pytest.mark.parametrize(
    ("text", "surface", "name"),
    [
        ("from Frankfort", "Frankfort", "Frankfurt"),
        ("to frankfrut", "frankfrut", "Frankfurt"),
        ("flying to Tokio", "Tokio", "Tokyo"),
        ("we depart seatle", "seatle", "Seattle"),
        ("in new yrok now", "new yrok", "New York"),
    ],
)
def test_a_misspelled_name_after_a_preposition_of_place_or_with_a_capital(text: str, surface: str, name: str) -> None:
    assert cities(text) == [(surface, name)]


@pytest.mark.parametrize(
    "text",
    [
        "a nice mobile home",
        "Nice! That is nice.",
        "I would not settle for less",
        "a la carte",
        "it pairs well",
        "to rest",
        "the new one. York is nice",
    ],
)
def test_ordinary_words_are_no_names(text: str) -> None:
    assert cities(text) == []


def test_names_that_are_words_count_where_a_name_must_stand() -> None:
    assert cities("a nice trip to Nice from mobile") == [("Nice", "Nice"), ("mobile", "Mobile")]


@pytest.mark.parametrize(
    ("text", "surface", "name"),
    [
        ("the Marlin sounds good", "Marlin", "Marlin Resort"),
        ("the marlin resort", "marlin resort", "Marlin Resort"),
        ("Marlin Resort!", "Marlin Resort", "Marlin Resort"),
        ("is the marlin hotel far?", "marlin", "Marlin Resort"),
        ("silver fern is fine", "silver fern", "Silver Fern Inn"),
        ("what about the Silver one?", "Silver", "Silver"),
        ("at The Harbour House", "The Harbour House", "The Harbour House"),
    ],
)
def test_hotels_by_part_of_their_name(text: str, surface: str, name: str) -> None:
    assert hotels(text) == [(surface, name)]


@pytest.mark.parametrize("text", ["a silver ring", "any hotel", "the house by the sea", "an orchard, a resort"])
def test_ordinary_words_are_no_hotels(text: str) -> None:
    assert hotels(text) == []


def test_resolving_says_how_sure_it_is() -> None:
    assert CITIES.resolve("são paulo") == [("São Paulo", 1.0)]
    assert CITIES.resolve("Paris, France") == [("Paris", 1.0)]
    assert CITIES.resolve("the Marlin") == []
    [match] = CITIES.resolve("Frankfort")
    assert match.name == "Frankfurt"
    assert 0.8 <= match.score < 1
    assert {match.name for match in HOTELS.resolve("the silver")} == {"Silver Fern Inn", "Silver Birch Lodge"}


@pytest.mark.parametrize(
    "text", ["let's talk about the dates", "visit; the seats", "for the stars", "to the uk", "the bus"]
)
def test_what_is_but_near_to_the_states_is_something_else(text: str) -> None:
    lands = Gazetteer(["United States", "the Caribbean"], {"the states": "United States", "the us": "United States"})
    assert lands.find(text) == []
    assert lands.resolve(text.removeprefix("to ")) == []
    assert [lands.resolve(said)[0].name for said in ("The US", "the states", "the carribean")] == [
        "United States", "United States", "the Caribbean",
    ]  # fmt: skip


def test_no_names_are_found_in_an_empty_list() -> None:
    nothing = Gazetteer([])
    assert not nothing.find("to Rome")
    assert not nothing.find_parts("to Rome")
    assert not nothing.resolve("Rome")


@given(st.sampled_from(CITIES.names), st.booleans())
def test_every_name_is_found_as_it_is_written(name: str, upper: bool) -> None:
    said = name.upper() if upper else name
    assert CITIES.resolve(said)[0] == (name, 1.0)
    assert cities(f"I go to {said} soon") == [(said, name)]


@given(st.text(max_size=200))
def test_spans_are_in_order_and_inside_the_text(text: str) -> None:
    for found in (CITIES.find(text), HOTELS.find_parts(text)):
        places = [place for match in found for place in (match.start, match.end)]
        assert places == sorted(places)
        assert all(0 <= place <= len(text) for place in places)


def test_another_process_gets_the_same_names() -> None:
    copy = pickle.loads(pickle.dumps(Gazetteer(["New York", "Bari"], {"the boot's heel": "Bari"})))
    assert [found.name for found in copy.find("from NYC to the boot's heel")] == ["New York", "Bari"]


TWINS = Gazetteer(["Portland, Oregon", "Portland, Maine", "Philadelphia", "Rome", "San Diego", "San Antonio"])


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Portland", ["Portland, Maine", "Portland, Oregon"]),
        ("portland maine", ["Portland, Maine"]),
        ("Oregon", ["Portland, Oregon"]),
        ("san", ["San Diego", "San Antonio"]),
        ("phladelpia", ["Philadelphia"]),
        ("phladlphi", ["Philadelphia"]),
        ("rom", ["Rome"]),
        ("roma", ["Rome"]),
        ("ro", []),
        ("Lima", []),
    ],
)
def test_what_a_text_may_mean_and_whether_that_is_one_name(text: str, names: list[str]) -> None:
    assert [match.name for match in TWINS.candidates(text)] == names


def test_slips_are_surer_than_parts_and_missing_letters() -> None:
    scores = [TWINS.resolve(text)[0].score for text in ("Rome", "phladelphia", "Oregon", "phldlphi")]
    assert scores[0] == 1
    assert scores[1] >= 0.8 > max(scores[2:])
    assert min(scores[2:]) >= 0.5
