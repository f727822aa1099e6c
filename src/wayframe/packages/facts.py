"""What is true of a package and its hotel, by the slots of trips: as typed values, and in words that may be said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from operator import attrgetter
from typing import Any

from wayframe.dialogue import Hotel, LocalTime, Package
from wayframe.meaning.records import Clock, Days, Flag, Money, Number, Text, Value
from wayframe.schema import Kind, Schema, Slot, trips

_OF_HOTEL = "hotel."


def facts(package: Package) -> dict[str, str | bool]:
    """All that a package says of itself: slot to value, booleans for every amenity and place nearby.

    Values are bare enough to stand in any sentence: "$1,558.31", "August 13", "9:05 am", "3.5" (stars), "8.1" (rating;
    left out where no guest rated), "7" (days), "business". The trip begins on the day of leaving (`str_date`) and ends
    on the day of being back home (`end_date`).
    """
    return {slot: said(value) for slot, value in values_of(package).items()}


def values_of(package: Package) -> dict[str, Value]:
    """Return the same facts as typed values."""
    schema = trips()
    values = {**hotel_values(package.hotel, schema), **trip_values(package, schema)}
    return {slot: value for slot, value in values.items() if slot in schema.by_name}


def hotel_values(hotel: Hotel, schema: Schema) -> dict[str, Value]:
    """Return the facts that all packages of a hotel share; the guests' rating is left out where no guest rated.

    Each yes/no slot of the schema is an amenity or a place nearby; the others' headers say where a hotel has them.
    """
    found: dict[str, Value] = {"country": Text(hotel.country)}
    for slot in schema.slots:
        if slot.kind == "yes_no" and slot.bearing == "value":
            found[slot.name] = Flag(_is_there(hotel, slot))
        elif slot.header.startswith(_OF_HOTEL):
            held = getattr(hotel, slot.header.removeprefix(_OF_HOTEL))
            if held or not slot.unit.startswith("/"):  # no points are no rating
                found[slot.name] = value_of(slot, held)
    return found


def trip_values(package: Package, schema: Schema) -> dict[str, Value]:
    """Return the facts of a package beside its hotel's; the trip ends on the day of being back home."""
    own = [slot for slot in schema.slots if slot.kind != "yes_no" and slot.header]
    return {
        slot.name: value_of(slot, attrgetter(slot.header)(package))
        for slot in own
        if not slot.header.startswith(_OF_HOTEL)
    }


def value_of(slot: Slot, held: Any) -> Value:
    """Return what a package or a query holds for a slot as its typed value."""
    return _VALUES.get(slot.kind, _text)(slot, held)


def said(value: Value) -> str | bool:
    """Return a value in words, yes and no as they are."""
    match value:
        case Flag(held):
            return held
        case Money(amount):
            return dollars_said(amount)
        case Days(day):
            return day_said(day)
        case Clock(minutes):
            return _minutes_said(minutes)
        case Number(number):
            return f"{number:.10g}"
    return str(getattr(value, "value", value))


def stars(hotel: Hotel) -> float:
    """Return how many stars a hotel has. Raises `LookupError` or `ValueError` where it doesn't say."""
    return float(hotel.category.split()[0])


def has(hotel: Hotel, slot: str) -> bool:
    """Return whether the hotel has this amenity, or this in its vicinity (a slot name of the ontology)."""
    return _is_there(hotel, trips().by_name[slot])


def _is_there(hotel: Hotel, slot: Slot) -> bool:
    name = slot.header or slot.name
    return name in hotel.amenities or name in hotel.vicinity


def _text(slot: Slot, held: Any) -> Value:
    return Text(held.lower() if slot.kind == "category" else held)


def _number(slot: Slot, held: Any) -> Value:
    """Return a number, or the one that a text begins with: "3.5 star hotel"."""
    return Number(float(held.split()[0] if isinstance(held, str) else held), slot.unit)


def _days(slot: Slot, held: date | LocalTime) -> Value:
    day = held if isinstance(held, date) else held.calendar_day
    return Days(day, day)


_VALUES: Mapping[Kind, Callable[[Slot, Any], Value]] = {
    "number": _number,
    "money": lambda slot, held: Money(float(held), slot.unit),
    "date": _days,
    "time": lambda slot, held: Clock(held.hour * 60 + held.min),
    "yes_no": lambda slot, held: Flag(held),
}


def dollars_said(amount: float) -> str:
    """An amount as "$1,558.31"."""
    return f"${amount:,.2f}"


def day_said(day: date) -> str:
    """A day as "August 13"."""
    return f"{day:%B} {day.day}"


def time_said(moment: LocalTime) -> str:
    """A time of day as "9:05 am"."""
    return _minutes_said(moment.hour * 60 + moment.min)


def _minutes_said(minutes: int) -> str:
    hour, minute = divmod(minutes, 60)
    half = "am" if hour < 12 else "pm"
    return f"{hour % 12 or 12}:{minute:02} {half}"
