"""User turns as examples for language understanding: a text, its acts, the values found in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from wayframe.dialogue import Act, Dialogue, Turn, plain_args
from wayframe.ontology import ACTS
from wayframe.values import DONT_CARE

_PARTS = re.compile(r"\d+|[^\W\d_]+|[^\w\s]|_")
_QUOTES = re.compile("['’‘]")
_NO_EDGES = ("", "")


class EntityValue(NamedTuple):
    """A slot and the words that are its value; not blank."""

    slot: str
    words: str


class TextPlace(NamedTuple):
    """`text[start:end]`."""

    start: int
    end: int


def said(acts: Iterable[Act]) -> Iterator[EntityValue]:
    """The values that can be words of the text: strings that aren't blank or "no preference"."""
    for act in acts:
        for arg in plain_args(act):
            if isinstance(arg.val, str) and arg.val.strip() and arg.val != DONT_CARE:
                yield EntityValue(arg.key, arg.val)


def places(text: str, values: Sequence[EntityValue]) -> list[TextPlace | None]:
    """Find each value in the text; None where it isn't there.

    The longest is looked for first, then the first of the list; each takes the first place that is still free. Case
    and the shape of apostrophes don't matter, blanks only between two words or two numbers; half a word or half a
    number is no place. No two places overlap, but a slot and value that the acts hold twice and the text once have one.
    """
    found: list[TextPlace | None] = [None] * len(values)
    known: dict[EntityValue, TextPlace] = {}
    for number in sorted(range(len(values)), key=lambda n: -len(values[n].words)):  # stable: then by their order
        value = values[number]
        everywhere = (TextPlace(*match.span()) for match in _pattern(value.words).finditer(text))
        place = next((each for each in everywhere if _is_free(each, found)), None)
        found[number] = place or known.get(value)
        if place:
            known[value] = place
    return found


def _is_free(place: TextPlace, found: Sequence[TextPlace | None]) -> bool:
    return not any(other and place.start < other.end and other.start < place.end for other in found)


@lru_cache(maxsize=4096)
def _pattern(words: str) -> re.Pattern[str]:
    parts: list[str] = _PARTS.findall(words)
    before, after = _edges(parts[0])[0], _edges(parts[-1])[1]
    gaps = (r"\s+" if _edges(one) == _edges(two) != _NO_EDGES else r"\s*" for one, two in pairwise(parts))
    inside = "".join(_QUOTES.sub("['’‘]", re.escape(part)) + gap for part, gap in zip(parts, [*gaps, ""], strict=True))
    return re.compile(before + inside + after, re.IGNORECASE)


def _edges(part: str) -> tuple[str, str]:
    """Return patterns that keep a match from beginning or ending inside a word or a number."""
    if part.isdigit():
        return r"(?<!\d)(?<!\d[.,])", r"(?!\d)(?![.,]\d)"
    return (r"(?<![^\W\d_])", r"(?![^\W\d_])") if part.isalpha() else _NO_EDGES


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
