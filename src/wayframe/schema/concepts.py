"""What columns are usually about: the words of `concepts.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from importlib.resources import files
from itertools import filterfalse

import msgspec
from msgspec import Struct

from wayframe.schema.records import Direction

Phrases = tuple[str, ...]


class ColumnConcept(Struct, frozen=True, forbid_unknown_fields=True):
    """Columns with one of these words in their name: what else they are called, and how one compares by them."""

    heads: Phrases = ()
    better: Direction = ""
    nouns: Phrases = ()
    less: Phrases = ()
    more: Phrases = ()

    def is_measured(self) -> bool:
        """Return whether one compares by it."""
        return bool(self.less or self.more)


class ColumnWords(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The file: each of its keys is explained there."""

    money: frozenset[str]
    place: frozenset[str]
    name: Phrases
    parts: tuple[tuple[str, str], ...]
    key: frozenset[str]
    year: frozenset[str]
    capacity: frozenset[str]
    asks: frozenset[str]
    generic: frozenset[str]
    common: frozenset[str]
    concepts: tuple[ColumnConcept, ...]
    features: dict[str, Phrases]
    contraries: dict[str, Phrases]
    demonyms: dict[str, Phrases]

    @cached_property
    def measures(self) -> dict[str, ColumnConcept]:
        """The concepts that one compares by, by each of their words."""
        return _by_head(filter(ColumnConcept.is_measured, self.concepts))

    @cached_property
    def qualities(self) -> dict[str, ColumnConcept]:
        """The other concepts, by each of their words."""
        return _by_head(filterfalse(ColumnConcept.is_measured, self.concepts))


def _by_head(concepts: Iterable[ColumnConcept]) -> dict[str, ColumnConcept]:
    return {head: concept for concept in concepts for head in concept.heads}


@cache
def column_words() -> ColumnWords:
    """Return the words that tell what columns are about."""
    text = files("wayframe.schema").joinpath("concepts.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), ColumnWords)


def about(words: Sequence[str], *, measured: bool) -> ColumnConcept:
    """Return what a column of this name is about, by its first telling word, as in "screen size"; else nothing.

    An area in square metres isn't one of the town: whether its values are `measured` tells.
    """
    heads = column_words().measures if measured else column_words().qualities
    for word in words:
        concept = heads.get(word) or heads.get(word.removesuffix("s"))
        if concept:
            return concept
    return ColumnConcept()
