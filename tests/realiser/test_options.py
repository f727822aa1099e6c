"""Offers, near misses and that nothing fits, as they read."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from plans import ANSELM, CARS, FAIRWIND, RESTAURANTS, TERRAZZA, TRIPS, WIFI, day, hotel, only, option, reply, wish
from wayframe.meaning.records import Clock, Flag, Money, Number, Party, Text
from wayframe.planner.plan import Nothing, Offer, ReplyPlan, Suggest
from wayframe.schema import Schema

TWO = Party(adults=2)
FULL = hotel(
    1,
    "Terrazza Court",
    2348.38,
    day(8, 7),
    day(8, 12),
    category=Number(4),
    gst_rating=Number(8.1),
    seat=Text("business"),
    wifi=Flag(True),
    gym=Flag(True),
    breakfast=Flag(False),
    beach=Flag(True),
    park=Flag(True),
)
T, F, A = only(TERRAZZA), only(FAIRWIND), only(ANSELM)
ZOE = option(
    1,
    "Renault Zoe 2021",
    price=Money(15990),
    mileage_km=Number(44000),
    fuel=Text("electric"),
    seats=Number(5),
    tow_bar=Flag(False),
)
VW = option(
    2,
    "VW ID.3 2022",
    price=Money(21500),
    mileage_km=Number(39500),
    fuel=Text("electric"),
    seats=Number(5),
    tow_bar=Flag(True),
)
PEUGEOT = option(
    3,
    "Peugeot e-208 2023",
    price=Money(18250),
    mileage_km=Number(93700),
    fuel=Text("electric"),
    seats=Number(4),
    tow_bar=Flag(False),
)
LANTERN = option(
    1,
    "The Little Lantern",
    "Riverside",
    cuisine=Text("Ethiopian"),
    dogs_allowed=Flag(True),
    rating=Number(3.4),
    closes=Clock(1380),
)
BARREL = option(
    2,
    "The Hungry Barrel",
    "Old Town",
    cuisine=Text("Italian"),
    dogs_allowed=Flag(False),
    rating=Number(3.9),
    closes=Clock(1410),
)
GYM = wish("gym", "is", Flag(True))
BUDGET = wish("price", "at_most", Money(300))


@pytest.mark.parametrize(
    ("schema", "plan", "text"),
    [
        (
            TRIPS,
            (Offer((TERRAZZA, FAIRWIND, ANSELM), total=3),),
            (
                "Three turned up in Rome: Terrazza Court (August 7 to 12) at $2,348.38; Fairwind Residence at "
                "$2,435.24 and Anselm Manor at $2,540.84, both August 22 to 26."
            ),
        ),
        (
            TRIPS,
            (Offer((TERRAZZA, FAIRWIND, ANSELM), total=26, by="price", direction="least"),),
            (
                "The three cheapest of 26 in Rome: Terrazza Court (August 7 to 12) at $2,348.38; Fairwind "
                "Residence at $2,435.24 and Anselm Manor at $2,540.84, both August 22 to 26."
            ),
        ),
        (
            TRIPS,
            (Offer(tuple(replace(view, party=TWO) for view in (FAIRWIND, ANSELM)), total=2),),
            (
                "Two turned up in Rome, both August 22 to 26, priced for 2 adults: Fairwind Residence at "
                "$2,435.24 and Anselm Manor at $2,540.84."
            ),
        ),
        (
            TRIPS,
            (Offer((TERRAZZA, hotel(4, "Heron Inn", 99.0, day(8, 7), day(8, 12))), total=2),),
            ("Two turned up in Rome, both August 7 to 12: Terrazza Court at $2,348.38 and Heron Inn at $99."),
        ),
        (
            TRIPS,
            (Offer((FULL,), total=12, by="price", direction="least"),),
            (
                "The Terrazza Court in Rome is the cheapest of twelve: $2,348.38, August 7 to 12, 4 stars, "
                "8.1/10 from guests, business class, with wifi and a gym, no breakfast, near a beach and a park."
            ),
        ),
        (TRIPS, (Offer((T,), total=1),), "There's the Terrazza Court in Rome."),
        (
            CARS,
            (Offer((ZOE, PEUGEOT, VW), total=7, by="price", direction="least"),),
            (
                "The three cheapest of seven, all electric: Renault Zoe 2021 (mileage 44,000 km, with 5 seats, "
                "no tow bar) at €15,990, Peugeot e-208 2023 (mileage 93,700 km, with 4 seats, no tow bar) at "
                "€18,250 and VW ID.3 2022 (mileage 39,500 km, with 5 seats and a tow bar) at €21,500."
            ),
        ),
        (
            RESTAURANTS,
            (Offer((LANTERN, BARREL), total=2),),
            (
                "Two turned up: The Little Lantern in Riverside (Ethiopian, allowing dogs, rated 3.4, closing "
                "time 11:00 pm) and The Hungry Barrel in Old Town (Italian, not allowing dogs, rated 3.9, "
                "closing time 11:30 pm)."
            ),
        ),
        (
            TRIPS,
            (Suggest((TERRAZZA,), (((BUDGET, Money(2348.38)),),)),),
            ("Nothing for $300 or less. Closest: Terrazza Court in Rome (August 7 to 12) at $2,348.38."),
        ),
        (
            TRIPS,
            (Suggest((TERRAZZA, FAIRWIND), (((WIFI, Flag(False)),), ((WIFI, Flag(False)),))),),
            (
                "Nothing with wifi. Closest in Rome: Terrazza Court (August 7 to 12) at $2,348.38 and Fairwind "
                "Residence (August 22 to 26) at $2,435.24."
            ),
        ),
        (
            TRIPS,
            (Suggest((TERRAZZA, FAIRWIND), (((BUDGET, Money(2348.38)),), ((WIFI, None),))),),
            (
                "Nothing fits fully. Closest in Rome: Terrazza Court (August 7 to 12) at $2,348.38 and Fairwind "
                "Residence (August 22 to 26) at $2,435.24. I have no word on wifi."
            ),
        ),
        (
            TRIPS,
            (
                Nothing((WIFI,)),
                Suggest((TERRAZZA,), (((WIFI, Flag(False)),),)),
            ),
            ("I find nothing with wifi. What I can offer: Terrazza Court in Rome (August 7 to 12) at $2,348.38."),
        ),
        (TRIPS, (Nothing((BUDGET, WIFI)),), "I find nothing for $300 or less and with wifi."),
        (TRIPS, (Nothing(reason="unknown", words=("Atlantis",)),), "I have no Atlantis here."),
        (TRIPS, (Nothing(reason="no_more"),), "Those were all that fit."),
        (TRIPS, (Nothing(),), "No hotel has all of that at once."),
    ],
)
def test_options_read_so(schema: Schema, plan: ReplyPlan, text: str) -> None:
    assert reply(schema, *plan) == text
