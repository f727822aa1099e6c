"""The desk over a table: a form made from the schema, rows in sentences that a wizard may say."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import UnsetType
from rapidfuzz import utils

from wayframe.collection.desk.protocol import (
    ANY_NUMBER,
    ANY_TEXT,
    LONGEST,
    RESULTS,
    SUGGESTIONS,
    FormField,
    OptionPart,
    SearchForm,
    ShownOption,
    ShownSearch,
    ShownSuggestion,
    meant,
)
from wayframe.collection.records import AnySearch, RelaxedConstraint, TableRow, TableSearch, TableSuggestion
from wayframe.dialogue import Turn
from wayframe.errors import InputError, shown
from wayframe.language import load
from wayframe.meaning.records import Constraint, Days, Operator, Text, Value
from wayframe.planner.plan import OptionView, Tell
from wayframe.realiser import realise
from wayframe.realiser.phrases import Locale
from wayframe.schema import Slot
from wayframe.sources.protocol import Condition, Query, Relaxed, Source
from wayframe.sources.tables.cells import read, said, wished
from wayframe.sources.tables.records import Searches
from wayframe.tools.encoding import value_of

Control = Literal["bounds", "choice", "yes_no", "text"]
InputType = Literal["text", "number", "date", "time"]
Conditions = tuple[Condition, ...]

_CONTROLS: Mapping[str, Control] = {
    "number": "bounds", "money": "bounds", "date": "bounds", "time": "bounds",
    "category": "choice", "place": "choice", "list": "choice", "yes_no": "yes_no", "name": "text", "text": "text",
}  # fmt: skip
"""The control of each kind of slot; others, as whom a price is for, aren't searched for."""

_INPUTS: Mapping[str, InputType] = {"date": "date", "time": "time"}
_BOUNDS: tuple[tuple[str, Operator], ...] = (("least", "at_least"), ("most", "at_most"))
_BOUND_WORDS = {"least": "from", "most": "to"}
_MOST_CHOICES = 40  # that a list shows; of more one types
_LIMITS: tuple[tuple[str, Operator, bool], ...] = (
    ("at most ", "at_most", False), ("at least ", "at_least", False), ("less than ", "at_most", True),
    ("more than ", "at_least", True), ("by ", "at_most", False), ("from ", "at_least", False),
    ("before ", "at_most", True), ("after ", "at_least", True), ("about ", "around", False), ("not ", "not", False),
)  # fmt: skip
"""The words that a recorded constraint begins with (`wayframe.sources.tables.cells.wished`)."""

_SEARCHES = msgspec.json.Decoder(Searches)


class SearchField(NamedTuple):
    """A slot in the form; `input` is the type of an HTML field, `choices` are values that can be chosen or typed."""

    slot: Slot
    control: Control
    input: InputType
    choices: tuple[str, ...]

    @property
    def title(self) -> str:
        """Return the label with its unit: "Price, EUR"."""
        label = self.slot.label[:1].upper() + self.slot.label[1:]
        return f"{label}, {self.slot.unit}" if self.slot.unit and self.slot.unit not in label.split() else label

    def controls(self) -> Iterator[FormField]:
        """Yield the fields of the form by which it is asked for."""
        name, title = self.slot.name, self.title
        if self.control == "bounds":
            attributes = ANY_NUMBER if self.input == "number" else {}
            yield FormField(f"{name}.least", f"{title}, from", self.input, attributes)
            yield FormField(f"{name}.most", "to", self.input, {**attributes, "aria-label": f"{title}, to"})
        elif self.control == "text":
            yield FormField(name, title, "text", ANY_TEXT, self.choices, wide=True)
        else:
            choices = ("yes", "no") if self.control == "yes_no" else self.choices
            yield FormField(name, title, "select", {}, choices, wide=True)


class TableDesk:
    """See `SearchDesk`."""

    def __init__(self, source: Source) -> None:
        self.source, self.schema = source, source.schema
        self._locale = Locale(load("en").wording, source.schema, source.today.year)
        known = (slot for slot in self.schema.slots if slot.wishable and slot.kind in _CONTROLS)
        self.fields = tuple(self._field(slot) for slot in known)

    def _field(self, slot: Slot) -> SearchField:
        control = _CONTROLS[slot.kind]
        if control == "bounds":
            return SearchField(slot, control, _INPUTS.get(slot.kind, "number"), ())
        if control == "yes_no" or slot.kind == "text":
            return SearchField(slot, control, "text", ())
        names = tuple(sorted(self.source.names(slot.name)))
        fits_list = control == "choice" and len(names) <= _MOST_CHOICES
        return SearchField(slot, "choice" if fits_list else "text", "text", names)

    def query(self, form: Mapping[str, str]) -> Conditions:
        """See `SearchDesk.query`: fields are called as their slots, bounds `price.least` and `price.most`."""
        found = list[Condition]()
        for field in self.fields:
            constraint = _bounds(field, form) if field.control == "bounds" else _choice(field, form)
            if constraint is not None:
                found.append(Condition(field.slot.name, constraint))
        return tuple(found)

    @cached_property
    def form(self) -> SearchForm:
        """See `SearchDesk.form`."""
        return SearchForm(tuple(chain.from_iterable(field.controls() for field in self.fields)))

    def filled(self, query: Iterable[Condition]) -> dict[str, Any]:
        """See `SearchDesk.filled`."""
        filled = dict[str, str]()
        for slot, constraint in query:
            values = [_typed(value) for value in constraint.values]
            names = _FILLED.get(constraint.op, ())
            if self._is_bounds(slot):
                filled |= {f"{slot}.{name}": text for name, text in zip(names, (*values, *values), strict=False)}
            elif constraint.op == "is" and values:
                filled[slot] = values[0]
        return filled

    def _is_bounds(self, slot: str) -> bool:
        return any(field.slot.name == slot and field.control == "bounds" for field in self.fields)

    def look(self, query: Conditions, drawn: bool, seed: str) -> TableSearch:
        """See `SearchDesk.look`."""
        asked = Query(query)
        found = self.source.search(asked, RESULTS)
        record = self.source.record(asked, found, 0.0)
        ways = self.source.relax(asked, SUGGESTIONS) if drawn and not found.items else ()
        suggestions = tuple(TableSuggestion(tuple(self._missed(way)), way.item.row) for way in ways)
        return TableSearch(0, 0, 0.0, query, record.search[0], found.total, record.result[0], suggestions, drawn)

    def _missed(self, way: Relaxed) -> Iterable[RelaxedConstraint]:
        for slot, constraint in way.given_up:
            known = self.schema.by_name[slot]
            asked = wished(known, constraint.op, constraint.values, strict=constraint.strict)
            has = way.item.values.get(slot)
            yield RelaxedConstraint(slot, asked[0], "" if has is None else said(known, has))

    def of_agent(self, turn: Turn) -> tuple[TableSearch, ...]:
        """See `SearchDesk.of_agent`."""
        if isinstance(turn.db_json, UnsetType):
            return ()
        db = _SEARCHES.decode(turn.db_json)
        return tuple(
            TableSearch(0, 0, 0.0, self.conditions(asked), asked, total, rows)
            for asked, total, rows in zip(db.search, db.found, db.result, strict=False)
        )

    def conditions(self, asked: Mapping[str, Sequence[str | bool]]) -> Conditions:
        """Return the conditions of a recorded search; what isn't written as the source writes it is left out."""
        found = list[Condition]()
        for name, words in asked.items():
            slot = self.schema.slot(name)
            for constraint in _recorded(slot, words) if slot else ():
                found.append(Condition(name, constraint))
        return tuple(found)

    def unknown(self, query: Iterable[Condition]) -> tuple[tuple[str, str | None], ...]:
        """Return the names of a query that the table hasn't got, each with the one that may be meant."""
        names = {field.slot.name: field.choices for field in self.fields if field.choices}
        found = list[tuple[str, str | None]]()
        for slot, constraint in query:
            known = {name.casefold() for name in names.get(slot, ())}
            for value in constraint.values:
                if known and isinstance(value, Text) and value.value.casefold() not in known:
                    found.append((value.value, meant(value.value, names[slot], utils.default_process)))
        return tuple(found)

    def said(self, query: Iterable[Condition]) -> str:
        """See `SearchDesk.said`."""
        parts = list[str]()
        for name, constraint in query:
            slot = self.schema.by_name[name]
            words = wished(slot, constraint.op, constraint.values, strict=constraint.strict)
            parts.append(f"{slot.label} {' or '.join(map(_plain, words))}")
        return ", ".join(parts) or f"all {self.schema.items}"

    def shown(self, found: AnySearch) -> ShownSearch:
        """See `SearchDesk.shown`."""
        assert isinstance(found, TableSearch)
        asked = self.said(found.query)
        if found.total > len(found.results):
            asked += f"; {len(found.results)} of {found.total:,}"
        ways = [
            ShownSuggestion(tuple(map(self._given_up, way.relaxed)), (self._option(way.row),))
            for way in found.suggestions
        ]
        return ShownSearch(asked, tuple(map(self._option, found.results)), tuple(ways), self.unknown(found.query))

    def _given_up(self, relaxed: RelaxedConstraint) -> str:
        label = self.schema.by_name[relaxed.slot].label
        return f"{label} {_plain(relaxed.asked)} → {_plain(relaxed.offered)}"

    def _option(self, row: TableRow) -> ShownOption:
        values = self.source.item(row).values
        price = self.schema.price.name if self.schema.price else ""
        told = [slot for slot in self.schema.slots if slot.name in values.keys() - {self.schema.name, price}]
        parts = tuple(
            OptionPart(slot.label, _plain(said(slot, values[slot.name])), self.sentence(row, slot.name))
            for slot in told
        )
        price_words = self.sentence(row, price) if price in values else ""
        name, amount = str(row.get(self.schema.name, "")), str(row.get(price, ""))
        return ShownOption(name, amount, self.sentence(row), price_words, parts)

    def sentence(self, row: TableRow, *slots: str) -> str:
        """Return what may be said of a row: of these slots, by default of all."""
        values = self.source.item(row).values
        name = str(row.get(self.schema.name, ""))
        told = {slot: values[slot] for slot in slots or values if slot in values and slot != self.schema.name}
        parts = realise((Tell((OptionView(1, name, "", told),)),), self._locale)
        return " ".join(part.text for part in parts)


_FILLED: Mapping[str, tuple[str, ...]] = {
    "at_least": ("least",), "at_most": ("most",), "between": ("least", "most"), "is": ("least", "most"),
    "around": ("least", "most"),
}  # fmt: skip


def _bounds(field: SearchField, form: Mapping[str, str]) -> Constraint | None:
    held = dict[Operator, Value]()
    for name, operator in _BOUNDS:
        text = _text(form, f"{field.slot.name}.{name}")
        if text:
            held[operator] = _read(field, f"{field.title}, {_BOUND_WORDS[name]}", text)
    if len(held) == 2:
        return Constraint("between", (held["at_least"], held["at_most"]))
    return next((Constraint(operator, (value,)) for operator, value in held.items()), None)


def _choice(field: SearchField, form: Mapping[str, str]) -> Constraint | None:
    text = _text(form, field.slot.name)
    if not text:
        return None
    if field.control == "yes_no" and text not in ("yes", "no"):
        raise InputError(f"{field.title}: expected yes or no, found {shown(text)}")
    if field.control == "yes_no":
        return Constraint("is", (value_of(field.slot, text == "yes"),))
    if len(text) > LONGEST:
        raise InputError(f"{field.title}: expected at most {LONGEST} characters, found {len(text)}")
    return Constraint("is", (Text(text),))


def _text(form: Mapping[str, str], name: str) -> str:
    return " ".join(form.get(name, "").split())


def _read(field: SearchField, title: str, text: str) -> Value:
    """Return a value as it was typed; an amount with its sign and thousands set apart, too. Raises `InputError`."""
    plain = re.sub(r"[$€£¥,]", "", text) if field.input == "number" else text
    try:
        value = value_of(field.slot, plain)
    except InputError as error:
        raise InputError(f"{title}: {str(error).partition(': ')[2]}") from error
    if not math.isfinite(getattr(value, "value", 0)):
        raise InputError(f"{title}: expected a number, found {shown(text)}")
    return value


def _typed(value: Value) -> str:
    if isinstance(value, Days):
        return value.first.isoformat()
    plain = getattr(value, "value", "")
    if isinstance(plain, bool):
        return "yes" if plain else "no"
    return f"{plain:.10g}" if isinstance(plain, float) else str(plain)


def _recorded(slot: Slot, words: Sequence[str | bool]) -> Iterable[Constraint]:
    """Return the constraints of a slot that a record has in words."""
    plain = list[Value]()
    for word in words:
        if isinstance(word, bool):
            plain.append(value_of(slot, word))
            continue
        operator, strict, rest = _operator(word)
        ends = rest.split(" to ") if slot.kind in ("number", "money", "date", "time") else [rest]
        values = [value for end in ends if (value := _value(slot, end)) is not None]
        if len(values) == 2 and operator == "is":
            yield Constraint("between", tuple(values))
        elif operator == "is":
            plain += values[:1]
        elif values:
            yield Constraint(operator, tuple(values[:1]), strict=strict)
    if plain:
        yield Constraint("is", tuple(plain))


def _operator(words: str) -> tuple[Operator, bool, str]:
    """Return the operator of a constraint in words, whether it is strict, and the rest of the words."""
    for prefix, operator, strict in _LIMITS:
        if words.startswith(prefix):
            return operator, strict, words.removeprefix(prefix)
    return "is", False, words


def _value(slot: Slot, text: str) -> Value | None:
    """Return a value that is said as the source says it; None for words that stand for none ("the least")."""
    if text in ("-1", "the least", "the most"):
        return None
    try:
        return read(msgspec.structs.replace(slot, format="%B %d, %Y") if slot.kind == "date" else slot, text)
    except ValueError:
        return None


def _plain(words: str | bool) -> str:
    if isinstance(words, bool):
        return "yes" if words else "no"
    return words
