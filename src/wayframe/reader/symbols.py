"""Symbols: a meaning as a sequence that points at the spans of a turn, as the semantic parser writes it.

Records are written as in `wayframe.meaning.notation`, name first, then the required fields in order, then each other
field behind its name, then a bracket. What a turn says itself is pointed at: a slot of the schema, and for a value, an
option's name or words the first and the last span, of which the rules know the typed value ("the 3rd" is a day).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from math import isclose
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct
from rapidfuzz import fuzz

from wayframe.errors import InputError
from wayframe.meaning.notation import FIELDS, RECORDS, RecordField
from wayframe.meaning.records import (
    Change,
    Clock,
    Constraint,
    Days,
    Described,
    Flag,
    Meaning,
    Money,
    Move,
    Named,
    Number,
    OutOfScope,
    Party,
    Record,
    Reference,
    Text,
    Value,
    Wish,
)
from wayframe.reader import ReaderContext
from wayframe.reader.spans import Clause, Span, clauses
from wayframe.schema import Schema
from wayframe.schema.units import ASKED_UNITS, told_in


class Pointer(NamedTuple):
    """A span of the turn, by its place."""

    span: int


class SlotSymbol(NamedTuple):
    """A slot of the schema, by its name."""

    name: str


Symbol: TypeAlias = str | Pointer | SlotSymbol

END, CLOSE, NO_SLOT = "end", ")", "noslot"
OPERATOR, WORD, FIELD = "op:", "=", "."
"""What stands before an operator, before one of a field's own words, and before the name of a field."""
OF, THAN, STRICT = ".of", ".than", ".strict"
SLOTS = ("slot", "slots", "keeping")
"""The fields that hold names of slots."""

DOUBTFUL = 0.5
"""The probability below which the semantic parser is told that a move of the rules is doubtful."""

_NUMBER = re.compile(r"N-?\d+")
_FLAGS = {"yes": True, "no": False}
NEAR_UNIT, MOST_SPANS_OF_VALUE = 2, 10
"""Spans behind a number in which its unit is looked for, and spans that say a value."""
_ALIKE = 80
"""How alike words and the name of an option are, of 100, where the words are taken for the name."""

Extent: TypeAlias = tuple[float, float]
"""The least and the most that the items have of a slot."""
ExtentOf: TypeAlias = Callable[[str], Extent | None]
"""The extent of a slot; None where it isn't known."""
ConstraintOf: TypeAlias = Callable[[str, str, ReaderContext], Constraint | None]
"""Reads words as an answer to a question for a slot (`EmbeddedReader.by_rules`)."""


class RuleMove(NamedTuple):
    """A move that the rules read, the first and the last span that it came from, and whether it is doubtful."""

    move: Move
    first: int
    last: int
    doubtful: bool


def rule_moves(meaning: Meaning, places: Sequence[tuple[int, int]]) -> list[RuleMove]:
    """Return the moves of a meaning with the spans that they came from, whose places in the text are given."""
    starts, ends = [start for start, _ in places], [end for _, end in places]
    return [
        RuleMove(each.move, bisect_right(ends, each.start), bisect_left(starts, each.end) - 1, each.sure < DOUBTFUL)
        for each in meaning.moves
    ]


class ParsedMove(NamedTuple):
    """A move with its probability and the spans that it points at."""

    move: Move
    likely: float
    spans: tuple[int, ...]


class ParsedTurn(NamedTuple):
    """The moves of a turn, and the probability of all of them together."""

    moves: Sequence[ParsedMove]
    likely: float

    def meaning(self) -> tuple[Move, ...]:
        """Return the moves by themselves."""
        return tuple(each.move for each in self.moves)


class RuleReading(NamedTuple):
    """The rules' reading of a turn, its moves with their spans, and whether they understood all of it."""

    meaning: Meaning
    moves: Sequence[RuleMove]
    understood: bool


class TurnSpans(Struct, frozen=True):
    """A turn that symbols point at: its text as it is read, its spans, the circumstances, and what reads a value.

    `places` are those of the spans in the text as it was written (the end excluded); `by_rules` is what the rules read,
    which the semantic parser sees, too.
    """

    text: str
    spans: Sequence[Span]
    places: Sequence[tuple[int, int]]
    context: ReaderContext
    schema: Schema
    constraint_of: ConstraintOf
    by_rules: RuleReading
    extent_of: ExtentOf

    @property
    def is_question(self) -> bool:
        """Return whether the turn ends as a question."""
        return bool(self.spans) and "?" in self.spans[-1].words

    def words(self, first: int, last: int) -> str:
        """Return the words from one span to another, both included."""
        return self.text[self.spans[first].start : self.spans[last].end]

    def held(self, at: int, slot: str) -> list[tuple[Value, bool]]:
        """Return the typed values that a span holds by itself, each with whether it may be the slot's."""
        found = list[tuple[Value, bool]]()
        for entry in self.spans[at].entries:
            data: Any = entry.data
            match entry.kind, data:
                case "value", (name, value):
                    found.append((value, name == slot))
                case "number", int() | float() as number:
                    found += [(Number(float(number)), True), (Money(float(number)), True)]
                case (("money" | "date" | "time"), value):
                    found.append((value, True))
                case (("place" | "name"), str() as text):
                    known = self.schema.slot(slot)
                    if known is None or known.kind == entry.kind:
                        found.append((Text(text), True))
        return found

    def values(self, slot: str, first: int, last: int) -> tuple[Value, ...]:
        """Return what the words from one span to another say of a slot; nothing where they say nothing of it."""
        wanted = _TYPES.get(self.schema.by_name[slot].kind, Text)
        if first == last:
            fitting = [(value, own) for value, own in self.held(first, slot) if isinstance(value, wanted)]
            for value, _ in sorted(fitting, key=lambda each: not each[1]):
                return (self._with_unit(value, slot, first),)
        return self.read(slot, first, last)

    def _with_unit(self, value: Value, slot: str, at: int) -> Value:
        """Return a bare number with the unit, or the currency, that stands behind it: "16 gigs", "4+ stars"."""
        if not isinstance(value, Number | Money):
            return value
        for last in range(at + 1, min(at + 1 + NEAR_UNIT, len(self.spans))):
            unit = self.spans[last]
            if unit.has("unit") or unit.words in ASKED_UNITS:
                read = self.read(slot, at, last)
                return next((each for each in read if _is_same_amount(each, value, unit.words)), value)
        return value

    def read(self, slot: str, first: int, last: int) -> tuple[Value, ...]:
        """Return what the rules read of a slot in the words from one span to another; nothing in too many words."""
        if last - first >= MOST_SPANS_OF_VALUE:
            return ()
        found = self.constraint_of(slot, self.words(first, last), self.context)
        return found.values if found else ()

    def called(self, first: int, last: int) -> Named | Described:
        """Return the option that words call by its name, or by its place where they name none: "the Greek one"."""
        entries = [entry for span in self.spans[first : last + 1] for entry in span.entries]
        places = [entry.data for entry in entries if entry.kind == "place" and isinstance(entry.data, str)]
        if self.schema.place and places and not any(entry.kind == "name" for entry in entries):
            return Described((Wish(self.schema.place, Constraint("is", (Text(places[0]),))),))
        return Named(self.option(first, last))

    def option(self, first: int, last: int) -> str:
        """Return the name of the option that words call; the words themselves where there is none."""
        entries = self.spans[first].entries
        for entry in entries:
            if entry.kind == "name":
                return str(entry.data)
        words = self.words(first, last).casefold()
        for name in self.context.options:
            if set(words.split()) <= set(name.casefold().split()):
                return name
        for entry in entries:
            if entry.kind == "value" and isinstance(entry.data, tuple) and isinstance(entry.data[1], Text):
                return entry.data[1].value
        alike = {name: fuzz.partial_ratio(words, name.casefold()) for name in self.context.options}
        best = max(alike, key=alike.__getitem__, default="")
        return best if alike.get(best, 0) >= _ALIKE else self.words(first, last)


def placed_clauses(turn: TurnSpans) -> Iterator[tuple[Clause, tuple[int, int]]]:
    """Yield the clauses of a turn, each with its place in the text."""
    at = {id(span): place for span, place in zip(turn.spans, turn.places, strict=True)}
    for clause in clauses(turn.spans, ()):
        yield clause, (at[id(clause.spans[0])][0], at[id(clause.spans[-1])][1])


def _is_same_amount(read: Value, bare: Number | Money, unit: str) -> bool:
    """Return whether a value is a bare number, or what that is in the slot's unit: 60 minutes are one "hour"."""
    if type(read) is not type(bare):
        return False
    if isinstance(read, Number) and (other := told_in(bare.value, unit, read.unit)) is not None:
        return isclose(read.value, other)
    return bool(read.value == bare.value)


_TYPES: dict[str, type[Value]] = {"money": Money, "number": Number, "date": Days, "time": Clock}


class SpokenSymbols(NamedTuple):
    """A move, where its symbols begin and end in their sequence, and the spans that they point at."""

    move: Move
    start: int
    end: int
    spans: tuple[int, ...]


def moves_of(symbols: Sequence[Symbol], turn: TurnSpans) -> list[SpokenSymbols]:
    """Return the moves that symbols say. Raises `InputError` where they say none."""
    reader, found = _SymbolReader(symbols, turn), list[SpokenSymbols]()
    while reader.next != END:
        start = reader.at
        move = reader.record()
        if isinstance(move, Change) and not move.wishes and move.to in (None, move.of):
            raise reader.fault("another option or a wish")
        said = symbols[start : reader.at]
        pointed = tuple(symbol.span for symbol in said if isinstance(symbol, Pointer))
        found.append(SpokenSymbols(move, start, reader.at, pointed))
    return found


class _SymbolReader:
    def __init__(self, symbols: Sequence[Symbol], turn: TurnSpans) -> None:
        self.symbols, self.turn, self.at = symbols, turn, 0

    @property
    def next(self) -> Symbol:
        return self.symbols[self.at] if self.at < len(self.symbols) else END

    def take(self) -> Symbol:
        found = self.next
        self.at += 1
        return found

    def expect(self, symbol: str) -> None:
        if self.take() != symbol:
            raise self.fault(symbol)

    def fault(self, expected: str) -> InputError:
        return InputError(f"symbol {self.at}: expected {expected}")

    def record(self) -> Any:
        """Read a record by its name."""
        name = self.take()
        own = _OWN.get(name) if isinstance(name, str) else None
        if own:
            return own(self)
        kind = RECORDS.get(name) if isinstance(name, str) else None
        if kind is None:
            raise self.fault("a record")
        given = {field.name: self.field(field) for field in FIELDS[kind] if field.required}
        optional = {FIELD + field.name: field for field in FIELDS[kind] if not field.required}
        while isinstance(self.next, str) and self.next in optional:
            field = optional[str(self.take())]
            given[field.name] = self.field(field)
        if optional or any(field.several for field in FIELDS[kind]):
            self.expect(CLOSE)
        return _made(kind, given)

    def field(self, field: RecordField) -> Any:
        if not field.several:
            return self.one(field)
        found = list[Any]()
        while not self._ends_field():
            found.append(self.one(field))
        return tuple(found)

    def _ends_field(self) -> bool:
        return isinstance(self.next, str) and (self.next in (CLOSE, END) or self.next.startswith(FIELD))

    def one(self, field: RecordField) -> Any:
        if field.name in SLOTS:
            return self.slot()
        symbol = self.next
        if not isinstance(symbol, str):
            raise self.fault(f"a value of {field.name}")
        if symbol in _FLAGS:
            self.take()
            return _FLAGS[symbol]
        if _NUMBER.fullmatch(symbol):
            return self.number()
        if symbol.startswith(WORD):
            self.take()
            return symbol.removeprefix(WORD)
        return self.record()

    def number(self) -> int:
        symbol = self.take()
        if not isinstance(symbol, str) or not _NUMBER.fullmatch(symbol):
            raise self.fault("a number")
        return int(symbol[1:])

    def slot(self) -> str:
        symbol = self.take()
        if symbol == NO_SLOT:
            return ""
        if not isinstance(symbol, SlotSymbol):
            raise self.fault("a slot")
        return symbol.name

    def pointers(self) -> tuple[int, int]:
        first, last = self.take(), self.take()
        if not isinstance(first, Pointer) or not isinstance(last, Pointer) or first > last:
            raise self.fault("a first and a last span")
        return first.span, last.span

    def wish(self) -> Wish:
        slot = self.slot()
        if slot not in self.turn.schema.by_name:
            raise self.fault("a slot")
        constraint, of = self.constraint(slot), self.reference(OF)
        self.expect(CLOSE)
        return Wish(slot, constraint, of)

    def reference(self, field: str) -> Reference | None:
        if self.next != field:
            return None
        self.take()
        found: Reference = self.record()
        return found

    def constraint(self, slot: str) -> Constraint:
        operator = self.take()
        if not isinstance(operator, str) or not operator.startswith(OPERATOR):
            raise self.fault("an operator")
        values, given = self.values(slot), dict[str, Any]()
        if isinstance(self.next, str) and self.next.startswith(WORD):
            given["scope"] = str(self.take()).removeprefix(WORD)
        if self.next == STRICT:
            given["strict"] = bool(self.take())
        given |= {"op": operator.removeprefix(OPERATOR), "values": values, "than": self.reference(THAN)}
        constraint: Constraint = _made(Constraint, given)
        if len(values) < _FEWEST_VALUES.get(constraint.op, 1):
            raise self.fault(f"a value of {slot}")
        return constraint

    def values(self, slot: str) -> tuple[Value, ...]:
        found = list[Value]()
        while True:
            symbol = self.next
            if isinstance(symbol, Pointer):
                read = self.turn.values(slot, *self.pointers())
                if not read:
                    raise self.fault(f"words for {slot}")
                found += read
            elif isinstance(symbol, str) and symbol in _FLAGS:
                self.take()
                found.append(Flag(_FLAGS[symbol]))
            elif symbol == _PARTY:
                found.append(self.record())
            else:
                return tuple(found)

    def party(self) -> Party:
        given = dict[str, Any]()
        while isinstance(self.next, str) and self.next.removeprefix(FIELD) in _PARTS:
            part = str(self.take()).removeprefix(FIELD)
            given[part] = _PARTS[part](self)
        self.expect(CLOSE)
        return Party(**given)

    def numbers(self) -> tuple[int, ...]:
        found = list[int]()
        while isinstance(self.next, str) and _NUMBER.fullmatch(self.next):
            found.append(self.number())
        return tuple(found)


_PARTY = "party"
_PARTS: dict[str, Callable[[_SymbolReader], Any]] = {
    "adults": _SymbolReader.number,
    "children": _SymbolReader.number,
    "total": _SymbolReader.number,
    "ages": _SymbolReader.numbers,
    "added": lambda reader: True,
}
"""The fields of a party; that some join those that are known needs no value."""

_OWN: dict[str, Callable[[_SymbolReader], Record]] = {
    "wish": _SymbolReader.wish,
    _PARTY: _SymbolReader.party,
    "named": lambda reader: reader.turn.called(*reader.pointers()),
    "out_of_scope": lambda reader: OutOfScope(reader.turn.words(*reader.pointers())),
}
"""The records that are written in a way of their own."""

_FEWEST_VALUES = {"any": 0, "least": 0, "most": 0, "more": 0, "less": 0, "between": 2}


def _made(kind: type[Record], given: dict[str, Any]) -> Any:
    """Return a record of its parts. Raises `InputError` where one of them isn't of its type."""
    try:
        return msgspec.convert(msgspec.to_builtins(kind(**given)), kind)
    except (TypeError, msgspec.ValidationError) as error:
        raise InputError(f"{kind.__name__}: {error}") from None
