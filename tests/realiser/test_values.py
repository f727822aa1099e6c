"""Values in words."""

from __future__ import annotations

from datetime import date

import pytest

from plans import CARS, TRIPS, day
from wayframe.language import load
from wayframe.meaning.records import Clock, Days, Money, Number, Party, Text, Texts, Value
from wayframe.realiser.phrases import (
    Locale,
    adjective_superlative,
    count_word,
    listing,
    plural,
    singular,
    value_words,
    with_article,
)
from wayframe.schema import Slot

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
