"""Dialogue acts as meaning: a reader made of an NLU and a frame tracker, as the paper has them.

Values stay the user's words until here; the embedded reader gives them their types. What the acts of tables 9 and 10
can't hold (bounds beside other bounds, "cheaper than the second") is lost on the way, which is why the embedded reader
leads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wayframe.dialogue import Act, Arg
from wayframe.meaning.records import (
    Answer,
    Ask,
    Book,
    Compare,
    Constraint,
    Every,
    Extreme,
    Flag,
    It,
    Meaning,
    More,
    Move,
    Operator,
    Party,
    Reference,
    Return,
    Social,
    Spoken,
    Value,
    Wish,
    numbered,
)
from wayframe.nlu import NLU, TurnContext
from wayframe.reader import ReaderContext
from wayframe.reader.reader import EmbeddedReader
from wayframe.schema import Schema
from wayframe.tracking import Observation, Tracker
from wayframe.values import DONT_CARE, Lexicon

_BARE: Mapping[str, Move] = {
    "greeting": Social("greeting"),
    "thankyou": Social("thanks"),
    "goodbye": Social("goodbye"),
    "affirm": Answer("yes"),
    "negate": Answer("no"),
    "request_alts": More(),
    "moreinfo": Ask("facts"),
}
"""The moves of acts that have no arguments."""

_OPERATORS: Mapping[str, Operator] = {
    "budget": "at_most", "max_duration": "at_most", "min_duration": "at_least"
}  # fmt: skip
_PARTIES = ("n_adults", "n_children")


class ActsReader:
    """Reads by an NLU that gives dialogue acts, and a tracker that says which frames they are about."""

    def __init__(self, nlu: NLU, tracker: Tracker, lexicon: Lexicon, values: EmbeddedReader) -> None:
        """By the `lexicon` the NLU knows names; `values` gives the words of a slot their type."""
        self._nlu, self._tracker, self._lexicon, self._values = nlu, tracker, lexicon, values

    def read(self, text: str, context: ReaderContext) -> Meaning:
        """See `Reader.read`."""
        before = TurnContext(context.memory, context.turns, context.today, self._lexicon)
        acts = self._nlu.understand(text, before)
        tracked = self._tracker.track(Observation(text, acts, context.memory, context.turns))
        return meaning_of(tracked.acts, self._values, context)


def meaning_of(acts: Sequence[Act], values: EmbeddedReader, context: ReaderContext) -> Meaning:
    """Return the meaning of a user's acts; `values` gives the words of a slot their type."""
    moves = [Spoken(move) for act in acts for move in _Moves(act, values, context).all()]
    return Meaning(tuple(moves))


class _Moves:
    """The moves of one act."""

    def __init__(self, act: Act, values: EmbeddedReader, context: ReaderContext) -> None:
        self.act, self.values, self.context = act, values, context
        self.schema: Schema = values.schema
        self.of = numbered([ref.frame for ref in act.refs() if ref.frame in context.shown])
        self.slots = tuple(self._slot(arg.key) for arg in act.slots)

    def all(self) -> Iterator[Move]:
        """Return the moves in order."""
        asks_for_values = any(arg.value is not None for arg in self.act.slots)
        match self.act.name:
            case "inform" if any(arg.key == "intent" for arg in self.act.slots):
                yield Book(self.of)
                yield from self._wishes("is")
            case "inform":
                yield from self._wishes("is")
            case "negate" if self.slots:
                yield from self._wishes("not")
            case "confirm" | "request" if asks_for_values:
                yield Ask("holds", (), self.of, tuple(self._wishes("is")))
            case "request":
                yield Ask("facts", self.slots, self.of)
            case "request_compare" if asks_for_values:
                yield Ask("facts", self.slots, self._extreme())
            case "request_compare":
                yield Compare(self.of or Every(), self.slots)
            case "switch_frame" if self.of or not self.act.refs():
                yield Return(self.of or It())
            case name if name in _BARE:
                yield _BARE[name]

    def _extreme(self) -> Reference | None:
        """Return the option that is the least or the most of those compared: "the cheapest"."""
        for wish in self._wishes("is"):
            if wish.constraint.op in ("least", "most"):
                return Extreme(wish.slot, wish.constraint.op, of=self.of)
        return self.of

    def _wishes(self, op: Operator) -> Iterator[Wish]:
        """Return the wishes of the act's arguments, one for each slot."""
        found = dict[str, list[Constraint]]()
        for arg, slot in zip(self.act.slots, self.slots, strict=True):
            constraint = self._constraint(slot, arg, op)
            if self.schema.slot(slot) and constraint:
                found.setdefault(slot, []).append(constraint)
        for slot, constraints in found.items():
            yield from (Wish(slot, each) for each in self._joined(constraints))

    def _constraint(self, slot: str, arg: Arg, op: Operator) -> Constraint | None:
        if isinstance(arg.value, bool):
            return Constraint(op, (Flag(arg.value),))
        if arg.value is None:
            return Constraint("less") if op == "not" and slot == self.schema.order else None
        if arg.value == DONT_CARE:
            return Constraint("any")
        found = self.values.constraint(slot, str(arg.value), self.context)
        if found is None or found.op != "is":
            return found
        return Constraint(_OPERATORS.get(arg.key, op), found.values)

    def _joined(self, constraints: Sequence[Constraint]) -> list[Constraint]:
        """Return the constraints of a slot: alternatives as one, the people of a party together."""
        first, values = constraints[0], [value for each in constraints for value in each.values]
        if len(constraints) == 1 or any(each.op != first.op for each in constraints):
            return list(constraints)
        if all(isinstance(value, Party) for value in values):
            return [Constraint(first.op, (_together(values),))]
        return [Constraint(first.op, tuple(values))]

    def _slot(self, key: str) -> str:
        """Return the schema's slot that a slot of the scheme stands for: a budget is a wish for the price."""
        if self.schema.slot(key):
            return key
        parties = self.schema.of_kind("party")
        if key in _PARTIES and parties:
            return parties[0].name
        return next((slot.name for slot in self.schema.slots if key in slot.wish.values()), key)


def _together(values: Sequence[Value]) -> Party:
    """Return all people of several parties."""
    parties = [value for value in values if isinstance(value, Party)]
    ages = tuple(age for party in parties for age in party.ages)
    return Party(sum(party.adults for party in parties), sum(party.children for party in parties), ages)
