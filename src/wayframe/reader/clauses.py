"""Clauses: the parts of a turn that each say one thing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from wayframe.reader.party import PartyPhrase
from wayframe.reader.spans import Span

MOST_IN_LABEL = 5  # spans before a colon
MOST_TO_BUT = 3  # spans from "any" to the "but" of an exception
MOST_IN_TAG = 3  # words of "isn't it"
_ASIDES = ("answer_yes", "answer_no", "instead")
_OPENING_CUES = ("book", "cancel", "compare", "change", "undo", "correct")
_VALUES = ("place", "date", "number", "money", "value")


class Clause(NamedTuple):
    """Spans that say one thing; `question` where it ends with a question mark, `parties` are the people it names.

    `supposed` says that an earlier clause of the sentence put it as a condition: "if he pays and we take it, ...".
    """

    spans: tuple[Span, ...]
    question: bool
    parties: tuple[PartyPhrase, ...]
    supposed: bool = False

    @property
    def conditional(self) -> bool:
        """Return whether it puts what follows under a condition; "if you would" doesn't."""
        return any(span.says("condition") and not span.says("polite_if") for span in self.spans)

    @property
    def supposing(self) -> bool:
        """Return whether it says "if", and not out of courtesy."""
        return any(span.says("if") and not span.says("polite_if") for span in self.spans)

    def says(self, *classes: str) -> bool:
        """Return whether it says a phrase of one of these word classes."""
        return any(span.says(*classes) for span in self.spans)


class _Sentence(NamedTuple):
    """Where a sentence begins and ends (excluded), and whether a question mark ends it."""

    first: int
    last: int
    question: bool


def clauses(spans: Sequence[Span], parties: Sequence[PartyPhrase]) -> list[Clause]:
    """Return the clauses of a turn in order: cut where sentences end, and where a new clause begins after a link."""
    inside = {at for phrase in parties for at in range(phrase.first + 1, phrase.last)}
    found = list[Clause]()
    for sentence in _sentences(spans, inside):
        cuts = [*_beginnings(spans, sentence, inside), sentence.last]
        parts = [_clause(spans, parties, first, last) for first, last in pairwise(cuts)]
        parts[-1] = parts[-1]._replace(question=sentence.question)
        found += _supposed(parts)
    return _tagged(found)


def _sentences(spans: Sequence[Span], inside: Collection[int]) -> Iterator[_Sentence]:
    """Yield the sentences of a turn that say something."""
    first = 0
    for at, span in enumerate(spans):
        if at in inside or not span.is_a("clause_end") or _labels(spans, at, first):
            continue
        if at > first:
            yield _Sentence(first, at, "?" in span.words)
        first = at + 1
    if first < len(spans):
        yield _Sentence(first, len(spans), False)


def _beginnings(spans: Sequence[Span], sentence: _Sentence, inside: Collection[int]) -> list[int]:
    """Return where the clauses of a sentence begin."""
    found = [sentence.first]
    for at in range(sentence.first + 1, sentence.last):
        if at not in inside and _begins(spans, at, found[-1]):
            found.append(at)
    return found


def _clause(spans: Sequence[Span], parties: Sequence[PartyPhrase], first: int, last: int) -> Clause:
    within = (phrase for phrase in parties if first <= phrase.first < last)
    moved = (PartyPhrase(phrase.first - first, phrase.last - first, phrase.party) for phrase in within)
    return Clause(tuple(spans[first:last]), False, tuple(moved))


def _supposed(sentence: Sequence[Clause]) -> list[Clause]:
    """Return the clauses of a sentence, those behind a condition marked."""
    marked, condition = list[Clause](), False
    for clause in sentence:
        marked.append(clause._replace(supposed=condition))
        condition = condition or clause.conditional
    return marked


def _tagged(found: Sequence[Clause]) -> list[Clause]:
    """Return the clauses with tag questions made the mark of what they follow: "it's near the beach, isn't it?"."""
    kept = list[Clause]()
    for clause in found:
        if kept and _is_tag(clause):
            kept[-1] = kept[-1]._replace(question=True)
        else:
            kept.append(clause)
    return kept


def _is_tag(clause: Clause) -> bool:
    """Return whether a clause is but an auxiliary and its subject, asked."""
    spans = [span for span in clause.spans if span.words != ","]
    length = sum(span.last - span.first for span in spans)
    if not clause.question or not 2 <= length <= MOST_IN_TAG:
        return False
    return spans[0].opens("auxiliary") and spans[-1].says("subject")


def _begins(spans: Sequence[Span], at: int, first: int) -> bool:
    """Return whether a new clause begins at a link (a comma, "and", "but", a dash)."""
    span = spans[at]
    if spans[at - 1].is_cue("answer_no") and span.opens("subject") and _is_aside(spans[first:at]):
        return True  # "no I said September"
    if at + 1 == len(spans):
        return False
    if _asks_anew(spans, at, first):
        return True
    following = spans[at + 1]
    if span.data("conjunction") == "but":
        return not any(before.is_a("any_of") for before in spans[max(at - MOST_TO_BUT, first) : at])
    if span.words == "-":
        apart = spans[at - 1].end < span.start and span.end < following.start
        return apart and not _joins(spans, at, at + 1)
    if not span.is_a("clause_link"):
        return False
    if span.words == "," and _is_aside(spans[first:at]):
        return True
    denied = any(before.has("not", "except") for before in spans[first:at])
    if span.words == "," and following.has("not") and not denied and _joins(spans, at, at + 2):
        return False  # "by the 20th, not the 22nd"
    return following.opens("clause_start") or following.is_cue(*_OPENING_CUES)


def _asks_anew(spans: Sequence[Span], at: int, first: int) -> bool:
    """Return whether a question begins without any link: "montreal 300 hmm is there wifi"."""
    if not spans[at].opens("asks_anew") or spans[at - 1].is_a("leads_to_question"):
        return False
    return not any(span.opens("wh", "relative", "if") for span in spans[first:at])


def _labels(spans: Sequence[Span], at: int, first: int) -> bool:
    """Return whether a colon stands between a label and its value: "Destination: Rome", "kids: 3"."""
    if spans[at].words != ":" or at == first:
        return False
    if spans[at - 1].has("noun", "preposition", "party"):
        return True
    return at - first <= MOST_IN_LABEL and not any(span.has(*_VALUES) for span in spans[first:at])


def _joins(spans: Sequence[Span], at: int, behind: int) -> bool:
    """Return whether a link stands between two places or two days: "Rome - Athens", "Aug 3 - the 9th"."""
    following = [span for span in spans[behind : behind + 2] if not span.is_a("article")][:1]
    return any(spans[at - 1].has(kind) and span.has(kind) for span in following for kind in ("place", "date"))


def _is_aside(spans: Sequence[Span]) -> bool:
    """Return whether spans are but a yes, a no, a greeting or a thanks."""
    return all(span.is_a("particle") or span.has("social", "filler") or span.is_cue(*_ASIDES) for span in spans)
