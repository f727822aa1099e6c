"""The phrasings, read once from the files in `phrases/`; notation: `wayframe.simulation.wording.grammar`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

Patterns = tuple[str, ...]


class WishForms(NamedTuple):
    """The phrasings of a wish for some slots together."""

    joined: Patterns  # what can follow a head or another wish: "to Rome"
    whole: Patterns  # sentences
    bare: Patterns  # short answers to a question
    changed: Patterns = ()  # what puts it in the place of another
    indirect: Patterns = ()  # sentences from which it can be told


@cache
def forms(name: str) -> WishForms:
    """The phrasings of wishes for slots, joined by blanks in the order of the file, or of another kind of wish."""
    return WishForms(**{key: tuple(patterns) for key, patterns in _book("wishes")["forms"][name].items()})


@cache
def heads() -> Patterns:
    """Return what opens a conversation with the wish to travel."""
    book = _book("wishes")
    return tuple(head.replace("<trip>", book["trip"]) for head in book["heads"])


def thing(slot: str) -> str:
    """An amenity or a place nearby."""
    pattern: str = _book("wishes")["things"][slot]
    return pattern


def indifferent(slot: str) -> Patterns:
    """Return what to say when asked for a slot that is all the same."""
    known = _book("wishes")["indifferent"]
    return tuple(known.get(slot, known["any"]))


def question(kind: str, slots: str) -> Patterns:
    """Questions of a kind about slots; without a phrasing of their own, those about any."""
    known = _book("questions")[kind]
    return tuple(known.get(slots or "any", known.get("any", ())))


def around(what: str) -> Patterns:
    """The phrasings of `questions.toml` that are about no slot: more, them, remember, ..."""
    return tuple(_book("questions")[what])


def manners(what: str) -> Patterns:
    """Greetings, thanks, yes and no, ...: the tables of `manners.toml`."""
    return tuple(_book("manners")[what])


@cache
def pointers() -> dict[tuple[str, ...], Patterns]:
    """Return the ways to refer to an option, by what tells it from the others."""
    return {tuple(facts.split()): tuple(patterns) for facts, patterns in _book("manners")["point"].items()}


@cache
def _book(name: str) -> dict[str, Any]:
    """Return a file of phrasings."""
    return tomllib.loads((files(__package__) / "phrases" / f"{name}.toml").read_text(encoding="utf-8"))
