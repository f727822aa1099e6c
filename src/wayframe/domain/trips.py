"""Trips: hotels and flights, the domain of the corpus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

import msgspec

from wayframe import validation
from wayframe.dialogue import Act, DatabaseSearch, Dialogue, Frame, Package, Turn
from wayframe.domain.protocol import Facts, OfferCard, Welcome
from wayframe.domain.surface import surface
from wayframe.ontology import AMENITIES, VICINITY
from wayframe.packages import Catalogue, facts
from wayframe.packages.facts import has
from wayframe.schema import Schema
from wayframe.values import canonical

_LABELS = {
    "name": "hotel", "dst_city": "to", "or_city": "from", "str_date": "leaves", "end_date": "returns", "price": "price",
    "category": "stars", "gst_rating": "guests", "seat": "seat", "duration": "takes", "n_adults": "for",
    "n_children": "with", "max_duration": "at most", "min_duration": "at least", "flex": "flexible dates",
    "dep_time_or": "departs", "arr_time_dst": "arrives", "dep_time_dst": "departs back", "arr_time_or": "home at",
}  # fmt: skip
_LESS_IS_BETTER, _MORE_IS_BETTER = ("price", "duration"), ("category", "gst_rating")
_PARTY = frozenset(("n_adults", "n_children"))
_OFFERS = msgspec.json.Decoder(dict[int, Package])


class Trips:
    """See `Domain`. Slots that a schema has beyond the corpus' come after these."""

    naming = ("name", "dst_city")
    compared = ("price", "category", "gst_rating", "seat", "str_date", "end_date", "duration", "or_city")

    def __init__(self, schema: Schema | None = None) -> None:
        slots = schema.of_kind("yes_no") if schema else ()
        self._features = {slot.name: slot for slot in slots if slot.name not in (*AMENITIES, *VICINITY, "flex")}

    def label(self, slot: str) -> str:
        """See `Domain.label`."""
        if slot in self._features:
            return self._features[slot].label
        return _LABELS.get(slot, slot.replace("_", " ").lower())

    def surface(self, slot: str, value: str | bool) -> str | bool:
        """See `Domain.surface`."""
        text = surface(slot, value)
        return text[:1].upper() + text[1:] if isinstance(text, str) and slot.endswith("_date") else text

    def title(self, frame: Frame) -> str:
        """Return what a frame is called: its hotel, its cities, or just its number."""
        hotel, city, origin = (_names(frame, slot) for slot in ("name", "dst_city", "or_city"))
        if hotel:
            return f"{hotel}, {city}" if city else hotel
        if city:
            return f"{origin} → {city}" if origin else f"To {city}"
        return f"From {origin}" if origin else f"Option {frame.frame_id}"

    def facts(self, offered: Any) -> Facts:
        """See `Domain.facts`."""
        told = {slot: surface(slot, value) for slot, value in facts(offered).items()}
        return told | {name: has(offered.hotel, slot.header or name) for name, slot in self._features.items()}

    def best(self, slot: str, values: Sequence[str | bool | None]) -> frozenset[int]:
        """See `Domain.best`."""
        better = "less" if slot in _LESS_IS_BETTER else "more" if slot in _MORE_IS_BETTER else ""
        return extremes([_number(slot, value) for value in values], better)

    def card(self, act: Act) -> OfferCard | None:
        """Trips have cards of their own, on each face."""
        return None

    def searches(self, turn: Turn) -> tuple[tuple[str, int], ...]:
        """See `Domain.searches`."""
        db = turn.db
        return tuple((sought(search), len(found)) for search, found in zip(db.search, db.result, strict=True))

    def offered(self, turn: Turn) -> Mapping[int, Package]:
        """See `Domain.offered`."""
        return offered(turn)

    def decoded(self, offers: bytes) -> Mapping[int, Package]:
        """See `Domain.decoded`."""
        return _OFFERS.decode(offers)

    def check(self, dialogue: Dialogue) -> None:
        """See `Domain.check`."""
        for _ in validation.checked("conversation", [dialogue]):
            pass


TRAVEL = Trips()


def offered(turn: Turn) -> dict[int, Package]:
    """Return the package behind each frame that a wizard's turn offers: the row of its searches that agrees with it.

    An offer with which no row agrees has none: a human wizard may have mistyped one.
    """
    rows = [package for result in turn.db.result for package in result]
    found = dict[int, Package]()
    for act in turn.acts:
        package = next((row for row in rows if _agrees(act, row)), None)
        if act.id is not None and package:
            found[act.id] = package
    return found


def _agrees(act: Act, package: Package) -> bool:
    known = facts(package)
    told = [slot for slot in act.slots if slot.key not in _PARTY]  # whom the price is for is no fact of the package
    return all(slot.key in known and _same(slot.key, known[slot.key], slot.val) for slot in told)


def _same(slot: str, fact: str | bool, said: object) -> bool:
    """Return whether a fact was said, in whatever words: "4-star", "4 stars", "4"."""
    if isinstance(fact, bool) or not isinstance(said, str):
        return fact is said
    return surface(slot, fact) == surface(slot, said) or canonical(slot, fact) == canonical(slot, said)


def trips_welcome(catalogue: Catalogue, today: date) -> Welcome:
    """The greeting over a catalogue of trips, on a day of its world."""
    hotels, cities = len(catalogue.hotels()), len(catalogue.cities())
    return Welcome(
        "a travel agent that remembers",
        "Talk about several trips, compare them, go back to an earlier one and decide.",
        f"{hotels:,} hotels in {cities:,} cities; today is {today:%A}, {today:%B} {today.day}, {today.year}",
        "From Montreal to Tokyo in late August…",
        (
            "From Montreal to Tokyo or Berlin, between August 23 and September 1.",
            "We are two adults and a child, and our budget is $3,000. What is there to Rome?",
            "What is the cheapest way to get from Paris to New York in late August?",
        ),
    )


def extremes(numbers: Sequence[float | None], better: str) -> frozenset[int]:
    """The places of the best of several numbers, `better` being less or more; none where they are all alike."""
    known = {place: number for place, number in enumerate(numbers) if number is not None}
    if not better or len(set(known.values())) < 2:
        return frozenset()
    chosen = min(known.values()) if better == "less" else max(known.values())
    return frozenset(place for place, number in known.items() if number == chosen)


def sought(search: DatabaseSearch) -> str:
    """A search in one line: Montreal → Tokyo, Aug 23 – Sep 1, 2 adults, at most $900."""
    parts = [f"{_city(search.ORIGIN_CITY)} → {_city(search.DESTINATION_CITY)}"]
    start, end = _day(search.START_TIME), _day(search.END_TIME)
    if start or end:
        parts.append(f"{start or '…'} – {end or '…'}")
    if search.ARE_DATES_FLEXIBLE == "true":
        parts.append("flexible")
    if isinstance(search.NUM_ADULTS, str):
        parts.append("1 adult" if search.NUM_ADULTS == "1" else f"{search.NUM_ADULTS} adults")
    if isinstance(search.NUM_CHILDREN, str) and search.NUM_CHILDREN != "0":
        parts.append("1 child" if search.NUM_CHILDREN == "1" else f"{search.NUM_CHILDREN} children")
    if isinstance(search.PRICE_MAX, str):
        parts.append(f"at most ${search.PRICE_MAX}")
    return ", ".join(parts)


def _number(slot: str, value: str | bool | None) -> float | None:
    try:
        return float(str(canonical(slot, value)))
    except ValueError:
        return None


def _names(frame: Frame, slot: str) -> str:
    return " or ".join(dict.fromkeys(str(v.val) for v in frame.info.get(slot, ()) if v.val and not v.negated))


def _city(name: object) -> str:
    return name if isinstance(name, str) else "anywhere"


def _day(milliseconds: object) -> str:
    if not isinstance(milliseconds, str) or milliseconds == "NaN":
        return ""
    moment = datetime.fromtimestamp(int(milliseconds) / 1000, UTC)
    return f"{moment:%b} {moment.day}"
