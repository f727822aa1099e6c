"""Values, nouns and wishes in words."""

from __future__ import annotations

from datetime import date

import pytest

from plans import CARS, RESTAURANTS, TRIPS, day, locale, wish
from wayframe.language import load
from wayframe.meaning.records import Clock, Days, Flag, Money, Number, Party, Text, Texts, Value, Wish
from wayframe.realiser.phrases import (
    Locale,
    adjective_superlative,
    adjective_wishes,
    condition_words,
    count_word,
    filled,
    listing,
    plural,
    singular,
    things,
    value_words,
    wish_words,
    with_article,
)
from wayframe.schema import Schema, Slot

WORDING = load("en").wording
LOCALE = Locale(load("en").wording, TRIPS, 2016)


def said(value: Value, unit: str = "") -> str:
    return value_words(LOCALE, Slot(name="x", kind="text", label="x", unit=unit), value)


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        (Money(2348.38, "USD"), "", "$2,348.38"),
        (Money(954.2, "USD"), "", "$954.20"),
        (Money(2348.0, "USD"), "", "$2,348"),
        (Money(15990, "EUR"), "", "€15,990"),
        (Money(15990, "CHF"), "", "15,990 CHF"),
        (Money(300), "", "$300"),
        (Money(0.125, "USD"), "", "$0.125"),
        (Number(16), "GB", "16 GB"),
        (Number(39500), "km", "39,500 km"),
        (Number(2023), "", "2023"),
        (Number(1, "stars"), "", "1 star"),
        (Number(3.5, "stars"), "", "3.5 stars"),
        (Number(8.1), "/10", "8.1/10"),
        (Number(-3), "", "-3"),
        (day(8, 22), "", "August 22"),
        (day(1, 2, 2017), "", "January 2, 2017"),
        (Days(date(2016, 8, 7), date(2016, 8, 12)), "", "August 7 to 12"),
        (Days(date(2016, 8, 28), date(2016, 9, 3)), "", "August 28 to September 3"),
        (Days(date(2016, 12, 30), date(2017, 1, 2)), "", "December 30 to January 2, 2017"),
        (Days(date(2016, 8, 1), date(2016, 8, 31)), "", "August"),
        (Days(date(2017, 2, 1), date(2017, 2, 28)), "", "February 2017"),
        (Clock(545), "", "9:05 am"),
        (Clock(0), "", "12:00 am"),
        (Clock(750), "", "12:30 pm"),
        (Party(adults=2, children=1), "", "2 adults and a child"),
        (Party(adults=1), "", "1 adult"),
        (Party(adults=2, children=2, ages=(3, 8)), "", "2 adults and 2 children aged 3 and 8"),
        (Party(total=4), "", "4 people"),
        (Texts(("wifi", "parking", "lift")), "", "wifi, parking and lift"),
        (Text("  New \n York "), "", "New York"),
    ],
)
def test_a_value(value: Value, unit: str, words: str) -> None:
    assert said(value, unit) == words


def test_money_without_a_currency_has_the_schemas() -> None:
    locale = Locale(load("en").wording, CARS, 2016)
    assert value_words(locale, CARS.by_name["price"], Money(20000)) == "€20,000"


@pytest.mark.parametrize(
    ("noun", "many"),
    [
        ("hotel", "hotels"),
        ("city", "cities"),
        ("bus", "buses"),
        ("child", "children"),
        ("seats", "seats"),
        ("day", "days"),
    ],
)
def test_plurals(noun: str, many: str) -> None:
    assert plural(WORDING, noun) == many


def test_singulars() -> None:
    assert [singular(WORDING, noun) for noun in ("stars", "cities", "days", "glass")] == [
        "star",
        "city",
        "day",
        "glass",
    ]


@pytest.mark.parametrize(
    "words",
    [
        "a gym",
        "an airport",
        "a university",
        "an hour",
        "a European grill",
        "wifi",
        "heated seats",
        "RAM",
        "free parking",
    ],
)
def test_articles(words: str) -> None:
    assert with_article(WORDING, words.removeprefix("a ").removeprefix("an ")) == words


def test_superlatives() -> None:
    found = [
        adjective_superlative(WORDING, word) for word in ("cheaper", "more expensive", "better rated", "nicer", "worse")
    ]
    assert found == ["cheapest", "most expensive", "best rated", "nicest", "worst"]


def test_counts_and_lists() -> None:
    assert [count_word(WORDING, count) for count in (0, 3, 12, 13, 2600)] == ["no", "three", "twelve", "13", "2,600"]
    assert [listing(WORDING, words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


ROME = wish("dst_city", "is", Text("Rome"))
AUGUST = Days(day(8, 1).first, day(8, 31).last)


@pytest.mark.parametrize(
    ("schema", "wished", "words"),
    [
        (TRIPS, wish("price", "at_most", Money(2500), scope="total"), "for $2,500 or less in all"),
        (TRIPS, wish("price", "at_most", Money(600), scope="person", strict=True), "for under $600 each"),
        (TRIPS, wish("price", "least"), "the cheapest"),
        (TRIPS, wish("price", "any"), "any price"),
        (TRIPS, wish("airport", "is", Flag(False)), "away from the airport"),
        (TRIPS, wish("wifi", "not", Flag(True)), "without wifi"),
        (TRIPS, wish("downtown", "is", Flag(True)), "in the city centre"),
        (TRIPS, wish("dst_city", "not", Text("Munich")), "other than Munich"),
        (TRIPS, wish("dst_city", "is", Text("Rome"), Text("Paris")), "to Rome or Paris"),
        (TRIPS, wish("str_date", "is", AUGUST), "leaving in August"),
        (TRIPS, wish("end_date", "at_most", day(8, 29), strict=True), "back before August 29"),
        (TRIPS, wish("category", "at_least", Number(4)), "with at least 4 stars"),
        (TRIPS, wish("seat", "is", Text("business")), "in business class"),
        (TRIPS, wish("party", "is", Party(adults=2)), "for 2 adults"),
        (TRIPS, wish("str_date", "more", Number(3, "days")), "3 days later"),
        (CARS, wish("mileage_km", "at_most", Number(50000)), "with a mileage of at most 50,000 km"),
        (CARS, wish("year", "at_least", Number(2020)), "from 2020 or later"),
        (CARS, wish("seats", "at_least", Number(5)), "with at least 5 seats"),
        (CARS, wish("fuel", "is", Text("electric")), "electric"),
        (CARS, wish("make", "not", Text("Acme")), "other than Acme"),
        (RESTAURANTS, wish("dogs_allowed", "is", Flag(True)), "allowing dogs"),
    ],
)
def test_a_wish(schema: Schema, wished: Wish, words: str) -> None:
    assert wish_words(locale(schema), [wished]) == words


def test_wishes_behind_a_noun_are_one_piece() -> None:
    wished = [ROME, wish("price", "at_most", Money(300)), wish("wifi", "is", Flag(True))]
    assert condition_words(locale(TRIPS), wished) == "to Rome for $300 or less and with wifi"


def test_categories_that_tell_themselves_are_adjectives() -> None:
    wished = [wish("fuel", "is", Text("electric"), Text("hybrid")), wish("seats", "at_least", Number(5))]
    assert adjective_wishes(locale(CARS), wished) == wished[:1]
    assert things(locale(CARS), wished[:1], "car") == "electric or hybrid car"
    assert things(locale(CARS), [], "car") == ""


def test_a_category_that_says_what_something_is_is_its_noun() -> None:
    van, blue = wish("body", "is", Text("van")), wish("fuel", "is", Text("electric"))
    assert things(locale(CARS), [van], "car") == "van"
    assert things(locale(CARS), [van, blue], "car") == "electric van"
    assert things(locale(CARS), [van], "cars", many=True) == "vans"


def test_wishes_come_in_the_schemas_order_and_share_their_words() -> None:
    wished = [
        wish("gym", "is", Flag(True)),
        wish("wifi", "is", Flag(True)),
        wish("end_date", "at_most", day(9, 5)),
        wish("str_date", "at_least", day(8, 15)),
        wish("dst_city", "is", Text("Rome")),
        wish("or_city", "is", Text("Chicago")),
    ]
    assert wish_words(locale(TRIPS), wished) == "from Chicago to Rome, August 15 to September 5, with wifi and a gym"


def test_what_is_ruled_out_is_said_in_one_piece_behind_the_route() -> None:
    ruled_out = [wish("dst_city", "not", Text(place)) for place in ("Paris", "Rome")]
    wished = [*ruled_out, wish("or_city", "is", Text("Boston")), wish("breakfast", "is", Flag(True))]
    assert wish_words(LOCALE, wished) == "from Boston, other than Paris or Rome, with breakfast"


def test_a_number_without_a_unit_says_what_it_counts() -> None:
    slots = (Slot(name="name", kind="name", label="name"), Slot(name="stars", kind="number", label="stars"))
    schema = Schema(item="hotel", items="hotels", name="name", slots=slots)
    assert wish_words(locale(schema), [wish("stars", "at_most", Number(2))]) == "with at most 2 stars"


def test_nothing_is_in_a_place_that_is_none() -> None:
    assert wish_words(locale(CARS), [wish("city", "is", Text("online"))]) == "online"
    assert wish_words(locale(CARS), [wish("city", "is", Text("York"))]) == "in York"


@pytest.mark.parametrize(
    ("wished", "denied", "words"),
    [("Rome", "Paris", "to Rome"), ("Spain", "Madrid", "to Spain other than Madrid")],
)
def test_a_denial_that_another_wish_implies_goes_without_saying(wished: str, denied: str, words: str) -> None:
    wishes = [wish("dst_city", "not", Text(denied)), wish("dst_city", "is", Text(wished))]
    assert wish_words(LOCALE, wishes) == words


def test_a_word_that_a_value_ends_in_is_not_said_again() -> None:
    heating = Slot(name="heating", label="heating", kind="category")
    assert filled(LOCALE, "{value} heating", heating, "district heating") == "district heating"
    assert filled(LOCALE, "{value} heating", heating, "oil") == "oil heating"
