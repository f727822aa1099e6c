"""The slots that words may be marked as: those that they can be read as, those marked last, then all others."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from wayframe.collection.annotation.records import TextMark
from wayframe.ontology import SLOTS, Kind
from wayframe.values import Lexicon, find

_OFTEN = (
    "dst_city", "or_city", "str_date", "end_date", "price", "budget", "n_adults", "n_children", "name", "category",
    "duration", "seat", "gst_rating", "ref_anaphora", "flex", "max_duration", "intent", "action", "count",
)  # fmt: skip
"""Slots by how often the release has them, as far as it matters."""

_KINDS: dict[Kind, tuple[Kind, ...]] = {
    "days": ("days", "count", "date"),
    "count": ("count", "days", "stars", "rating", "date"),
    "stars": ("stars", "rating", "count"),
    "rating": ("rating", "stars"),
}
"""What a value of a kind may be as well: "7" is a number of anything."""

_POINTING = ("that", "this", "it", "one", "ones", "those", "these", "first", "second", "last", "other", "both")


def ranked(text: str, mark: TextMark, recent: Sequence[str], *, today: date, lexicon: Lexicon) -> tuple[str, ...]:
    """Return all slots, the likely ones first; of these the ones used lately (the latest first), then the rest."""
    words = text[mark.start : mark.end].casefold()
    lately = [slot for slot in recent if slot in SLOTS]
    by_use = sorted(SLOTS, key=_rank)
    named = [slot for slot in SLOTS if slot.replace("_", " ") in words]
    likely = list(named)
    for kind in _kinds(text, mark, today, lexicon):
        likely += [slot for slot in by_use if SLOTS[slot].kind == kind]
    if not set(_POINTING).isdisjoint(words.split()):
        likely.append("ref_anaphora")

    def turn(slot: str) -> tuple[bool, int]:
        """Return the place of a likely slot: those named, then those used lately."""
        return slot not in named, lately.index(slot) if slot in lately else len(lately)

    first = sorted(dict.fromkeys(likely), key=turn)
    return tuple(dict.fromkeys((*first, *lately, *by_use)))


def _kinds(text: str, mark: TextMark, today: date, lexicon: Lexicon) -> list[Kind]:
    """Return the kinds of values that the marked words may be."""
    found = list[Kind]()
    for each in find(text, today=today, lexicon=lexicon):
        if each.start < mark.end and mark.start < each.end:
            found += _KINDS.get(each.kind, (each.kind,))
    return list(dict.fromkeys(found))


def _rank(slot: str) -> int:
    return _OFTEN.index(slot) if slot in _OFTEN else len(_OFTEN)
