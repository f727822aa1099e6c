"""Wishes in words: among others and after "Nothing"."""

from __future__ import annotations

import pytest

from plans import CARS, RESTAURANTS, TRIPS, day, locale, wish
from wayframe.meaning.records import Days, Flag, Money, Number, Party, Text, Wish
from wayframe.realiser.phrases import adjective_wishes, adjective_words, condition_words, wish_words
from wayframe.schema import Schema

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
    assert adjective_words(locale(CARS), wished[:1]) == "electric or hybrid"


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
