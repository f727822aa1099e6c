"""Alternatives: values of which one or another will do, said one after the other: "Rome would be nice, Paris too"."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wayframe.meaning.records import Constraint, Meaning, Move, Text, Value, Wish
from wayframe.reader.spans import Clause, Span, SpanLine, clauses, some
from wayframe.reader.symbols import TurnSpans
from wayframe.schema import Schema


def with_values_as_well(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that takes a value beside the one before it: "London preferably, but Dublin works too".

    Beside what was wished for earlier only where nothing was booked: "Paris as well" may be another trip then.
    """
    if not some(turn.spans, "says:as_well"):
        return meaning
    for clause in clauses(turn.spans, ()):
        for added in _added(clause, turn.schema):
            meaning = _beside_others(meaning, added, turn)
    return meaning


def _added(clause: Clause, schema: Schema) -> Iterator[Wish]:
    """Yield the wish for the value, or place, to which a clause says "too": the last before it, or the first behind."""
    line = SpanLine(clause.spans)
    where = next((at for at in range(len(line)) if _says_too(line, at)), -1)
    if where < 0 or clause.has("preposition:source", "not"):
        return
    before = [wish for span in clause.spans[:where] for wish in _named(span, schema)]
    behind = [wish for span in clause.spans[where:] for wish in _named(span, schema)]
    yield from (*before[-1:], *behind[:1])[:1]


def _says_too(line: SpanLine, at: int) -> bool:
    """Return whether "too" stands there, and not the one of "too expensive"."""
    is_of_next = line[at].has("excess") and not line[at + 1].has("nothing", "comma", "clause_end")
    return line[at].has("says:as_well") and not line[at].has("says:condition") and not is_of_next


def _named(span: Span, schema: Schema) -> Iterator[Wish]:
    """Yield the wishes for the place, or the values of categories, that a span names."""
    if span.has("place") and schema.place:
        yield Wish(schema.place, Constraint("is", (Text(str(span.data("place"))),)))
    categories = {slot.name for slot in schema.of_kind("category")}
    for slot, value in span.every("value"):
        if slot in categories and value is not None:
            yield Wish(slot, Constraint("is", (value,)))


def _beside_others(meaning: Meaning, added: Wish, turn: TurnSpans) -> Meaning:
    """Return a meaning with one wish for a value and for what a turn, or what holds, wishes for of its slot."""
    read = meaning.moves or turn.by_rules.meaning.moves  # dreams are no story where they are of several places
    said = [each for each in read if _is_for(each.move, added.slot)]
    values = [value for each in said for value in _values(each.move)]
    if not values or _values(added)[0] not in values:
        return meaning
    if len(set(values)) == 1:
        values = [*_held_before(added.slot, turn), *values]
    move = replace(added, constraint=Constraint("is", tuple(dict.fromkeys(values))))
    kept = [each for each in meaning.moves if not _is_for(each.move, added.slot)]
    spoken = replace(said[0], move=move, end=said[-1].end)
    at = next((at for at, each in enumerate(kept) if each.start > spoken.start), len(kept))
    return replace(meaning, moves=(*kept[:at], spoken, *kept[at:]))


def _held_before(slot: str, turn: TurnSpans) -> list[Value]:
    """Return the values of a slot that were wished for earlier, or that most take; none where something was booked."""
    if turn.context.booked:
        return []
    held = [value for wish in turn.context.wishes if _is_for(wish, slot) for value in _values(wish)]
    usual = turn.schema.by_name[slot].usual
    return held or ([Text(usual)] if usual else [])


def _is_for(move: Move, slot: str) -> bool:
    """Return whether a move wishes for one value of a slot or another."""
    return isinstance(move, Wish) and move.slot == slot and move.of is None and move.constraint.op == "is"


def _values(move: Move) -> tuple[Value, ...]:
    """Return the values of a wish; of any other move none."""
    return move.constraint.values if isinstance(move, Wish) else ()
