"""Dialogue acts as meaning: a reader made of an NLU and a frame tracker, as the paper has them.

Values stay the user's words until here; the embedded reader gives them their types. What the acts of tables 9 and 10
can't hold (bounds beside other bounds, "cheaper than the second") is lost on the way, which is why the embedded reader
leads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain

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
        self.keys = frozenset(arg.key for arg in act.slots)
        self.valued = any(arg.value is not None for arg in act.slots)

    def all(self) -> Sequence[Move]:
        """Return the moves in order."""
        if self.act.name in _BARE:
            return [_BARE[self.act.name]]
        moves = _MOVES.get(self.act.name)
        return moves(self) if moves else ()

    def inform(self) -> Sequence[Move]:
        """Wish, and book where the user says so."""
        wishes = self.wishes("is")
        return [Book(self.of), *wishes] if "intent" in self.keys else wishes

    def negate(self) -> Sequence[Move]:
        """Say no, or that something isn't wished."""
        return self.wishes("not") if self.slots else [Answer("no")]

    def request(self) -> Sequence[Move]:
        """Ask whether something is so, or for the values of slots."""
        if self.valued:
            return [Ask("holds", (), self.of, tuple(self.wishes("is")))]
        return [Ask("facts", self.slots, self.of)] if self.act.name == "request" else ()

    def request_compare(self) -> Sequence[Move]:
        """Compare options, or ask for facts of the one that is picked from them."""
        if self.valued:
            return [Ask("facts", self.slots, self._extreme())]
        return [Compare(self.of or Every(), self.slots)]

    def switch_frame(self) -> Sequence[Move]:
        """Turn to an option; to none where those that the act names were never shown."""
        if self.act.refs() and not self.of:
            return ()
        return [Return(self.of or It())]

    def _extreme(self) -> Reference | None:
        """Return the option that is the least or the most of those compared: "the cheapest"."""
        for wish in self.wishes("is"):
            if wish.constraint.op in ("least", "most"):
                return Extreme(wish.slot, wish.constraint.op, of=self.of)
        return self.of

    def wishes(self, op: Operator) -> list[Wish]:
        """Return the wishes of the act's arguments, one for each slot."""
        found = dict[str, list[Constraint]]()
        for arg, slot in zip(self.act.slots, self.slots, strict=True):
            constraint = self._constraint(slot, arg, op)
            if constraint and self.schema.slot(slot):
                found.setdefault(slot, []).append(constraint)
        wishes = list[Wish]()
        for slot, constraints in found.items():
            wishes += [Wish(slot, each) for each in self._joined(constraints)]
        return wishes

    def _constraint(self, slot: str, arg: Arg, op: Operator) -> Constraint | None:
        """Return what an argument says of a slot; to deny the order of a search is to wish for less."""
        if isinstance(arg.value, bool):
            return Constraint(op, (Flag(arg.value),))
        if arg.value is None:
            return Constraint("less") if (op, slot) == ("not", self.schema.order) else None
        if arg.value == DONT_CARE:
            return Constraint("any")
        found = self.values.constraint(slot, str(arg.value), self.context)
        if found is None or found.op != "is":
            return found
        return Constraint(_OPERATORS.get(arg.key, op), found.values)

    def _joined(self, constraints: Sequence[Constraint]) -> Sequence[Constraint]:
        """Return the constraints of a slot: alternatives as one, the people of a party together."""
        ops = {constraint.op for constraint in constraints}
        if len(constraints) == 1 or len(ops) > 1:
            return constraints
        values = tuple(chain.from_iterable(constraint.values for constraint in constraints))
        if set(map(type, values)) == {Party}:
            values = (_together(values),)
        return [Constraint(constraints[0].op, values)]

    def _slot(self, key: str) -> str:
        """Return the schema's slot that a slot of the scheme stands for: a budget is a wish for the price."""
        if self.schema.slot(key):
            return key
        if key in _PARTIES:
            for slot in self.schema.of_kind("party"):
                return slot.name
        for slot in self.schema.slots:
            if key in slot.wish.values():
                return slot.name
        return key


_MOVES: Mapping[str, Callable[[_Moves], Sequence[Move]]] = {
    "inform": _Moves.inform,
    "negate": _Moves.negate,
    "confirm": _Moves.request,
    "request": _Moves.request,
    "request_compare": _Moves.request_compare,
    "switch_frame": _Moves.switch_frame,
}
"""The moves of acts by their names."""


def _together(values: Sequence[Value]) -> Party:
    """Return all people of several parties."""
    adults, children, ages = 0, 0, tuple[int, ...]()
    for value in values:
        if isinstance(value, Party):
            adults += value.adults
            children += value.children
            ages += value.ages
    return Party(adults, children, ages)
