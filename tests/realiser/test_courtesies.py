"""Courtesies, and what isn't known or understood, as they read."""

from __future__ import annotations

import pytest

from plans import ANSELM, CARS, FAIRWIND, RESTAURANTS, TERRAZZA, TRIPS, only, reply, wish
from wayframe.meaning.records import Text
from wayframe.planner.plan import Courtesy, Empty, NotKnown, NotUnderstood, ReplyPlan
from wayframe.schema import Schema

T, F, A = only(TERRAZZA), only(FAIRWIND), only(ANSELM)
ROUTE = (wish("or_city", "is", Text("Chicago")), wish("dst_city", "is", Text("Rome")))


@pytest.mark.parametrize(
    ("schema", "plan", "text"),
    [
        (TRIPS, (Courtesy("greeting"),), "Hello there!"),
        (CARS, (Courtesy("help"),), "I find cars, compare them and book. Just say what you want."),
        (RESTAURANTS, (Courtesy("about_system"),), "I'm a computer program with a catalogue of restaurants."),
        (TRIPS, (Courtesy("complaint"),), "My mistake, let me do better."),
        (TRIPS, (Courtesy("other_language"),), "I can speak only English so far."),
        (TRIPS, (NotKnown("cancellation policy"),), "I don't know about “cancellation policy”."),
        (TRIPS, (NotKnown(slots=("dep_time_or",)),), "I don't know about departure time."),
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
        (TRIPS, (NotUnderstood(example="question"),), "That went past me. You could say “what's its price”."),
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
