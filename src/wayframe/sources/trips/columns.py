"""The slots of a trip as SQL over the catalogue's table of packages, and ranges of them as SQL conditions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple

from wayframe.packages.query import least_unit, most_unit
from wayframe.sources.constraints import Allowed, Range

NIGHTS = "max(back - leaves, 1)"
EPOCH = date(1970, 1, 1).toordinal()
_SLACK = 1e-6  # of a cent, that floats may be off


class Column(NamedTuple):
    """A slot as an SQL expression, which is `origin` less than the value, and by how much a miss of it counts one."""

    sql: str
    origin: int = 0
    scale: float = 1.0


COLUMNS: Mapping[str, Column] = {
    "price": Column("price"),
    "str_date": Column("leaves", EPOCH, 7.0),
    "end_date": Column("back", EPOCH, 7.0),
    "duration": Column("days", 0, 4.0),
    "dep_time_or": Column("(out_departure % 1440)", 0, 240.0),
    "arr_time_dst": Column("(out_arrival % 1440)", 0, 240.0),
    "dep_time_dst": Column("(back_departure % 1440)", 0, 240.0),
    "arr_time_or": Column("(back_arrival % 1440)", 0, 240.0),
}
"""The measured slots of a package itself. A miss of one counts about as much to a traveller as another week, a fifth of
the higher price, four days more or fewer, four hours."""


_CLOCKS = ("dep_time_or", "arr_time_dst", "dep_time_dst", "arr_time_or")
_INDEXED = "id, hotel, origin, price, leaves, back, days, seat"


def covered(slots: Iterable[str]) -> str:
    """Return the columns that conditions on some slots and an order need; without clocks an index holds them all."""
    return "*" if any(slot in _CLOCKS for slot in slots) else _INDEXED


class Term(NamedTuple):
    """An SQL condition, and an SQL expression of how far a row is from it (0 where it fits)."""

    fits: str
    distance: str


def measured(slot: str, numbers: Allowed) -> Term:
    """Return the condition that a package's number in a slot is allowed."""
    column = COLUMNS[slot]
    fits = [_within(column, each) for each in numbers.ranges]
    away = [_away(column, each) for each in numbers.ranges]
    return _term(fits, away, negated=numbers.negated)


def priced(numbers: Allowed, party: int, shares: int, *, nightly: bool) -> Term:
    """Return the condition that a price in dollars is allowed, for a party of a weight that shares it.

    The party's price has to be in one of the ranges, multiplied by `shares` and, if it is `nightly`, by the nights.
    """
    scaled = numbers.scaled(shares)
    limits = [_nightly(each, party) if nightly else _whole(each, party) for each in scaled.ranges]
    fits = [" AND ".join(limit.fits for limit in each) or "TRUE" for each in limits]
    away = [" + ".join(limit.distance for limit in each) or "0.0" for each in limits]
    return _term(fits, away, negated=numbers.negated)


def _term(fits: list[str], away: list[str], *, negated: bool) -> Term:
    """Return the condition that one of several is so, or `negated` none."""
    either = " OR ".join(f"({each})" for each in fits) or "FALSE"
    if negated:
        return Term(f"NOT ({either})", f"(({either}) * 1.0)")
    nearest = away[0] if len(away) == 1 else f"min({', '.join(away)})" if away else "1.0"
    return Term(f"({either})", nearest)


def _within(column: Column, limits: Range) -> str:
    low, high = limits.low - column.origin, limits.high - column.origin
    parts = []
    if math.isfinite(low):
        parts.append(f"{column.sql} {'>' if limits.open_low else '>='} {low:.10g}")
    if math.isfinite(high):
        parts.append(f"{column.sql} {'<' if limits.open_high else '<='} {high:.10g}")
    return " AND ".join(parts) or "TRUE"


def _away(column: Column, limits: Range) -> str:
    low, high = limits.low - column.origin, limits.high - column.origin
    parts = ["0.0"]
    if math.isfinite(low):
        parts.append(f"{low:.10g} - {column.sql}")
    if math.isfinite(high):
        parts.append(f"{column.sql} - {high:.10g}")
    return f"max({', '.join(parts)}) / {column.scale}" if len(parts) > 1 else "0.0"


def _whole(limits: Range, party: int) -> list[Term]:
    """Return the limits of one adult's price in cents: such that the party's is in the range."""
    terms = []
    if math.isfinite(limits.high):
        cents = _last_cent(limits.high, open_end=limits.open_high)
        most = most_unit(cents / 100, party)
        terms.append(Term(f"price <= {most}", f"max(price - {most}, 0) * 5.0 / max(price, 1)"))
    if math.isfinite(limits.low):
        cents = -_last_cent(-limits.low, open_end=limits.open_low)
        least = least_unit(max(cents, 0) / 100, party)
        terms.append(Term(f"price >= {least}", f"max({least} - price, 0) * 5.0 / {max(least, 1)}"))
    return terms


def _last_cent(amount: float, *, open_end: bool) -> int:
    """Return the last whole cent up to an amount, or before it where the end is open."""
    cents = min(max(amount, -1e13), 1e13) * 100
    return math.ceil(cents - _SLACK) - 1 if open_end else math.floor(cents + _SLACK)


def _nightly(limits: Range, party: int) -> list[Term]:
    """Return the limits of the party's price in cents for each night."""
    cents = f"((price * {party} + 500) / 1000)"
    terms = []
    if math.isfinite(limits.high):
        most = f"{limits.high * 100:.6f} * {NIGHTS}"
        fits = f"{cents} < {most} - {_SLACK}" if limits.open_high else f"{cents} <= {most} + {_SLACK}"
        terms.append(Term(fits, f"max({cents} - {most}, 0) * 5.0 / max({cents}, 1)"))
    if math.isfinite(limits.low):
        least = f"{limits.low * 100:.6f} * {NIGHTS}"
        fits = f"{cents} > {least} + {_SLACK}" if limits.open_low else f"{cents} >= {least} - {_SLACK}"
        terms.append(Term(fits, f"max({least} - {cents}, 0) * 5.0 / max({least}, 1)"))
    return terms
