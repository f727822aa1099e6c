"""The acts and slots of the annotation scheme: the paper's tables 7 to 10 and what the release adds to them."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal[
    "city", "date", "time", "days", "money", "count", "stars", "rating", "seat", "name", "boolean", "list", "text"
]


class ActType(NamedTuple):
    """A dialogue act: who may say it and what it does (table 9)."""

    user: bool
    wizard: bool
    description: str


Concern = Literal["", "route", "trip", "stay", "detail", "seat", "times", "price"]
"""The part of a trip that a slot is of, from the most basic to the most particular, which hangs on all before it."""


class SlotType(NamedTuple):
    """A slot: what kind of value it takes (`wayframe.values` reads each kind) and what it is (tables 7, 8 and 10)."""

    kind: Kind
    description: str
    concern: Concern = ""


ACTS: dict[str, ActType] = {
    "inform": ActType(True, True, "Inform a slot value"),
    "offer": ActType(False, True, "Offer a package to the user"),
    "request": ActType(True, True, "Ask for the value of a particular slot"),
    "switch_frame": ActType(True, False, "Switch to a frame"),
    "suggest": ActType(False, True, "Suggest a slot value or package that does not match the user's constraints"),
    "no_result": ActType(False, True, "Tell the user that the database returned no results"),
    "thankyou": ActType(True, True, "Thank the other speaker"),
    "sorry": ActType(False, True, "Apologize to the user"),
    "greeting": ActType(True, True, "Greet the other speaker"),
    "affirm": ActType(True, True, "Affirm something said by the other speaker"),
    "negate": ActType(True, True, "Negate something said by the other speaker"),
    "confirm": ActType(True, True, "Ask the other speaker to confirm a given slot value"),
    "moreinfo": ActType(True, False, "Ask for more information on a given set of results"),
    "goodbye": ActType(True, True, "Say goodbye to the other speaker"),
    "request_alts": ActType(True, False, "Ask for other possibilities"),
    "request_compare": ActType(True, False, "Ask the wizard to compare packages"),
    "hearmore": ActType(False, True, "Ask the user if she'd like to hear more about a given package"),
    "you_are_welcome": ActType(False, True, "Tell the user she is welcome"),
    "canthelp": ActType(False, True, "Tell the user you cannot answer her request"),
    "reject": ActType(False, True, "Tell the user you did not understand what she meant"),
}

REFERENCE_KEYS = ("ref", "read", "write")

AMENITIES = ("breakfast", "parking", "wifi", "gym", "spa")
VICINITY = (
    "park", "museum", "beach", "shopping", "market", "airport", "university", "mall", "cathedral", "downtown",
    "palace", "theatre",
)  # fmt: skip

# Slots of one package (table 8): what the wizard reads from the database.
PACKAGE_SLOTS: dict[str, SlotType] = {
    "price": SlotType("money", "Price of the trip including flights and hotel", "price"),
    "duration": SlotType("days", "Duration of the trip", "stay"),
    "name": SlotType("name", "Name of the hotel", "stay"),
    "category": SlotType("stars", "Rating of the hotel in number of stars", "trip"),
    "gst_rating": SlotType("rating", "Rating of the hotel by guests, out of ten", "trip"),
    "seat": SlotType("seat", "Seat type, economy or business", "seat"),
    "dep_time_or": SlotType("time", "Time of departure to destination", "times"),
    "arr_time_dst": SlotType("time", "Time of arrival at destination", "times"),
    "dep_time_dst": SlotType("time", "Time of departure from destination", "times"),
    "arr_time_or": SlotType("time", "Time of arrival at origin city", "times"),
    **{slot: SlotType("boolean", f"Whether the hotel offers {slot}", "detail") for slot in AMENITIES},
    **{slot: SlotType("boolean", f"Whether the hotel is near ({slot})", "detail") for slot in VICINITY},
}

# Slots that the user constrains (table 7): what a search can ask for.
SEARCH_SLOTS: dict[str, SlotType] = {
    "dst_city": SlotType("city", "Destination city", "route"),
    "or_city": SlotType("city", "Origin city", "route"),
    "str_date": SlotType("date", "Start date for the trip", "trip"),
    "end_date": SlotType("date", "End date for the trip", "trip"),
    "flex": SlotType("boolean", "Whether the user's dates are flexible (two days each side)", "trip"),
    "budget": SlotType("money", "Price that the user is willing to pay", "trip"),
    "n_adults": SlotType("count", "Number of adults", "trip"),
    "n_children": SlotType("count", "Number of children", "trip"),
    "max_duration": SlotType("days", "Maximum number of days for the trip", "trip"),
    "min_duration": SlotType("days", "Minimum number of days for the trip", "trip"),
}

# Slots that are not in the database (table 10, and those of the release that the table leaves out).
DIALOGUE_SLOTS: dict[str, SlotType] = {
    "intent": SlotType("text", "User intent, e.g. book"),
    "action": SlotType("text", "Wizard action, e.g. book"),
    "count": SlotType("count", "Number of different packages"),
    "count_name": SlotType("count", "Number of different hotels"),
    "count_dst_city": SlotType("count", "Number of destination cities"),
    "count_seat": SlotType("count", "Number of seat options"),
    "count_category": SlotType("count", "Number of star ratings"),
    "count_amenities": SlotType("count", "Number of amenities"),
    "vicinity": SlotType("list", "Vicinity of the hotel", "detail"),
    "amenities": SlotType("list", "Amenities of the hotel", "detail"),
    "ref_anaphora": SlotType("text", "Words used to refer to a frame, e.g. the second package"),
    "impl_anaphora": SlotType("text", "Slot type that is not mentioned, e.g. and for Cleveland?"),
    "budget_ok": SlotType("boolean", "Whether the price fits the budget"),
    "n_adults_ok": SlotType("boolean", "Whether the number of adults fits"),
    "seat_ok": SlotType("boolean", "Whether the seat fits"),
    "dst_city_ok": SlotType("boolean", "Whether the destination fits"),
    "intent_ok": SlotType("boolean", "Whether the intent fits"),
    "str_date_ok": SlotType("boolean", "Whether the start date fits"),
    "end_date_ok": SlotType("boolean", "Whether the end date fits"),
}

SLOTS: dict[str, SlotType] = {**SEARCH_SLOTS, **PACKAGE_SLOTS, **DIALOGUE_SLOTS}

_KINDS_OF_PACKAGES = [slot.kind for slot in PACKAGE_SLOTS.values()]
SLOT_OF: dict[Kind, str] = {
    slot.kind: name for name, slot in PACKAGE_SLOTS.items() if _KINDS_OF_PACKAGES.count(slot.kind) == 1
}
"""The slot of a package that alone takes a kind of value: its price, its length, its stars, its rating by guests."""


def kind_of(slot: str) -> Kind:
    """Return what kind of value a slot takes: text, if the scheme doesn't know it."""
    return SLOTS[slot].kind if slot in SLOTS else "text"


# State flags of a frame, written in capitals among its slots (paper section 7.1).
FLAGS = ("NO_RESULT", "REJECTED", "MOREINFO", "HEARMORE", "REQUEST_ALTS")
