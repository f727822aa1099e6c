"""Dialogue acts, states and ontology in the terms of ConvLab-3's unified format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Literal, get_args

from wayframe.conversion.places import DONT_CARE, places, said
from wayframe.dialogue import Frame, Turn, plain_args
from wayframe.ontology import ACTS, DIALOGUE_SLOTS, FLAGS, SLOTS

DOMAIN = "travel"
_DOMAIN_DESCRIPTION = "Vacation packages: a hotel and flights both ways"
_SPEAKERS = {"user": "user", "wizard": "system"}

Kind = Literal["categorical", "non-categorical", "binary"]
Entry = dict[str, Any]


def speaker(turn: Turn) -> str:
    """Return the format's name of the speaker."""
    return _SPEAKERS[turn.author]


def dialogue_acts(turn: Turn, not_located: Counter[str]) -> dict[Kind, list[Entry]]:
    """The acts of a turn, an entry a slot; counts the slots whose words aren't found in the text.

    Slots that are true or false are categorical, others carry their words and where these stand; what has no value,
    and an act without slots, is binary.
    """
    values = tuple(said(turn.acts))
    where = iter(places(turn.text, values))
    entries: dict[Kind, list[Entry]] = {"categorical": [], "non-categorical": [], "binary": []}
    for act in turn.acts:
        args = plain_args(act)
        if not args:
            entries["binary"].append({"intent": act.name, "domain": DOMAIN, "slot": ""})
        for arg in args:
            entry: Entry = {"intent": act.name, "domain": DOMAIN, "slot": arg.key}
            value = value_of(arg.value)
            is_words = isinstance(arg.val, str) and value not in ("", "dontcare")
            place = next(where) if is_words else None
            if not value:
                entries["binary"].append(entry)
            elif is_categorical(arg.key):
                entries["categorical"].append(entry | {"value": value})
            elif place:
                words = turn.text[place.start : place.end]
                entries["non-categorical"].append(entry | {"value": words, "start": place.start, "end": place.end})
            else:
                entries["non-categorical"].append(entry | {"value": value})
                if is_words:
                    not_located[arg.key] += 1
    return entries


def state(frame: Frame | None, slots: Iterable[str]) -> dict[str, str]:
    """All slots with what the frame holds for them: several values between bars, negated ones left out."""
    info = frame.info if frame else {}
    return {slot: "|".join(_affirmed(info.get(slot, ()))) for slot in slots}


def is_categorical(slot: str) -> bool:
    """Is it one of the ontology's slots that are true or false?"""
    return slot in SLOTS and SLOTS[slot].kind == "boolean"


def value_of(value: str | bool | int | float | None) -> str:
    """A value as the format writes it; empty where there is none."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return ""
    return "dontcare" if value == DONT_CARE else str(value)


def is_state_slot(slot: str) -> bool:
    """Constraints and facts of a package, and whatever the ontology doesn't know; not what only steers the talk."""
    return slot not in DIALOGUE_SLOTS and slot not in FLAGS


def _affirmed(values: Sequence[Any]) -> list[str]:
    said_so = (value.val for value in values if not value.negated)
    each = (part for val in said_so for part in (val if isinstance(val, tuple) else (val,)))
    return [text for text in dict.fromkeys(map(value_of, each)) if text]


class ConvLabOntology:
    """Ontology of the acts of a data set, collected as they pass."""

    def __init__(self, state_slots: Sequence[str]) -> None:
        self._state_slots = state_slots
        self._slots: dict[str, None] = dict.fromkeys(state_slots)
        self._intents: dict[str, None] = {}
        self._acts: dict[Kind, dict[tuple[str, str], set[str]]] = {kind: {} for kind in get_args(Kind)}

    def add(self, speaker: str, acts: dict[Kind, list[Entry]]) -> None:
        """Take in the acts of a turn."""
        for kind, entries in acts.items():
            for entry in entries:
                self._intents[entry["intent"]] = None
                self._acts[kind].setdefault((entry["intent"], entry["slot"]), set()).add(speaker)
                if kind != "binary":
                    self._slots[entry["slot"]] = None

    def built(self) -> dict[str, Any]:
        """The ontology as the format has it."""
        intents = {name: {"description": ACTS[name].description if name in ACTS else ""} for name in self._intents}
        slots = {slot: _slot(slot) for slot in self._slots}
        return {
            "domains": {DOMAIN: {"description": _DOMAIN_DESCRIPTION, "slots": slots}},
            "intents": intents,
            "state": {DOMAIN: dict.fromkeys(self._state_slots, "")},
            "dialogue_acts": {
                kind: [_described(*act, by) for act, by in sorted(acts.items())] for kind, acts in self._acts.items()
            },
        }


def _slot(slot: str) -> dict[str, Any]:
    categorical = is_categorical(slot)
    return {
        "description": SLOTS[slot].description if slot in SLOTS else "",
        "is_categorical": categorical,
        "possible_values": ["True", "False"] if categorical else [],
    }


def _described(intent: str, slot: str, by: set[str]) -> str:
    """An act as the format lists it: a Python dict, written out."""
    return str({"user": "user" in by, "system": "system" in by, "intent": intent, "domain": DOMAIN, "slot": slot})
