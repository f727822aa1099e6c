"""The evidence for sentences: options with their items, what was wished and found, what is booked, what is extreme."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wayframe.llm.grounding import Evidence
from wayframe.meaning.records import Direction, Wish
from wayframe.schema import Schema
from wayframe.sources.constraints import order
from wayframe.sources.protocol import Condition, Query, Source
from wayframe.state.records import Option


def evidence_of(
    source: Source,
    options: Mapping[int, Option],
    *,
    said: str,
    wishes: tuple[Wish, ...],
    counts: frozenset[int],
    nothing: bool,
    booked: Iterable[Option],
    cancelled: Iterable[Option],
) -> Evidence:
    """Return the evidence that options and bookings are."""

    def is_extreme(frame: int, slot: str, direction: Direction) -> bool:
        return is_best(source, options[frame], slot, direction)

    return Evidence(
        items={frame: option.item for frame, option in options.items()},
        parties={frame: option.party for frame, option in options.items()},
        said=said,
        wishes=wishes,
        counts=counts,
        nothing=nothing,
        booked=_same(options, booked),
        cancelled=_same(options, cancelled),
        is_extreme=is_extreme,
    )


def _same(options: Mapping[int, Option], meant: Iterable[Option]) -> frozenset[int]:
    """Return the frames of options that are the same items as some."""
    keys = {option.item.key for option in meant}
    return frozenset(frame for frame, option in options.items() if option.item.key in keys)


def is_best(source: Source, option: Option, slot: str, direction: Direction) -> bool:
    """Return whether nothing that fits the wishes behind an option has less, or more, of a slot than it."""
    query = Query(_conditions(option.wishes, source.schema), party=option.party)
    best = source.extreme(query, slot, direction)
    own = option.item.values.get(slot)
    if best is None or own is None or slot not in best.values:
        return False
    return order(own) == order(best.values[slot])


def _conditions(wishes: Iterable[Wish], schema: Schema) -> tuple[Condition, ...]:
    """Return the wishes that items fulfil or don't."""
    return tuple(
        Condition(wish.slot, wish.constraint)
        for wish in wishes
        if schema.by_name[wish.slot].kind != "party" and wish.constraint.op not in ("any", "least", "most")
    )
