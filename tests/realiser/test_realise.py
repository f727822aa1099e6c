"""Replies as they read: plans beside their words."""

from __future__ import annotations

from plans import ANSELM, CARS, FAIRWIND, TERRAZZA, TRIPS, WIFI, locale, only, option, reply, wish
from wayframe.meaning.records import Flag, Money, Number, Text
from wayframe.planner.plan import Courtesy, Holds, Offer, Propose, Request, Tell
from wayframe.realiser import realise

GYM = wish("gym", "is", Flag(True))


def test_a_reply_asks_one_question_the_most_pressing_at_its_end() -> None:
    plan = (Propose("open"), Request(("or_city",)), Courtesy("greeting"))
    assert reply(TRIPS, *plan) == "Hello there! And where from?"


def test_what_was_offered_is_not_told_again() -> None:
    said = realise((Offer((TERRAZZA,), 1), Tell((TERRAZZA,))), locale(TRIPS))
    assert [sentence.text for sentence in said] == ["I found the Terrazza Court in Rome: $2,348.38, August 7 to 12."]
    assert said[0].parts == (Offer((TERRAZZA,), 1), Tell((TERRAZZA,)))


def test_an_option_that_was_just_named_is_it() -> None:
    gym = option(1, "Terrazza Court", "Rome", gym=Flag(True))
    plan = (Tell((only(TERRAZZA, "price"),)), Tell((gym,)))
    assert reply(TRIPS, *plan) == "The Terrazza Court: $2,348.38. It has a gym."


def test_a_name_is_short_once_it_was_said() -> None:
    plan = (Offer((TERRAZZA, FAIRWIND), 2), Holds(WIFI, yes=(FAIRWIND,), no=(TERRAZZA,)))
    assert reply(TRIPS, *plan).endswith("The Fairwind has wifi; the Terrazza doesn't.")


def test_two_hotels_of_one_name_are_told_apart_by_their_place() -> None:
    rome, paris = only(TERRAZZA), option(9, "Terrazza Court", "Paris")
    assert "the Terrazza Court in Paris" in reply(TRIPS, Holds(WIFI, yes=(rome,), no=(paris,)))


def test_answers_on_one_option_become_one_sentence() -> None:
    plan = (Holds(WIFI, yes=(only(TERRAZZA),)), Holds(GYM, no=(only(TERRAZZA),)))
    said = realise(plan, locale(TRIPS))
    assert [sentence.text for sentence in said] == ["The Terrazza Court has wifi but has no gym."]
    assert said[0].parts == plan


def test_a_plan_without_words_is_silent() -> None:
    assert realise((), locale(TRIPS)) == ()
    assert realise((Offer(()),), locale(TRIPS)) == ()


def test_variants_say_the_same_plan_in_other_words() -> None:
    plan = (Offer((TERRAZZA, FAIRWIND, ANSELM), total=26, by="price", direction="least"),)
    assert len({reply(TRIPS, *plan, variant=variant) for variant in range(3)}) == 3


def test_what_a_name_says_is_not_said_beside_it() -> None:
    zoe = option(1, "Renault Zoe 2021", price=Money(15990), make=Text("Renault"), year=Number(2021))
    assert reply(CARS, Tell((zoe,), chosen=("price", "least"))) == "The cheapest is the Renault Zoe 2021: €15,990."
    assert reply(CARS, Tell((only(zoe, "year"),))) == "The Renault Zoe 2021 is from 2021."


def test_a_table_is_spoken_of_by_its_own_nouns() -> None:
    cars = [
        option(n, name, price=Money(price, "EUR"), fuel=Text("electric"), year=Number(year))
        for n, name, price, year in [(1, "Renault Zoe 2021", 15990, 2021), (2, "VW ID.3 2022", 21500, 2022)]
    ]
    assert reply(CARS, Offer(tuple(cars), 7, "price", "least")) == (
        "The two cheapest of seven, both electric: Renault Zoe 2021 at €15,990 and VW ID.3 2022 at €21,500."
    )
