"""Numbers in what somebody writes: of which column they are, and in which way they limit it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from wayframe.tables import cells, wishes
from wayframe.tables.schema import Column
from wayframe.tables.table import Table
from wayframe.tables.vocabulary import LOOKED_AT, Degree, Named, before
from wayframe.values import Dates, Gazetteer, Lexicon, bounded, find
from wayframe.values.lexer import Token, lex

NEAR = 26  # characters between a number and the name of its column
_LIMITS = {"at_most": "at most", "at_least": "at least", "about": "about"}
_SPENT = re.compile(
    r"\b(?:(?<!enough )for|spend|pay|budget(?: is| of)?|afford|have|only|of|between)\s*(?:only|just)?\s*$",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:not|no|nothing|never|n['’]t(?: be)?)\s*$", re.IGNORECASE)
_ASKING = re.compile(r"\b(?:what|how) about\b", re.IGNORECASE)
_BEFORE = re.compile(r"\b(?:before|older than|earlier than)(?: the)?\s*$", re.IGNORECASE)
_AFTER = re.compile(r"\b(?:after|(?:newer|younger|later) than)(?: the)?\s*$", re.IGNORECASE)
_UNTIL = re.compile(r"\b(?:by|until|till|(?:no|not) later than|at the latest)(?: the)?\s*$", re.IGNORECASE)
_SINCE = re.compile(r"\b(?:since|from|(?:no|not) (?:earlier|older) than)(?: the)?\s*$", re.IGNORECASE)
_OR_EARLIER = re.compile(r"\W*(?:or|and) (?:before|earlier|older|sooner)\b|\W*at the latest\b", re.IGNORECASE)
_OR_LATER = re.compile(
    r"\W*(?:or|and) (?:after|later|newer|younger)\b|\W*(?:at the earliest|onwards?)\b", re.IGNORECASE
)
YEARS = range(1800, 2101)
_ON = re.compile(r"\b(?:on|in|before|by|until|till|after|since|from|than|between)(?: the)?\s*$", re.IGNORECASE)
_TO = re.compile(r"\s*(?:-|–|to|and|or)\s*", re.IGNORECASE)
_ONES = frozenset(("one", "first", "second", "third"))  # "the one with", not the number
# What is counted where no column is: options, those who come along.
_OTHERS = re.compile(
    r"\s*(?:options?|of them|of these|of those|ones|people|persons?|of us|guests?|adults?|kids|children|friends)\b",
    re.IGNORECASE,
)
_CUT = re.compile(r"[.,;!?]|\b(?:and|with|but|or)\b", re.IGNORECASE)
NO_NAMES = Lexicon(Gazetteer(()), Gazetteer(()))


class Amount(NamedTuple):
    """A number with its unit and what limits it, `text[start:end]`, and the wish that it is."""

    start: int
    end: int
    column: Column
    wish: str


class _Number(NamedTuple):
    start: int
    end: int
    value: float
    unit: str


def amounts(
    text: str, table: Table, named: Sequence[Named], degrees: Sequence[Degree], asked: Sequence[str]
) -> list[Amount]:
    """The numbers that are values of a column; `asked` are the slots that the agent has asked for."""
    found, last, free = list[Amount](), None, list(named)
    text = _ASKING.sub(lambda words: " " * len(words.group()), text)  # "what about 13%" isn't about 13%
    for number in (_bare(text, each, table) for each in _numbers(text)):
        beside = _beside(
            text, number, free, [c for c in _measured(table) if not number.unit or _measures(c, number.unit)]
        )
        if beside:
            free.remove(beside)  # the name of one number's column is not the next one's
        column = beside.column if beside else _column(text, number, table, degrees, asked)
        if column is None and last and not number.unit and _TO.fullmatch(text, last[0].end, number.start):
            column = last[1].column
        if column is None:
            continue
        converted = cells.converted(number.value, "" if column.kind == "money" else number.unit, column.unit)
        value = number.value if converted is None else converted
        if last and last[1].column == column and _TO.fullmatch(text, last[0].end, number.start):
            low = wishes.number(column, last[1].wish.removeprefix("about "))
            if low is not None and low < value:
                found[-1] = Amount(last[1].start, number.end, column, wishes.between(column, low, value))
                last = None
                continue
        end = beside.end if beside and beside.start >= number.end else number.end
        found.append(_limited(text, number._replace(end=end), column, value, degrees))
        last = (number, found[-1])
    return found


def _bare(text: str, number: _Number, table: Table) -> _Number:
    """Without a unit that no column is in: the hours of "30 hours" may be a column's name."""
    if not number.unit or any(_measures(column, number.unit) for column in _measured(table)):
        return number
    digits = cells.NUMBER.match(text, number.start)
    return number._replace(end=digits.end(), unit="") if digits and not cells.currency(number.unit) else number


def _limited(text: str, number: _Number, column: Column, value: float, degrees: Sequence[Degree]) -> Amount:
    start, end, bound = bounded(text, number.start, number.end)
    limit = _LIMITS.get(bound, "")
    if value in YEARS and limit in ("", "about"):
        limit = _of_time(before(text, number.start), text[number.end : number.end + LOOKED_AT])
    for degree in degrees:  # "lighter than 1.5 kg"
        if degree.column == column and text[degree.end : number.start].strip().casefold() == "than":
            limit = "more than" if degree.more else "less than"
            if _NOT.search(before(text, degree.start)):
                limit = "at most" if degree.more else "at least"
            return Amount(degree.start, number.end, column, wishes.said(column, limit, value))
    return Amount(start, end, column, wishes.said(column, limit, value))


def _of_time(earlier: str, later: str) -> str:
    """The limit that words around a day or a year make it: "before 2010", "2010 or earlier"."""
    if _BEFORE.search(earlier):
        return "less than"
    if _AFTER.search(earlier):
        return "more than"
    if _UNTIL.search(earlier) or _OR_EARLIER.match(later):
        return "at most"
    return "at least" if _SINCE.search(earlier) or _OR_LATER.match(later) else ""


def _numbers(text: str) -> list[_Number]:
    tokens = lex(text)
    found = [_with_unit(text, tokens, at) for at, token in enumerate(tokens) if _counts(text, token)]
    for at, (one, other) in enumerate(pairwise(found)):  # "13 to 15 inch", "between 13 and 15 inch"
        if other.unit and not one.unit and _TO.fullmatch(text, one.end, other.start):
            found[at] = one._replace(unit=other.unit)
    return found


def _measured(table: Table) -> list[Column]:
    return [c for c in table.schema.columns if c.kind in ("number", "money") and c.searched]


def _counts(text: str, token: Token) -> bool:
    if token.value is None or token.ordinal or token.text in _ONES or _OTHERS.match(text, token.end):
        return False
    return not text[token.start - 1 : token.start].isalpha()  # "X1" is a name


def _with_unit(text: str, tokens: Sequence[Token], at: int) -> _Number:
    """The number with the currency before it or the unit behind it."""
    token = tokens[at]
    value = float(token.value or 0.0)
    if at and (sign := cells.currency(tokens[at - 1].text)):
        return _Number(tokens[at - 1].start, token.end, value, sign)
    for length in (2, 1):
        after = [each for each in tokens[at + 1 : at + 1 + length] if each.text != "-"]
        dashed = at + 1 < len(tokens) and tokens[at + 1].text == "-"
        after = list(tokens[at + 1 + dashed : at + 1 + dashed + length])
        unit = " ".join(each.text for each in after)
        if after and len(after) == length and (unit.casefold() in cells.UNITS or cells.currency(unit)):
            return _Number(token.start, after[-1].end, value, cells.currency(unit) or unit)
    return _Number(token.start, token.end, value, "")


def _column(text: str, number: _Number, table: Table, degrees: Sequence[Degree], asked: Sequence[str]) -> Column | None:
    """The column of a number that stands beside no column's name: by its unit, by what was asked, by "under"."""
    measured = _measured(table)
    if number.unit:
        return _plausible(number, [c for c in measured if _measures(c, number.unit)], table)
    if compared := _compared(text, number, degrees):
        return compared
    if wanted := next((c for slot in asked for c in measured if c.slot == slot), None):
        return wanted
    if year := _year(number, measured, table):
        return year
    limited = bounded(text, number.start, number.end)[2] in _LIMITS or _SPENT.search(before(text, number.start))
    return table.schema.money if limited else None


def _year(number: _Number, measured: Sequence[Column], table: Table) -> Column | None:
    """The column of years, if the number is one."""
    if not (number.value.is_integer() and number.value in YEARS):
        return None
    return next((c for c in measured if not c.unit and c.kind == "number" and _holds_years(c, table)), None)


def _holds_years(column: Column, table: Table) -> bool:
    ends = [cells.order(row.values[column.slot]) for row in table.ends(column) or ()]
    return bool(ends) and all(end is not None and end in YEARS for end in ends)


def _measures(column: Column, unit: str) -> bool:
    if column.kind == "money":
        return cells.currency(unit) == column.unit or (not column.unit and bool(cells.currency(unit)))
    return bool(column.unit) and cells.converted(1.0, unit, column.unit) is not None


def _beside(text: str, number: _Number, named: Sequence[Named], among: Sequence[Column]) -> Named | None:
    """The name of a column next to a number: behind it ("16 GB of RAM") before in front of it ("RAM of 16 GB")."""
    for each in named:
        gap = text[number.end : each.start]
        if number.end <= each.start and len(gap) <= NEAR // 2 and not _CUT.search(gap) and each.column in among:
            return each
    for each in reversed(named):
        gap = text[each.end : number.start]
        if each.end <= number.start and len(gap) <= NEAR and not _CUT.search(gap) and each.column in among:
            return each
    return None


def _compared(text: str, number: _Number, degrees: Sequence[Degree]) -> Column | None:
    than = (d.column for d in degrees if text[d.end : number.start].strip().casefold() == "than")
    return next(than, None)


def _plausible(number: _Number, fitting: Sequence[Column], table: Table) -> Column | None:
    """Of columns in the same unit the one whose values are about as large: "16 GB" is memory, "512 GB" a disk."""

    def far(column: Column) -> float:
        value = cells.converted(number.value, "" if column.kind == "money" else number.unit, column.unit) or 0.0
        ends = [cells.order(row.values[column.slot]) or 0.0 for row in table.ends(column) or ()]
        low, high = ends or (0.0, 0.0)
        return 0.0 if low <= value <= high else min(abs(value - low), abs(value - high)) / max(high, 1e-9)

    return min(fitting, key=far, default=None)


def days(text: str, table: Table, named: Sequence[Named], today: date, asked: Sequence[str]) -> list[Amount]:
    """The dates that are named, as wishes for the first column of dates, or for the one that was asked for.

    A day in passing ("something for tonight") is none, unless the column is named or was asked for.
    """
    columns = [c for c in table.schema.columns if c.kind == "date" and c.searched]
    column = next((c for c in columns if c.slot in asked), columns[0] if columns else None)
    if column is None:
        return []
    meant = column.slot in asked or any(each.column == column for each in named)
    found = [m for m in find(text, today=today, lexicon=NO_NAMES) if meant or _ON.search(before(text, m.start))]
    dates = [(m, m.value) for m in found if m.kind == "date" and isinstance(m.value, Dates)]
    return [
        Amount(m.start, m.end, column, _span(column, value, today, text[: m.start], text[m.end :]))
        for m, value in dates
    ]  # fmt: skip


def _span(column: Column, dates: Dates, today: date, before: str, after: str) -> str:
    """The wish of a date, or of several days ("late October"), with what stands before and behind it."""
    first, last = float(dates.first.toordinal()), float(dates.last.toordinal())
    limit = _of_time(before, after)
    if limit in ("less than", "at least"):
        return wishes.said(column, limit, first)
    if limit and dates.last != date.max:
        return wishes.said(column, limit, last)
    if dates.first == dates.last:
        return wishes.said(column, "", first)
    if dates.last == date.max:
        return wishes.said(column, "at least", first)
    return wishes.said(column, "at most", last) if dates.first == today else wishes.between(column, first, last)
