"""The knowledge of a user: the options that were told of, and in what they aren't as wanted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime

from wayframe.ontology import AMENITIES, VICINITY
from wayframe.packages.query import window
from wayframe.simulation.wording.amounts import Typed
from wayframe.simulation.wording.pointing import KnownOption
from wayframe.tasks import Aim
from wayframe.values import DONT_CARE

Facts = dict[str, str | bool]
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_BARE = {"seat": " class"}


def wishes(aim: Aim) -> dict[str, list[Typed]]:
    """An aim as slots with typed values; a single traveller is not worth saying."""
    query = aim.query
    wished: dict[str, list[Typed]] = {"dst_city": list(aim.cities) or [DONT_CARE]}
    single: Mapping[str, Typed | None] = {
        "or_city": query.or_city, "str_date": query.start, "end_date": query.end, "budget": query.price_max,
        "n_adults": query.adults if query.adults > 1 or query.children else None, "n_children": query.children or None,
        "seat": query.seat, "category": query.min_category, "gst_rating": query.min_gst_rating,
        "max_duration": query.max_duration, "min_duration": query.min_duration, "flex": query.flexible or None,
    }  # fmt: skip
    wished |= {slot: [value] for slot, value in single.items() if value is not None}
    return wished | {slot: [True] for slot in (*query.amenities, *query.vicinity)}


def changes(old: Aim, new: Aim) -> dict[str, list[Typed]]:
    """Return the wishes that have to be said so that the new aim takes the place of the old."""
    before, after = wishes(old), wishes(new)
    changed = {slot: values for slot, values in after.items() if before.get(slot) != values}
    dropped = [slot for slot in before if slot not in after]
    return changed | {slot: ["economy" if slot == "seat" else DONT_CARE] for slot in dropped}


def wanted(aim: Aim, facts: Facts) -> list[str]:
    """The slots in which what was told of an option is not as the aim wants it; empty where all is well."""
    query = aim.query
    first, last = window(query)
    checks = {
        "dst_city": not aim.cities or str(facts.get("dst_city", aim.cities[0])) in aim.cities,
        "str_date": _in_order(first, _day(facts.get("str_date"), query.start)),
        "end_date": _in_order(_day(facts.get("end_date"), query.end), last),
        "category": _in_order(query.min_category, number(facts.get("category"))),
        "gst_rating": _in_order(query.min_gst_rating, number(facts.get("gst_rating"))),
        "budget": _in_order(number(facts.get("price")), query.price_max),
        "seat": not query.seat or str(facts.get("seat", query.seat)).lower() == query.seat,
    }
    wished = (*query.amenities, *query.vicinity)
    checks |= {slot: facts.get(slot) is not False for slot in (*AMENITIES, *VICINITY) if slot in wished}
    return [slot for slot, right in checks.items() if not right]


def _in_order(low: float | date | None, high: float | date | None) -> bool:
    """Return whether one value is at most the other; what isn't known may be."""
    return low is None or high is None or low <= high  # type: ignore[operator]


def number(said: str | bool | None) -> float | None:
    """The number in a value; None where there is none."""
    found = _NUMBER.search(said.replace(",", "")) if isinstance(said, str) else None
    return float(found[0]) if found else None


def _day(said: str | bool | None, near: date | None) -> date | None:
    """Return the day that was told, in the year of another one; None where it isn't known."""
    if not isinstance(said, str) or near is None:
        return None
    try:
        return datetime.strptime(f"{said} {near.year}", "%B %d %Y").date()
    except ValueError:
        return None


def option(frame: int, facts: Facts) -> KnownOption:
    """An option as one refers to it."""
    stars, price = number(facts.get("category")), facts.get("price", "")
    return KnownOption(
        frame,
        str(facts.get("name", "")),
        str(facts.get("dst_city", "")),
        str(facts.get("seat", "")),
        "" if stars is None else f"{stars:g}",
        str(price),
        str(facts.get("end_date", "")),
    )
