"""Values that a model gives, as typed values of a slot, and wishes that the words of the turn prove or contradict."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date, time
from typing import TypeAlias

import msgspec

from wayframe.meaning.records import (
    Clock,
    Constraint,
    Days,
    Flag,
    Money,
    Number,
    Operator,
    Party,
    Scope,
    Text,
    Value,
    Wish,
)
from wayframe.reader import ReaderContext
from wayframe.reader.reader import EmbeddedReader
from wayframe.schema import Slot


class SaidParty(msgspec.Struct):
    """People as a model counts them; `added` says that they join those that are known, or, below 0, drop out."""

    adults: int = 0
    children: int = 0
    ages: tuple[int, ...] = ()
    added: bool = False


SaidValue: TypeAlias = bool | float | str | SaidParty


class TypedValues:
    """The values of a slot that a model took from some words of a turn."""

    def __init__(self, slot: Slot, words: str, context: ReaderContext, embedded: EmbeddedReader) -> None:
        """`embedded` reads words as values of the slot."""
        self._slot, self._words, self._context, self._embedded = slot, words, context, embedded
        self._read = self._constraint_in(words)

    def value(self, said: SaidValue) -> Value | None:
        """Return a value typed; None where it is none of the slot's kind."""
        typed = _TYPED.get((self._slot.kind, type(said)))
        if typed:
            return typed(self, said)
        return self._in_words(said) if isinstance(said, str) else None

    def scope(self, said: Iterable[SaidValue]) -> Scope:
        """Return for whom or how long amounts are that a model copied, or took, from the words: "$600 apiece"."""
        copied = [self._constraint_in(each) for each in said if isinstance(each, str)]
        return next((each.scope for each in (*copied, self._read) if each.scope in self._slot.scopes), "")

    def proves(self, value: Value) -> bool:
        """Return whether the words say a value by our own reading."""
        if isinstance(value, Flag):
            return self._says(value)
        if isinstance(value, Text) and place_of(value.value, self._words):
            return True
        if isinstance(value, Money | Number) and value.value in _figures(self._words):
            return True
        return self._says(value)

    def contradicts(self, constraint: Constraint) -> bool:
        """Return whether the words say the opposite of a constraint by our own reading."""
        return are_opposite(self._read, constraint)

    def _says(self, value: Value) -> bool:
        return any(_same(each, value) for each in self._read.values)

    def _constraint_in(self, words: str) -> Constraint:
        return self._embedded.constraint(self._slot.name, words, self._context) or Constraint("any")

    def _in_words(self, said: str) -> Value | None:
        return next(iter(self._constraint_in(said).values), None)

    def _flag(self, said: bool) -> Value:
        return Flag(said)

    def _money(self, said: float) -> Value:
        """Return an amount, in the currency that the words say."""
        amount = Money(float(said))
        return next((each for each in self._read.values if _same(each, amount)), amount)

    def _number(self, said: float) -> Value:
        return Number(float(said), self._slot.unit)

    def _party(self, said: SaidParty) -> Value | None:
        people = (said.adults, said.children)
        some = any(people) if said.added else min(people) >= 0 < sum(people)
        known_ages = all(age >= 0 for age in said.ages)
        return Party(*people, said.ages, added=said.added) if some and known_ages else None

    def _days(self, said: str) -> Value | None:
        """Return ISO days, from one to another with two dots between; else what the words say."""
        if not said[:4].isdecimal():
            return self._in_words(said)
        first, _, last = said.partition("..")
        try:
            days = Days(date.fromisoformat(first), date.fromisoformat(last or first))
        except ValueError:
            return None
        return days if days.first <= days.last else None

    def _clock(self, said: str) -> Value | None:
        try:
            at = time.fromisoformat(said)
        except ValueError:
            return self._in_words(said)
        return Clock(at.hour * 60 + at.minute)

    def _name(self, said: str) -> Value | None:
        """Return a name that the catalogue has, in its spelling, or one that the user wrote."""
        value = self._in_words(said)
        if value != Text(said):
            return value
        catalogued = said in self._embedded.names(self._slot.name) or said in self._slot.values
        return value if catalogued or place_of(said, self._words) else None


_TYPED: Mapping[tuple[str, type], Callable[..., Value | None]] = {
    ("yes_no", bool): TypedValues._flag,
    ("money", float): TypedValues._money,
    ("number", float): TypedValues._number,
    ("party", SaidParty): TypedValues._party,
    ("date", str): TypedValues._days,
    ("time", str): TypedValues._clock,
    **{(kind, str): TypedValues._name for kind in ("name", "place", "category", "text", "list")},
}


def are_opposite(one: Constraint, other: Constraint) -> bool:
    """Return whether one of two constraints admits a value just where the other doesn't."""
    opposite = _OPPOSITES.get(one.op) == other.op
    return opposite and any(_same(mine, yours) for mine in one.values for yours in other.values)


_OPPOSITES: Mapping[Operator, Operator] = {
    "at_least": "at_most",
    "at_most": "at_least",
    "is": "not",
    "not": "is",
    "more": "less",
    "less": "more",
}


def are_contradicted(wish: Wish, said: Iterable[Wish]) -> bool:
    """Return whether what our own reading of a turn wishes of a value is another slot's, or the opposite."""
    about = [each for each in said if _share_value(each.constraint, wish.constraint)]
    if not about:
        return False
    return all(each.slot != wish.slot or are_opposite(each.constraint, wish.constraint) for each in about)


def _share_value(one: Constraint, other: Constraint) -> bool:
    values = [value for value in one.values if not isinstance(value, Flag)]
    return any(_same(mine, yours) for mine in values for yours in other.values)


def place_of(words: str, text: str) -> tuple[int, int] | None:
    """Return where words stand in a text, in any case and with any blanks between; None where they don't."""
    pattern = r"\s+".join(map(re.escape, words.split()))
    found = re.search(rf"(?<!\w)(?<!\d[.,]){pattern}(?!\w|[.,]\d)", text, re.IGNORECASE) if pattern else None
    return found.span() if found else None


def _figures(words: str) -> set[float]:
    """Return the numbers that are written in figures."""
    return {float(each.replace(",", "")) for each in re.findall(r"\d[\d,]*(?:\.\d+)?", words)}


def _same(one: Value, other: Value) -> bool:
    """Return whether two values say the same; a party however it was counted."""
    match one, other:
        case Party(), Party():
            people = one.total or one.adults + one.children
            return people == other.total or people == other.adults + other.children
        case Money(amount), Money(same):
            return amount == same
        case Number(count), Number(same):
            return count == same
        case _:
            return one == other
