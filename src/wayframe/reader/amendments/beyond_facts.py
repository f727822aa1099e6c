"""Beyond facts: questions about a property that its value doesn't answer: how far it is, what it means, if it is good.

The parser reads them as questions for the value, or as wishes for it. A question makes no wish.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import (
    Ask,
    Described,
    Flag,
    It,
    Meaning,
    Money,
    Move,
    Number,
    Other,
    OutOfScope,
    Reference,
    Spoken,
    Together,
    Value,
    Wish,
    wishes_in,
)
from wayframe.reader.features import related_slots
from wayframe.reader.spans import NOTHING, Clause, Span, some
from wayframe.reader.symbols import TurnSpans, placed_clauses
from wayframe.state.resolution import reference_of


class _Asked(NamedTuple):
    """What a clause asks: the slots that it names for it, the moves that say so, and what they take the place of."""

    slots: frozenset[str]
    moves: tuple[Move, ...]


def with_what_is_beyond_facts(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning in which a question that no value answers stands as that: "how far is the beach?"."""
    if not some(turn.spans, *_MARKS):
        return meaning
    cut = list(placed_clauses(turn))
    for clause, place in cut:
        found = (asked_in(clause, meaning, turn) for asked_in in _KINDS)
        asked = next((each for each in found if each is not None), None)
        if asked is not None:
            meaning = _instead(meaning, asked, place)
    asking = [(clause, place) for clause, place in cut if _asks(clause)]
    if len(asking) == 1 and asking[0][0].has("answer"):
        meaning = _without_remarks_asked(meaning, asking[0][1])
    return meaning


def _without_remarks_asked(meaning: Meaning, place: tuple[int, int]) -> Meaning:
    """Return a meaning that asks nothing outside of its only question: "with breakfast, nice. Is the flight incl?"."""
    kept = (each for each in meaning.moves if not isinstance(each.move, Ask) or each.overlaps(*place))
    return replace(meaning, moves=tuple(kept))


_MARKS = (
    "answer",
    "says:asks_distance",
    "says:included",
    "paying",
    "says:asks_meaning",
    "judged_good",
    "bad_of_it",
    "noun",
    "inverted",
)


def with_each_question_beyond(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning in which questions beyond the catalogue stand one by one: "how far is it, is it loud there?"."""
    moves = list[Spoken]()
    for each in meaning.moves:
        parts = list(_questions_in(each, turn)) if isinstance(each.move, OutOfScope) else []
        moves += parts if len(parts) > 1 else [each]
    return replace(meaning, moves=tuple(moves))


def _questions_in(spoken: Spoken, turn: TurnSpans) -> Iterator[Spoken]:
    """Yield the questions that stand whole in the words of a move, each by itself."""
    for clause, (start, end) in placed_clauses(turn):
        if _asks(clause) and spoken.start <= start and end <= spoken.end:
            yield replace(spoken, move=OutOfScope(_words(clause.spans, turn)), start=start, end=end)


def _asks(clause: Clause) -> bool:
    """Return whether a clause is a question, by its mark or by how it begins."""
    return clause.question or some(clause.spans[:1], "opens:inverted", "says:how", "says:wh")


def _instead(meaning: Meaning, asked: _Asked, place: tuple[int, int]) -> Meaning:
    """Return a meaning with what a clause asks in the place of what else was read of it."""
    kept = list[Spoken]()
    for each in meaning.moves:
        kept += _without(each, asked.slots, place)
    start, end = place
    at = next((at for at, each in enumerate(kept) if each.end > end or _asks_why(each.move)), len(kept))
    said = [Spoken(move, start, end) for move in asked.moves]
    return replace(meaning, moves=(*kept[:at], *said, *kept[at:]))


def _asks_why(move: Move) -> bool:
    return isinstance(move, Ask) and move.question == "reason"


def _without(spoken: Spoken, slots: frozenset[str], place: tuple[int, int]) -> list[Spoken]:
    """Return a move without what it wishes or asks of slots in a place; nothing where that was all."""
    if not spoken.overlaps(*place):
        return [spoken]
    match spoken.move:
        case OutOfScope():
            return []
        case Ask() as ask if _is_of_what_is_so(ask, slots) or (not slots and _asks_for_all(ask)):
            return []
        case Wish(slot=slot):
            return [] if slot in slots else [spoken]
        case Ask(question="facts" | "holds" | "which", slots=asked, wishes=wishes) as ask:
            left = tuple(slot for slot in asked if slot not in slots)
            others = tuple(wish for wish in wishes if wish.slot not in slots)
            changed = replace(ask, slots=left, wishes=others)
            is_empty = (asked or wishes) and not (left or others)
            return [] if is_empty else [replace(spoken, move=changed)]
    return [spoken]


# What the schema answers


def _answered(clause: Clause, meaning: Meaning, turn: TurnSpans) -> _Asked | None:
    """Return a question that the schema answers and the parser passed over: "is the flight included in that?"."""
    answers = [str(span.data("answer")) for span in clause.spans if span.has("answer")]
    said = [move.words for move in meaning.all() if isinstance(move, OutOfScope)]
    if not answers or not _asks(clause) or answers[0] in said:
        return None
    return _Asked(frozenset(), (OutOfScope(answers[0]),))


# How far


def _distance(clause: Clause, meaning: Meaning, turn: TurnSpans) -> _Asked | None:
    """Return a question how far a place is, of which the catalogue knows at most that it is near."""
    measured = any(turn.schema.by_name[slot].measured for slot in _named(clause.spans, turn))
    if measured or not (_asks(clause) and clause.has("says:asks_distance")):
        return None
    near = {slot for span in clause.spans for slot in _features(span)}
    beyond = OutOfScope(_words(clause.spans, turn))
    if not near:
        return _Asked(_ruled_out(clause, meaning), (beyond,)) if _ruled_out(clause, meaning) else None
    asks = [each for each in meaning.all() if isinstance(each, Ask)]
    if any(_is_of_what_is_so(ask, near) for ask in asks):  # "how far is the hotel from the airport?"
        return _Asked(frozenset(near), (_told_of(near, It(), turn), beyond))
    asks = [each for each in asks if near & {wish.slot for wish in each.wishes}]
    if not asks or any(Flag(False) in wish.constraint.values for ask in asks for wish in ask.wishes):
        return None  # "is it far from the airport?" is answered by whether it is near it
    return _Asked(frozenset(near), (_told_of(near, asks[0].of, turn), beyond))


def _is_of_what_is_so(ask: Ask, slots: Collection[str]) -> bool:
    """Return whether a question is of an option that is described by nothing but features."""
    return isinstance(ask.of, Described) and {wish.slot for wish in ask.of.wishes} <= set(slots)


def _told_of(slots: Collection[str], of: Reference | None, turn: TurnSpans) -> Ask:
    """Return the question for some facts, in the order of the schema."""
    return Ask("facts", tuple(slot.name for slot in turn.schema.slots if slot.name in slots), of)


def _ruled_out(clause: Clause, meaning: Meaning) -> frozenset[str]:
    """Return the slots of which a meaning rules out a value that a clause asks about: "is it far from the station?"."""
    said = {slot for span in clause.spans for how, slot in related_slots(span) if how.startswith("value")}
    denied = {wish.slot for wish in wishes_in(meaning.all()) if wish.constraint.op == "not"}
    return frozenset(said & denied)


def _features(span: Span) -> Iterator[str]:
    """Yield the features that a span names: the beach, of being near it."""
    for entry in span.entries:
        match entry.kind, entry.data:
            case "value", (str() as slot, Flag(True)):
                yield slot


# Whether it is in the price


def _inclusion(clause: Clause, meaning: Meaning, turn: TurnSpans) -> _Asked | None:
    """Return a question whether something is in the price that is no feature: "is heating in the rent?".

    Of a feature that is asked where it is to be paid for: "do we have to pay for breakfast?".
    """
    paid = _paid_for(clause)
    if paid is not None:
        slots = {*_features(paid), turn.schema.party}
        return _Asked(frozenset(slots), (OutOfScope(f"{paid.words} in the price"),))
    at = _where_included(clause, turn)
    thing = _thing_before(clause.spans[:at]) if at else None
    if thing is None or not thing.has("noun") or any(_features(thing)):
        return None
    price = turn.schema.price.name if turn.schema.price else ""
    slots = {str(noun) for noun in thing.every("noun")}
    if price in slots or any(turn.schema.by_name[slot].kind == "yes_no" for slot in slots):
        return None
    return _Asked(frozenset({*slots, price}), (OutOfScope(f"{thing.words} included"),))


def _where_included(clause: Clause, turn: TurnSpans) -> int:
    """Return where a clause says that something is in the price; 0 where it doesn't."""
    price = turn.schema.price.name if turn.schema.price else ""
    for at, span in enumerate(clause.spans):
        if span.has("included"):
            return at
        behind = next((each for each in clause.spans[at + 1 :] if not each.has("article", "deictic")), None)
        if span.words == "in" and behind is not None and behind.has(f"noun:{price}") and _asks(clause):
            return at
    return 0


def _thing_before(spans: Sequence[Span]) -> Span | None:
    """Return what stands last before a place, other than small words."""
    return next((span for span in reversed(spans) if span.entries and not span.has("filler", "cue")), None)


def _paid_for(clause: Clause) -> Span | None:
    """Return the feature for which it is asked whether one pays; None where that isn't asked."""
    paying = [at for at, span in enumerate(clause.spans) if span.has("paying") and span.words == "pay"]
    if not paying or not _asks(clause) or clause.has("says:how", "says:wh"):
        return None
    behind = clause.spans[paying[0] + 1 :]
    return next((span for span in behind if any(_features(span))), None) if some(behind[:1], "for_whom") else None


# What it means


def _meaning(clause: Clause, meaning: Meaning, turn: TurnSpans) -> _Asked | None:
    """Return a question what a value means, with one for the other values that there are of a kind."""
    if not (clause.has("opens:asks_meaning") and clause.has("says:wh")) or clause.has("says:addressed"):
        return None
    named = [span for span, behind in pairwise((*clause.spans, NOTHING)) if not behind.has("strange")]
    slots = [slot for span in named for how, slot in related_slots(span) if how.startswith(("value", "noun"))]
    kinds = [slot for slot in slots if turn.schema.by_name[slot].kind == "category"]
    values = [Ask("values", (slot,)) for slot in kinds[:1] if len(turn.schema.by_name[slot].values) <= FEW_VALUES]
    return _Asked(frozenset(slots), (OutOfScope(_words(clause.spans, turn)), *values)) if slots else None


FEW_VALUES = 6
"""Values of a kind that are told beside one that somebody doesn't know."""


# Whether it is good


def _standing(clause: Clause, meaning: Meaning, turn: TurnSpans) -> _Asked | None:
    """Return a question whether something is good: where it stands among the others ("6.59, is that good or bad?")."""
    if not _asks(clause) or not clause.has("judged_good", "bad_of_it") or clause.has("says:how", "says:wh", "compare"):
        return None
    points_back = clause.has("deictic")  # "6.59, is that good?"
    spans = turn.spans[: turn.spans.index(clause.spans[-1])] if points_back else clause.spans
    said = [slot for span in spans for slot in _told_by(span, turn)]
    named = [slot for slot in _named(clause.spans, turn) if turn.schema.by_name[slot].better]
    slots = list(dict.fromkeys((*named, *said)))[:1]
    if not slots:
        return None
    told: list[Reference | None] = [reference_of(each) for each in meaning.all() if isinstance(each, Ask)]
    own = next((each for each in told if each is not None), It())
    if isinstance(own, Together):
        return None
    return _Asked(frozenset(slots), (Ask("facts", tuple(slots), Together((own, Other()))),))


def _told_by(span: Span, turn: TurnSpans) -> Iterator[str]:
    """Yield the slots of which an option at hand has the number that a span says."""
    number = span.data("number", "money")
    said: float | None = getattr(number, "value", number)
    for name, facts in turn.context.facts.items():
        slot = turn.schema.slot(name)
        if said is not None and slot and slot.better and any(_amount(fact) == said for fact in facts):
            yield name


def _amount(value: Value) -> float | None:
    return value.value if isinstance(value, Number | Money) else None


# Whether it has something unheard of


def _thing_unheard_of(clause: Clause, meaning: Meaning, turn: TurnSpans) -> _Asked | None:
    """Return a question whether an option has what no slot is of, where all was read to be told of it."""
    place = next(place for each, place in placed_clauses(turn) if each == clause)
    told = [each for each in meaning.moves if each.overlaps(*place)]
    if [each.move for each in told if _asks_for_all(each.move)] != [each.move for each in told] or not told:
        return None
    verb = next((at for at, span in enumerate(clause.spans) if at and span.has("says:having")), 0)
    behind = [span for span in clause.spans[verb + 1 :] if not span.has("article", "clause_end", "particle")]
    inverted = some(clause.spans[:1], "opens:inverted")  # "before it had to be plugged in" asks nothing
    if not (inverted and verb and behind) or clause.has("says:how", "says:wh"):
        return None
    if any(slot for span in behind for _, slot in related_slots(span)):
        return None
    return _Asked(frozenset(), (OutOfScope(_words(behind, turn)),))


def _asks_for_all(move: Move) -> bool:
    """Return whether a move asks for all that is known of an option."""
    return isinstance(move, Ask) and move.question == "facts" and not move.slots


# Words


def _named(spans: Sequence[Span], turn: TurnSpans) -> list[str]:
    """Return the slots that spans name by a noun."""
    return [str(noun) for span in spans for noun in span.every("noun") if turn.schema.slot(str(noun))]


def _words(spans: Sequence[Span], turn: TurnSpans) -> str:
    """Return the words of spans without the marks around them."""
    return turn.text[spans[0].start : spans[-1].end].strip(" ,.?!")


_KINDS: tuple[Callable[[Clause, Meaning, TurnSpans], _Asked | None], ...] = (
    _answered,
    _distance,
    _inclusion,
    _meaning,
    _standing,
    _thing_unheard_of,
)
