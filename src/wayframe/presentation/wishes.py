"""The wishes that hold, slot by slot, in plain words: what a face shows as understood."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Raw

from wayframe.dialogue import Turn
from wayframe.meaning import decoded
from wayframe.meaning.records import PASSED_OVER, Constraint, Wish, wishes_for
from wayframe.presentation.presenter import Presenter
from wayframe.realiser.phrases import UNBOUNDED, Locale, bounded, unbounded, wanted_flag, wish_words
from wayframe.schema import Slot
from wayframe.state.update import IMPORTANT


class UnderstoodWish(NamedTuple):
    """All that is wished for of a slot, and the words for it: "to Madrid or Paris"."""

    slot: Slot
    text: str
    constraints: tuple[Constraint, ...]


def understood(locale: Locale, wishes: Iterable[Wish]) -> tuple[UnderstoodWish, ...]:
    """Return the wishes by slot, in the schema's order; any value of a slot is no wish."""
    held = [wish for wish in wishes if wish.constraint.op != "any"]
    found = list[UnderstoodWish]()
    for slot in locale.schema.slots:
        own = wishes_for(held, slot.name)
        if own:
            constraints = tuple(wish.constraint for wish in own)
            found.append(UnderstoodWish(slot, wish_words(locale, own), constraints))
    return tuple(found)


def constraint_text(presenter: Presenter, slot: Slot, constraint: Constraint) -> str:
    """Return a constraint beside the label of its slot: "$2,500 or less", "other than Paris", "yes"."""
    locale, wanted = presenter.locale, wanted_flag(constraint)
    if wanted is not None:
        return presenter.text(slot.name, wanted)
    if constraint.op in UNBOUNDED:
        return unbounded(locale, slot, constraint)
    words = bounded(locale, slot, constraint)
    return locale.wording.bounds["excluded"].format(value=words) if constraint.op == "not" else words


def understood_line(locale: Locale, wishes: Iterable[Wish]) -> str:
    """Return the wishes in a line: "from Oslo · to Madrid or Paris · for $2,500 or less"."""
    return " · ".join(wish.text for wish in understood(locale, wishes))


def passed_over(turn: Turn) -> tuple[str, ...]:
    """Return the words of a user's turn that hold a value, of which nothing was made and which weren't asked about."""
    kept = turn.labels.meaning_json
    unread = decoded(bytes(kept)).unread if isinstance(kept, Raw) else ()
    words = [turn.text[each.start : each.end].strip() for each in unread if PASSED_OVER <= each.weight < IMPORTANT]
    return tuple(dict.fromkeys(filter(None, words)))
