"""Questions that simulated users ask about options, and whether an answer tells what is so."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from wayframe.dialogue import Act
from wayframe.meaning.records import Clock, Days, Flag, Money, Number, Text, Texts, Value
from wayframe.schema import Schema
from wayframe.simulation.measuring import Verdict
from wayframe.sources.protocol import Values

TELLING = ("inform", "offer", "suggest")
"""Acts that say something of an option."""

_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")


class OptionQuestion(NamedTuple):
    """A question for slots of an option; `old` says that the option was last spoken of long ago."""

    frame: int
    slots: tuple[str, ...]
    old: bool = True


def judged(question: OptionQuestion, acts: Sequence[Act], truth: Values, schema: Schema) -> Verdict:
    """Return whether a turn answers a question as the option's row has it; what that doesn't say needs no answer."""
    asked = [slot for slot in question.slots if slot in truth]
    if not asked:
        return "right"
    answers = list[bool]()
    for act in acts:
        told = {arg.key: arg.value for arg in act.slots}
        if act.name in TELLING and any(told.get(slot) is not None for slot in asked):
            right = all(same_value(told.get(slot), truth[slot]) for slot in asked)
            answers.append(right and _is_of(act, truth, schema))
    if any(answers):
        return "right"
    return "wrong" if answers else "not_understood"


def _is_of(act: Act, truth: Values, schema: Schema) -> bool:
    """Return whether an act names an option as its row does, in its slots or its references, or not at all."""
    named = [*act.slots]
    for ref in act.refs("write"):
        named += ref.annotations
    names = [arg.value for arg in named if arg.key == schema.name]
    return not names or same_value(names[0], truth[schema.name])


def same_value(said: object, value: Value) -> bool:
    """Return whether what is said of a slot is its value: "€1,239", "16 GB", "May 2", True."""
    if isinstance(said, bool):
        return value == Flag(said)
    return isinstance(said, str) and _CHECKS[type(value)](said, value)


def figures(text: str) -> list[float]:
    """Return the numbers in a text."""
    return [float(found.replace(",", "")) for found in _FIGURE.findall(text)]


def _same_number(said: str, value: Any) -> bool:
    """Return whether the first figure that is said is the number."""
    numbers = figures(said)
    return bool(numbers) and abs(numbers[0] - abs(value.value)) < 0.005


def _same_day(said: str, value: Any) -> bool:
    """Return whether the day is said, and not one of which it is but the first figure."""
    return re.match(rf"{value.first:%B} {value.first.day}(?!\d)", said) is not None


def _same_clock(said: str, value: Any) -> bool:
    """Return whether the time of day is said."""
    hour, minute = divmod(value.value, 60)
    return said.lower() == f"{hour % 12 or 12}:{minute:02} {'am' if hour < 12 else 'pm'}"


_CHECKS: Mapping[type, Callable[[str, Any], bool]] = {
    Text: lambda said, value: " ".join(said.split()).casefold() == " ".join(value.value.split()).casefold(),
    Texts: lambda said, value: all(each.casefold() in said.casefold() for each in value.values),
    Number: _same_number,
    Money: _same_number,
    Days: _same_day,
    Clock: _same_clock,
    Flag: lambda said, value: False,
}
