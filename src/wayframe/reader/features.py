"""Features: a turn as the semantic parser's network sees it: what the rules know of its spans, and the moment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from wayframe.meaning.records import Flag
from wayframe.reader import ReaderContext
from wayframe.reader.network import UNKNOWN, Names, SlotInput, SpanInput, TurnInput
from wayframe.reader.spans import Span
from wayframe.schema import Schema, Slot

MOST_SPANS, MOST_PIECES_OF_SPAN, MOST_PIECES_OF_SLOT, MOST_NOUNS = 90, 10, 12, 3
MOST_BOOKED, MOST_SHOWN, MOST_IN_FOCUS = 2, 4, 3
MOST_LETTERS = 60  # of a word that is cut
UNITS = frozenset(("days", "stars", "/10", "km", "GB", "kg", "hours"))
"""The units that are told apart."""

_SPECIFIC = ("name:", "place:", "noun:", "says:", "opens:")
"""How the names of spans begin that hold values of one catalogue, or that `within` has."""
_DIRECTED = ("adjective", "compare", "superlative")
_CONTINUES = "##"


def span_features(span: Span) -> list[str]:
    """Return what is known of a span, whatever the catalogue."""
    names = [name for name in span.names if not name.startswith(_SPECIFIC)]
    return sorted((*names, *(f"in:{name}" for name in span.within)))


def related_slots(span: Span) -> Iterator[tuple[str, str]]:
    """Yield the slots that a span is about, each behind how."""
    for entry in span.entries:
        match entry.kind, entry.data:
            case "value", (str() as slot, Flag(value)):
                yield f"value:{'yes' if value else 'no'}", slot
            case kind, (str() as slot, end, *_) if kind in _DIRECTED:
                yield f"{kind}:{end}", slot
            case kind, (str() as slot, *_):
                yield kind, slot
            case "noun", noun:
                yield "noun", str(noun)


def moments(context: ReaderContext) -> list[str]:
    """Return the moment in the dialogue: whether something was offered or asked, and how many options there are."""
    found = [name for name, holds in (("offered", context.offered), ("confirming", context.confirming)) if holds]
    counts = {
        "booked": min(len(context.booked), MOST_BOOKED),
        "shown": min(len(context.shown), MOST_SHOWN),
        "latest": min(len(context.latest), MOST_SHOWN),
        "focus": min(len(context.focus), MOST_IN_FOCUS),
    }
    return found + [f"{name}{count}" for name, count in counts.items()]


def slots_of_moment(context: ReaderContext) -> Iterator[tuple[str, str]]:
    """Yield the slots that were asked for, and those that wishes hold for, each behind how."""
    yield from (("asked", slot) for slot in context.asked)
    yield from ((f"held {wish.constraint.op}", wish.slot) for wish in context.wishes)


def slot_features(slot: Slot, schema: Schema) -> list[str]:
    """Return what is known of a slot, whatever it is called."""
    price = schema.price
    found = [
        f"kind {slot.kind}",
        f"bearing {slot.bearing}",
        f"role {slot.role}",
        f"better {slot.better}",
        f"unit {slot.unit if slot.unit in UNITS else 'other'}",
        f"wishable {slot.wishable}",
    ]
    parts = {"name": schema.name, "price": price.name if price else "", "place": schema.place}
    return found + [f"is {part}" for part, name in parts.items() if name == slot.name]


class FeatureRows:
    """The rows of a network for what a turn has."""

    def __init__(self, names: Names) -> None:
        self._pieces = {name: row for row, name in enumerate(names.pieces)}
        kinds = (names.features, names.moments, names.relations, names.slot_features)
        self._features, self._moments, self._relations, self._slot_features = map(_rows, kinds)
        self._pieces_of_word = lru_cache(4096)(self._cut)

    def slots(self, schema: Schema) -> list[SlotInput]:
        """Return the slots of a schema."""
        return [
            SlotInput(
                [row for words in (slot.label, *slot.nouns[:MOST_NOUNS]) for row in self.rows_of(words)][
                    :MOST_PIECES_OF_SLOT
                ],
                _known(self._slot_features, slot_features(slot, schema)),
            )
            for slot in schema.slots
        ]

    def turn(self, spans: Sequence[Span], context: ReaderContext, schema: Schema) -> TurnInput:
        """Return a turn of up to `MOST_SPANS` spans."""
        places = {slot.name: at for at, slot in enumerate(schema.slots)}

        def related(pairs: Iterator[tuple[str, str]]) -> list[tuple[int, int]]:
            return [(self._relations.get(how, 0), places[slot]) for how, slot in pairs if slot in places]

        found = [
            SpanInput(
                self.rows_of(span.words)[:MOST_PIECES_OF_SPAN],
                _known(self._features, span_features(span)),
                related(related_slots(span)),
            )
            for span in spans
        ]
        return TurnInput(found, _known(self._moments, moments(context)), related(slots_of_moment(context)))

    def rows_of(self, words: str) -> list[int]:
        """Return the rows of the pieces of some words; never none."""
        rows = [row for word in _words(words.lower()) for row in self._pieces_of_word(word)]
        return rows or [self._pieces[UNKNOWN]]

    def _cut(self, word: str) -> list[int]:
        """Return the longest known pieces that make a word, from its beginning (WordPiece)."""
        rows, start = list[int](), 0
        if len(word) > MOST_LETTERS:
            return [self._pieces[UNKNOWN]]
        while start < len(word):
            lead = _CONTINUES if start else ""
            end = next((end for end in range(len(word), start, -1) if lead + word[start:end] in self._pieces), 0)
            if not end:
                return [self._pieces[UNKNOWN]]
            rows.append(self._pieces[lead + word[start:end]])
            start = end
        return rows


def _words(text: str) -> list[str]:
    """Return the words, numbers and signs of a text."""
    found, word = list[str](), ""
    for letter in text:
        if letter.isalnum():
            word += letter
            continue
        found += [word] if word else []
        found += [] if letter.isspace() else [letter]
        word = ""
    return [*found, word] if word else found


def _rows(names: Sequence[str]) -> dict[str, int]:
    return {name: row for row, name in enumerate(names)}


def _known(rows: dict[str, int], names: Sequence[str]) -> list[int]:
    return [rows[name] for name in names if name in rows]
