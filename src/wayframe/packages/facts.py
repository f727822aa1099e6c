"""What is true of a package and its hotel, under the ontology's slot names, in words that may be said."""

from __future__ import annotations

from datetime import date

from wayframe.dialogue import Hotel, LocalTime, Package
from wayframe.meaning.records import Clock, Days, Flag, Money, Number, Text, Value
from wayframe.ontology import AMENITIES, VICINITY
from wayframe.schema import Schema

_DB_NAMES = {
    "wifi": "FREE_WIFI",
    "breakfast": "FREE_BREAKFAST",
    "parking": "FREE_PARKING",
    "gym": "GYM",
    "spa": "SPA",
    "downtown": "heart",
    "theatre": "theater",
}
"""Slots that have another name in the database; every other place nearby goes by the slot's own."""


def facts(package: Package) -> dict[str, str | bool]:
    """All that a package says of itself: slot to value, booleans for every amenity and place nearby.

    Values are bare enough to stand in any sentence: "$1,558.31", "August 13", "9:05 am", "3.5" (stars), "8.1" (rating;
    left out where no guest rated), "7" (days), "business". The trip begins on the day of leaving (`str_date`) and ends
    on the day of being back home (`end_date`).
    """
    hotel, trip = package.hotel, package.trip
    told: dict[str, str | bool] = {
        "name": hotel.name,
        "dst_city": hotel.dst_city,
        "or_city": trip.or_city,
        "str_date": day_said(_date(trip.leaving.departure)),
        "end_date": day_said(_date(trip.returning.arrival)),
        "price": dollars_said(package.price),
        "duration": str(trip.duration_days),
        "category": f"{stars(hotel):g}",
        "seat": trip.seat.lower(),
        "dep_time_or": time_said(trip.leaving.departure),
        "arr_time_dst": time_said(trip.leaving.arrival),
        "dep_time_dst": time_said(trip.returning.departure),
        "arr_time_or": time_said(trip.returning.arrival),
    }
    if hotel.gst_rating > 0:
        told["gst_rating"] = f"{hotel.gst_rating:g}"
    return told | {slot: has(hotel, slot) for slot in (*AMENITIES, *VICINITY)}


def hotel_values(hotel: Hotel, schema: Schema) -> dict[str, Value]:
    """Return the facts that all packages of a hotel share; the guests' rating is left out where no guest rated.

    Each yes/no slot of the schema is an amenity or a place nearby, which the catalogue may call by the slot's header.
    """
    found: dict[str, Value] = {
        "name": Text(hotel.name),
        "dst_city": Text(hotel.dst_city),
        "country": Text(hotel.country),
        "category": Number(stars(hotel), "stars"),
    }
    if hotel.gst_rating > 0:
        found["gst_rating"] = Number(float(hotel.gst_rating), "/10")
    features = [slot for slot in schema.of_kind("yes_no") if slot.bearing == "value"]
    return found | {slot.name: Flag(has(hotel, slot.header or slot.name)) for slot in features}


def trip_values(package: Package) -> dict[str, Value]:
    """Return the facts of a package beside its hotel's; the trip ends on the day of being back home."""
    trip = package.trip
    return {
        "or_city": Text(trip.or_city),
        "str_date": _days(trip.leaving.departure),
        "end_date": _days(trip.returning.arrival),
        "price": Money(float(package.price), "USD"),
        "duration": Number(float(trip.duration_days), "days"),
        "seat": Text(trip.seat.lower()),
        "dep_time_or": _clock(trip.leaving.departure),
        "arr_time_dst": _clock(trip.leaving.arrival),
        "dep_time_dst": _clock(trip.returning.departure),
        "arr_time_or": _clock(trip.returning.arrival),
    }


def _days(moment: LocalTime) -> Days:
    day = date(moment.year, moment.month, moment.day)
    return Days(day, day)


def _clock(moment: LocalTime) -> Clock:
    return Clock(moment.hour * 60 + moment.min)


def stars(hotel: Hotel) -> float:
    """Return how many stars a hotel has."""
    return float(hotel.category.split()[0])


def has(hotel: Hotel, slot: str) -> bool:
    """Does the hotel have this amenity, or this in its vicinity (a slot name of the ontology)?"""
    name = _DB_NAMES.get(slot, slot)
    return name in hotel.amenities or name in hotel.vicinity


def dollars_said(amount: float) -> str:
    """An amount as "$1,558.31"."""
    return f"${amount:,.2f}"


def day_said(day: date) -> str:
    """A day as "August 13"."""
    return f"{day:%B} {day.day}"


def time_said(moment: LocalTime) -> str:
    """A time of day as "9:05 am"."""
    return f"{moment.hour % 12 or 12}:{moment.min:02} {'am' if moment.hour < 12 else 'pm'}"


def _date(moment: LocalTime) -> date:
    return date(moment.year, moment.month, moment.day)
