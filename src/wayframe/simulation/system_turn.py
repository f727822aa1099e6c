"""The agent's turn as its user takes it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from wayframe.dialogue import Act, Arg
from wayframe.simulation.options import Facts

_NO_SLOTS = ("name", "action")  # of a request: which option is meant, what for


class SystemTurn(NamedTuple):
    """The agent's turn as the user reads it. Frames have the numbers of the dialogue as it was meant."""

    asked: tuple[str, ...]  # slots that it wants to know
    open_question: bool  # "what else can I do for you?"
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
    slots, made = defaultdict[str, list[Arg]](list), defaultdict[str, list[int]](list)
    told, booked = list[int](), list[int]()
    proposes = False
    for act in acts:
        slots[act.name] += act.slots
        if act.name == "suggest" and _books(act):
            proposes = True
        if act.id is not None:
            made[act.name].append(act.id)
        if act.name != "inform":
            continue
        frames = _about(act, active, known)
        told += [] if _counts(act) else frames
        booked += frames if _books(act) else []
    names = {act.name for act in acts}
    return SystemTurn(
        asked=tuple(arg.key for arg in slots["request"] if arg.key not in _NO_SLOTS),
        open_question=any(act.name == "request" and not act.slots for act in acts),
        which="name" in [arg.key for arg in slots["request"]],
        confirms=tuple(slots["confirm"]),
        offered=tuple(made["offer"]),
        suggested=tuple(made["suggest"]),
        told=tuple(dict.fromkeys(told)),
        nothing="no_result" in names,
        proposes=(told or [active])[-1] if proposes else None,
        booked=booked[-1] if booked else None,
        lost=not names.isdisjoint(("reject", "canthelp")),
    )


def _counts(act: Act) -> bool:
    """Return whether an act tells how many there are."""
    return any(arg.key.startswith("count") for arg in act.slots)


def _books(act: Act) -> bool:
    """Return whether an act is about a booking."""
    return "action" in [arg.key for arg in act.slots]


def _about(act: Act, active: int, known: Mapping[int, Facts]) -> list[int]:
    """Return the frames that a fact is about: those it names, else the option it describes, else the active one."""
    named = [ref.frame for ref in act.refs("write")]
    if named:
        return named
    told = _told(act)
    alike = [frame for frame, facts in known.items() if _agrees(told, facts)] if "name" in told else []
    if active in alike or not alike:
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
        if act.id is not None or act.name != "inform" or _counts(act):
            continue
        for frame in _about(act, active, known):
            if frame in known:
                known[frame] = {**known[frame], **told}
