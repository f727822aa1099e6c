"""Wishes in words: among others and after "Nothing"."""

from __future__ import annotations

import pytest

from plans import CARS, RESTAURANTS, TRIPS, day, wish
from wayframe.language import load
from wayframe.meaning.records import Days, Flag, Money, Number, Party, Text, Wish
from wayframe.realiser.values import Locale
from wayframe.realiser.wishes import nothing_words, wish_words
from wayframe.schema import Schema

AUGUST = Days(day(8, 1).first, day(8, 31).last)


@pytest.mark.parametrize(
    ("schema", "wished", "words", "after_nothing"),
    [
        (
            TRIPS,
            wish("price", "at_most", Money(2500), scope="total"),
            "at most $2,500 in all",
            "at $2,500 or less in all",
        ),
        (
            TRIPS,
            wish("price", "at_most", Money(600), scope="person", strict=True),
            "under $600 each",
            "under $600 each",
        ),
        (TRIPS, wish("price", "least"), "the cheapest", "the cheapest"),
        (TRIPS, wish("price", "any"), "any price", "any price"),
        (TRIPS, wish("airport", "is", Flag(False)), "no airport nearby", "with no airport nearby"),
        (TRIPS, wish("wifi", "not", Flag(True)), "no wifi", "with no wifi"),
        (TRIPS, wish("downtown", "is", Flag(True)), "in the city centre", "in the city centre"),
        (TRIPS, wish("dst_city", "not", Text("Munich")), "not Munich", "other than Munich"),
        (TRIPS, wish("dst_city", "is", Text("Rome"), Text("Paris")), "to Rome or Paris", "to Rome or Paris"),
        (TRIPS, wish("str_date", "is", AUGUST), "leaving in August", "leaving in August"),
        (TRIPS, wish("end_date", "at_most", day(8, 29), strict=True), "back before August 29", "back before August 29"),
        (TRIPS, wish("category", "at_least", Number(4)), "at least 4 stars", "with at least 4 stars"),
        (TRIPS, wish("seat", "is", Text("business")), "business class", "in business class"),
        (TRIPS, wish("party", "is", Party(adults=2)), "for 2 adults", "for 2 adults"),
        (TRIPS, wish("str_date", "more", Number(3, "days")), "3 days later", "3 days later"),
        (
            CARS,
            wish("mileage_km", "at_most", Number(50000)),
            "mileage at most 50,000 km",
            "with mileage at most 50,000 km",
        ),
        (CARS, wish("year", "at_least", Number(2020)), "from 2020 or later", "from 2020 or later"),
        (CARS, wish("seats", "at_least", Number(5)), "at least 5 seats", "with at least 5 seats"),
        (CARS, wish("fuel", "is", Text("electric")), "electric", "that's electric"),
        (CARS, wish("make", "not", Text("Acme")), "not Acme", "other than Acme"),
        (RESTAURANTS, wish("dogs_allowed", "is", Flag(True)), "allowing dogs", "allowing dogs"),
    ],
)
def test_a_wish(schema: Schema, wished: Wish, words: str, after_nothing: str) -> None:
    locale = Locale(load("en").wording, schema, 2016)
    assert wish_words(locale, [wished]) == words
    assert nothing_words(locale, [wished]) == after_nothing


def test_wishes_come_in_the_schemas_order_and_share_their_words() -> None:
    wished = [
        wish("gym", "is", Flag(True)),
        wish("wifi", "is", Flag(True)),
        wish("end_date", "at_most", day(9, 5)),
        wish("str_date", "at_least", day(8, 15)),
        wish("dst_city", "is", Text("Rome")),
        wish("or_city", "is", Text("Chicago")),
    ]
    locale = Locale(load("en").wording, TRIPS, 2016)
    assert wish_words(locale, wished) == "from Chicago to Rome, August 15 to September 5, with wifi and a gym"
