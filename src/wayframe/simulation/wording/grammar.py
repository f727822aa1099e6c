"""A small notation for phrasings, and the phrasings of the files in `phrases/`, read once.

In the notation `[a|b]` is a choice, `{slot}` a value, `{slot:words}` words that are one:

[I'd like|we want] to go to {dst_city}         a choice, then the value that the caller has for `dst_city`
it's {n_adults:just me}                        the words themselves are the value
how much [is|would] {it} [cost|be|]            an empty choice leaves its place empty
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, NamedTuple


class TextBit(NamedTuple):
    """A piece of text. `slot` names the argument that it is the value of; empty for the words around."""

    text: str
    slot: str = ""


TextBits = tuple[TextBit, ...]
Values = Mapping[str, Sequence[TextBit]]


class _PatternChoice(NamedTuple):
    options: tuple[_Sequence, ...]


class _PatternPlace(NamedTuple):
    slot: str
    words: _Sequence | None


_Node = str | _PatternChoice | _PatternPlace
_Sequence = tuple[_Node, ...]
_TOKEN = re.compile(r"[^\[\]{}|]+|.", re.DOTALL)


def drawn(pattern: str, rng: Random, values: Values) -> TextBits:
    """One of the phrasings of `pattern`, with the values in their places; what is drawn depends on `rng` alone."""
    bits: list[TextBit] = []
    _draw(_parsed(pattern), rng, values, "", bits)
    return tuple(bit for bit in bits if bit.text)


def _draw(sequence: _Sequence, rng: Random, values: Values, slot: str, bits: list[TextBit]) -> None:
    """Add one phrasing of a sequence to the bits."""
    for node in sequence:
        if isinstance(node, str):
            _write(node, slot, bits)
        elif isinstance(node, _PatternChoice):
            _draw(node.options[int(rng.random() * len(node.options))], rng, values, slot, bits)
        elif node.words is None:
            bits.extend(values[node.slot])
        else:
            inner: list[TextBit] = []
            _draw(node.words, rng, values, node.slot, inner)
            bits.append(TextBit("".join(bit.text for bit in inner), node.slot))


def _write(words: str, slot: str, bits: list[TextBit]) -> None:
    """Add words; "I" and " 'd like" make "I'd like"."""
    if words.startswith("'") and bits and not bits[-1].slot:
        bits[-1] = bits[-1]._replace(text=bits[-1].text.rstrip())
    bits.append(TextBit(words, slot))


@cache
def _parsed(pattern: str) -> _Sequence:
    """Return a pattern taken apart."""
    tokens = _TOKEN.findall(pattern)
    sequence, end = _sequence(tokens, 0, "")
    if end != len(tokens):
        raise ValueError(f"{pattern!r}: {tokens[end]!r} without its beginning")
    return sequence


def _sequence(tokens: list[str], start: int, until: str) -> tuple[_Sequence, int]:
    """The nodes up to one of the characters `until`, and where that stands."""
    nodes: list[_Node] = []
    while start < len(tokens) and not (tokens[start] and tokens[start] in until):
        token, start = tokens[start], start + 1
        if token == "[":
            options: list[_Sequence] = []
            while True:
                option, start = _sequence(tokens, start, "|]")
                options.append(option)
                start += 1
                if tokens[start - 1] == "]":
                    break
            nodes.append(_PatternChoice(tuple(options)))
        elif token == "{":
            slot, colon, rest = tokens[start].partition(":")
            tokens[start] = rest
            words, start = _sequence(tokens, start, "}") if colon else (None, start + 1)
            nodes.append(_PatternPlace(slot, words))
            start += 1
        elif token:
            nodes.append(token)
    return tuple(nodes), start


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
    return WishForms(**{key: tuple(patterns) for key, patterns in _book("trips")["forms"][name].items()})


@cache
def heads() -> Patterns:
    """Return what opens a conversation with the wish to travel."""
    book = _book("trips")
    return tuple(head.replace("<trip>", book["trip"]) for head in book["heads"])


def thing(slot: str) -> str:
    """An amenity or a place nearby."""
    pattern: str = _book("trips")["things"][slot]
    return pattern


def indifferent(slot: str) -> Patterns:
    """Return what to say when asked for a slot that is all the same."""
    known = _book("trips")["indifferent"]
    return tuple(known.get(slot, known["any"]))


def question(kind: str, slots: str) -> Patterns:
    """Questions of a kind about slots; without a phrasing of their own, those about any."""
    known = _book("trips")[kind]
    return tuple(known.get(slots or "any", known.get("any", ())))


def around(what: str) -> Patterns:
    """The phrasings of `trips.toml` that are about no slot: more, them, remember, ..."""
    return tuple(_book("trips")[what])


def asked_about(what: str) -> tuple[str, ...]:
    """The slots that people ask for: `details` of the option that they like, `asked_later` of one of earlier."""
    return tuple(_book("trips")[what])


def search_fields(which: str) -> dict[str, str]:
    """The fields of a search that wishes are, by slot: `fields` are all, `at_least` those that are a lower bound."""
    fields: dict[str, str] = _book("trips")[which]
    return fields


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
