"""Candidates: what else a phrase or a clause may mean besides what the rules compose, and the features that tell.

The rules know how values and references go together; how people say what they want with them is learned
(`ranking`). The wish of a phrase may be for another operator or another end of the journey, or a mere mention; a clause
may do whatever one of the builders of `moves` makes of what is in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import (
    Answer,
    Ask,
    Book,
    Cancel,
    Change,
    Constraint,
    Described,
    Drop,
    Flag,
    Move,
    Operator,
    OutOfScope,
    Party,
    Recall,
    Social,
    Undo,
    Wish,
)
from wayframe.reader.moves import BUILDERS, ClauseReading, first_fitting, moves
from wayframe.reader.moves import features as clause_holds
from wayframe.reader.ranking import Names, Rankings, Weights, probabilities
from wayframe.reader.spans import Span, SpanLine
from wayframe.reader.wishes import WishPhrase
from wayframe.schema import Schema, Slot

# Words


MOST_OF_NEIGHBOUR = 12  # spans
LIKELY, CLEARLY, CERTAINLY = 0.4, 3.0, 100.0
"""How likely something has to be to be taken in the place of what the rules make of a clause.

It is as likely as `LIKELY`, and `CLEARLY` times as likely as the rules' reading; `CERTAINLY` where it does what can't
be taken back, or gives up where the rules know an answer.
"""

DEEDS = (Book, Cancel, Change)
LASTING = (*DEEDS, Drop, Undo)
_VALUES = ("money", "date", "place", "party", "number", "value")
"""The kinds of spans whose words say nothing about how people speak, so that their kind stands for them."""


def word(span: Span) -> str:
    """Return a span's words as a feature: its kind in the place of a value."""
    for kind in _VALUES:
        if span.has(kind) and not span.has("cue", "pro_form"):
            return f"<{kind}>"
    return span.words


# Phrases


class PhraseCandidate(NamedTuple):
    """A wish that a phrase may say, none where it mentions a value but wishes nothing, with its names."""

    wish: Wish | None
    names: Names


_OPERATORS: dict[str, tuple[Operator, ...]] = {
    "money": ("is", "at_most", "at_least", "around"),
    "number": ("is", "at_most", "at_least", "around", "not"),
    "date": ("is", "at_most", "at_least", "around", "not"),
    "place": ("is", "not"),
    "category": ("is", "not"),
    "text": ("is", "not"),
    "name": ("is", "not"),
    "time": ("is", "at_most", "at_least", "around"),
}
"""The operators that a wish for one value may have, by the kind of the slot."""

_OPPOSITE: dict[Operator, Operator] = {"at_most": "at_least", "at_least": "at_most"}
"""The bound that nobody means who says another in words."""

_DIRECTED: dict[Operator, tuple[Operator, ...]] = {
    "less": ("less", "least"),
    "least": ("least", "less"),
    "more": ("more", "most"),
    "most": ("most", "more"),
}


def phrase_candidates(wish: Wish, schema: Schema) -> list[PhraseCandidate]:
    """Return what a phrase may wish for; the first is what the rules make of it."""
    slot = schema.by_name[wish.slot]
    found = [wish, *_other_wishes(wish, slot, schema)]
    kept = [each for at, each in enumerate(found) if each not in found[:at]]
    named = [PhraseCandidate(each, (_name(each, schema), "same" if each is wish else "other")) for each in kept]
    return [*named, PhraseCandidate(None, (f"{slot.kind} mention", "mention"))]


def _name(wish: Wish, schema: Schema) -> str:
    """Return what kind of wish it is: the slot's kind and part in a journey, the operator, and a flag's value."""
    slot = schema.by_name[wish.slot]
    part = slot.role or (slot.bearing if slot.bearing.startswith("window") else "")
    said = [str(value.value) for value in wish.constraint.values if isinstance(value, Flag)]
    added = ["added" for value in wish.constraint.values if isinstance(value, Party) and value.added]
    return " ".join(filter(None, (slot.kind, part, wish.constraint.op, *said, *added)))


def _other_wishes(wish: Wish, slot: Slot, schema: Schema) -> Iterator[Wish]:
    """Yield what a phrase may wish for besides what the rules make of it."""
    constraint = wish.constraint
    if constraint.op in _DIRECTED and not constraint.values and constraint.than is None:
        yield from (_with(wish, op) for op in _DIRECTED[constraint.op])
    if constraint.op in ("between", "any", "more", "less") or not constraint.values:
        return
    if slot.kind == "yes_no":
        yield from (_flag(wish, value=value) for value in (True, False))
        yield replace(wish, constraint=Constraint("any"))
    elif slot.kind == "party":
        yield from _parties(wish)
    elif len(constraint.values) == 1:
        operators = [op for op in _OPERATORS.get(slot.kind, ()) if op != _OPPOSITE.get(constraint.op)]
        for other in _ends(slot, schema):
            yield from (_with(replace(wish, slot=other.name), op) for op in operators)
    if slot.kind in ("category", "number"):
        yield replace(wish, constraint=Constraint("any"))


def _with(wish: Wish, op: Operator) -> Wish:
    constraint = wish.constraint
    strict = constraint.strict and op == constraint.op
    return replace(wish, constraint=replace(constraint, op=op, strict=strict))


def _flag(wish: Wish, *, value: bool) -> Wish:
    return replace(wish, constraint=Constraint("is", (Flag(value),)))


def _parties(wish: Wish) -> Iterator[Wish]:
    """Yield the people as all that travel, and as some who come besides; those who stay away are never all."""
    for value in wish.constraint.values:
        if isinstance(value, Party) and min(value.adults, value.children) >= 0:
            yield replace(wish, constraint=Constraint("is", (replace(value, added=not value.added),)))


def _ends(slot: Slot, schema: Schema) -> list[Slot]:
    """Return the slots that a value may be of as well: the other end of a journey or of a stay."""
    if slot.role:
        return [other for other in schema.of_kind(slot.kind) if other.role]
    if slot.bearing.startswith("window"):
        return [other for other in schema.of_kind(slot.kind) if other.bearing.startswith("window")]
    return [slot]


def phrase_features(phrase: WishPhrase, read: ClauseReading) -> list[str]:
    """Return what is known of a phrase: the words in it and around it, how it is read, and the moment."""
    clause, context = read.clause, read.context
    line = SpanLine(clause.spans)
    slot = read.schema.by_name[phrase.wish.slot]
    before = [word(line[phrase.first - step]) for step in (1, 2, 3, 4)]
    behind = [word(line[phrase.last + step]) for step in (0, 1, 2)]
    held = [wish.constraint.op for wish in context.wishes if wish.slot == phrase.wish.slot]
    found = [
        "always",
        f"read {_name(phrase.wish, read.schema)}",
        f"slot {slot.kind} {slot.bearing}",
        f"spans {min(len(line), 6)}",
    ]
    found += [f"before {said}" for said in before] + [f"before1 {before[0]}", f"before2 {before[1]} {before[0]}"]
    found += [f"behind {said}" for said in behind] + [f"behind1 {behind[0]}", f"behind2 {behind[0]} {behind[1]}"]
    found += [f"in {span.words}" for span in line.part(phrase.first, phrase.last) if not word(span).startswith("<")]
    found += [f"clause {word(span)}" for span in clause.spans]
    found += [f"class {name}" for span in clause.spans for name in span.within]
    found += [f"before class {name}" for name in line[phrase.first - 1].within]
    found += [f"held {op}" for op in held] or ["held nothing"]
    if phrase.wish.slot in context.asked:
        found.append("asked for")
    found += _of_moment(read)
    if clause.question:
        found.append("question")
    return list(dict.fromkeys(found))


def _of_moment(read: ClauseReading) -> list[str]:
    """Return what is known of the moment in the dialogue: what was asked, offered, booked."""
    context = read.context
    moments = {"offered": context.offered, "confirming": context.confirming, "booked": context.booked}
    asked = filter(None, map(read.schema.slot, context.asked))
    return [*(name for name, holds in moments.items() if holds), *(f"asked {slot.kind}" for slot in asked)]


# Clauses


class ClauseCandidate(NamedTuple):
    """The moves that a clause may make, with their names."""

    moves: tuple[Move, ...]
    names: Names


class ClauseOptions(NamedTuple):
    """A clause read with the wishes that are most likely meant, its features by itself, and what it may do.

    The first candidate is what the rules make of it.
    """

    read: ClauseReading
    holds: frozenset[str]
    row: str
    candidates: tuple[ClauseCandidate, ...]


class ClauseChoice(NamedTuple):
    """The moves that a clause makes, how likely they are, and whether the rules make them, too."""

    read: ClauseReading
    moves: tuple[Move, ...]
    sure: float = 1.0
    by_rule: bool = True


def chosen_by_rule(readings: Sequence[ClauseReading]) -> list[ClauseChoice]:
    """Return what each clause of a turn does as the rules say."""
    return [ClauseChoice(read, tuple(moves(read))) for read in readings]


def choices(readings: Sequence[ClauseReading], rankings: Rankings) -> list[ClauseChoice]:
    """Return what each clause of a turn does: as the rules say, unless something else is clearly likelier."""
    found = list[ClauseChoice]()
    for option, likely in _weighed(readings, rankings):
        best = max(range(len(likely)), key=likely.__getitem__)
        found.append(_choice(option, likely, best if _is_taken(option, likely, best) else 0))
    return found


def likeliest(readings: Sequence[ClauseReading], rankings: Rankings) -> list[ClauseChoice]:
    """Return what each clause of a turn does by the weights alone, whatever the rules say."""
    weighed = _weighed(readings, rankings)
    return [_choice(option, likely, max(range(len(likely)), key=likely.__getitem__)) for option, likely in weighed]


def _weighed(readings: Sequence[ClauseReading], rankings: Rankings) -> Iterator[tuple[ClauseOptions, list[float]]]:
    """Yield what each clause may do, and how likely each of it is."""
    options = [clause_options(read, rankings.phrases) for read in readings]
    for option, features in zip(options, clause_features(options), strict=True):
        names = [candidate.names for candidate in option.candidates]
        yield option, probabilities(names, features, rankings.clauses)


def _choice(option: ClauseOptions, likely: Sequence[float], at: int) -> ClauseChoice:
    return ClauseChoice(option.read, option.candidates[at].moves, likely[at], by_rule=at == 0)


def _is_taken(option: ClauseOptions, likely: Sequence[float], at: int) -> bool:
    """Return whether a candidate is taken in the place of what the rules make of a clause, which is never dropped."""
    by_rule, made = option.candidates[0].moves, option.candidates[at].moves
    if not made or likely[at] < LIKELY or option.read.clause.announces or option.read.tells_days:
        return False
    if not by_rule and not option.read.context.confirming and all(isinstance(move, Answer) for move in made):
        return False  # nothing was asked, and no word answers
    is_lasting = any(isinstance(move, LASTING) for move in made)
    gives_up = by_rule != () and any(isinstance(move, OutOfScope) for move in made)
    answers_half = _answers_and_gives_up(by_rule) and not _answers_and_gives_up(made)
    odds = CERTAINLY if is_lasting or gives_up or answers_half else CLEARLY
    return likely[at] >= odds * likely[0]


def _answers_and_gives_up(moves: Sequence[Move]) -> bool:
    """Return whether of two things that are asked only one is known: "has it a gym or a pool?"."""
    return {Ask, OutOfScope} <= {type(move) for move in moves}


def clause_options(read: ClauseReading, phrases: Weights) -> ClauseOptions:
    """Return what a clause may do: by the wishes that are most likely meant, and by those that the rules compose."""
    composed = _composed(read)
    by_rule = composed.candidates[0].moves
    meant = read if read.asking and read.checks_price else with_likely_wishes(read, phrases)
    options = composed if meant is read else _composed(meant)
    found = {candidate.moves: candidate for candidate in options.candidates}
    for candidate in composed.candidates:
        names = tuple(f"composed {name}" for name in candidate.names)
        found.setdefault(candidate.moves, candidate._replace(names=names))
    first = found.pop(by_rule)
    return options._replace(candidates=(first._replace(names=(*first.names, "by rule")), *found.values()))


def _odds_of_wish(candidates: Sequence[PhraseCandidate], at: int) -> float:
    """Return how many times as likely as the composed wish another has to be: much where it says the contrary."""
    composed, other = candidates[0].wish, candidates[at].wish
    if composed is None:
        return CLEARLY
    if other is None:
        return CERTAINLY if composed.constraint.op in ("least", "most") else CLEARLY
    flags = {value for wish in (composed, other) for value in wish.constraint.values if isinstance(value, Flag)}
    return CERTAINLY if len(flags) > 1 else 1.0


def _composed(read: ClauseReading) -> ClauseOptions:
    """Return what each builder makes of a clause, first the one of the first pattern that fits."""
    holds = clause_holds(read)
    row, first = first_fitting(read, holds)
    found: dict[tuple[Move, ...], Names] = {first: ("first", row)}
    for name, builder in BUILDERS.items():
        if builder.clauses.fits(holds):
            made = tuple(builder.moves(read))
            found[made] = (*found.get(made, ()), name)
    named = (ClauseCandidate(made, (_kinds(made), *names, *_unsaid(made, read))) for made, names in found.items())
    return ClauseOptions(read, holds, row, tuple(named))


def with_likely_wishes(read: ClauseReading, weights: Weights) -> ClauseReading:
    """Return a clause with each phrase's wish as it is most likely meant, and without mere mentions."""
    kept, mentions = list[WishPhrase](), list[WishPhrase]()
    for phrase in read.phrases:
        candidates = phrase_candidates(phrase.wish, read.schema)
        names = [candidate.names for candidate in candidates]
        likely = probabilities(names, phrase_features(phrase, read), weights)
        best = max(range(len(likely)), key=likely.__getitem__)
        if likely[best] < _odds_of_wish(candidates, best) * likely[0]:
            best = 0
        wish = candidates[best].wish
        if wish:
            kept.append(phrase._replace(wish=wish))
        else:
            mentions.append(phrase)
    if tuple(kept) == read.phrases:
        return read
    return read.with_phrases(kept, mentions)


def _unsaid(made: Sequence[Move], read: ClauseReading) -> Iterator[str]:
    """Yield what is in a clause and in none of its moves: wishes, references."""
    if read.wishes and not any(_has_wishes(move) for move in made):
        yield "no wish said"
    if read.strong and not any(_has_reference(move) for move in made):
        yield "no reference said"


def _has_wishes(move: Move) -> bool:
    if isinstance(move, Wish) or bool(getattr(move, "wishes", ())):
        return True
    return any(isinstance(reference, Described) for reference in _references(move))


def _has_reference(move: Move) -> bool:
    return any(reference is not None for reference in _references(move))


def _references(move: Move) -> tuple[object, ...]:
    return (getattr(move, "of", None), getattr(move, "to", None))


def _kinds(made: Sequence[Move]) -> str:
    return "kinds " + " ".join(dict.fromkeys(map(_kind, made)))


def _kind(move: Move) -> str:
    """Return the kind of a move, with what it asks or answers."""
    kind = type(move).__name__
    match move:
        case Ask(question=said) | Recall(about=said) | Answer(word=said) | Social(kind=said):
            return f"{kind} {said}"
    return kind


def clause_features(options: Sequence[ClauseOptions]) -> list[list[str]]:
    """Return what is known of each clause of a turn: what holds of it, its words, and its neighbours."""
    found = list[list[str]]()
    for at, option in enumerate(options):
        features = [*_of_clause(option), f"clauses {min(len(options), 4)}"]
        if at == 0:
            features.append("first clause")
        if at + 1 == len(options):
            features.append("last clause")
        for side, neighbour in (("before", at - 1), ("behind", at + 1)):
            if 0 <= neighbour < len(options):
                features += _of_neighbour(side, options[neighbour])
        found.append(list(dict.fromkeys(features)))
    return found


def _of_neighbour(side: str, option: ClauseOptions) -> list[str]:
    said = [f"{side} word {word(span)}" for span in option.read.spans[:MOST_OF_NEIGHBOUR]]
    return [f"{side} {option.candidates[0].names[0]}", *said]


def _of_clause(option: ClauseOptions) -> list[str]:
    """Return what is known of a clause by itself."""
    read = option.read
    said = [word(span) for span in read.spans]
    found = ["always", option.row, *(f"holds {name}" for name in sorted(option.holds))]
    found += [f"word {one}" for one in said]
    found += [f"pair {one} {other}" for one, other in pairwise(("^", *said, "$"))]
    found += [f"triple {' '.join(three)}" for three in zip(said, said[1:], said[2:], strict=False)]
    found += [f"opens {said[0]}", f"opens {' '.join(said[:2])}", f"ends {said[-1]}", f"spans {min(len(said), 8)}"]
    found += [f"reference {phrase.kind} {type(phrase.reference).__name__}" for phrase in read.references]
    found += [f"wish {_name(wish, read.schema)}" for wish in read.wishes]
    found += [f"wishes {min(len(read.wishes), 3)}", f"naming {min(len(read.strong), 3)}"]
    found += [f"nouns {min(len(read.nouns), 2)}", f"strange {min(sum(span.has('strange') for span in read.spans), 3)}"]
    free = len(read.spans) - len(read.used) - sum(span.has("filler") for span in read.spans)
    found += [f"free {min(free, 8)}", f"{option.row} free {min(free, 8) // 3}"]
    found += _of_moment(read)
    if read.clause.question:
        found.append("question mark")
    return found
