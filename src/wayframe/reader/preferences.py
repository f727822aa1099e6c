"""Preferences: what each of several people wants, and the options that are somebody's: "he wants Rome ... book his"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import (
    Ask,
    Book,
    Constraint,
    Described,
    Every,
    Move,
    Reference,
    Return,
    Spoken,
    Together,
    Wish,
)
from wayframe.reader.clauses import ClauseReading
from wayframe.reader.moves import ClauseMoves
from wayframe.reader.references import joint
from wayframe.reader.spans import NOTHING, Span
from wayframe.schema import Schema

SPEAKER, OTHER = "speaker", "other"
_PEOPLE = ("subject", "party", "party_pronoun", "third_person", "person_speaking", "belongs_to_other")
_ALONE = ("nothing", "particle", "social", "filler", "clause_end", "comma", "auxiliary")


class _Preference(NamedTuple):
    """An option, and whether the speaker or somebody else wants it; empty where nobody is said to."""

    owner: str
    of: Reference


# Places


def wished_by_each(spoken: list[Spoken], cut: Sequence[Span], schema: Schema) -> list[Spoken]:
    """Return the moves, the places that different people want as one wish: "he wants Rome and I'd rather see Oslo".

    So are those that the turn wants to see all of: "I thought of Rome. My wife says Oslo. Show us both".
    """
    together = any(isinstance(each.move, Return) and isinstance(each.move.to, Every) for each in spoken)
    places = [
        (each, each.move)
        for each in spoken
        if isinstance(each.move, Wish) and each.move.slot == schema.place and each.move.constraint.op == "is"
    ]
    for (before, first), (behind, second) in pairwise(places):
        one, other = _who_wants(before, cut), _who_wants(behind, cut)
        if not together and ("" in (one, other) or one == other):
            continue
        if first.of == second.of:
            values = tuple(dict.fromkeys((*first.constraint.values, *second.constraint.values)))
            both = replace(behind, move=replace(second, constraint=Constraint("is", values)))
            rest = [both if each is behind else each for each in spoken if each is not before]
            return wished_by_each(rest, cut, schema)
    return spoken


def _who_wants(spoken: Spoken, cut: Sequence[Span]) -> str:
    """Return who wants something in a move's clause, by the word before the wanting; empty where it says nobody.

    "I" and "we" are the same.
    """
    clause = [span for span in cut if spoken.overlaps(span.start, span.end)]
    wanting = next((at for at, span in enumerate(clause) if span.has("says:person_wanting")), 0)
    people = [span for span in clause[:wanting] if span.has("subject", "party")]
    if not people:
        return ""
    return SPEAKER if people[0].has("person_speaking") else people[0].words


# Options


def of_their_owners(spoken: Sequence[Spoken], clauses: Sequence[ClauseMoves], starts: Sequence[int]) -> list[Spoken]:
    """Return the moves, those on an option that is somebody's as on what that person wants: "book hers".

    It is asked which is meant where that isn't one. `starts` says where each clause begins in the text.
    """
    moves, known = list(spoken), list[_Preference]()
    for start, (read, _) in zip(starts, clauses, strict=True):
        owner = _owner_meant(read)
        if not owner or not known:
            known += _preferences(read)
            continue
        of = _owned(known, owner)
        there = [_about(each, of) if each.start == start else each for each in moves]
        if there != moves:
            told = {each.of for each in known}
            moves = [each for each in there if not _turns_to(each.move, told)]
    return moves


def _owner_meant(read: ClauseReading) -> str:
    """Return whose option a clause is about that names none; empty where it is nobody's."""
    return "" if read.strong or read.places else owner_said(read.spans)


def owner_said(spans: Sequence[Span]) -> str:
    """Return whose option some spans are about: "book hers", "we'll take my pick"; empty where it is nobody's."""
    for span, following in pairwise((*spans, NOTHING)):
        if span.has("opens:belongs_to_speaker"):
            return SPEAKER
        if span.has("opens:belongs_to_other") or (span.words == "his" and following.has(*_ALONE)):
            return OTHER
    return ""


def _preferences(read: ClauseReading) -> Iterator[_Preference]:
    """Yield the options that a clause names, each with who wants it: who stands before it, else right behind it."""
    named = [(phrase.first, phrase.last, phrase.reference) for phrase in read.strong]
    if not named:
        named = [(each.first, each.last, Described((each.wish,))) for each in read.phrases if each.wish in read.places]
    begun = 0
    for at, (first, last, reference) in enumerate(named):
        end = named[at + 1][0] if at + 1 < len(named) else len(read.spans)
        links = [place for place in range(last, end) if read.spans[place].has("comma", "conjunction")]
        cut = links[-1] if links else end
        yield _Preference(_owner(read.spans[begun:first]) or _owner(read.spans[last:cut]), reference)
        begun = cut


def _owner(said: Sequence[Span]) -> str:
    """Return whom the first person in some spans is; a word that nobody knows may be a name."""
    for span, following in pairwise((*said, NOTHING)):
        if span.has(*_PEOPLE) or span.words == "his":
            speaks = span.has("person_speaking", "belongs_to_speaker") and not following.has("party")
            return SPEAKER if speaks else OTHER
    return OTHER if any(span.has("strange") for span in said) else ""


def _owned(known: Sequence[_Preference], owner: str) -> Reference:
    """Return the one option that somebody wants; where several may be meant, one of them, which is to be asked for."""
    wanted = [each.of for each in known if each.owner == owner]
    if len(wanted) == 1:
        return wanted[0]
    every = joint(wanted) or joint([each.of for each in known])
    return Described((), every if isinstance(every, Together) else Every())


def _about(spoken: Spoken, of: Reference) -> Spoken:
    """Return a deed or a question as one on an option, whatever the words before it made it be about."""
    move = spoken.move
    if isinstance(move, Ask | Book):
        return replace(spoken, move=replace(move, of=of))
    return replace(spoken, move=Return(of)) if isinstance(move, Return) else spoken


def _turns_to(move: Move, told: set[Reference]) -> bool:
    """Return whether a move but turns to options of which it was said who wants them."""
    if not isinstance(move, Return):
        return False
    parts = move.to.parts if isinstance(move.to, Together) else (move.to,)
    return told.issuperset(parts)
