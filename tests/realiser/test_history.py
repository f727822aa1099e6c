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
            "You're set, I've booked the Terrazza Court in Rome at $2,348.38 (August 7 to 12).",
        ),
        (TRIPS, (Done("cancel", (T, F)),), "Cancelled: the Terrazza Court in Rome and the Fairwind Residence in Rome."),
        (
            TRIPS,
            (Done("change", (MOVED,), (TERRAZZA,)),),
            ("Changed: the Terrazza Court in Rome at $2,400 (August 8 to 13) instead of August 7 to 12, $2,348.38."),
        ),
        (
            TRIPS,
            (Recalled("wishes", (*ROUTE, wish("price", "at_most", Money(2500), scope="total"), WIFI)),),
            "You told me: from Chicago to Rome, at most $2,500 in all, with wifi.",
        ),
        (TRIPS, (Recalled("wishes"),), "You haven't asked for anything yet."),
        (TRIPS, (Recalled("slot", (BUDGET,), slot="price"),), "You said at most $300."),
        (TRIPS, (Recalled("slot", slot="price"),), "Nothing on price yet."),
        (
            TRIPS,
            (Recalled("options", options=(TERRAZZA, FAIRWIND, ANSELM)),),
            (
                "You've seen, in Rome, the Terrazza Court at $2,348.38 (August 7 to 12), the Fairwind Residence "
                "at $2,435.24 and the Anselm Manor at $2,540.84, both August 22 to 26."
            ),
        ),
        (TRIPS, (Recalled("options"),), "I haven't shown you any hotels yet."),
        (
            TRIPS,
            (Recalled("bookings", bookings=(TERRAZZA, FAIRWIND), total=Money(4783.62)),),
            (
                "You've booked the Terrazza Court in Rome at $2,348.38 (August 7 to 12) and the Fairwind "
                "Residence in Rome at $2,435.24 (August 22 to 26); $4,783.62 in all."
            ),
        ),
        (TRIPS, (Recalled("bookings"),), "You haven't booked anything."),
        (
            TRIPS,
            (Recalled("summary", ROUTE, (TERRAZZA, FAIRWIND), (TERRAZZA,)),),
            (
                "You told me: from Chicago to Rome. You've seen, in Rome, the Terrazza Court at $2,348.38 "
                "(August 7 to 12) and the Fairwind Residence at $2,435.24 (August 22 to 26). Booked so far: the "
                "Terrazza in Rome."
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
        (TRIPS, (Noted("undone"),), "Back to where we were."),
        (TRIPS, (Noted("nothing_to_undo"),), "Nothing to undo yet."),
    ],
)
def test_history_read_so(schema: Schema, plan: ReplyPlan, text: str) -> None:
    assert reply(schema, *plan) == text
