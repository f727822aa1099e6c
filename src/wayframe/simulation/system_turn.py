"""The agent's turn as its user takes it, and the user's knowledge of the options: in what they aren't as wanted."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple

from wayframe.dialogue import Act, Arg, acts_named, made_frames
from wayframe.ontology import AMENITIES, VICINITY
from wayframe.packages.query import window
from wayframe.simulation.wording.asking import KnownOption
from wayframe.simulation.wording.goal_realisation import Typed
from wayframe.simulation.wording.grammar import search_fields
from wayframe.tasks import Aim
from wayframe.values import DONT_CARE

_NO_SLOTS = ("name", "action")  # of a request: which option is meant, what for


class SystemTurn(NamedTuple):
    """The agent's turn as the user reads it. Frames have the numbers of the dialogue as it was meant."""

    asked: tuple[str, ...]  # slots that it wants to know
    which: bool  # which of several is meant
    confirms: tuple[Arg, ...]
    offered: tuple[int, ...]  # frames of new options that fit, by its word
    suggested: tuple[int, ...]  # frames of options that don't quite
    told: tuple[int, ...]  # frames of which it told something
    nothing: bool  # there is no result
    proposes: int | None  # the frame that it would book now
    booked: int | None  # the frame that it has booked
    lost: bool  # it did not understand, or can't help


def system_turn(acts: Sequence[Act], active: int, known: Mapping[int, Facts]) -> SystemTurn:
    """Read a turn; `active` is the frame that is talked about, `known` what was told of each option before."""
    requested = [arg.key for arg in slots_of(acts, "request")]
    told, booked = list[int](), list[int]()
    for act in acts_named(acts, "inform"):
        frames = _about(act, active, known)
        if not _counts(act):
            told += frames
        if _books(act):
            booked += frames
    proposes = any(map(_books, acts_named(acts, "suggest")))
    at_hand = told[-1] if told else active
    return SystemTurn(
        asked=tuple(slot for slot in requested if slot not in _NO_SLOTS),
        which="name" in requested,
        confirms=tuple(slots_of(acts, "confirm")),
        offered=_made(acts, "offer"),
        suggested=_made(acts, "suggest"),
        told=tuple(dict.fromkeys(told)),
        nothing=bool(acts_named(acts, "no_result")),
        proposes=at_hand if proposes else None,
        booked=booked[-1] if booked else None,
        lost=bool(acts_named(acts, "reject", "canthelp")),
    )


def slots_of(acts: Sequence[Act], name: str) -> list[Arg]:
    """Return the arguments of all acts of a name."""
    found = list[Arg]()
    for act in acts_named(acts, name):
        found += act.slots
    return found


def _made(acts: Sequence[Act], name: str) -> tuple[int, ...]:
    """Return the frames that acts of a name have made."""
    return tuple(made_frames(acts_named(acts, name)))


def _counts(act: Act) -> bool:
    """Return whether an act tells how many there are."""
    return any(arg.key.startswith("count") for arg in act.slots)


def _books(act: Act) -> bool:
    """Return whether an act is about a booking."""
    return "action" in [arg.key for arg in act.slots]


def _about(act: Act, active: int, known: Mapping[int, Facts]) -> list[int]:
    """Return the frames that a fact is about: those it names, else the option it describes, else the active one."""
    frames = [ref.frame for ref in act.refs("write")]
    if frames:
        return frames
    told = _told(act)
    if "name" not in told:
        return [active]
    alike = [frame for frame, facts in known.items() if _agrees(told, facts)]
    if not alike or active in alike:
        return [active]
    return alike[-1:]


def _agrees(told: Facts, facts: Facts) -> bool:
    """Return whether nothing that is told is known otherwise."""
    return told.items() <= {**told, **facts}.items()


def _told(act: Act) -> Facts:
    """Return the facts that an act tells."""
    return {arg.key: arg.value for arg in act.slots if isinstance(arg.value, str | bool)}


def learn(known: dict[int, Facts], acts: Sequence[Act], active: int) -> None:
    """Add to what is `known` of each option what a turn says about it."""
    for act in acts:
        told = _told(act)
        if act.id is not None:
            known[act.id] = told
        elif act.name == "inform" and not _counts(act):
            known |= {frame: known[frame] | told for frame in _about(act, active, known) if frame in known}


Facts = dict[str, str | bool]
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def wishes(aim: Aim) -> dict[str, list[Typed]]:
    """An aim as slots with typed values; a single traveller is not worth saying."""
    query = aim.query
    wished: dict[str, list[Typed]] = {"dst_city": list(aim.cities) or [DONT_CARE]}
    for slot, field in search_fields("fields").items():
        value = getattr(query, field)
        if value:
            wished[slot] = [value]
    if query.adults == 1 and not query.children:
        del wished["n_adults"]
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
    least = search_fields("at_least")
    checks = {
        "dst_city": not aim.cities or str(facts.get("dst_city", aim.cities[0])) in aim.cities,
        "str_date": _in_order(first, _day(facts.get("str_date"), query.start)),
        "end_date": _in_order(_day(facts.get("end_date"), query.end), last),
        **{slot: _in_order(getattr(query, field), number(facts.get(slot))) for slot, field in least.items()},
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
