"""Which slot words are likely marked as: what they can be read as, what was marked last, then all others."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from wayframe.collection.annotation.records import Mark
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


def ranked(text: str, mark: Mark, recent: Sequence[str], *, today: date, lexicon: Lexicon) -> tuple[str, ...]:
    """All slots, the likely ones first; of these the ones that were used lately (the latest first), then the rest."""
    words = text[mark.start : mark.end].casefold()
    kinds = dict.fromkeys(
        kind
        for each in find(text, today=today, lexicon=lexicon)
        if each.start < mark.end and mark.start < each.end
        for kind in _KINDS.get(each.kind, (each.kind,))
    )
    named = [slot for slot in SLOTS if slot.replace("_", " ") in words]
    fitting = [slot for kind in kinds for slot in sorted(SLOTS, key=_rank) if SLOTS[slot].kind == kind]
    pointing = ["ref_anaphora"] if set(words.split()) & set(_POINTING) else []
    likely = dict.fromkeys((*named, *fitting, *pointing))
    lately = [slot for slot in recent if slot in SLOTS]
    first = sorted(likely, key=lambda slot: (slot not in named, lately.index(slot) if slot in lately else len(lately)))
    return tuple(dict.fromkeys((*first, *lately, *sorted(SLOTS, key=_rank))))


def _rank(slot: str) -> int:
    return _OFTEN.index(slot) if slot in _OFTEN else len(_OFTEN)
