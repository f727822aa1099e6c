"""What a user takes from the agent's turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from wayframe.dialogue import Act, Arg
from wayframe.simulation.options import Facts


class Heard(NamedTuple):
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


def heard(acts: Sequence[Act], active: int, known: Mapping[int, Facts]) -> Heard:
    """Read a turn; `active` is the frame that is talked about, `known` what was told of each option before."""
    requests = [act for act in acts if act.name == "request"]
    which = any(a.key == "name" for act in requests for a in act.slots)
    told = [frame for act in acts if act.name == "inform" and not _counts(act) for frame in _about(act, active, known)]
    booked = [frame for act in acts if act.name == "inform" and _books(act) for frame in _about(act, active, known)]
    proposes = any(act.name == "suggest" and _books(act) for act in acts)
    return Heard(
        tuple(a.key for act in requests for a in act.slots if a.key not in ("name", "action")),
        any(not act.slots for act in requests),
        which,
        tuple(arg for act in acts if act.name == "confirm" for arg in act.slots),
        tuple(act.id for act in acts if act.name == "offer" and act.id is not None),
        tuple(act.id for act in acts if act.name == "suggest" and act.id is not None),
        tuple(dict.fromkeys(told)),
        any(act.name == "no_result" for act in acts),
        (told or [active])[-1] if proposes else None,
        booked[-1] if booked else None,
        any(act.name in ("reject", "canthelp") for act in acts),
    )


def _counts(act: Act) -> bool:
    return any(arg.key.startswith("count") for arg in act.slots)


def _books(act: Act) -> bool:
    return any(arg.key == "action" for arg in act.slots)


def _about(act: Act, active: int, known: Mapping[int, Facts]) -> list[int]:
    """The frames that a fact is about: those it names, else the option that it describes, else the active one."""
    told = _told(act)
    if named := [ref.frame for ref in act.refs("write")]:
        return named
    alike = [frame for frame, facts in known.items() if "name" in told and told.items() <= {**told, **facts}.items()]
    return [active] if active in alike or not alike else alike[-1:]


def _told(act: Act) -> Facts:
    return {arg.key: arg.value for arg in act.slots if isinstance(arg.value, str | bool)}


def learn(known: dict[int, Facts], acts: Sequence[Act], active: int) -> None:
    """Add to what is `known` of each option what a turn says about it."""
    for act in acts:
        told = _told(act)
        if act.id is not None:
            known[act.id] = told
        elif act.name == "inform" and not any(key.startswith("count") for key in told):
            for frame in _about(act, active, known):
                if frame in known:
                    known[frame] = {**known[frame], **told}
