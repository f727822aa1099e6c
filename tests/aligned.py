"""Labelled meanings written as symbols over the spans of their turns: what the semantic parser learns from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rapidfuzz import fuzz

from voiced import in_days, plain_value
from wayframe.meaning.notation import FIELDS, RecordField, record_name
from wayframe.meaning.records import (
    Booked,
    Cancel,
    Change,
    Clock,
    Constraint,
    Days,
    Described,
    Direction,
    Extreme,
    Flag,
    It,
    Money,
    Move,
    Named,
    Note,
    Nth,
    Number,
    Other,
    OutOfScope,
    Party,
    Record,
    Reference,
    Text,
    Value,
    Wish,
)
from wayframe.reader.symbols import (
    CLOSE,
    END,
    FIELD,
    NO_SLOT,
    OF,
    OPERATOR,
    SLOTS,
    STRICT,
    THAN,
    WORD,
    Pointer,
    SlotSymbol,
    Symbol,
    TurnSpans,
)
from wayframe.state.denotation import Denoter

LEAST_NUMBER, MOST_NUMBER = -20, 60
MOST_SPANS_OF_VALUE, MOST_SPANS_OF_SEVERAL, MOST_SPANS_OF_WORDS = 4, 5, 13
SAME_TEXT, SAME_WORDS = 85, 60  # of 100
_POINTED = (Text, Number, Money, Days, Clock)
_KINDS: dict[type[Value], tuple[str, ...]] = {
    Money: ("money", "number"),
    Number: ("number", "unit", "value"),
    Days: ("date", "number", "pro_form"),
    Clock: ("time", "number", "clock"),
    Text: ("place", "name", "value"),
}
"""The kinds of spans that values of a type are looked for in."""

_SLOT_KINDS: dict[type[Value], tuple[str, ...]] = {
    Money: ("money",),
    Number: ("number",),
    Days: ("date",),
    Clock: ("time",),
    Text: ("place", "category"),
    Flag: ("yes_no",),
}
_ORDINALS = {
    1: "first 1 1st one former top",
    2: "second 2 2nd 2d middle two latter",
    3: "third 3 3rd three",
    4: "fourth 4 4th",
    -1: "last latter bottom",
}
_OTHERS, _BOOKING = "other others another", "booking booked book reservation"


class UnalignedError(Exception):
    """A label says something that no span of its turn says."""


def symbols_of(moves: Iterable[Move], turn: TurnSpans, denoter: Denoter | None = None) -> list[Symbol]:
    """Return moves as symbols. Raises `UnalignedError`.

    With a `denoter` an option that a label names and the turn doesn't is described as the turn does.
    """
    writer = _Writer(turn, denoter)
    for move in moves:
        writer.books = isinstance(move, Cancel | Change)
        writer.record(move)
    return [*writer.symbols, END]


class _Writer:
    def __init__(self, turn: TurnSpans, denoter: Denoter | None) -> None:
        self.turn, self.denoter, self.books = turn, denoter, False
        self.symbols = list[Symbol]()

    def put(self, *symbols: str) -> None:
        self.symbols += symbols

    def point(self, place: tuple[int, int]) -> None:
        self.symbols += [Pointer(place[0]), Pointer(place[1])]

    def record(self, record: Record) -> None:
        match record:
            case Wish():
                self.put("wish")
                self.slot(record.slot)
                self.constraint(record.slot, record.constraint)
                self.optional(OF, record.of)
                self.put(CLOSE)
            case Named():
                self.named(record)
            case OutOfScope():
                self.put("out_of_scope")
                self.point(self.place_of(record.words))
            case Party():
                self.party(record)
            case Note():
                raise UnalignedError("a note")
            case _:
                self.by_fields(record)

    def by_fields(self, record: Record) -> None:
        kind = type(record)
        self.put(record_name(kind.__name__))
        for field in FIELDS[kind]:
            value = getattr(record, field.name)
            if field.required:
                self.field(field, value)
            elif value != field.default:
                self.put(FIELD + field.name)
                self.field(field, value)
        if any(not field.required or field.several for field in FIELDS[kind]):
            self.put(CLOSE)

    def optional(self, field: str, reference: Reference | None) -> None:
        if reference is not None:
            self.put(field)
            self.record(reference)

    def field(self, field: RecordField, value: Any) -> None:
        for each in value if field.several else (value,):
            match each:
                case str() if field.name in SLOTS:
                    self.slot(each)
                case Record():
                    self.record(each)
                case bool():
                    self.put("yes" if each else "no")
                case int() | float():
                    self.number(each)
                case str():
                    self.put(WORD + each)

    def slot(self, name: str) -> None:
        self.symbols.append(SlotSymbol(name) if name else NO_SLOT)

    def number(self, number: float) -> None:
        if number != int(number) or not LEAST_NUMBER <= number <= MOST_NUMBER:
            raise UnalignedError(f"the number {number}")
        self.put(f"N{int(number)}")

    def party(self, party: Party) -> None:
        self.put("party")
        for name in ("adults", "children", "total"):
            if getattr(party, name):
                self.put(FIELD + name)
                self.number(getattr(party, name))
        if party.ages:
            self.put(FIELD + "ages")
            for age in party.ages:
                self.number(age)
        self.put(*((FIELD + "added",) if party.added else ()), CLOSE)

    # Options

    def named(self, option: Named) -> None:
        spans = self.turn.spans
        for at, span in enumerate(spans):
            if any(entry.kind == "name" and entry.data == option.name for entry in span.entries):
                return self.call((at, at))
        words = set(option.name.casefold().split()) - {"the", "of", "and"}
        for at, span in enumerate(spans):
            if words & set(span.words.casefold().split()) and self.turn.option(at, at) == option.name:
                return self.call((at, at))
        described = self.described(option)
        if described is None:
            raise UnalignedError(f"the option {option.name}")
        return self.record(described)

    def call(self, place: tuple[int, int]) -> None:
        self.put("named")
        self.point(place)

    def described(self, option: Named) -> Reference | None:
        """Return a reference that the words of the turn support and that denotes the option; None where none does."""
        if self.denoter is None or not (meant := self.denoted(option)):
            return None
        return next((each for each in self.descriptions() if self.denoted(each) == meant), None)

    def denoted(self, reference: Reference) -> frozenset[str]:
        """Return the options that a reference denotes, of bookings where one is cancelled or changed."""
        assert self.denoter is not None
        frames = self.denoter.bookings(reference) if self.books else self.denoter.denote(reference)
        return frozenset(self.denoter._keys(frames))

    def descriptions(self) -> Iterator[Reference]:
        """Yield what the turn may describe an option as: by values, by what compares, by order, as the other, as it."""
        directions: tuple[Direction, ...] = ("least", "most")
        for at, span in enumerate(self.turn.spans):
            own = [entry.data[0] for entry in span.entries if entry.kind == "value" and isinstance(entry.data, tuple)]
            for value, _ in self.turn.held(at, ""):
                for slot in self.turn.schema.slots:
                    of_kind = slot.kind in _SLOT_KINDS.get(type(value), ()) and slot.role != "source"
                    if slot.name in own or (of_kind and not own):
                        yield Described((Wish(slot.name, Constraint("is", (value,))),))
        for span in self.turn.spans:
            for entry in span.entries:
                if entry.kind in ("adjective", "compare", "superlative") and isinstance(entry.data, tuple):
                    yield from (Extreme(entry.data[0], direction) for direction in directions)
        said = set(self.turn.text.casefold().replace(",", " ").replace(".", " ").replace("?", " ").split())
        yield from (Nth(number) for number, words in _ORDINALS.items() if said & set(words.split()))
        if said & set(_OTHERS.split()):
            yield Other()
        yield It()
        if said & set(_BOOKING.split()):
            yield Booked()

    # Values

    def constraint(self, slot: str, constraint: Constraint) -> None:
        self.put(OPERATOR + constraint.op)
        values = constraint.values
        if values and all(isinstance(value, _POINTED) for value in values):
            self.values(slot, values)
        else:
            for value in values:
                self.value(slot, value)
        self.put(*((WORD + constraint.scope,) if constraint.scope else ()))
        self.put(*((STRICT,) if constraint.strict else ()))
        self.optional(THAN, constraint.than)

    def value(self, slot: str, value: Value) -> None:
        match value:
            case Flag():
                self.put("yes" if value.value else "no")
            case Party():
                self.party(value)
            case _:
                self.values(slot, (value,))

    def values(self, slot: str, values: Sequence[Value]) -> None:
        """Point at the words that say all the values together; else at those of each."""
        if slot not in self.turn.schema.by_name:
            raise UnalignedError(f"the slot {slot}")
        if len(values) > 1:
            for first, last in self.stretches(MOST_SPANS_OF_SEVERAL):
                read = self.turn.read(slot, first, last) if self.turn.spans[first].entries else ()
                if len(read) == len(values) and all(map(same, read, values)):
                    return self.point((first, last))
        for value in values:
            self.point(self.place_of_value(slot, value))
        return None

    def stretches(self, most: int) -> Iterator[tuple[int, int]]:
        """Yield the first and last spans of all stretches of the turn, the shortest first."""
        count = len(self.turn.spans)
        for length in range(1, most + 1):
            yield from ((first, first + length - 1) for first in range(count - length + 1))

    def place_of_value(self, slot: str, value: Value) -> tuple[int, int]:
        for at in range(len(self.turn.spans)):
            if any(same(held, value) for held, _ in self.turn.held(at, slot)):
                read = self.turn.values(slot, at, at)
                if read and same(read[0], value):
                    return at, at
        if isinstance(value, Text):
            alike, place = self.most_alike(value.value, MOST_SPANS_OF_SEVERAL)
            if alike >= SAME_TEXT:
                return place
        kinds = _KINDS[type(value)]
        likely = [span.has(*kinds) or any(map(str.isdigit, span.words)) for span in self.turn.spans]
        for first, last in self.stretches(MOST_SPANS_OF_VALUE):
            if last - first < 2 or any(likely[first : last + 1]):
                read = self.turn.values(slot, first, last)
                if len(read) == 1 and same(read[0], value):
                    return first, last
        near = [at for at, span in enumerate(self.turn.spans) if span.has(kinds[0])]
        if len(near) == 1 and isinstance(value, Days | Clock):
            return near[0], near[0]  # which days that are is for the rules to know
        raise UnalignedError(f"{slot} {value}")

    def place_of(self, words: str) -> tuple[int, int]:
        alike, place = self.most_alike(words, MOST_SPANS_OF_WORDS)
        return place if alike >= SAME_WORDS else (0, len(self.turn.spans) - 1)

    def most_alike(self, text: str, most: int) -> tuple[float, tuple[int, int]]:
        """Return the stretch whose words are most like a text, behind how much, of 100."""
        if not self.turn.spans:
            raise UnalignedError("no words")
        low = text.casefold()
        scored = [(fuzz.ratio(self.turn.words(*place).casefold(), low), place) for place in self.stretches(most)]
        return max(scored, key=lambda each: each[0])


def same(one: Value, other: Value) -> bool:
    """Return whether two values say the same, in any currency, unit or case."""
    match plain_value(in_days(one)), plain_value(in_days(other)):
        case Money(amount), Money(other_amount):
            return amount == other_amount
        case Number(number), Number(other_number):
            return number == other_number
        case Text(text), Text(other_text):
            return text.casefold() == other_text.casefold()
        case first, second:
            return first == second
