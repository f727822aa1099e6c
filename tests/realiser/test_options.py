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
                "Three hotels in Rome fit: the Terrazza Court at $2,348.38 (August 7 to 12), the Fairwind "
                "Residence at $2,435.24 and the Anselm Manor at $2,540.84, both August 22 to 26."
            ),
        ),
        (
            TRIPS,
            (Offer((TERRAZZA, FAIRWIND, ANSELM), total=26, by="price", direction="least"),),
            (
                "Out of 26 hotels in Rome, the three cheapest: the Terrazza Court at $2,348.38 (August 7 to 12), "
                "the Fairwind Residence at $2,435.24 and the Anselm Manor at $2,540.84, both August 22 to 26."
            ),
        ),
        (
            TRIPS,
            (Offer(tuple(replace(view, party=TWO) for view in (FAIRWIND, ANSELM)), total=2),),
            (
                "Two hotels in Rome fit, both August 22 to 26, priced for 2 adults: the Fairwind Residence at "
                "$2,435.24 and the Anselm Manor at $2,540.84."
            ),
        ),
        (
            TRIPS,
            (Offer((TERRAZZA, hotel(4, "Heron Inn", 99.0, day(8, 7), day(8, 12))), total=2),),
            ("Two hotels in Rome fit, both August 7 to 12: the Terrazza Court at $2,348.38 and the Heron Inn at $99."),
        ),
        (
            TRIPS,
            (Offer((FULL,), total=12, by="price", direction="least"),),
            (
                "Of twelve that fit, the cheapest is the Terrazza Court in Rome: $2,348.38, August 7 to 12, 4 "
                "stars, 8.1/10 from guests, business class, with wifi and a gym, no breakfast, near a beach and "
                "a park."
            ),
        ),
        (TRIPS, (Offer((T,), total=1),), "The Terrazza Court in Rome fits."),
        (
            CARS,
            (Offer((ZOE, PEUGEOT, VW), total=7, by="price", direction="least"),),
            (
                "Out of seven cars, the three cheapest, all electric: the Renault Zoe 2021 at €15,990 (mileage "
                "44,000 km, 5 seats, no tow bar), the Peugeot e-208 2023 at €18,250 (mileage 93,700 km, 4 seats, "
                "no tow bar) and the VW ID.3 2022 at €21,500 (mileage 39,500 km, 5 seats, with a tow bar)."
            ),
        ),
        (
            RESTAURANTS,
            (Offer((LANTERN, BARREL), total=2),),
            (
                "Two restaurants fit: The Little Lantern in Riverside (Ethiopian, allowing dogs, rated 3.4, "
                "closing time 11:00 pm) and The Hungry Barrel in Old Town (Italian, not allowing dogs, rated "
                "3.9, closing time 11:30 pm)."
            ),
        ),
        (
            TRIPS,
            (Suggest((TERRAZZA,), (((BUDGET, Money(2348.38)),),)),),
            (
                "Nothing at $300 or less; what comes nearest is the Terrazza Court in Rome at $2,348.38 (August "
                "7 to 12)."
            ),
        ),
        (
            TRIPS,
            (Suggest((TERRAZZA, FAIRWIND), (((WIFI, Flag(False)),), ((WIFI, Flag(False)),))),),
            (
                "Nothing with wifi; the closest are the Terrazza Court in Rome at $2,348.38 (August 7 to 12) and "
                "the Fairwind Residence in Rome at $2,435.24 (August 22 to 26)."
            ),
        ),
        (
            TRIPS,
            (Suggest((TERRAZZA, FAIRWIND), (((BUDGET, Money(2348.38)),), ((WIFI, None),))),),
            (
                "Not quite, but the closest are the Terrazza Court in Rome (August 7 to 12), though at "
                "$2,348.38; the Fairwind Residence in Rome at $2,435.24 (August 22 to 26), but with no wifi."
            ),
        ),
        (
            TRIPS,
            (
                Nothing((WIFI,)),
                Suggest((TERRAZZA,), (((WIFI, Flag(False)),),)),
            ),
            (
                "There's nothing with wifi. What comes nearest is the Terrazza Court in Rome at $2,348.38 "
                "(August 7 to 12)."
            ),
        ),
        (TRIPS, (Nothing((BUDGET, WIFI)),), "There's nothing at $300 or less with wifi."),
        (TRIPS, (Nothing(reason="unknown", words=("Atlantis",)),), "I have no Atlantis here."),
        (TRIPS, (Nothing(reason="no_more"),), "That's all there is."),
        (TRIPS, (Nothing(),), "No hotel has all of that at once."),
    ],
)
def test_options_read_so(schema: Schema, plan: ReplyPlan, text: str) -> None:
    assert reply(schema, *plan) == text
