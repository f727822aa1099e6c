"""Read predicted outcomes: lines of any model's output, as they are."""

from __future__ import annotations

import re
from typing import NamedTuple, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from wayframe.airdialogue.records import Action, KnowledgeBase
from wayframe.airdialogue.scoring.score import Mode
from wayframe.errors import InputError, shown

T = TypeVar("T")
V = TypeVar("V")
_TAGGED = re.compile(r"<(?:fl|st)_(.*)>")


Flights = list[int | str] | int | str | None


class PredictedAction(Struct, frozen=True, gc=False):
    """A predicted action; every part may be missing. Flights are numbers, or texts, plain or as `<fl_1004>`; one may
    stand alone.
    """

    name: str | UnsetType = UNSET
    flight: Flights | UnsetType = UNSET
    status: str | UnsetType = UNSET


class PredictedOutcome(Struct, frozen=True, gc=False):
    """A line of predictions: `action`, or `pred_action` as the public model writes it, and perhaps the dialogue."""

    action: PredictedAction | UnsetType = UNSET
    pred_action: PredictedAction | UnsetType = UNSET
    dialogue: tuple[str, ...] | UnsetType = UNSET


DECODER = msgspec.json.Decoder(PredictedOutcome)
_NO_PART = PredictedAction()


class ToolkitOutcome(NamedTuple):
    """A name, a flight and a status as the public toolkit takes them: its token of the flight, and what that means."""

    name: str
    flight: int | None
    known: bool
    """Whether the flight is a number or none at all; the toolkit gives nothing for what it can't find."""
    status: str


def done(predicted: PredictedOutcome, mode: Mode) -> PredictedAction | None:
    """Return the outcome that a line predicts, None where the player never acted.

    Reference mode reads `action` alone, as the toolkit does. Strict mode takes `pred_action` too, and an action without
    any part, as the competition begins with, for none.
    """
    if mode == "reference":
        return _given(predicted.action, None)
    said = _given(predicted.action, _given(predicted.pred_action, _NO_PART))
    return None if said == _NO_PART else said


def as_toolkit(said: PredictedAction | Action | None) -> ToolkitOutcome:
    """An action as the public toolkit reads it: parts that are missing have names of their own, which match nothing.

    Several flights become one token that is no flight.
    """
    if said is None:
        return ToolkitOutcome("<unk> <unk>", None, False, "<unk>")
    flight, known = _token(_given(said.flight, None))
    return ToolkitOutcome(_given(said.name, "<unk> <unk>"), flight, known, _given(said.status, "unk"))


def strictly(said: PredictedAction, expected: Action, kb: KnowledgeBase) -> Action:
    """A predicted action without its wrapping; missing parts are empty.

    Raises `InputError` where a flight isn't one of the knowledge base, and where there are several flights, unless each
    of them would be right.
    """
    flights = tuple(map(_number, _listed(_given(said.flight, None))))
    for flight in flights:
        if kb.flight(flight) is None:
            raise InputError(f"action.flight: no flight {flight} in its knowledge base")
    if len(flights) > 1 and not set(flights) <= set(expected.flight):
        raise InputError(f"action.flight: expected at most one flight, found {len(flights)}")
    return Action(flight=flights, name=_given(said.name, ""), status=_untagged(_given(said.status, "")))


def _given(value: T | UnsetType, missing: V) -> T | V:
    return missing if isinstance(value, UnsetType) else value


def _token(flights: Flights | tuple[int, ...]) -> tuple[int | None, bool]:
    """The one flight that the toolkit's token of these means, and whether it means anything."""
    if not flights:
        return None, True
    if not isinstance(flights, int) and len(flights) > 1:
        return None, False
    text = str(flights if isinstance(flights, int) else flights[0])
    if text == "empty":
        return None, True
    if text.isascii() and text.isdecimal() and text == str(int(text)):
        return int(text), True
    return None, False


def _listed(flights: Flights) -> list[int | str]:
    if not flights:
        return []
    if isinstance(flights, int):
        return [flights]
    each = flights.split(",") if isinstance(flights, str) else flights
    return [flight for flight in each if flight not in ("", "empty", "<fl_empty>")]


def _number(flight: int | str) -> int:
    text = _untagged(str(flight))
    if not text.isascii() or not text.isdecimal():
        raise InputError(f"action.flight: expected numbers, found {shown(flight)}")
    return int(text)


def _untagged(text: str) -> str:
    found = _TAGGED.fullmatch(text.strip())
    return found.group(1) if found else text.strip()
