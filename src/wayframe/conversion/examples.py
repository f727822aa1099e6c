"""User turns as examples for language understanding: a text, its acts, its entities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from wayframe.conversion.places import places, said
from wayframe.dialogue import Dialogue, Turn
from wayframe.ontology import ACTS

_RANK = {name: rank for rank, name in enumerate(ACTS)}


class TaggedEntity(NamedTuple):
    """The words `text[start:end]` are a value of the slot."""

    start: int
    end: int
    slot: str


class TaggedExample(NamedTuple):
    """A user's turn: `acts` are names, each once, in the ontology's order; `entities` lie apart, from left to right.

    `not_located` names the slots whose values aren't words of the text.
    """

    dialogue_id: str
    turn: int
    text: str
    acts: tuple[str, ...]
    entities: tuple[TaggedEntity, ...]
    not_located: tuple[str, ...]


def examples(dialogues: Iterable[Dialogue]) -> Iterator[TaggedExample]:
    """The user turns that have words and acts; acts and slots without a name are passed over."""
    for dialogue in dialogues:
        for number, turn in enumerate(dialogue.turns):
            if turn.author == "user" and any(act.name for act in turn.acts) and turn.text.strip():
                yield _example(dialogue.id, number, turn)


def by_frequency(counts: Counter[str]) -> dict[str, int]:
    """Counts as reports show them: the greatest first, then by name."""
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _example(dialogue_id: str, number: int, turn: Turn) -> TaggedExample:
    values = tuple(value for value in said(turn.acts) if value.slot)
    found = places(turn.text, values)
    names = dict.fromkeys(act.name for act in turn.acts if act.name)
    acts = sorted(names, key=lambda name: _RANK.get(name, len(_RANK)))
    entities = dict.fromkeys(
        TaggedEntity(*place, value.slot) for value, place in zip(values, found, strict=True) if place is not None
    )
    missing = (value.slot for value, place in zip(values, found, strict=True) if place is None)
    return TaggedExample(dialogue_id, number, turn.text, tuple(acts), tuple(sorted(entities)), tuple(missing))
