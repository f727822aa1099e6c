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
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any, Literal, NamedTuple, get_args, get_origin

from msgspec import NODEFAULT
from msgspec.structs import fields

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
    Operator,
    Record,
    Spoken,
    Text,
)
from wayframe.scanning import TextScanner

_SIGNS = {"$": "USD", "€": "EUR", "£": "GBP"}
_NO_CURRENCY = "¤"
_SIGN_OF = {"": _NO_CURRENCY} | {code: sign for sign, code in _SIGNS.items()}
_WHOLE = 10**15  # numbers from here on are not written as integers
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n"}
_UNESCAPED = {"\\n": "\n"}
_OPERATORS = frozenset(get_args(Operator))
_SYMBOLS = frozenset(("slot", "slots", "unit"))
"""The fields of free text that are written without quotes where that can be done, like those with a choice of words."""


class RecordField(NamedTuple):
    """A field of a record: the plain type that it holds (`Record` for records), `several` of it or one."""

    name: str
    kind: type
    several: bool
    required: bool
    bare: bool
    default: Any


def _field(name: str, annotation: Any, default: Any) -> RecordField:
    several = get_origin(annotation) is tuple
    one = get_args(annotation)[0] if several else annotation
    chosen = get_origin(one) is Literal
    kind = one if one in (str, int, float, bool) else Record
    return RecordField(
        name, str if chosen else kind, several, default is NODEFAULT, chosen or name in _SYMBOLS, default
    )


def record_name(name: str) -> str:
    """Return the name of a record in the notation, from that of its class."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


RECORDS: dict[str, type[Record]] = {
    record_name(each.__name__): each
    for each in vars(records).values()
    if isinstance(each, type) and issubclass(each, Record) and each is not Record
}
"""The kinds of records by their names in the notation."""
FIELDS = {kind: tuple(_field(each.name, each.type, each.default) for each in fields(kind)) for kind in RECORDS.values()}
"""The fields of each kind of record, in their order."""


def show(moves: Iterable[Move]) -> str:
    """Return moves as text, separated by semicolons."""
    return "; ".join(map(_record, moves))


def parse(text: str) -> tuple[Move, ...]:
    """Return the moves that a text notes. Raises `InputError` naming the position and what was expected there."""
    reader, moves = _Reader(text), list[Move]()
    while not reader.at_end():
        moves.append(reader.move())
    return tuple(moves)


def meaning(text: str) -> Meaning:
    """Return the meaning that a text notes, without places in a turn's text. Raises like `parse`."""
    return Meaning(tuple(Spoken(move) for move in parse(text)))


# Written


def _record(record: Record) -> str:
    """Return a record as text: a value in its short form where it has one, else its name with its fields."""
    short = _SHORT.get(type(record))
    return (short(record) if short else "") or _in_full(record)


def _in_full(record: Record) -> str:
    known = FIELDS[type(record)]
    if isinstance(record, Constraint):
        name, parts, optional = str(record.op), list(map(_record, record.values)), known[2:]
    else:
        name, optional = record_name(type(record).__name__), known
        parts = [_written(field, getattr(record, field.name)) for field in known if field.required]
    for field in optional:
        value = getattr(record, field.name)
        if not field.required and value != field.default:
            parts.append(f"{field.name}={_written(field, value)}")
    return f"{name}({', '.join(parts)})"


def _written(field: RecordField, value: Any) -> str:
    """Return what a field holds as text."""
    write = _symbol if field.bare else _WRITTEN[field.kind]
    return f"[{', '.join(map(write, value))}]" if field.several else write(value)


def _yes_no(value: bool) -> str:
    return "yes" if value else "no"


def _symbol(text: str) -> str:
    return text if _WORD.fullmatch(text) else _quoted(text)


def _quoted(text: str) -> str:
    return '"' + "".join(_ESCAPES.get(character, character) for character in text) + '"'


def _number(number: float) -> str:
    whole = number == int(number) and abs(number) < _WHOLE
    return str(int(number)) if whole else repr(float(number))


def _money(money: Money) -> str:
    code = money.currency
    sign = _SIGN_OF.get(code) or (f"{code} " if re.fullmatch("[A-Z]{3}", code) else "")
    return f"{sign}{_number(money.value)}" if sign else ""


def _days(days: Days) -> str:
    return days.first.isoformat() if days.exact else f"{days.first.isoformat()}..{days.last.isoformat()}"


_WRITTEN: Mapping[type, Callable[[Any], str]] = {
    str: _quoted,
    int: _number,
    float: _number,
    bool: _yes_no,
    Record: _record,
}
_SHORT: Mapping[type, Callable[[Any], str]] = {
    Text: lambda text: _quoted(text.value),
    Flag: lambda flag: _yes_no(flag.value),
    Number: lambda number: "" if number.unit else _number(number.value),
    Money: _money,
    Days: _days,
    Clock: lambda clock: f"{clock.value // 60}:{clock.value % 60:02}" if clock.value >= 0 else "",
}
"""Values as they are written without a record's name; empty for one that can't be."""


# Read

_WORD = re.compile(r"[A-Za-z_]\w*")
_FIELD_NAME = re.compile(r"([A-Za-z_]\w*)\s*=")
_STRING = re.compile(r'"((?:[^"\\]++|\\.)*+)"', re.DOTALL)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")
_DAYS = re.compile(r"(\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d))?")
_CLOCK = re.compile(r"(-?\d+):(\d\d)(?!\d)")
_MONEY = re.compile(r"(?P<sign>[$€£]|[A-Z]{3} |¤)(?P<amount>-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)")
_YES_NO = re.compile(r"(yes|no)\b(?!\()")
_BLANK = re.compile(r"[\s;]*")


class _Reader(TextScanner):
    blank = _BLANK

    def expect(self, pattern: re.Pattern[str], expected: str) -> str:
        found = self.match(pattern)
        if found is None:
            self.fail(expected)
        return found[0]

    # Records

    def move(self) -> Any:
        start = self.position
        name = self.name("a move or a value")
        return self.named_record(name, start)

    def name(self, expected: str) -> str:
        """Read the name of a record and the bracket behind it."""
        start = self.position
        name = self.expect(_WORD, expected)
        if not self.take("("):
            self.fail("a move with its fields in brackets", start)
        return name

    def named_record(self, name: str, start: int) -> Any:
        if name not in RECORDS:
            self.fail("a move, a reference or a value", start)
        kind, given = RECORDS[name], dict[str, Any]()
        required = [field for field in FIELDS[kind] if field.required]
        signature = f"{name}({', '.join(field.name for field in required)})"
        positional = iter(required)
        for _ in self.items(",", ")"):
            field = self.field(kind, signature, start) or next(positional, None)
            if field is None:
                self.fail(signature, start)
            given[field.name] = self.content(field)
        if any(field.name not in given for field in required):
            self.fail(signature, start)
        return kind(**given)

    def constraint(self, op: Any, start: int) -> Constraint:
        """Read a constraint behind its operator: its values, then the other fields by name."""
        values, given = list[Any](), dict[str, Any]()
        for _ in self.items(",", ")"):
            field = self.field(Constraint, "constraint(op, values)", start)
            if field is None:
                values.append(self.value())
            else:
                given[field.name] = self.content(field)
        return Constraint(op, tuple(values), **given)

    def field(self, kind: type[Record], signature: str, start: int) -> RecordField | None:
        """Read the name of a field and the sign behind it; None where there is none."""
        found = self.match(_FIELD_NAME)
        if found is None:
            return None
        field = next((field for field in FIELDS[kind] if field.name == found[1]), None)
        if field is None:
            self.fail(signature, start)
        return field

    def content(self, field: RecordField) -> Any:
        """Read what a field holds."""
        read = _CONTENTS[field.kind]
        if not field.several:
            return read(self)
        if not self.take("["):
            self.fail("'['")
        return tuple(read(self) for _ in self.items(",", "]"))

    # Contents

    def string(self) -> str:
        found = self.match(_STRING)
        return _unquoted(found) if found else self.expect(_WORD, "a word, or a text in quotes")

    def number(self) -> float:
        return float(self.expect(_NUMBER, "a number"))

    def whole(self) -> int:
        return int(self.number())

    def yes_no(self) -> bool:
        return self.expect(_YES_NO, "yes or no") == "yes"

    def value(self) -> Any:
        """Read a value in its short form, or a record."""
        for pattern, made in _VALUES:
            found = self.match(pattern)
            if found:
                return made(self, found)
        start = self.position
        name = self.name("a value")
        return self.constraint(name, start) if name in _OPERATORS else self.named_record(name, start)

    def days(self, found: re.Match[str]) -> Days:
        try:
            first, last = (date.fromisoformat(day) for day in (found[1], found[2] or found[1]))
        except ValueError:
            self.fail("a day such as 2016-08-21", found.start())
        return Days(first, last)

    def money(self, found: re.Match[str]) -> Money:
        sign = found["sign"].strip()
        return Money(float(found["amount"]), "" if sign == _NO_CURRENCY else _SIGNS.get(sign, sign))


def _unquoted(found: re.Match[str]) -> str:
    return re.sub(r"\\(.)", lambda each: _UNESCAPED.get(each[0], each[1]), found[1], flags=re.DOTALL)


_CONTENTS: Mapping[type, Callable[[_Reader], Any]] = {
    str: _Reader.string,
    int: _Reader.whole,
    float: _Reader.number,
    bool: _Reader.yes_no,
    Record: _Reader.value,
}
_VALUES: tuple[tuple[re.Pattern[str], Callable[[_Reader, re.Match[str]], Any]], ...] = (
    (_STRING, lambda reader, found: Text(_unquoted(found))),
    (_DAYS, _Reader.days),
    (_CLOCK, lambda reader, found: Clock(int(found[1]) * 60 + int(found[2]))),
    (_MONEY, _Reader.money),
    (_NUMBER, lambda reader, found: Number(float(found[0]))),
    (_YES_NO, lambda reader, found: Flag(found[0] == "yes")),
)
"""Values in their short forms, in the order in which they are tried."""
