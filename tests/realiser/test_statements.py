"""Statements about options, as they read: offers, facts, yes and no, comparisons, figures."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from plans import (
    ANSELM,
    CARS,
    FAIRWIND,
    RESTAURANTS,
    TERRAZZA,
    TRIPS,
    WIFI,
    day,
    hotel,
    only,
    option,
    reply,
    slot,
    wish,
)
from wayframe.meaning.records import Clock, Flag, Money, Number, Party, Text, Value
from wayframe.planner.plan import (
    Averages,
    Comparison,
    Confirm,
    Done,
    Figure,
    HasAll,
    Holds,
    Nothing,
    Offer,
    OnlySooner,
    OptionView,
    Reason,
    ReplyPlan,
    Suggest,
    Tell,
    ValuesOf,
)
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
NOTHING_THERE: dict[str, Value] = dict.fromkeys(("wifi", "spa", "gym", "parking"), Flag(False))
NOTHING_NEAR: dict[str, Value] = dict.fromkeys(("beach", "park", "museum", "shopping", "downtown"), Flag(False))


def lasting(view: OptionView, days: int) -> OptionView:
    """Return an option with how many days it takes."""
    return replace(view, values={**view.values, "duration": Number(days, "days")})


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
ROUTE = (wish("or_city", "is", Text("Chicago")), wish("dst_city", "is", Text("Rome")))
BACK = wish("end_date", "is", day(8, 20))
LONGER = option(9, "Terrazza Court", "Rome", str_date=day(8, 7), end_date=day(8, 15), price=Money(2500))

BOTH_WAYS = option(
    1,
    "Terrazza Court",
    "Rome",
    str_date=day(8, 7),
    end_date=day(8, 12),
    dep_time_or=Clock(20 * 60 + 40),
    arr_time_dst=Clock(7 * 60 + 15),
    dep_time_dst=Clock(9 * 60 + 45),
    arr_time_or=Clock(12 * 60 + 50),
)


@pytest.mark.parametrize(
    ("schema", "plan", "text"),
    [
        (
            TRIPS,
            (Offer((TERRAZZA, FAIRWIND, ANSELM), total=3),),
            (
                "You have three to choose from in Rome: Terrazza Court (August 7 to 12) at $2,348.38; Fairwind "
                "Residence at $2,435.24 and Anselm Manor at $2,540.84, both August 22 to 26."
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
                "You have two to choose from in Rome, both August 22 to 26, priced for 2 adults: Fairwind Residence at "
                "$2,435.24 and Anselm Manor at $2,540.84."
            ),
        ),
        (
            TRIPS,
            (Offer((TERRAZZA, hotel(4, "Heron Inn", 99.0, day(8, 7), day(8, 12))), total=2),),
            (
                "You have two to choose from in Rome, both August 7 to 12: Terrazza Court at $2,348.38 and Heron Inn "
                "at $99."
            ),
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
        (TRIPS, (Offer((T,), total=4, further=True),), "There's also the Terrazza Court in Rome."),
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
                "You have two to choose from: The Little Lantern in Riverside (Ethiopian, allowing dogs, rated 3.4, "
                "closing time 11:00 pm) and The Hungry Barrel in Old Town (Italian, not allowing dogs, rated 3.9, "
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
            ("There's no hotel with wifi. What I can offer: Terrazza Court in Rome (August 7 to 12) at $2,348.38."),
        ),
        (
            TRIPS,
            (
                Nothing((BUDGET,)),
                Suggest((TERRAZZA,), (((BUDGET, Money(2348.38)), (WIFI, Flag(False))),)),
            ),
            (
                "There's nothing for $300 or less. What I can offer: Terrazza Court in Rome (August 7 to "
                "12, no wifi) at $2,348.38."
            ),
        ),
        (
            TRIPS,
            (
                Nothing((ROUTE[1], BUDGET, WIFI)),
                Suggest((TERRAZZA, LONGER), (((BUDGET, Money(2348.38)),), ((BUDGET, Money(2500)),))),
            ),
            (
                "There's nothing to Rome for $300 or less and with wifi. What I can offer: Terrazza "
                "Court (August 7 to 12 for $2,348.38 or August 7 to 15 for $2,500)."
            ),
        ),
        (
            TRIPS,
            (Offer((TERRAZZA, LONGER), total=2, further=True, moved=True),),
            (
                "No others, only the same on other days in Rome: Terrazza Court (August 7 to 12 for $2,348.38 or "
                "August 7 to 15 for $2,500)."
            ),
        ),
        (TRIPS, (OnlySooner(BACK),), "Nothing back August 20 itself, only before."),
        (TRIPS, (Nothing((BUDGET, WIFI)),), "There's nothing for $300 or less and with wifi."),
        (TRIPS, (Nothing((BUDGET, WIFI), "others"),), "I find nothing else for $300 or less and with wifi."),
        (
            TRIPS,
            (Nothing((BUDGET,)), Suggest((TERRAZZA,), (((BUDGET, Money(2348.38)),),), ("price", "least"), far=True)),
            "There's nothing for $300 or less. The cheapest is the Terrazza Court in Rome: $2,348.38, August 7 to 12.",
        ),
        (TRIPS, (Nothing(reason="unknown", words=("Atlantis",)),), "I have no Atlantis here."),
        (TRIPS, (Nothing(reason="no_more"),), "Those were all that fit."),
        (
            TRIPS,
            (Nothing((BUDGET, WIFI), "earlier"),),
            "That doesn't go with what I have from before: for $300 or less, with wifi.",
        ),
        (TRIPS, (Nothing(),), "I can't get all of that at once."),
    ],
)
def test_options_read_so(schema: Schema, plan: ReplyPlan, text: str) -> None:
    assert reply(schema, *plan) == text


@pytest.mark.parametrize(
    ("schema", "plan", "text"),
    [
        (
            TRIPS,
            (Tell((FULL,)),),
            (
                "As for the Terrazza Court in Rome: $2,348.38, August 7 to 12, 4 stars, 8.1/10 from guests, "
                "business class, with wifi and a gym, no breakfast, near a beach and a park."
            ),
        ),
        (
            TRIPS,
            (Tell((option(1, "Elm Inn", "Rome", None, **NOTHING_NEAR),)),),
            "The Elm Inn is near none of these and isn't in the city centre.",
        ),
        (
            TRIPS,
            (Tell((option(1, "Elm Inn", "Rome", None, **NOTHING_THERE),)),),
            "The Elm Inn has none of these.",
        ),
        (CARS, (Tell((only(ZOE, "seats"),)),), "The Renault Zoe 2021 has 5 seats."),
        (
            CARS,
            (Tell((only(ZOE, "seats"),), chosen=("seats", "most")),),
            "The biggest is the Renault Zoe 2021, with 5 seats.",
        ),
        (
            TRIPS,
            (Tell((only(TERRAZZA, "price"),)), Tell((only(FAIRWIND, "price"),))),
            "The Terrazza Court costs $2,348.38. The Fairwind Residence costs $2,435.24.",
        ),
        (TRIPS, (Tell((only(FULL, "wifi", "breakfast"),)),), "The Terrazza Court has wifi but has no breakfast."),
        (
            TRIPS,
            (Tell((only(TERRAZZA, "str_date", "end_date"),)),),
            "With the Terrazza Court you are away August 7 to 12.",
        ),
        (
            TRIPS,
            (Tell((replace(only(TERRAZZA, "price"), party=TWO),)),),
            "The Terrazza Court costs $2,348.38 for 2 adults.",
        ),
        (
            TRIPS,
            (Tell(tuple(only(view, "price") for view in (TERRAZZA, FAIRWIND, ANSELM))),),
            ("The Terrazza Court costs $2,348.38, the Fairwind Residence $2,435.24 and the Anselm Manor $2,540.84."),
        ),
        (
            TRIPS,
            (Tell((only(TERRAZZA, "price"),), chosen=("price", "least")),),
            "The cheapest is the Terrazza Court in Rome: $2,348.38.",
        ),
        (
            TRIPS,
            (Tell((BOTH_WAYS,)),),
            "As for the Terrazza Court in Rome: leaving August 7 at 8:40 pm, landing at 7:15 am, "
            "flying back at 9:45 am, back August 12 at 12:50 pm.",
        ),
        (
            TRIPS,
            (Tell((only(BOTH_WAYS, "str_date", "dep_time_or", "end_date"),)),),
            "With the Terrazza Court you leave on August 7 at 8:40 pm and are home on August 12.",
        ),
        (
            TRIPS,
            (Tell((T,), missing=("dep_time_or",)),),
            "The catalogue doesn't give the departure time of the Terrazza Court.",
        ),
        (TRIPS, (Tell((T,), missing=("parking", "spa")),), "I have no word on parking or spa."),
        (TRIPS, (Tell((option(1, "Heron Inn", "Rome", category=Number(0)),)),), "The Heron Inn has no star rating."),
        (CARS, (Tell((only(ZOE, "mileage_km"),)),), "The Renault Zoe 2021 has a mileage of 44,000 km."),
        (CARS, (Tell((only(ZOE, "fuel"), only(VW, "fuel"))),), "Both are electric."),
        (
            CARS,
            (Tell((only(ZOE, "tow_bar"), only(VW, "tow_bar"))),),
            "The VW ID.3 2022 has a tow bar; the Renault Zoe 2021 doesn't.",
        ),
        (
            RESTAURANTS,
            (Tell((only(LANTERN, "cuisine", "closes"),)),),
            "The Little Lantern is Ethiopian and has a closing time of 11:00 pm.",
        ),
        (TRIPS, (Holds(WIFI, yes=(T, F)),), "Yes: both have wifi."),
        (TRIPS, (Holds(WIFI, yes=(T,)),), "Yes: the Terrazza Court has wifi."),
        (TRIPS, (Holds(WIFI, yes=(F,), no=(T,)),), "The Fairwind Residence has wifi; the Terrazza Court doesn't."),
        (TRIPS, (Holds(WIFI, yes=(F,), no=(T, A)),), "Only the Fairwind Residence has wifi."),
        (
            TRIPS,
            (Holds(wish("beach", "is", Flag(True)), no=(T,)),),
            "No, the Terrazza Court isn't near a beach.",
        ),
        (TRIPS, (Holds(WIFI, no=(T, F)),), "No, neither has wifi."),
        # Of which it is so was asked: no answer to that is yes or no.
        (TRIPS, (Holds(WIFI, no=(T, F), chosen="none"),), "Neither has wifi."),
        (TRIPS, (Holds(WIFI, yes=(T,), chosen="some"),), "Only the Terrazza Court has wifi."),
        (TRIPS, (HasAll((T,)),), "Only the Terrazza Court has all of that."),
        (TRIPS, (HasAll((T, F)),), "The Terrazza Court and the Fairwind Residence have all of that."),
        (TRIPS, (HasAll((T, F), none=True),), "Neither has all of that."),
        # Beside a no stands which other one has it, or is the cheapest.
        (
            TRIPS,
            (Holds(WIFI, no=(T,), instead=(replace(F, values={"wifi": Flag(True)}),)),),
            "No, the Terrazza Court has no wifi; the Fairwind Residence does.",
        ),
        (
            CARS,
            (
                Holds(
                    wish("fuel", "is", Text("diesel")),
                    no=(only(VW, "fuel"),),
                    instead=(option(9, "VW Golf 2019", fuel=Text("diesel")),),
                ),
            ),
            "No, the VW ID.3 2022 is electric; the VW Golf 2019 is diesel.",
        ),
        (
            CARS,
            (Holds(wish("price", "least"), no=(only(VW, "price"),), against=(only(ZOE, "price"),)),),
            "No, the Renault Zoe 2021 is cheaper (€15,990 against €21,500).",
        ),
        (
            CARS,
            (Holds(wish("price", "less"), yes=(only(ZOE, "price"),), against=(only(VW, "price"),)),),
            "Yes: the Renault Zoe 2021 is cheaper (€15,990 against €21,500).",
        ),
        (
            CARS,
            (
                Holds(wish("price", "less"), yes=(only(ZOE, "price"),), against=(only(VW, "price"),)),
                Holds(wish("fuel", "is", Text("diesel")), no=(only(ZOE, "fuel"),)),
            ),
            "Yes: the Renault Zoe 2021 is cheaper (€15,990 against €21,500). But it is electric.",
        ),
        (
            CARS,
            (Tell((only(ZOE, "price"),), chosen=("price", "least"), against=(only(VW, "price"),)),),
            "The Renault Zoe 2021 is cheaper (€15,990 against €21,500).",
        ),
        (
            CARS,
            (Comparison((only(ZOE, "tow_bar"), only(VW, "tow_bar")), ("tow_bar",)),),
            "The VW ID.3 2022 has a tow bar; the Renault Zoe 2021 doesn't.",
        ),
        (
            CARS,
            (Offer((only(ZOE, "price"), only(VW, "price")), 2, "price", "least", again="picked"),),
            "The two cheapest: Renault Zoe 2021 at €15,990 and VW ID.3 2022 at €21,500.",
        ),
        (TRIPS, (Holds(WIFI, no=(T, F, A)),), "No, none of the three has wifi."),
        (
            TRIPS,
            (Holds(WIFI, yes=(T,), unknown=(F,)),),
            "Yes: the Terrazza Court has wifi. The catalogue doesn't say for the Fairwind Residence.",
        ),
        (TRIPS, (Holds(WIFI, unknown=(T,)),), "I don't know whether the Terrazza Court has wifi."),
        (
            TRIPS,
            (Holds(wish("price", "at_most", Money(2500)), no=(only(ANSELM, "price"),)),),
            "No, the Anselm Manor costs $2,540.84.",
        ),
        (
            CARS,
            (Tell((only(ZOE, "price"),), chosen=("price", "least"), against=(only(VW, "price"),), apart=Money(5510)),),
            "The Renault Zoe 2021 is cheaper by €5,510 (€15,990).",
        ),
        (
            CARS,
            (Tell((replace(ZOE, values={"price": Money(0)}),)),),
            "The Renault Zoe 2021 is free.",
        ),
        (
            CARS,
            (Tell((replace(ZOE, values={"price": Money(0)}), only(VW, "price"))),),
            "The Renault Zoe 2021 is free and the VW ID.3 2022 costs €21,500.",
        ),
        (
            CARS,
            (Holds(wish("fuel", "is", Text("diesel")), no=(only(ZOE), only(VW))),),
            "No, neither is diesel.",
        ),
        (
            RESTAURANTS,
            (Holds(wish("dogs_allowed", "is", Flag(True)), yes=(only(LANTERN),), no=(only(BARREL),)),),
            "The Little Lantern allows dogs; The Hungry Barrel doesn't.",
        ),
        (
            CARS,
            (Comparison((ZOE, VW), ("price", "mileage_km", "tow_bar"), ("fuel", "seats")),),
            (
                "The Renault Zoe 2021 is cheaper (€15,990 against €21,500); the VW ID.3 2022 has the lower "
                "mileage (39,500 km against 44,000 km) and a tow bar. Both are electric cars and have 5 seats."
            ),
        ),
        (
            CARS,
            (Comparison((ZOE, VW, PEUGEOT), ("price", "mileage_km", "tow_bar"), ("fuel",)),),
            (
                "The Renault Zoe 2021 is the cheapest (€15,990); the VW ID.3 2022 costs €21,500 and has the lowest "
                "mileage (39,500 km); the Peugeot e-208 2023 costs €18,250; only the VW ID.3 2022 has a tow bar. All "
                "three are electric cars."
            ),
        ),
        (
            RESTAURANTS,
            (Comparison((LANTERN, BARREL), ("rating", "cuisine", "dogs_allowed")),),
            (
                "The Hungry Barrel is better rated (3.9 against 3.4); The Little Lantern allows dogs. "
                "The Little Lantern is Ethiopian and The Hungry Barrel Italian."
            ),
        ),
        (
            TRIPS,
            (Comparison((TERRAZZA, FAIRWIND), ("price", "str_date", "end_date")),),
            (
                "The Terrazza Court is cheaper ($2,348.38 against $2,435.24) than the Fairwind Residence. "
                "Terrazza August 7 to 12, Fairwind August 22 to 26."
            ),
        ),
        (
            TRIPS,
            (Comparison((lasting(TERRAZZA, 5), lasting(FAIRWIND, 5)), ("str_date", "end_date"), ("duration",)),),
            "Terrazza Court August 7 to 12, Fairwind Residence August 22 to 26, both 5 days.",
        ),
        (
            TRIPS,
            (Comparison((lasting(TERRAZZA, 5), lasting(FAIRWIND, 4)), ("end_date",), ("str_date",)),),
            "Terrazza Court August 7 to 12 (5 days), Fairwind Residence August 22 to 26 (4 days).",
        ),
        (
            TRIPS,
            (Comparison((TERRAZZA, FAIRWIND), ("price",), ("str_date", "end_date")),),
            "The Terrazza Court is cheaper ($2,348.38 against $2,435.24) than the Fairwind Residence. "
            "With both you are away August 7 to 12.",
        ),
        (
            TRIPS,
            (Comparison((replace(TERRAZZA, party=TWO), replace(FAIRWIND, party=TWO)), ("price",)),),
            "The Terrazza Court is cheaper ($2,348.38 against $2,435.24 for 2 adults) than the Fairwind Residence.",
        ),
        (
            TRIPS,
            (Comparison((replace(TERRAZZA, party=TWO), replace(FAIRWIND, party=Party(adults=1))), ("price",)),),
            "The Terrazza Court is cheaper ($2,348.38 for 2 adults against $2,435.24 for 1 adult) "
            "than the Fairwind Residence.",
        ),
        (TRIPS, (Comparison((T, F), ()),), "They're the same in all that I know."),
        (
            TRIPS,
            (Reason(T, ROUTE[1:], (("price", "least"),), picked=True),),
            "I'd say the Terrazza Court: of these, it is the cheapest.",
        ),
        (TRIPS, (Reason(T, (WIFI,)),), "The Terrazza Court has wifi, as you asked."),
        (
            CARS,
            (Reason(only(VW), best=(("mileage_km", "least"),), picked=True),),
            "I'd say the VW ID.3 2022: of these, it has the lowest mileage.",
        ),
    ],
)
def test_facts_read_so(schema: Schema, plan: ReplyPlan, text: str) -> None:
    assert reply(schema, *plan) == text


@pytest.mark.parametrize(
    ("schema", "plan", "text"),
    [
        (TRIPS, (Figure("sum", Money(4136.91)),), "That's $4,136.91 together."),
        (TRIPS, (Figure("sum", Money(900), options=(T,)),), "$900 in all: only the Terrazza Court is booked."),
        (
            TRIPS,
            (Figure("sum", Money(4783.62), options=(T, F)),),
            "$4,783.62 for the Terrazza Court and the Fairwind Residence together.",
        ),
        (
            TRIPS,
            (Figure("difference", Money(192.46), "price", (A, T)),),
            "The Anselm Manor costs $192.46 more than the Terrazza Court.",
        ),
        (
            TRIPS,
            (Figure("difference", Money(192.46), "price", (ANSELM, TERRAZZA)),),
            "The Anselm Manor (August 22 to 26) costs $192.46 more than the Terrazza Court (August 7 to 12).",
        ),
        (
            TRIPS,
            (Figure("difference", Money(-192.46), "price", (T, A)),),
            "The Anselm Manor costs $192.46 more than the Terrazza Court.",
        ),
        (
            TRIPS,
            (Figure("difference", Money(96.23), "price", (A, T), "person"),),
            "The Anselm Manor costs $96.23 more each than the Terrazza Court.",
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
            CARS,
            (
                Figure("difference", Money(-5510), "price", (only(ZOE), only(VW))),
                Figure("difference", Number(4500), "mileage_km", (only(ZOE), only(VW))),
            ),
            "The VW ID.3 2022 costs €5,510 more than the Renault Zoe 2021; "
            "the Renault Zoe 2021 has 4,500 km more mileage.",
        ),
        (
            CARS,
            (
                Figure("difference", Money(5510), "price", (only(ZOE), only(VW))),
                Figure("difference", Number(4500), "mileage_km", (only(ZOE), only(VW))),
            ),
            "The Renault Zoe 2021 costs €5,510 more than the VW ID.3 2022 and has 4,500 km more mileage.",
        ),
        (
            TRIPS,
            (Figure("share", Money(1174.19), scope="person", options=(T,)),),
            "The Terrazza Court comes to $1,174.19 each.",
        ),
        (
            TRIPS,
            (Figure("left", Money(651.62), options=(T,), by=3000),),
            "The Terrazza Court leaves $651.62 of $3,000.",
        ),
        (TRIPS, (Figure("left", Money(-48.38), options=(T,), by=2300),), "The Terrazza Court is $48.38 over $2,300."),
        (TRIPS, (Figure("share", Money(782.79), by=3),), "$782.79 each, split three ways."),
        (
            TRIPS,
            (Figure("share", Money(782.79), options=(T,), per="seat"),),
            "The Terrazza Court comes to $782.79 per seat.",
        ),
        (TRIPS, (Figure("count", Number(26), wishes=(WIFI, ROUTE[1])),), "There are 26 hotels in Rome with wifi."),
        (
            CARS,
            (Figure("count", Number(7), wishes=(wish("fuel", "is", Text("electric")),)),),
            "There are seven electric cars.",
        ),
        (TRIPS, (Figure("count", Number(0), wishes=(WIFI,)),), "I have no hotels with wifi."),
        (
            TRIPS,
            (ValuesOf("dst_city", (Text("Rome"), Text("Paris")), 24),),
            "There are 24 destinations: Rome, Paris and others.",
        ),
        (CARS, (ValuesOf("fuel", (Text("petrol"), Text("electric")), 2),), "I have petrol and electric."),
        (
            TRIPS,
            (ValuesOf("price", (Money(489.77), Money(9000)), 2, range=True),),
            "Anything from $489.77 to $9,000.",
        ),
        (CARS, (Averages("price", (Money(9850),)),), "The price is €9,850 on average."),
        (
            TRIPS,
            (Averages("price", (Money(1493),), wishes=ROUTE),),
            "For trips from Chicago to Rome, the price is $1,493 on average.",
        ),
        (
            CARS,
            (Averages("price", (Money(8000), Money(15000)), "fuel", (Text("petrol"), Text("electric")), 2),),
            "The price on average: petrol €8,000 and electric €15,000.",
        ),
        (
            CARS,
            (
                Averages(
                    "price",
                    (Money(8000), Money(15000)),
                    "fuel",
                    (Text("petrol"), Text("electric")),
                    2,
                    direction="least",
                ),
            ),
            "On average petrol is the cheapest: €8,000, against electric €15,000.",
        ),
    ],
)
def test_figures_read_so(schema: Schema, plan: ReplyPlan, text: str) -> None:
    assert reply(schema, *plan) == text


ANIMALS = Schema(
    item="animal",
    items="animals",
    name="name",
    order="fee",
    slots=(
        slot("name", "name"),
        slot("fee", "money", unit="GBP", less=("cheaper",), better="less"),
        slot("stamina", "number", unit="km", more=("longer walks",), better="more"),
        slot("good_with_cats", "yes_no"),
        slot("free_from", "date"),
        slot("starts_at", "time"),
        slot("first", "date", "first day"),
        slot("floor", "number", less=("lower floor",)),
        slot("heating", "category"),
        slot("arrived", "date"),
        slot("born", "number", "year", more=("younger",)),
        slot("kept", "place"),
    ),
)
IKE = option(1, "Ike", stamina=Number(12))
NED = option(2, "Ned", stamina=Number(9))


@pytest.mark.parametrize(
    ("plan", "text"),
    [
        ((Tell((IKE,), chosen=("stamina", "most")),), "Ike has the longest walks: 12 km."),
        ((Offer((IKE,), 1, "stamina", "most"),), "Ike has the longest walks: 12 km."),
        (
            (Offer((IKE, NED), 7, "stamina", "most"),),
            "Seven fit; the two with the longest walks: Ike (12 km) and Ned (9 km).",
        ),
        ((Offer((IKE, NED), 2, "stamina", "most"),), "Two fit, the longest walks first: Ike (12 km) and Ned (9 km)."),
        (
            (Tell((option(1, "Ike", free_from=day(8, 1)),), chosen=("free_from", "least")),),
            "The first to be free is Ike: free from August 1.",
        ),
        ((Holds(wish("good_with_cats", "is", Flag(True)), (IKE,)),), "Yes: Ike is good with cats."),
        ((Holds(wish("good_with_cats", "is", Flag(True)), (), (IKE,)),), "No, Ike isn't good with cats."),
        (
            (Holds(wish("free_from", "is", day(10, 1)), (option(1, "Ike", free_from=day(8, 15)),)),),
            "Yes: Ike is free from August 15.",
        ),
        (
            (Tell((option(1, "Ike", free_from=day(8, 1)), option(2, "Ned", free_from=day(8, 1)))),),
            "Both are free from August 1.",
        ),
        (
            (Tell((option(1, "Ike", starts_at=Clock(1080)), option(2, "Ned", starts_at=Clock(1110)))),),
            "Ike starts at 6:00 pm and Ned at 6:30 pm.",
        ),
        ((Tell((option(1, "Ike", first=day(9, 23)),)),), "Ike starts on September 23."),
        ((Nothing((wish("starts_at", "at_least", Clock(1080)),)),), "There's no animal starting from 6:00 pm on."),
        (
            (Tell((option(1, "Ike", floor=Number(3), heating=Text("gas")),)),),
            "Ike is on floor 3 and has gas heating.",
        ),
        ((Tell((option(1, "Ike", arrived=day(5, 8)),)),), "Ike arrived May 8."),
        ((Tell((option(1, "Ike", kept=Text("online")),)),), "Ike is online."),
        (
            (Figure("difference", Number(1), "born", (option(1, "Ike"), option(2, "Ned"))),),
            "Ike is 1 year younger than Ned.",
        ),
    ],
)
def test_columns_of_a_table_read_so(plan: ReplyPlan, text: str) -> None:
    assert text in [reply(ANIMALS, *plan, variant=variant) for variant in range(12)]


def test_both_are_named_where_others_were_spoken_of() -> None:
    asked, first, second = wish("wifi", "is", Flag(True)), option(1, "Larch Inn"), option(2, "Mole Court")
    other = Holds(asked, (option(3, "Heron Lodge"),))
    assert "both have wifi" in reply(TRIPS, Holds(asked, (first, second)))
    economy = [replace(each, values={"seat": Text("economy")}) for each in (first, second)]
    told = reply(TRIPS, other, Tell(tuple(economy)))
    assert told.endswith("The Larch Inn and the Mole Court are economy class.")


def test_an_option_is_not_told_from_its_namesake_by_what_is_answered() -> None:
    offered = hotel(1, "Heron Lodge", 500, day(8, 7), day(8, 12))
    answer = Holds(WIFI, (option(2, "Heron Lodge", "Rome", wifi=Flag(True)),))
    assert "(with wifi)" not in reply(TRIPS, Offer((offered,), 1), answer)


SHOP = Schema(
    item="shop",
    items="shops",
    name="name",
    order="fee",
    currency="EUR",
    slots=(
        slot("name", "name"),
        slot("fee", "money", "adoption fee"),
        slot("opens", "time"),
        slot("closes", "time"),
        slot("takes_from", "number", unit="months"),
        slot("takes_until", "number", unit="years"),
        slot("kind", "category"),
        slot("shade", "category"),
        slot("milk", "category"),
        slot("camera", "number", unit="MP", better="more"),
        slot("new", "money", "price new"),
    ),
)
OPEN = option(1, "Ida", opens=Clock(420), closes=Clock(900))
TAKES = option(1, "Ida", takes_from=Number(30, "months"), takes_until=Number(5, "years"))
AWAY = (
    option(1, "Anselm Court", "Rome", duration=Number(5, "days")),
    option(2, "Heron", "Munich", duration=Number(6, "days")),
)


@pytest.mark.parametrize(
    ("schema", "plan", "text"),
    [
        # From where to where something goes is one thing.
        (SHOP, (Tell((OPEN,)),), "Ida is open 7:00 am to 3:00 pm."),
        (SHOP, (Offer((OPEN,), 1),), "There's Ida: open 7:00 am to 3:00 pm."),
        (SHOP, (Offer((TAKES,), 1),), "There's Ida: from 30 months to 5 years."),
        # A kind stands next to the noun, a colour before a material, and without commas.
        (
            SHOP,
            (
                Nothing(
                    (wish("kind", "is", Text("corner")), wish("shade", "is", Text("red"))),
                ),
            ),
            "There's no red corner shop.",
        ),
        (
            SHOP,
            (
                Nothing(
                    (wish("milk", "is", Text("cow")), wish("shade", "is", Text("red"))),
                ),
            ),
            "There's no red cow shop.",
        ),
        (
            SHOP,
            (Tell((option(1, "Ida", camera=Number(108)),), chosen=("camera", "most")),),
            "Ida has the best camera: 108 MP.",
        ),
        (
            SHOP,
            (
                Holds(
                    wish("camera", "more"),
                    yes=(option(1, "Ida", camera=Number(108)),),
                    against=(option(2, "Bo", camera=Number(48)),),
                ),
            ),
            "Yes: Ida has a better camera (108 MP against 48 MP).",
        ),
        (SHOP, (Averages("new", (Money(663, "EUR"),)),), "The new price is €663 on average."),
        # What is adopted isn't booked.
        (SHOP, (Done("book", (option(1, "Ida", fee=Money(40, "EUR")),)),), "Adopted: Ida, €40."),
        (SHOP, (Confirm("book", (option(1, "Ida", fee=Money(40, "EUR")),)),), "Would you like to adopt Ida at €40?"),
        # A journey is said of who travels, of several by where they go where that tells them apart.
        (TRIPS, (Tell(AWAY),), "You are away for 5 days in Rome and 6 days in Munich."),
        (TRIPS, (Tell(AWAY[:1]),), "With the Anselm Court you are away for 5 days."),
        # There is no hotel with a feature, and nothing on days.
        (TRIPS, (Nothing((wish("dst_city", "is", Text("Rome")), WIFI)),), "There's no hotel in Rome with wifi."),
        (
            TRIPS,
            (
                Nothing(
                    (
                        wish("dst_city", "is", Text("Rome")),
                        wish("str_date", "is", day(9, 3)),
                        wish("duration", "is", Number(10, "days")),
                    )
                ),
            ),
            "There's nothing to Rome leaving September 3 for 10 days.",
        ),
        # What is asked of something new by its name is answered at once, without an offer of it.
        (
            SHOP,
            (Offer((option(1, "Ida", fee=Money(40, "EUR")),), 1), Tell((option(1, "Ida", fee=Money(40, "EUR")),))),
            "Ida costs €40.",
        ),
    ],
)
def test_things_and_journeys_are_said_in_everyday_words(schema: Schema, plan: ReplyPlan, text: str) -> None:
    assert text in [reply(schema, *plan, variant=variant) for variant in range(12)]
