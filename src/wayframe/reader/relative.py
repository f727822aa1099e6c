"""Relative amounts: "a day later", "two nights more", "cheaper by 200", "raise the budget by 300".

A span becomes one letter, and the expressions are patterns over the letters:

    N number    1 a, an    U unit    S a night    $ amount of money    x another, extra    c cheaper, later
    d more, less    r raise    l lower    a add    b by    p push, bring    B back    F forward
    P postpone, push back    f bring forward    i what may stand between: it, my budget    . anything else
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import Constraint, Money, Number, Operator, Value, Wish
from wayframe.reader.context import ReaderContext
from wayframe.reader.coordination import WishPhrase
from wayframe.reader.lines import NOTHING, SpanLine
from wayframe.reader.parts import SchemaParts
from wayframe.reader.roles import RoleReader
from wayframe.reader.spans import Span

SMALLEST_DIFFERENCE = 20  # a bare number from here on can be a difference in price
_LETTERS_OF_CLASSES = {
    "additional": "x", "raising": "r", "lowering": "l", "adding": "a", "by_amount": "b", "shifting": "p",
    "backwards": "B", "forwards": "F", "delaying": "P", "single": "1",
}  # fmt: skip
_LETTERS_OF_KINDS = {"money": "$", "number": "N", "few": "N", "compare": "c", "unit": "U", "degree": "d"}
_SHIFTED = {"backwards": "P", "forwards": "f"}
_BETWEEN = ("filler", "reference", "noun", "cue", "item", "preposition", "place", "name", "ordinal")
_AMOUNT = r"(?P<amount>[N1]U|S|\$|N(?!U))"


class RelativeForm(NamedTuple):
    """A pattern of letters and the direction in which it leads: more, less, later, earlier; empty as its word says.

    `of_limits` says that it changes the limit that holds: "raise the budget by 300".
    """

    letters: re.Pattern[str]
    direction: str
    of_limits: bool


_FORMS = tuple(
    RelativeForm(re.compile(letters.replace("A", _AMOUNT)), direction, letters[0] in "rla")
    for letters, direction in (
        ("A(?P<word>c)", ""),  # a day later
        ("(?P<word>c)bA", ""),  # cheaper by 200
        ("r[i1]{0,5}bA", "more"),  # raise the budget by 300
        ("l[i1]{0,5}bA", "less"),
        ("P[i1]{0,5}b?A", "later"),  # postpone it by a week
        ("p[i1]{0,5}Bb?A", "later"),  # push it back a week
        ("p[i1]{0,5}b?AB", "later"),
        ("p[i1]{0,5}bA", "later"),
        ("p[i1]{0,5}Fb?A", "earlier"),  # bring it forward two days
        ("p[i1]{0,5}b?AF", "earlier"),
        ("f[i1]{0,5}b?A", "earlier"),
        ("l[i1]{0,5}AB?", "less"),  # knock 200 off
        (r"(?P<amount>\$|N)B", "less"),
        ("(?P<amount>[N1]xU|xN?U)", "more"),  # another two nights
        ("Ax", "more"),
        ("aA", "more"),  # add a night
        ("(?P<amount>[N1](?P<word>d)U)", ""),  # two more nights
        ("A(?P<word>[dlr])(?!U)", ""),  # 200 less
    )
)
_OPERATORS: dict[str, Operator] = {"more": "more", "less": "less", "later": "more", "earlier": "less"}
_OF_DAYS = ("later", "earlier")


class RelativeReader:
    """Finds relative amounts in clauses."""

    def __init__(self, parts: SchemaParts, context: ReaderContext, roles: RoleReader) -> None:
        self._parts, self._context, self._roles = parts, context, roles
        self._units = {
            unit: (slot.name, factor)
            for slot in parts.schema.slots
            for unit, factor in [
                *((unit, 1.0) for unit in slot.units),
                *((u, c[0]) for u, c in slot.conversions.items()),
            ]
        }

    def find(self, line: SpanLine, taken: Collection[int]) -> Iterator[WishPhrase]:
        """Yield the wishes for more or less of a slot by an amount; spans that are `taken` belong to references."""
        letters = "".join("i" if at in taken else self._letter(span) for at, span in enumerate(line.spans))
        for form in _FORMS:
            for found in form.letters.finditer(letters):
                wish = self._wish(line, form, found)
                if wish and not line[found.start() - 1].has("not"):
                    yield WishPhrase(found.start(), found.end(), wish)
                    letters = f"{letters[: found.start()]}{'.' * len(found[0])}{letters[found.end() :]}"

    def _letter(self, span: Span) -> str:
        if span.data("scope") == "night" and self._unit(span):
            return "S"
        if span.has("cue") and span.opens("shifting") and span.says(*_SHIFTED):
            return next(letter for name, letter in _SHIFTED.items() if span.says(name))
        classes = (letter for name, letter in _LETTERS_OF_CLASSES.items() if span.is_a(name))
        kinds = (letter for kind, letter in _LETTERS_OF_KINDS.items() if span.has(kind))
        between = "i" if span.has(*_BETWEEN) or span.is_a("whole") else "."
        return next(chain(classes, kinds), between)

    def _wish(self, line: SpanLine, form: RelativeForm, found: re.Match[str]) -> Wish | None:
        """Return the wish of an expression; None where its amount is none of what it compares."""
        word = line[found.start("word")] if "word" in form.letters.groupindex else NOTHING
        compared, direction = word.data("compare") or ("", word.data("degree") or _direction(word))
        if form.direction in _OF_DAYS:
            compared = self._parts.start
        slot, amount = self._amount(line.part(*found.span("amount")), compared)
        if not slot:
            return None
        if compared in self._parts.dates:
            slot = self._roles.date_slot(line, found.start())
        op = _OPERATORS.get(form.direction or direction, "more")
        return Wish(slot, self._from_budget(slot, op, amount, form) or Constraint(op, (amount,)))

    def _amount(self, spans: Sequence[Span], compared: str) -> tuple[str, Value]:
        """Return the slot that differs by so much, and how much; an empty slot where these don't go together."""
        numbers = (span.data("number", "few") for span in spans)
        number = next((float(number) for number in numbers if number is not None), 1.0)
        money = spans[0].data("money")
        measure = self._unit(spans[-1])
        if money or not measure:
            slot = compared or self._parts.price
            amount = money or Money(number)
            fits = self._parts.kind(slot) == "money" and amount.value >= SMALLEST_DIFFERENCE
            return (slot, amount) if fits else ("", amount)
        slot, factor = measure
        amount = Number(number * factor, self._parts.unit(slot))
        of_days = compared in self._parts.dates and amount.unit == "days"
        return (compared or slot, amount) if of_days or compared in ("", slot) else ("", amount)

    def _unit(self, span: Span) -> tuple[str, float] | None:
        """Return the slot that a unit at the end of a span measures, and how much of it one is: "a week"."""
        return self._units.get(span.words.rpartition(" ")[2])

    def _from_budget(self, slot: str, op: Operator, amount: Value, form: RelativeForm) -> Constraint | None:
        """Return the limit of the price that holds, raised or lowered; None where none is spoken of."""
        held = [wish.constraint for wish in self._context.wishes if wish.slot == slot and wish.constraint.values]
        if not form.of_limits or not held or not isinstance(amount, Money):
            return None
        limit = held[-1].values[-1]
        if not isinstance(limit, Money):
            return None
        change = amount.value if op == "more" else -amount.value
        return replace(held[-1], values=(Money(limit.value + change, limit.currency),))


def _direction(word: Span) -> str:
    return "less" if word.is_a("lowering") else "more"
