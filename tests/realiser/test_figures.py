"""Sums, differences, shares, counts and the values of a slot, as they read."""

from __future__ import annotations

import pytest

from plans import ANSELM, CARS, FAIRWIND, TERRAZZA, TRIPS, WIFI, only, option, reply, wish
from wayframe.meaning.records import Flag, Money, Number, Text
from wayframe.planner.plan import Figure, ReplyPlan, ValuesOf
from wayframe.schema import Schema

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
ROUTE = (wish("or_city", "is", Text("Chicago")), wish("dst_city", "is", Text("Rome")))


@pytest.mark.parametrize(
    ("schema", "plan", "text"),
    [
        (TRIPS, (Figure("sum", Money(4136.91)),), "That's $4,136.91 together."),
        (
            TRIPS,
            (Figure("sum", Money(4783.62), options=(T, F)),),
            "$4,783.62 for the Terrazza Court and the Fairwind Residence together.",
        ),
        (
            TRIPS,
            (Figure("difference", Money(192.46), "price", (A, T)),),
            "The Terrazza Court saves $192.46 against the Anselm Manor.",
        ),
        (
            TRIPS,
            (Figure("difference", Money(-192.46), "price", (T, A)),),
            "The Terrazza Court saves $192.46 against the Anselm Manor.",
        ),
        (
            TRIPS,
            (Figure("difference", Number(-1, "days"), "duration", (T, F)),),
            "The Fairwind Residence is 1 day longer than the Terrazza Court.",
        ),
        (
            CARS,
            (Figure("difference", Number(4500), "mileage_km", (only(ZOE), only(VW))),),
            "The Renault Zoe 2021 has 4,500 km more mileage than the VW ID.3 2022.",
        ),
        (
            TRIPS,
            (Figure("share", Money(1174.19), scope="person", options=(T,)),),
            "The Terrazza Court comes to $1,174.19 each.",
        ),
        (TRIPS, (Figure("share", Money(782.79), by=3),), "$782.79 each, split three ways."),
        (TRIPS, (Figure("count", Number(26), wishes=(WIFI, ROUTE[1])),), "There are 26 hotels in Rome with wifi."),
        (
            CARS,
            (Figure("count", Number(7), wishes=(wish("fuel", "is", Text("electric")),)),),
            "There are seven electric cars.",
        ),
        (TRIPS, (Figure("count", Number(0), wishes=(WIFI,)),), "No hotels with wifi."),
        (
            TRIPS,
            (ValuesOf("dst_city", (Text("Rome"), Text("Paris")), 24),),
            "There are 24 destinations: Rome, Paris and others.",
        ),
        (CARS, (ValuesOf("fuel", (Text("petrol"), Text("electric")), 2),), "You can have petrol and electric."),
        (
            TRIPS,
            (ValuesOf("price", (Money(489.77), Money(9000)), 2, range=True),),
            "Price goes from $489.77 to $9,000.",
        ),
    ],
)
def test_figures_read_so(schema: Schema, plan: ReplyPlan, text: str) -> None:
    assert reply(schema, *plan) == text
