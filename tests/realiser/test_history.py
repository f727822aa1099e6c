"""What was done, said and taken in, as it reads."""

from __future__ import annotations

import pytest

from plans import ANSELM, FAIRWIND, TERRAZZA, TRIPS, WIFI, day, hotel, only, reply, wish
from wayframe.meaning.records import Days, Flag, Money, Text
from wayframe.planner.plan import Done, Noted, Recalled, ReplyPlan
from wayframe.schema import Schema

T, F, A = only(TERRAZZA), only(FAIRWIND), only(ANSELM)
GYM = wish("gym", "is", Flag(True))
BUDGET = wish("price", "at_most", Money(300))
ROUTE = (wish("or_city", "is", Text("Chicago")), wish("dst_city", "is", Text("Rome")))
MOVED = hotel(1, "Terrazza Court", 2400.0, day(8, 8), day(8, 13))


@pytest.mark.parametrize(
    ("schema", "plan", "text"),
    [
        (
            TRIPS,
            (Done("book", (TERRAZZA,)),),
            "Booked: Terrazza Court in Rome, August 7 to 12, $2,348.38.",
        ),
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
        (TRIPS, (Recalled("bookings"),), "Nothing is booked yet."),
        (
            TRIPS,
            (Recalled("summary", ROUTE, (TERRAZZA, FAIRWIND), (TERRAZZA,)),),
            (
                "So far: from Chicago to Rome. In Rome, we've looked at: Terrazza Court (August 7 to 12) at "
                "$2,348.38 and Fairwind Residence (August 22 to 26) at $2,435.24. Your bookings: Terrazza in "
                "Rome."
            ),
        ),
        (TRIPS, (Noted("perhaps"),), "Take your time."),
        (TRIPS, (Noted("rejected", options=(T, F)),), "OK, not the Terrazza Court or the Fairwind Residence."),
        (
            TRIPS,
            (Noted("corrected", (wish("str_date", "is", Days(day(9, 1).first, day(9, 30).last)),)),),
            "Leaving in September, then.",
        ),
        (TRIPS, (Noted("dropped", (BUDGET, WIFI)),), "OK, any price and with or without wifi."),
        (TRIPS, (Noted("dropped"),), "OK, starting afresh."),
        (TRIPS, (Noted("undone"),), "Taken back."),
        (TRIPS, (Noted("nothing_to_undo"),), "Nothing to undo yet."),
    ],
)
def test_history_read_so(schema: Schema, plan: ReplyPlan, text: str) -> None:
    assert reply(schema, *plan) == text
