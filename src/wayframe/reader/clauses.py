"""Clauses: the parts of a turn that each say one thing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wayframe.reader.party import PartyPhrase
from wayframe.reader.spans import Span

_AUXILIARIES = frozenset(
    ("is", "are", "was", "were", "does", "do", "did", "would", "will", "can", "could", "has", "have", "should")
)
_PRONOUNS = frozenset(("it", "they", "you", "we", "i", "he", "she", "there"))
MOST_IN_LABEL = 5  # spans before a colon
_CONDITIONS = frozenset(("if", "were", "suppose", "supposing", "unless", "whether"))
_ASIDES = frozenset(("answer_yes", "answer_no"))


class Clause(NamedTuple):
    """Spans that say one thing; `question` where it ends with a question mark, `parties` are the people it names.

    `supposed` says that an earlier clause of the sentence put it as a condition: "if he pays and we take it, ...".
    """

    spans: tuple[Span, ...]
    question: bool
    parties: tuple[PartyPhrase, ...]
    supposed: bool = False


def clauses(
    spans: Sequence[Span], parties: Sequence[PartyPhrase], starts: frozenset[str], ends: frozenset[str]
) -> list[Clause]:
    """Return the clauses of a turn in order: cut where sentences end, and where a new clause begins after a link."""
    inside = {at for phrase in parties for at in range(phrase.first + 1, phrase.last)}
    found = list[Clause]()
    first = sentence = 0
    for at, span in enumerate(spans):
        if at in inside:
            continue
        if span.words in ends and not _labels(spans, at, first):
            _add(found, spans, parties, first, at, question="?" in span.words)
            found[sentence:] = _supposed(found[sentence:])
            first, sentence = at + 1, len(found)
        elif at > first and _begins(spans, at, first, starts):
            _add(found, spans, parties, first, at, question=False)
            first = at
    _add(found, spans, parties, first, len(spans), question=False)
    found[sentence:] = _supposed(found[sentence:])
    return _tagged(found)


def _supposed(sentence: Sequence[Clause]) -> list[Clause]:
    """Return the clauses of a sentence, those behind a condition marked."""
    marked, condition = list[Clause](), False
    for clause in sentence:
        marked.append(clause._replace(supposed=condition))
        condition = condition or any(_CONDITIONS & set(span.words.split()) for span in clause.spans)
    return marked


def _tagged(found: Sequence[Clause]) -> list[Clause]:
    """Return the clauses with tag questions made the mark of what they follow: "it's near the beach, isn't it?"."""
    kept = list[Clause]()
    for clause in found:
        words = [word for span in clause.spans for word in span.words.split() if word != ","]
        tag = clause.question and 2 <= len(words) <= 3 and words[0] in _AUXILIARIES and words[-1] in _PRONOUNS
        if tag and kept:
            kept[-1] = kept[-1]._replace(question=True)
        else:
            kept.append(clause)
    return kept


def _begins(spans: Sequence[Span], at: int, first: int, starts: frozenset[str]) -> bool:
    """Return whether a new clause begins at a link (a comma, "and", "but", a dash)."""
    span = spans[at]
    following = spans[at + 1] if at + 1 < len(spans) else None
    if following is None:
        return False
    if span.has("conjunction") and span.data("conjunction") == "but":
        return True
    if span.words == "-":
        return span.start > spans[at - 1].end and following.start > span.end and not _joins(spans, at)
    if span.words not in (",", "and", "then", "so", "because"):
        return False
    if span.words == "," and _is_aside(spans[first:at]):
        return True
    word = following.words.split(" ")[0]
    return word in starts or following.is_cue("book", "cancel", "compare", "change", "undo", "correct")


def _labels(spans: Sequence[Span], at: int, first: int) -> bool:
    """Return whether a colon stands between a label and its value: "Destination: Rome", "kids: 3"."""
    if spans[at].words != ":" or at == first:
        return False
    said = any(span.has("place", "date", "number", "money", "value") for span in spans[first:at])
    return spans[at - 1].has("noun", "preposition", "party") or (at - first <= MOST_IN_LABEL and not said)


def _joins(spans: Sequence[Span], at: int) -> bool:
    """Return whether a dash stands between two places or two days: "Rome - Athens", "Aug 3 - the 9th"."""
    following = next((span for span in spans[at + 1 : at + 3] if span.words != "the"), None)
    before = spans[at - 1]
    return following is not None and any(before.has(kind) and following.has(kind) for kind in ("place", "date"))


def _is_aside(spans: Sequence[Span]) -> bool:
    """Return whether spans are but a yes, a no, a greeting or a thanks."""
    return all(span.has("social", "filler") or span.cues() & _ASIDES for span in spans)


def _add(
    found: list[Clause],
    spans: Sequence[Span],
    parties: Sequence[PartyPhrase],
    first: int,
    last: int,
    *,
    question: bool,
) -> None:
    if first >= last:
        return
    within = tuple(
        PartyPhrase(phrase.first - first, phrase.last - first, phrase.party)
        for phrase in parties
        if first <= phrase.first < last
    )
    found.append(Clause(tuple(spans[first:last]), question, within))
