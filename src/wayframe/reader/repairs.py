"""Repairs: what a speaker takes back in the middle of a sentence, "from Chicago, no sorry, from Boston to Rome".

The terms are those of Shriberg (1994): a *reparandum* ("from Chicago"), words that say that it is taken back ("no
sorry"), and the *repair* that stands for it ("from Boston").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wayframe.reader.spans import NOTHING, Span
from wayframe.reader.words import Exchange

KINDS = ("place", "date", "money", "number", "ordinal")
"""What one thing can be repaired by another of."""
MOST_TO_REPARANDUM = 3  # spans from what is taken back to the words that say so, unless it is a number
MOST_TO_REPAIR = 2  # articles and prepositions before a repair
_LEADING = ("article", "preposition", "place_from", "place_to", "operator")
_SAID_TWICE = ("article", "preposition", "conjunction:and", "conjunction:or", "subject", "wh")
_UNITS = ("noun", "unit", "party", "pro_form")
_MEANT = ("noun:", "unit:", "party:")


class _Edit(NamedTuple):
    """The spans from `first` to `last` (excluded) say that what stands before them is taken back."""

    first: int
    last: int


class _Phrase(NamedTuple):
    """A value at the span `head`, behind its articles and prepositions from `first` on."""

    first: int
    head: int


def repairs(text: str, spans: Sequence[Span]) -> list[Exchange]:
    """Return what has to be exchanged in a text so that it says what the speaker came to mean: its first repair."""
    found = list(_hesitations(spans))
    for edit in _edits(spans):
        new = _repair(spans, edit.last)
        old = _reparandum(spans, edit, new) if new else None
        if new and old:
            return _apart([*found, *_exchanges(text, spans, old, edit, new)])
    return found


def _hesitations(spans: Sequence[Span]) -> Iterator[Exchange]:
    """Yield "um" and its like, with the comma behind, and small words said twice; what is nothing else stands."""
    if all(span.has("hesitation", "comma", "clause_end") for span in spans):
        return
    for at, span in enumerate(spans):
        if span.has("hesitation"):
            behind = spans[at + 1] if at + 1 < len(spans) else NOTHING
            yield Exchange(span.start, behind.end if behind.has("comma") else span.end, "")
        elif at and span.has(*_SAID_TWICE) and span.words.isalpha() and spans[at - 1].words == span.words:
            yield Exchange(span.start, span.end, "")


def _edits(spans: Sequence[Span]) -> Iterator[_Edit]:
    """Yield where something is taken back, with the signs, hesitations and begun phrases around the words for it."""
    at = 0
    while at < len(spans):
        first = at
        while at < len(spans) and _belongs_to_edit(spans, at):
            at += 1
        if any(_retracts(span) for span in spans[first:at]):
            yield _Edit(first, at)
        at = max(at, first + 1)


def _belongs_to_edit(spans: Sequence[Span], at: int) -> bool:
    return _retracts(spans[at]) or spans[at].has("hesitation", "comma") or spans[at].words == "-" or _trails(spans, at)


def _retracts(span: Span) -> bool:
    return span.has("retraction")


def _trails(spans: Sequence[Span], at: int) -> bool:
    """Return whether a full stop is one of several: "in September ... no"."""
    around = (*spans[max(at - 1, 0) : at], *spans[at + 1 : at + 2])
    return spans[at].words == "." and any(span.words == "." for span in around)


def _repair(spans: Sequence[Span], first: int) -> _Phrase | None:
    """Return the phrase that begins at a span; None where it is of no kind that repairs."""
    head = first
    while head < min(first + MOST_TO_REPAIR, len(spans)) and spans[head].has(*_LEADING) and not _kinds(spans[head]):
        head += 1
    return _Phrase(first, head) if head < len(spans) and _kinds(spans[head]) else None


def _reparandum(spans: Sequence[Span], edit: _Edit, new: _Phrase) -> _Phrase | None:
    """Return the phrase that a repair stands for: the last of its kind before it, behind the same preposition."""
    repaired = spans[new.head]
    for at in range(edit.first - 1, -1, -1):
        span = spans[at]
        if span.has("clause_end") and not _trails(spans, at) and not _remakes(spans, at, edit):
            return None
        distance = edit.first - 1 - at
        if distance > MOST_TO_REPARANDUM and not repaired.has("number"):
            return None
        if not _kinds(span) & _kinds(repaired) or not _counts_the_same(spans, at, new.head):
            continue
        if _leads_on(spans, new.head) and at and spans[at - 1].has("strong_goal"):
            continue
        old = _Phrase(_first_of(spans, at), at)
        if not _role(spans, new) or _role(spans, old) == _role(spans, new):
            return None if _denies(spans, old, edit, new) else old
    return None


def _remakes(spans: Sequence[Span], at: int, edit: _Edit) -> bool:
    """Return whether the sentence that ends at a span is taken back right behind it: ". No, make that the second"."""
    return at == edit.first - 1 and any(span.has("remaking") for span in spans[edit.first : edit.last])


def _kinds(span: Span) -> set[object]:
    """Return the kinds of values that a span is of, categories by their slots."""
    slots = {slot for slot, _ in span.every("value")}
    return slots | {kind for kind in KINDS if span.has(kind) and not span.has("pro_form")}


def _first_of(spans: Sequence[Span], head: int) -> int:
    """Return where the phrase of a value begins, with its article and preposition."""
    first = head
    while first > 0 and head - first < MOST_TO_REPAIR and spans[first - 1].has(*_LEADING):
        first -= 1
    return first


def _denies(spans: Sequence[Span], old: _Phrase, edit: _Edit, new: _Phrase) -> bool:
    """Return whether a no denies what follows: "economy, no business", "Rome or Athens, no Paris", "no gas, no oil"."""
    said = [span for span in spans[edit.first : edit.last] if not span.has("comma")]
    if len(said) > 1 or not said[0].has("not"):
        return False
    if spans[edit.first - 1].has("conjunction:or") and spans[old.head].words == spans[new.head].words:
        return True  # "balcony or no balcony"
    if old.first and spans[old.first - 1].has("not") and not spans[edit.last - 1].has("comma"):
        return True
    follows_comma = spans[edit.first].has("comma") and not spans[edit.last - 1].has("comma")
    of_category = not any(spans[new.head].has(kind) for kind in KINDS)
    return (follows_comma and of_category) or (_is_listed(spans, old) and not spans[new.head].has("number"))


def _role(spans: Sequence[Span], phrase: _Phrase) -> str:
    """Return the preposition of a phrase; empty where it has none."""
    words = [span.words for span in spans[phrase.first : phrase.head] if not span.has("article")]
    return words[-1] if words else ""


def _is_listed(spans: Sequence[Span], phrase: _Phrase) -> bool:
    before = spans[phrase.first - 1] if phrase.first else NOTHING
    return before.has("conjunction:or", "conjunction:and")


def _exchanges(text: str, spans: Sequence[Span], old: _Phrase, edit: _Edit, new: _Phrase) -> Iterator[Exchange]:
    """Yield the exchange of a reparandum by its repair, and what is dropped: the words for it and where it stood."""
    behind = int(NOTHING not in (_unit(spans, old.head), _unit(spans, new.head)))
    if _leads_on(spans, old.head) and _leads_on(spans, new.head):
        behind = 2  # the goal is said again, too
    old_last, new_last = old.head + behind, new.head + behind
    first = old.first if new.first < new.head else old.head
    yield Exchange(spans[first].start, spans[old_last].end, text[spans[new.first].start : spans[new_last].end])
    yield Exchange(spans[_restart(spans, old_last, edit)].start, spans[new_last].end, "")


def _leads_on(spans: Sequence[Span], at: int) -> bool:
    """Return whether a journey begins at a place, as another follows: "Boston to Tokyo, no make it Dallas to Tokyo"."""
    behind = spans[at + 1 : at + 3]
    return spans[at].has("place") and len(behind) > 1 and behind[0].has("strong_goal") and behind[1].has("place")


def _counts_the_same(spans: Sequence[Span], old: int, new: int) -> bool:
    """Return whether two values have no two units: "two adults, one child, no three adults" repairs the adults."""
    one, other = _unit(spans, old), _unit(spans, new)
    if NOTHING in (one, other) or one.words.startswith(other.words) or other.words.startswith(one.words):
        return True  # "one child, no two children"
    return bool({name for name in one.names & other.names if name.startswith(_MEANT)})


def _unit(spans: Sequence[Span], at: int) -> Span:
    """Return the span behind a value if it says of what that is: "stars", "adults", "one"."""
    behind = spans[at + 1] if at + 1 < len(spans) else NOTHING
    return behind if behind.has(*_UNITS) else NOTHING


def _restart(spans: Sequence[Span], last: int, edit: _Edit) -> int:
    """Return where what is dropped begins: with a phrase that was begun and left, "the first and the no the second"."""
    first = edit.first
    while first - 1 > last and spans[first - 1].has("article", "preposition", "conjunction:and"):
        first -= 1
    return first


def _apart(found: Sequence[Exchange]) -> list[Exchange]:
    """Return repairs in the order of the text, those left out that begin within another."""
    kept = list[Exchange]()
    for repair in sorted(found):
        if not kept or repair.start >= kept[-1].end:
            kept.append(repair)
    return kept
