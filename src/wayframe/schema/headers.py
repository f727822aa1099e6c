"""Names of columns taken apart: their words, their unit, what they are called in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from wayframe.schema import units
from wayframe.schema.concepts import column_words

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_IN_BRACKETS = re.compile(r"[(\[]\s*([^)\]]*?)\s*[)\]]")
_CAPITALS = re.compile(r"(?<![^\W_])[A-Z][A-Z0-9]+(?![^\W_])")
_BEFORE_UNITS = ("in",)
_PLURAL_S = re.compile(r"(?<=[^s])s$")
_PLURALS = (("ies", "y"), ("shes", "sh"), ("ches", "ch"), ("sses", "ss"), ("xes", "x"))


class ColumnName(NamedTuple):
    """A column's name taken apart: "Weight (kg)", "ram_gb", "priceEUR"."""

    header: str
    words: tuple[str, ...]
    unit: str

    @property
    def slot(self) -> str:
        """The name as a slot, without the unit."""
        return "_".join(self.words) or slugged(self.header)

    @property
    def label(self) -> str:
        """The words of the name; what is all capitals stays so: RAM."""
        if self.header.isupper() and len(self.words) > 1:
            return " ".join(self.words)
        written = {word.casefold(): word for word in _CAPITALS.findall(self.header)}
        return " ".join(written.get(word, word) for word in self.words)


def named(header: str, beside: Iterable[str] = ()) -> ColumnName:
    """Return a column's name taken apart; `beside` are all columns' names: beside a "max", "min" is no minutes."""
    bare, unit = _without_brackets(header)
    words = [word for word in slugged(bare).split("_") if word]
    if not unit and _ends_in_unit(words, header) and not _is_least(words, beside):
        unit = words.pop()
        if len(words) > 1 and words[-1] in _BEFORE_UNITS:
            words.pop()
    if len(words) > 1 and words[0] in column_words().asks:
        words = words[1:]
    return ColumnName(header, tuple(words), unit)


def slugged(text: str) -> str:
    """Return a name as a slot: "Screen size", "screen-size" and "ScreenSize" are all screen_size."""
    return "_".join(re.findall(r"\w+", _CAMEL.sub(" ", text).casefold().replace("_", " ")))


def singular(items: str) -> str:
    """Return one of several: laptop of laptops, city of cities, dish of dishes."""
    for ending, one in _PLURALS:
        stem = items.removesuffix(ending)
        if stem != items and len(stem) > 1:
            return stem + one
    return _PLURAL_S.sub("", items)


def _without_brackets(header: str) -> tuple[str, str]:
    """Return a name without the unit that stands in brackets, and that unit."""
    found = _IN_BRACKETS.search(header)
    if found is None or not units.is_unit(found.group(1)):
        return header, ""
    return header.replace(found.group(), " "), found.group(1)


def _is_least(words: list[str], beside: Iterable[str]) -> bool:
    most = "_".join((*words[:-1], "max"))
    return words[-1] == "min" and any(slugged(header) == most for header in beside)


def _ends_in_unit(words: list[str], header: str) -> bool:
    """Return whether the last word is a unit; a letter is one only apart from the word before."""
    if len(words) < 2 or words[-2] == "per" or not units.is_unit(words[-1]):
        return False
    return len(words[-1]) > 1 or header.casefold().endswith((f"_{words[-1]}", f" {words[-1]}"))
