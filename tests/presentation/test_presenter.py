"""Slots and values as faces show them, over trips and over a table."""

from datetime import date

import pytest

from wayframe.catalogues import open_source
from wayframe.dialogue import DatabaseSearch, Frame, Value
from wayframe.language import load
from wayframe.notation import parse
from wayframe.packages.source import wanted
from wayframe.presentation.board import said
from wayframe.presentation.presenter import Presenter, trips_presenter
from wayframe.realiser.phrases import Locale
from wayframe.sources.protocol import RecordedSearch

TRIPS = trips_presenter()


@pytest.fixture(scope="module")
def laptops() -> Presenter:
    source = open_source("examples/laptops.csv", today=date(2026, 5, 1))
    return Presenter(Locale(load("en").wording, source.schema))


@pytest.mark.parametrize(
    ("info", "title"),
    [
        ({}, "Option 4"),
        ({"or_city": "Oslo"}, "From Oslo"),
        ({"dst_city": "Bern"}, "To Bern"),
        ({"or_city": "Oslo", "dst_city": "Bern"}, "Oslo → Bern"),
        ({"or_city": "Oslo", "dst_city": "Bern", "name": "Aare"}, "Aare, Bern"),
        ({"seat": "business", "budget": "900"}, "business"),
    ],
)
def test_a_frame_goes_by_the_best_that_it_has(info: dict[str, str], title: str) -> None:
    assert TRIPS.title(Frame(4, None, {slot: (Value(value),) for slot, value in info.items()})) == title


def test_a_frame_that_may_go_anywhere_is_called_by_where_it_starts() -> None:
    assert TRIPS.title(Frame(1, None, {"or_city": (Value("Oslo"),), "dst_city": (Value("-1"),)})) == "From Oslo"


def test_alternatives_stand_in_the_title_and_what_is_excluded_does_not() -> None:
    cities = (Value("Bern"), Value("Paris", True), Value("Rome"))
    assert TRIPS.title(Frame(1, None, {"dst_city": cities})) == "To Bern or Rome"


def test_a_frame_of_a_table_goes_by_its_wishes(laptops: Presenter) -> None:
    frame = Frame(1, None, {"brand": (Value("Lumen"), Value("Pinto", True)), "ram": (Value("16"),)})
    assert laptops.title(frame) == "Lumen, not Pinto, 16 GB"


@pytest.mark.parametrize(
    ("slot", "value", "text"),
    [
        ("price", "1203.5", "$1,203.50"),
        ("budget", "$LT 2890.5", "less than $2,890.50"),
        ("category", "3.0", "3 stars"),
        ("gst_rating", "8.1", "8.1/10"),
        ("max_duration", "7", "7 days"),
        ("n_adults", "1", "1 adult"),
        ("n_children", "2", "2 children"),
        ("str_date", "august 13", "August 13"),
        ("dst_city", "-1", "any"),
        ("budget", "$MIN", "the least"),
        ("count", "71", "71"),
        ("name", "Hotel 71", "Hotel 71"),
    ],
)
def test_values_as_people_read_them(slot: str, value: str, text: str) -> None:
    assert TRIPS.text(slot, value) == text


def test_several_values_stand_as_one_text() -> None:
    assert said(TRIPS, "dst_city", [Value("Paris", True)]) == "not Paris"
    assert said(TRIPS, "price", [Value("900"), Value("900"), Value("950")]) == "$900 or $950"
    assert said(TRIPS, "flex", [Value(True)]) == "yes"
    assert said(TRIPS, "price", [Value("900", True), Value("900")]) == "$900"
    assert said(TRIPS, "dst_city", [Value("Rome"), Value("Paris", True)]) == "Rome, not Paris"


def test_slots_are_called_by_the_schema() -> None:
    slots = ("name", "gst_rating", "n_adults", "budget", "count_dst_city", "count_seat")
    assert [TRIPS.label(slot) for slot in slots] == ["hotel", "guests", "for", "budget", "cities", "seats"]


def test_the_best_of_a_row() -> None:
    assert TRIPS.best("price", ["$900", "$700", None, "$700"]) == {1, 3}
    assert TRIPS.best("category", ["3 stars", "4.5 stars"]) == {1}
    assert TRIPS.best("gst_rating", ["8.1/10", "6.72/10"]) == {0}
    assert TRIPS.best("seat", ["economy", "business"]) == frozenset()
    assert TRIPS.best("price", ["$700", "$700"]) == frozenset()


def test_a_card_of_trips() -> None:
    offer = (
        "offer(name=Aare, dst_city=Bern, str_date=August 23, end_date=August 30, price=$489, duration=7 days, "
        "category=3 stars, gst_rating=8.1/10, seat=economy, wifi=True, n_adults=2 adults, n_children=a child, id=2)"
    )
    card = TRIPS.card(parse(offer))
    assert (card.title, card.price, card.people) == ("Aare, Bern", "$489", "2 adults and a child")
    assert card.priced == "$489 for 2 adults and a child"
    assert card.facts == ("August 23 → August 30", "3 stars", "guests 8.1/10", "economy class", "wifi")
    assert card.lines == ["August 23 → August 30", "3 stars · guests 8.1/10", "economy class · wifi"]


def test_a_card_says_what_a_hotel_is_not_near_in_words() -> None:
    card = TRIPS.card(parse("offer(name=Aare, dst_city=Bern, beach=False, breakfast=False, id=2)"))
    assert card.facts == ("away from a beach", "no breakfast")


def test_a_card_of_a_table_does_not_repeat_its_title(laptops: Presenter) -> None:
    offer = "offer(model=Lumen Page 13, brand=Lumen, laptop_price=€399, ram=8 GB, touchscreen=False, id=3)"
    card = laptops.card(parse(offer))
    assert (card.title, card.price) == ("Lumen Page 13", "€399")
    assert card.facts == ("RAM 8 GB", "no touchscreen")


def test_a_search_of_trips_in_a_line() -> None:
    search = DatabaseSearch(
        timestamp=1470042000, ORIGIN_CITY="Rome", DESTINATION_CITY="Bari", START_TIME="1471910400000", END_TIME="NaN",
        NUM_ADULTS="2", NUM_CHILDREN="1", PRICE_MAX="900", ARE_DATES_FLEXIBLE="true",
    )  # fmt: skip
    line = "Rome → Bari, leaves August 23, flexible dates, for 2 adults, with a child, budget at most $900"
    assert TRIPS.searches([RecordedSearch(wanted(search), 3, ())]) == [(line, 3)]


def test_searches_of_a_table_in_a_line(laptops: Presenter) -> None:
    asked: dict[str, tuple[str | bool, ...]] = {"ram": ("at least 16 GB",), "brand": ("Lumen", "Orla")}
    found = laptops.searches([RecordedSearch(asked, 3, ()), RecordedSearch({}, 56, ())])
    assert found == [("RAM at least 16 GB, brand Lumen or Orla", 3), ("all laptops", 56)]
