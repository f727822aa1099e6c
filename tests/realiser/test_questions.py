"""Questions, as they read."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from plans import ANSELM, CARS, FAIRWIND, TERRAZZA, TRIPS, day, hotel, only, option, reply, wish
from wayframe.meaning.records import Flag, Money, Number, Party, Text
from wayframe.planner.plan import Confirm, Meant, Propose, ReplyPlan, Request, Which
from wayframe.schema import Schema

TWO = Party(adults=2)
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
MOVED = hotel(1, "Terrazza Court", 2400.0, day(8, 8), day(8, 13))


@pytest.mark.parametrize(
    ("schema", "plan", "text"),
    [
        (TRIPS, (Request(("dst_city",)),), "And where to?"),
        (
            TRIPS,
            (Request(("dst_city", "or_city", "str_date", "party")),),
            "Just so I know: where to, where from, when and for how many people?",
        ),
        (CARS, (Request(("fuel", "seats")),), "Just so I know: which fuel and how many seats?"),
        (
            TRIPS,
            (Which((T, F, A), "book"),),
            "Which shall I book: the Terrazza Court, the Fairwind Residence or the Anselm Manor?",
        ),
        (
            TRIPS,
            (Which((T, option(7, "Mole", "Paris"))),),
            "Which one: the Terrazza Court in Rome or the Mole in Paris?",
        ),
        (
            TRIPS,
            (Which((TERRAZZA, replace(MOVED, frame=7)), "cancel"),),
            "Cancel which one, the Terrazza Court ($2,348.38) or the Terrazza Court ($2,400)?",
        ),
        (
            TRIPS,
            (Meant((wish("dst_city", "is", Text("Munich"), Text("Madrid")),), "Mnich"),),
            "Is “Mnich” the same as Munich or Madrid?",
        ),
        (TRIPS, (Meant((wish("price", "at_most", Money(500)),)),), "You mean for $500 or less?"),
        (TRIPS, (Meant((), "zorb"),), "Can you say “zorb” in another way?"),
        (
            TRIPS,
            (Confirm("book", (replace(TERRAZZA, values={**TERRAZZA.values, "or_city": Text("Chicago")}, party=TWO),)),),
            "Shall I book the Terrazza Court in Rome at $2,348.38 for 2 adults (August 7 to 12, from Chicago)?",
        ),
        (
            TRIPS,
            (Confirm("cancel", (T, F)),),
            "Cancel the Terrazza Court in Rome and the Fairwind Residence in Rome?",
        ),
        (
            TRIPS,
            (Confirm("change", (T,), (F,)),),
            "Shall I book the Terrazza Court in Rome instead of the Fairwind Residence in Rome?",
        ),
        (CARS, (Confirm("book", (only(ZOE, "price"),)),), "Shall I book the Renault Zoe 2021 at €15,990?"),
        (TRIPS, (Propose("book"),), "Does that suit you?"),
    ],
)
def test_questions_read_so(schema: Schema, plan: ReplyPlan, text: str) -> None:
    assert reply(schema, *plan) == text
