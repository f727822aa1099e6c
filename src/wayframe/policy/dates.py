"""The same hotel on other days: a day later, or whenever else it can be had."""

from __future__ import annotations

from datetime import date

from wayframe.dialogue import Arg, Package, Ref
from wayframe.packages import Query
from wayframe.policy import measuring
from wayframe.policy.reply import LIMIT, OFFERED, WIDE, Reply
from wayframe.policy.situation import Situation
from wayframe.policy.wishes import query, wishes

OTHERS = 2  # dates that are told beside those asked about


def shift(situation: Situation, reply: Reply) -> bool:
    """Offer the option at hand some days earlier or later, as near to that as it can be had; whether that was asked."""
    looked = measuring.alone(situation)
    days = measuring.shifted(situation, looked) if looked else {}
    if not looked or not days:
        return False
    trip = _trip(situation, situation.memory.active_frame, looked)
    found = measuring.nearest(_on_other_days(situation, trip, looked), days)
    if not measuring.numbered(situation):
        found = [other for other in found if _that_way(other, looked, days)]
    first = next(iter(found), None)
    own = measuring.days_of(first) if first else {}
    if not first or (measuring.numbered(situation) and any(own[slot] != day for slot, day in days.items())):
        said = [arg for act in situation.heard if act.name == "inform" for arg in act.slots if arg.key in days]
        reply.say("no_result", [Arg("ref", (Ref(situation.memory.active_frame, (*_named(looked), *said)),))])
    tell(situation, reply, trip, found[:1])
    if not found:
        reply.say("request")
    return True


def _that_way(other: Package, looked: Package, days: dict[str, date]) -> bool:
    """Whether a package is earlier or later than another one as the days are."""
    own, old = measuring.days_of(other), measuring.days_of(looked)
    return all((own[slot] - old[slot]).days * (day - old[slot]).days > 0 for slot, day in days.items())


def others(situation: Situation, reply: Reply, frame: int) -> None:
    """Say whether an option can be had on other days, and on which."""
    package = situation.offers[frame]
    trip = _trip(situation, frame, package)
    found = measuring.nearest(_on_other_days(situation, trip, package), measuring.days_of(package))[:OTHERS]
    asked = [Arg("ref", (Ref(frame, (Arg("flex"),)),))]
    reply.say("affirm" if found else "negate", asked)
    tell(situation, reply, trip, found)


def tell(situation: Situation, reply: Reply, trip: Query, packages: list[Package]) -> None:
    """Offer packages, nearest first, and put them on record with what was searched for."""
    if packages:
        reply.record(trip, packages[:LIMIT])
    for package in packages:
        frame = next((number for number, known in situation.offers.items() if known == package), None)
        if frame:
            reply.inform(frame, ["name", "dst_city", *OFFERED])
        else:
            reply.offer(package)


def _trip(situation: Situation, frame: int, package: Package) -> Query:
    """A package on whatever days: its hotel, from the same city, for the same people, in the same seat."""
    own = query(wishes(situation.memory, frame), None, situation.lexicon, situation.today)
    return Query(
        or_city=package.trip.or_city, dst_city=package.hotel.dst_city, hotel=package.hotel.name, adults=own.adults,
        children=own.children, seat=package.trip.seat.lower(),
    )  # fmt: skip


def _on_other_days(situation: Situation, trip: Query, package: Package) -> list[Package]:
    """What there is of a package on other days."""
    days = measuring.days_of(package)
    return [other for other in situation.catalogue.search(trip, WIDE) if measuring.days_of(other) != days]


def _named(package: Package) -> tuple[Arg, ...]:
    return (Arg("name", package.hotel.name),)
