r"""Meaning as text, both ways without loss: for test beds, logs that people read, and prompts.

    wish(dst_city, is("Rome", "Athens")); wish(price, at_most($2500, scope=total))
    ask(holds, of=nth(2), wishes=[wish(wifi, is(yes))])
    return(described([wish(dst_city, is("Paris"))])); book(named("Fairwind Residence"))
    wish(str_date, is(2016-08-21..2016-08-31)); wish(party, is(party(2, children=2, ages=[3, 8])))

A record is its name in lower case with its fields in brackets: those without a default in order, the others by name
where they differ from it. A constraint is its operator with its values. Text stands in quotes, with a backslash before
a quote or a backslash; money is a number behind its currency; days are ISO days; a time of day is `9:05`; flags are yes
and no; symbols (slots, scopes, kinds) are bare words where they can be, else quoted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import Any, NoReturn

from msgspec import NODEFAULT
from msgspec.structs import fields

from wayframe.errors import InputError, shown
from wayframe.meaning import records
from wayframe.meaning.records import (
    Clock,
    Constraint,
    Days,
    Flag,
    Meaning,
    Money,
    Move,
    Number,
    Record,
    Spoken,
    Text,
    Texts,
)

_SIGNS = {"$": "USD", "€": "EUR", "£": "GBP"}
_OF_CURRENCIES = {code: sign for sign, code in _SIGNS.items()}
_OPERATORS = frozenset(
    ("is", "not", "at_most", "at_least", "between", "around", "any", "least", "most", "more", "less")
)
_WORD = re.compile(r"[A-Za-z_]\w*")
_STRING = re.compile(r'"((?:[^"\\]++|\\.)*+)"', re.DOTALL)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")
_DAYS = re.compile(r"(\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d))?")
_CLOCK = re.compile(r"(-?\d+):(\d\d)(?!\d)")
_MONEY = re.compile(r"(?P<sign>[$€£]|[A-Z]{3} |¤)(?P<amount>-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)")
_BLANK = re.compile(r"[\s;]*")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n"}
_NO_CURRENCY = "¤"
_WHOLE = 10**15  # numbers from here on are not written as integers


def _named(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


_RECORDS: dict[str, type[Record]] = {
    _named(each.__name__): each
    for each in vars(records).values()
    if isinstance(each, type) and issubclass(each, Record) and each is not Record
}
_BARE = frozenset(("slot", "question", "kind", "word", "about", "scope", "direction", "unit", "slots"))


def show(moves: Iterable[Move]) -> str:
    """Return moves as text, separated by semicolons."""
    return "; ".join(map(_record, moves))


def parse(text: str) -> tuple[Move, ...]:
    """Return the moves that a text notes. Raises `InputError` naming the position and what was expected there."""
    reader, moves = _Reader(text), list[Move]()
    while not reader.at_end():
        moves.append(reader.record(top=True))
    return tuple(moves)


def meaning(text: str) -> Meaning:
    """Return the meaning that a text notes, without places in a turn's text. Raises like `parse`."""
    return Meaning(tuple(Spoken(move) for move in parse(text)))


def _record(record: Any) -> str:
    plain = _plain(record)
    if plain is not None:
        return plain
    if isinstance(record, Constraint):
        named = [
            f"{field.name}={_value(field.name, value)}"
            for field, value in _changed(record)
            if field.name not in ("op", "values")
        ]
        return f"{record.op}({', '.join([*map(_record, record.values), *named])})"
    parts = list[str]()
    for field in fields(record):
        value = getattr(record, field.name)
        if field.default is NODEFAULT and field.default_factory is NODEFAULT:
            parts.append(_value(field.name, value))
        elif value != field.default:
            parts.append(f"{field.name}={_value(field.name, value)}")
    return f"{_named(type(record).__name__)}({', '.join(parts)})"


def _changed(record: Record) -> list[tuple[Any, Any]]:
    """Return the fields of a record that differ from their defaults, with their values."""
    return [(field, value) for field in fields(record) if (value := getattr(record, field.name)) != field.default]


def _plain(value: Any) -> str | None:
    """Return a value that is written without a record's name; None where it is a record like any other."""
    match value:
        case Text(text):
            return _quoted(text)
        case Flag(yes):
            return "yes" if yes else "no"
        case Number(number, ""):
            return _number(number)
        case Money(amount, currency):
            sign = _OF_CURRENCIES.get(currency) or (f"{currency} " if re.fullmatch("[A-Z]{3}", currency) else None)
            if currency and sign is None:
                return None
            return f"{sign or _NO_CURRENCY}{_number(amount)}"
        case Days(first, last):
            return first.isoformat() if first == last else f"{first.isoformat()}..{last.isoformat()}"
        case Clock(minutes) if minutes >= 0:
            return f"{minutes // 60}:{minutes % 60:02}"
    return None


def _value(name: str, value: Any) -> str:
    if isinstance(value, Record):
        return _record(value)
    if isinstance(value, tuple):
        return f"[{', '.join(_value(name, each) for each in value)}]"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value if name in _BARE and _WORD.fullmatch(value) else _quoted(value)
    return _number(value)


def _number(number: float) -> str:
    return str(int(number)) if number == int(number) and abs(number) < _WHOLE else repr(float(number))


def _quoted(text: str) -> str:
    return '"' + "".join(_ESCAPES.get(character, character) for character in text) + '"'


class _Reader:
    """A text and how far it has been read."""

    def __init__(self, text: str) -> None:
        self.text, self.position = text, 0

    def at_end(self) -> bool:
        self.skip()
        return self.position == len(self.text)

    def skip(self) -> None:
        blank = _BLANK.match(self.text, self.position)
        self.position = blank.end() if blank else self.position

    def fail(self, expected: str) -> NoReturn:
        rest = self.text[self.position :]
        raise InputError(
            f"position {self.position + 1}: expected {expected}, found {shown(rest, 30) if rest else 'the end'}"
        )

    def take(self, mark: str) -> bool:
        self.skip()
        if not self.text.startswith(mark, self.position):
            return False
        self.position += len(mark)
        return True

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        self.skip()
        found = pattern.match(self.text, self.position)
        if found:
            self.position = found.end()
        return found

    def record(self, *, top: bool = False) -> Any:
        start = self.position
        word = self.match(_WORD)
        if word is None:
            self.fail("a move or a value")
        name = word[0]
        if not self.take("("):
            self.position = start
            self.fail("a move with its fields in brackets")
        if name in _OPERATORS and not top:  # only a demand for more options is a move of that name
            return self.constraint(name)
        if name not in _RECORDS:
            self.position = start
            self.fail("a move, a reference or a value")
        return self.made(start, _RECORDS[name], *self.arguments())

    def constraint(self, op: str) -> Constraint:
        start = self.position
        values, named = self.arguments()
        return self.made(start, Constraint, [op, tuple(values)], named)  # type: ignore[no-any-return]

    def made(self, start: int, kind: type[Record], values: list[Any], named: dict[str, Any]) -> Any:
        known = fields(kind)
        required = [field for field in known if field.default is NODEFAULT and field.default_factory is NODEFAULT]
        order = required if kind is not Constraint else list(known[:2])
        if len(values) != len(order) or any(key not in {field.name for field in known} for key in named):
            self.position = start
            self.fail(f"{_named(kind.__name__)}({', '.join(field.name for field in order)})")
        given = {field.name: value for field, value in zip(order, values, strict=True)} | named
        if kind is Texts:
            return Texts(tuple(each.value if isinstance(each, Text) else each for each in given["values"]))
        return kind(**{key: _fitted(key, value) for key, value in given.items()})

    def arguments(self) -> tuple[list[Any], dict[str, Any]]:
        values, named = list[Any](), dict[str, Any]()
        while not self.take(")"):
            start = self.position
            key = self.match(_WORD)
            if key and self.take("="):
                named[key[0]] = self.value()
            else:
                self.position = start
                values.append(self.value())
            if not self.take(",") and not self.text.startswith(")", self.position):
                self.fail("',' or ')'")
        return values, named

    def value(self) -> Any:
        if self.take("["):
            return self.several()
        if string := self.match(_STRING):
            return Text(
                re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], string[1], flags=re.DOTALL)
            )
        if found := self.match(_DAYS):
            return self.days(found)
        if found := self.match(_CLOCK):
            return Clock(int(found[1]) * 60 + int(found[2]))
        if found := self.match(_MONEY):
            sign = found["sign"].strip()
            return Money(float(found["amount"]), "" if sign == _NO_CURRENCY else _SIGNS.get(sign, sign))
        if found := self.match(_NUMBER):
            return float(found[0])
        start = self.position
        word = self.match(_WORD)
        if word is None:
            self.fail("a value")
        if self.text.startswith("(", self.position):
            self.position = start
            return self.record()
        return {"yes": Flag(True), "no": Flag(False)}.get(word[0], word[0])

    def days(self, found: re.Match[str]) -> Days:
        try:
            first = date.fromisoformat(found[1])
            return Days(first, date.fromisoformat(found[2]) if found[2] else first)
        except ValueError:
            self.position = found.start()
            self.fail("a day such as 2016-08-21")

    def several(self) -> tuple[Any, ...]:
        values = list[Any]()
        while not self.take("]"):
            values.append(self.value())
            if not self.take(",") and not self.text.startswith("]", self.position):
                self.fail("',' or ']'")
        return tuple(values)


_TEXTS = frozenset(("name", "words", "value", "currency", "values"))
_WHOLE_NUMBERS = frozenset(("n", "count", "step", "steps", "adults", "children", "total", "ages", "frame"))
_BOOLEANS = frozenset(("strict", "added"))


def _fitted(name: str, value: Any) -> Any:
    """Return a value as the field of that name holds it: bare text and numbers where a field is no value of a slot."""
    if isinstance(value, tuple):
        whole = all(isinstance(each, float) for each in value) and name in _WHOLE_NUMBERS
        if name == "values" and any(not isinstance(each, Text | str) for each in value):
            return tuple(Number(each) if isinstance(each, float) else each for each in value)
        if name == "values":
            return value
        return tuple(int(each) if whole else _fitted(name, each) for each in value)
    if isinstance(value, Text) and (name in _TEXTS or name in _BARE):
        return value.value
    if isinstance(value, Flag) and name in _BOOLEANS:
        return value.value
    if isinstance(value, Flag) and name in _BARE:
        return "yes" if value.value else "no"
    if isinstance(value, float) and name in _WHOLE_NUMBERS:
        return int(value)
    return value
