"""Features: a turn as the semantic parser's network sees it: what the rules know of its spans, and the moment."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from wayframe.dialogue import opened
from wayframe.meaning.notation import FIELDS, record_name
from wayframe.meaning.records import Constraint, Flag, Money, Number, Record, Value, Wish
from wayframe.reader import ReaderContext
from wayframe.reader.doubt import is_same
from wayframe.reader.network import UNKNOWN, Names, SlotInput, SpanInput, TurnInput
from wayframe.reader.spans import Span
from wayframe.reader.symbols import SLOTS, RuleMove, TurnSpans
from wayframe.schema import Schema, Slot

MOST_SPANS, MOST_PIECES_OF_SPAN, MOST_PIECES_OF_SLOT, MOST_NOUNS = 90, 10, 12, 3
MOST_BOOKED, MOST_SHOWN, MOST_IN_FOCUS, MOST_TOLD = 2, 4, 3, 4
MOST_LETTERS = 60  # of a word that is cut
MOST_SHARING = 10  # people among whom a price is shared
UNITS = frozenset(("days", "stars", "/10", "km", "GB", "kg", "hours"))
"""The units that are told apart."""

_SPECIFIC = ("name:", "place:", "noun:", "says:", "opens:")
"""How the names of spans begin that hold values of one catalogue, or that `within` has."""
_VALUED = ("number", "money", "date", "time", "place", "value")
"""The kinds of spans that hold values."""

_DIRECTED = ("adjective", "compare", "superlative")
_CONTINUES = "##"
RULES, DOUBTED = "rules", "rules doubt"
"""How the names begin of what the rules read, and of what they doubt of it."""

_FREE = ("name", "words", "unit", "particular")
"""The fields that hold words of the turn or of the catalogue, or say but of what kind these are."""


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


def said_before(context: ReaderContext) -> Iterator[tuple[str, str]]:
    """Yield what the user's last turn was understood as and what the agent answered, each part once, with its slot.

    Of a long answer only that it was given: its slots are all that the catalogue has.
    """
    found = [facet for move in context.moves for facet in facets(move, "before")]
    answer = context.turns[-1].acts if context.turns and context.turns[-1].author == "wizard" else ()
    for act in answer:
        slots = [arg.key for arg in opened(act).slots if arg.key in context.facts]
        told = slots if len(slots) <= MOST_TOLD else []
        found += [(f"answered {act.name}", slot) for slot in told or ("",)]
    yield from dict.fromkeys(found)


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


def facets(record: Record, of: str) -> Iterator[tuple[str, str]]:
    """Yield what a record says, each behind `of`, with its slot, "" where it has none; values and words are no part."""
    name, slots = f"{of} {record_name(type(record).__name__)}", list[str]()
    inner = list[Record]()
    for field in FIELDS[type(record)]:
        value = getattr(record, field.name)
        for each in value if field.several else (value,):
            if field.name in SLOTS and each:
                slots.append(each)
            elif isinstance(each, Record) and not isinstance(each, Value | Constraint):
                inner.append(each)
            elif isinstance(each, str) and each and field.name not in _FREE:
                name += f" {each}"
    if isinstance(record, Wish):
        name += f" {record.constraint.op}"
    yield from ((name, slot) for slot in slots or ("",))
    for each in inner:
        yield from facets(each, name)


class SpanFeatures(NamedTuple):
    """A span: its words, what is known of it, and the slots that it is about, each behind how."""

    words: str
    features: Sequence[str]
    slots: Sequence[tuple[str, str]]


class TurnFeatures(NamedTuple):
    """A turn: its spans, what is known of the moment, and the slots of the moment, each behind how."""

    spans: Sequence[SpanFeatures]
    moments: Sequence[str]
    slots: Sequence[tuple[str, str]]


def turn_features(turn: TurnSpans) -> TurnFeatures:
    """Return a turn as the network sees it; a wish of the rules stands beside the spans that hold its values, too."""
    known, slots = moments(turn.context), list(slots_of_moment(turn.context))
    for how, slot in said_before(turn.context):
        if slot:
            slots.append((how, slot))
        else:
            known.append(how)
    said = RuleFacets(turn)
    spans = [
        SpanFeatures(
            span.words,
            [*span_features(span), *standing(turn, at)],
            [*related_slots(span), *known_slots(turn, at), *said.of_span(at)],
        )
        for at, span in enumerate(turn.spans)
    ]
    return TurnFeatures(spans, known + said.moments(), slots + said.slots())


def standing(turn: TurnSpans, at: int) -> Iterator[str]:
    """Yield how an option that a span names stands: among those offered last, spoken of last, or booked."""
    context = turn.context
    named = [str(entry.data) for entry in turn.spans[at].entries if entry.kind == "name"]
    frames = {context.options[name] for name in named if name in context.options}
    groups = {"latest": context.latest, "focus": context.focus, "booked": context.booked}
    yield from (f"standing {name}" for name, group in groups.items() if not frames.isdisjoint(group))


def known_slots(turn: TurnSpans, at: int) -> Iterator[tuple[str, str]]:
    """Yield the slots of which a span says what an option at hand has, or what is wished for already, each behind how.

    An amount may be the gap between two prices, or the share of one among several people, too.
    """
    if not turn.spans[at].has(*_VALUED):
        return
    for slot, facts in turn.context.facts.items():
        said = [value for value, own in turn.held(at, slot) if own]
        if any(is_same(value, fact) for value in said for fact in facts):
            yield "told", slot
        amounts = {value.value for value in said if isinstance(value, Money)}
        if amounts:
            prices = [fact.value for fact in facts if isinstance(fact, Money)]
            gaps = {round(abs(one - other)) for one, other in combinations(prices, 2)}
            shares = {round(price / count) for price in prices for count in range(2, MOST_SHARING + 1)}
            yield from ((how, slot) for how, known in (("gap", gaps), ("share", shares)) if _near(amounts, known))
    for wish in turn.context.wishes:
        said = [value for value, own in turn.held(at, wish.slot) if own]
        if any(is_same(value, held) for value in said for held in wish.constraint.values):
            yield "wished", wish.slot


def _near(amounts: Collection[float], known: Collection[int]) -> bool:
    return any(round(amount) in known for amount in amounts)


class RuleFacets:
    """What the rules read in a turn, in parts: each says how, and of which slot."""

    def __init__(self, turn: TurnSpans) -> None:
        self._turn, self._moves = turn, turn.by_rules.moves
        self._facets = [facet for each in self._moves for facet in facets(each.move, _lead(each))]

    def moments(self) -> list[str]:
        """Return what is of no slot, and whether the rules understood the turn."""
        understood = "understood" if self._turn.by_rules.understood else "unsure"
        said = [how for how, slot in self._facets if not slot] or ([] if self._moves else [f"{RULES} none"])
        return [f"{RULES} {understood}", *dict.fromkeys(said)]

    def slots(self) -> list[tuple[str, str]]:
        """Return what is of a slot."""
        return [facet for facet in dict.fromkeys(self._facets) if facet[1]]

    def of_span(self, at: int) -> Iterator[tuple[str, str]]:
        """Yield the wishes whose values a span holds."""
        for each in self._moves:
            if each.first <= at <= each.last:
                for how, wish in _wishes(each.move, _lead(each)):
                    held = [value for value, _ in self._turn.held(at, wish.slot)]
                    if any(value in held for value in map(_plain, wish.constraint.values)):
                        yield f"{how} {wish.constraint.op}", wish.slot


def _lead(move: RuleMove) -> str:
    return DOUBTED if move.doubtful else RULES


def _wishes(record: Record, of: str) -> Iterator[tuple[str, Wish]]:
    """Yield the wishes in a record, each behind how."""
    how = f"{of} {record_name(type(record).__name__)}"
    if isinstance(record, Wish):
        yield how, record
        return
    for field in FIELDS[type(record)]:
        value = getattr(record, field.name)
        for each in value if field.several else (value,):
            if isinstance(each, Record):
                yield from _wishes(each, how)


def _plain(value: Value) -> Value:
    """Return a value as a span holds it: an amount without its currency, a number without its unit."""
    match value:
        case Money(amount):
            return Money(amount)
        case Number(number):
            return Number(number)
    return value


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

    def turn(self, turn: TurnFeatures, schema: Schema) -> TurnInput:
        """Return a turn of up to `MOST_SPANS` spans."""
        places = {slot.name: at for at, slot in enumerate(schema.slots)}

        def related(pairs: Sequence[tuple[str, str]]) -> list[tuple[int, int]]:
            return [(self._relations.get(how, 0), places[slot]) for how, slot in pairs if slot in places]

        spans = [
            SpanInput(
                self.rows_of(span.words)[:MOST_PIECES_OF_SPAN],
                _known(self._features, span.features),
                related(span.slots),
            )
            for span in turn.spans
        ]
        return TurnInput(spans, _known(self._moments, turn.moments), related(turn.slots))

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
