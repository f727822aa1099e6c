"""The facts of a package as typed values."""

from __future__ import annotations

from datetime import date

from wayframe.dialogue import Hotel, LocalTime, Package
from wayframe.meaning.records import Clock, Days, Flag, Money, Number, Text, Value
from wayframe.packages.facts import has, stars
from wayframe.schema import Schema


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
        "str_date": _day(trip.leaving.departure),
        "end_date": _day(trip.returning.arrival),
        "price": Money(float(package.price), "USD"),
        "duration": Number(float(trip.duration_days), "days"),
        "seat": Text(trip.seat.lower()),
        "dep_time_or": _clock(trip.leaving.departure),
        "arr_time_dst": _clock(trip.leaving.arrival),
        "dep_time_dst": _clock(trip.returning.departure),
        "arr_time_or": _clock(trip.returning.arrival),
    }


def _day(moment: LocalTime) -> Days:
    day = date(moment.year, moment.month, moment.day)
    return Days(day, day)


def _clock(moment: LocalTime) -> Clock:
    return Clock(moment.hour * 60 + moment.min)
