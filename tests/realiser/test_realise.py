"""Replies as they read: plans beside their words."""

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
    locale,
    only,
    option,
    reply,
    wish,
)
from wayframe.meaning.records import Days, Flag, Money, Number, Party, Text
from wayframe.planner.plan import (
    Confirm,
    Courtesy,
    Done,
    Empty,
    Holds,
    Meant,
    Noted,
    NotKnown,
    NotUnderstood,
    Offer,
    Propose,
    Reason,
    Recalled,
    ReplyPlan,
    Request,
    Several,
    Tell,
    Which,
)
from wayframe.realiser import realise
from wayframe.schema import Schema

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
    assert reply(TRIPS, *plan) == "The Terrazza Court costs $2,348.38. It has a gym."


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


def test_what_is_not_so_of_one_is_told_by_what_it_has_instead() -> None:
    fuel = Holds(wish("fuel", "is", Text("electric")), (only(ZOE, "fuel"),))
    seats = Holds(wish("seats", "at_least", Number(7)), no=(only(ZOE, "seats"),))
    assert reply(CARS, fuel, seats) == "The Renault Zoe 2021 is electric but has 5 seats."


def test_what_was_asked_in_the_negative_is_answered_by_itself() -> None:
    plan = (Holds(WIFI, yes=(only(TERRAZZA),)), Holds(GYM, no=(only(TERRAZZA),), denied=True))
    assert "but" not in reply(TRIPS, *plan)


def test_what_is_not_known_is_said_together_behind_the_answers() -> None:
    gym = Holds(GYM, no=(only(TERRAZZA, "price"),))
    plan = (NotKnown("the view"), gym, NotKnown("warm"))
    assert reply(TRIPS, *plan) == "No, the Terrazza Court has no gym. The view? Warm? I've nothing on that, sorry."
    asked = NotKnown("can they also see us on Wednesday at half past six")
    assert reply(TRIPS, asked, gym) == (
        "No, the Terrazza Court has no gym. Your other question I can't answer from the catalogue."
    )


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
LANTERN = option(4, "The Lantern", price=Money(350))
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
            "Which one: the Terrazza Court in Rome or Mole in Paris?",
        ),
        (
            TRIPS,
            (Which((TERRAZZA, replace(MOVED, frame=7)), "cancel"),),
            "Cancel which one, the Terrazza Court (August 7 to 12) or the Terrazza Court (August 8 to 13)?",
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
        (
            CARS,
            (Confirm("book", (replace(only(ZOE, "price"), noted=("on Friday",)),)),),
            "Shall I book the Renault Zoe 2021 at €15,990 (noted: “on Friday”)?",
        ),
        (TRIPS, (Propose("book"),), "Shall I book this one?"),
    ],
)
def test_questions_read_so(schema: Schema, plan: ReplyPlan, text: str) -> None:
    assert reply(schema, *plan) == text


BUDGET = wish("price", "at_most", Money(300))
ROUTE = (wish("or_city", "is", Text("Chicago")), wish("dst_city", "is", Text("Rome")))


@pytest.mark.parametrize(
    ("schema", "plan", "text"),
    [
        (
            TRIPS,
            (Done("book", (TERRAZZA,)),),
            "Booked: Terrazza Court in Rome, August 7 to 12, $2,348.38.",
        ),
        (
            RESTAURANTS,
            (Done("book", (replace(LANTERN, count=14, noted=("Friday at 7",)),)),),
            "Booked: The Lantern for 14, €350 (noted: “Friday at 7”).",
        ),
        (RESTAURANTS, (Several(LANTERN, 14, Money(350)),), "For 14 at The Lantern, that's €350."),
        (TRIPS, (Done("cancel", (T, F)),), "No longer booked: Terrazza Court in Rome; Fairwind Residence in Rome."),
        (
            TRIPS,
            (Done("change", (MOVED,), (TERRAZZA,)),),
            (
                "It's now: the Terrazza Court in Rome at $2,400 (August 8 to 13) instead of $2,348.38 and August "
                "7 to 12."
            ),
        ),
        (
            TRIPS,
            (Recalled("wishes", (*ROUTE, wish("price", "at_most", Money(2500), scope="total"), WIFI)),),
            "So far: from Chicago to Rome, for $2,500 or less in all, with wifi.",
        ),
        (TRIPS, (Recalled("wishes"),), "You haven't asked for anything yet."),
        (TRIPS, (Recalled("slot", (BUDGET,), slot="price"),), "It was for $300 or less."),
        (TRIPS, (Recalled("slot", slot="price"),), "You haven't said anything on price."),
        (
            TRIPS,
            (Recalled("options", options=(TERRAZZA, FAIRWIND, ANSELM)),),
            (
                "In Rome, we've looked at: Terrazza Court (August 7 to 12) at $2,348.38; Fairwind Residence at "
                "$2,435.24 and Anselm Manor at $2,540.84, both August 22 to 26."
            ),
        ),
        (TRIPS, (Recalled("options"),), "I haven't shown you any hotels yet."),
        (
            TRIPS,
            (Recalled("bookings", bookings=(TERRAZZA, FAIRWIND), total=Money(4783.62)),),
            (
                "Your bookings: Terrazza Court in Rome, August 7 to 12, $2,348.38; Fairwind Residence in Rome, "
                "August 22 to 26, $2,435.24; $4,783.62 in all."
            ),
        ),
        (TRIPS, (Recalled("bookings"),), "Nothing is booked."),
        (
            TRIPS,
            (Recalled("summary", ROUTE, (TERRAZZA, FAIRWIND), (TERRAZZA,)),),
            (
                "So far: from Chicago to Rome. In Rome, we've looked at: Terrazza Court (August 7 to 12) at "
                "$2,348.38 and Fairwind Residence (August 22 to 26) at $2,435.24. Your bookings: Terrazza in "
                "Rome."
            ),
        ),
        (TRIPS, (Noted("perhaps"),), "No rush."),
        (TRIPS, (Noted("rejected", options=(T, F)),), "OK, not the Terrazza Court or the Fairwind Residence."),
        (
            TRIPS,
            (Noted("heard", (wish("str_date", "is", Days(day(9, 1).first, day(9, 30).last)),)),),
            "Right, leaving in September.",
        ),
        (
            TRIPS,
            (Noted("for_fewer", (BUDGET, wish("party", "is", TWO))),),
            "You said $300 or less for 2 adults: tell me if it may be more.",
        ),
        (TRIPS, (Noted("dropped", (BUDGET, WIFI)),), "OK, any price and with or without wifi."),
        (TRIPS, (Noted("dropped"),), "OK, starting afresh."),
        (TRIPS, (Noted("undone"),), "Taken back."),
        (TRIPS, (Noted("nothing_to_undo"),), "Nothing to undo yet."),
    ],
)
def test_history_read_so(schema: Schema, plan: ReplyPlan, text: str) -> None:
    assert reply(schema, *plan) == text


@pytest.mark.parametrize(
    ("schema", "plan", "text"),
    [
        (TRIPS, (Courtesy("greeting"),), "Hello there!"),
        (CARS, (Courtesy("help"),), "I find cars, compare them and book. Just say what you want."),
        (RESTAURANTS, (Courtesy("about_system"),), "I'm a computer program with a catalogue of restaurants."),
        (TRIPS, (Courtesy("complaint"),), "My mistake, let me do better."),
        (TRIPS, (Courtesy("other_language"),), "I can speak only English so far."),
        (TRIPS, (NotKnown("visa"),), "Visa? I've nothing on that, sorry."),
        (TRIPS, (NotKnown(slots=("dep_time_or",)),), "I can't tell you about departure time, sorry."),
        (
            TRIPS,
            (NotUnderstood("zorb", ROUTE, "wish"),),
            "From Chicago to Rome: understood. But “zorb” went past me. You could say “cheaper” or “with breakfast”.",
        ),
        (
            CARS,
            (NotUnderstood("zorb", example="wish"),),
            "“zorb” went past me. You could say “cheaper” or “with a tow bar”.",
        ),
        (
            TRIPS,
            (NotUnderstood("zorb", example="reference"),),
            "“zorb” went past me. You could say “the second one” or “the cheapest”.",
        ),
        (
            TRIPS,
            (NotUnderstood(example="reference"),),
            "That went past me. You could say “the second one” or “the cheapest”.",
        ),
        (TRIPS, (NotUnderstood(understood=ROUTE),), "That went past me."),
        (
            TRIPS,
            (Empty("option", (T, F)),),
            "I don't find that one. So far: the Terrazza Court in Rome and the Fairwind Residence in Rome.",
        ),
        (TRIPS, (Empty("booking"),), "Nothing is booked."),
        (TRIPS, (Empty("comparison"),), "I'd need two to compare."),
    ],
)
def test_courtesies_read_so(schema: Schema, plan: ReplyPlan, text: str) -> None:
    assert reply(schema, *plan) == text


def test_whom_a_price_is_for_is_said_again_where_just_that_is_asked() -> None:
    pair = Party(adults=2)
    terrazza = replace(TERRAZZA, party=pair)
    assert reply(TRIPS, Tell((only(terrazza, "price"),)), usual_party=pair).endswith("for 2 adults.")
    assert "adults" not in reply(TRIPS, Tell((terrazza,)), usual_party=pair)


def test_a_reason_leaves_out_denials_that_another_wish_implies() -> None:
    to_rome, not_oslo = wish("dst_city", "is", Text("Rome")), wish("dst_city", "not", Text("Oslo"))
    assert "Oslo" not in reply(TRIPS, Reason(only(TERRAZZA, "price"), (to_rome, not_oslo)))


def test_a_day_to_be_back_on_is_said_as_it_is_held_against_options() -> None:
    back = Meant((wish("end_date", "is", day(8, 25)),))
    both = Meant((wish("str_date", "is", day(8, 22)), wish("end_date", "is", day(8, 25))))
    assert "back by August 25" in reply(TRIPS, back)
    assert "August 22 to 25" in reply(TRIPS, both)
