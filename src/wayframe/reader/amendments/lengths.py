"""What something costs for a time, where one pays by time: "what would three days with the first cost?"."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from wayframe.meaning.records import Ask, Described, Meaning, Move, Nth, Reference, Wish
from wayframe.reader.spans import Span, some
from wayframe.reader.symbols import TurnSpans
from wayframe.schema.columns import limits, paid_by
from wayframe.schema.records import Schema

_HOUR = 1 / 24
_DAYS = {"hour_unit": _HOUR, "day_unit": 1, "night_unit": 1, "weekend_word": 2, "week_unit": 7, "month_unit": 30}
_PERIODS = {"hour": _HOUR, "day": 1, "night": 1, "week": 7, "month": 30}
"""How many days words are; for how many one pays at once."""


def with_price_of_time(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that asks for the price of as long as is said, where the price is by the night or the like."""
    price = turn.schema.price
    period = paid_by(price) if price else ""
    times = _times(turn.spans, period)
    if price is None or times <= 1:
        return meaning
    is_price = some(turn.spans, "asks_price", "how_much")
    asks = [each for each in meaning.moves if _asks_for(each.move, price.name, is_price=is_price)]
    if len(asks) != 1 or not isinstance(asks[0].move, Ask):
        return meaning
    of = _without_length(asks[0].move.of, turn.schema)
    total = Ask("sum", (price.name,), of, by=times, unit=f"{period}s")
    kept = [each for each in meaning.moves if not _is_for_time(each.move, turn.schema)]
    return replace(meaning, moves=tuple(replace(each, move=total) if each is asks[0] else each for each in kept))


def _asks_for(move: Move, price: str, *, is_price: bool) -> bool:
    """Return whether a move asks for a sum; where words ask for a price, it may ask for facts or whether it is so."""
    if not isinstance(move, Ask) or not set(move.slots) <= {price}:
        return False
    return move.question == "sum" or (is_price and move.question in ("facts", "holds"))


def _without_length(of: Reference | None, schema: Schema) -> Reference | None:
    """Return an option in an order without what but says how long one has it, or takes that for its price."""
    match of:
        case Nth(of=Described(wishes=wishes, of=whole)) if all(_is_length(wish, schema) for wish in wishes):
            return replace(of, of=whole)
    return of


def _is_length(wish: Wish, schema: Schema) -> bool:
    """Return whether a wish is how long one has something, or the same number taken for its price."""
    return _is_for_time(wish, schema) or (schema.price is not None and wish.slot == schema.price.name)


def _is_for_time(move: Move, schema: Schema) -> bool:
    """Return whether a move is a wish for how long one stays at least."""
    slot = schema.slot(move.slot) if isinstance(move, Wish) else None
    return slot is not None and limits(slot) != ""


def _times(spans: Sequence[Span], period: str) -> float:
    """Return how many times a period a length that is said is; 0 where none is said, or no whole number of it."""
    said = (_number(before) * _days(span) for before, span in pairwise(spans))
    times = next(filter(None, said), 0.0) / _PERIODS.get(period, math.inf)
    return times if times.is_integer() else 0


def _days(span: Span) -> float:
    return next((days for name, days in _DAYS.items() if span.has(name)), 0)


def _number(span: Span) -> float:
    """Return the number that a span is, one of an indefinite article; 0 of another."""
    number = span.data("number") or span.data("few")
    return float(number) if number else float(span.has("indefinite_article", "whole_unit"))
