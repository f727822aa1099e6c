"""How somebody writes: one person or several, careful or not, with or without typing mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from wayframe.dialogue import Act
from wayframe.simulation.wording.grammar import Bit, Bits
from wayframe.simulation.wording.parts import Part, Said, acts

NOISE = 0.2  # by default: how often a trait that makes a turn hard to read shows


class Voice(NamedTuple):
    """A person's way to write. Shares are of turns, `typos` of words with four letters or more."""

    plural: bool
    case: str  # as it should be, lower, upper
    marks: str  # full, few, many
    chatty: float
    indirect: float
    typos: float


def voice(rng: Random, noise: float, plural: bool) -> Voice:
    """A voice; without noise it is careful and to the point."""
    case = rng.choices(("right", "lower", "upper"), (1.0, 2 * noise, noise / 4))[0]
    marks = rng.choices(("full", "few", "many"), (1.0, 2 * noise, noise))[0]
    return Voice(plural, case, marks, noise, noise, noise / 5 if rng.random() < 0.5 else 0.0)


def pronouns(speaks: Voice) -> dict[str, Bits]:
    """What stands for the speakers in phrasings."""
    one = {"I": "I", "me": "me", "my": "my", "Im": "I'm", "Id": "I'd", "Ill": "I'll", "Ive": "I've"}
    many = {"I": "we", "me": "us", "my": "our", "Im": "we're", "Id": "we'd", "Ill": "we'll", "Ive": "we've"}
    return {key: (Bit(words),) for key, words in (many if speaks.plural else one).items()}


def spoken(parts: Sequence[Part], speaks: Voice, rng: Random) -> Said:
    """The parts as one turn."""
    written, made = list[Bit](), list[Act]()
    starts = True
    for number, part in enumerate(parts):
        bits = tuple(_mistyped(bit, speaks, rng) for bit in part.bits)
        bits = _cased(bits, speaks, starts)
        made += acts(part, bits)
        end, starts = _end(part, last=number == len(parts) - 1, speaks=speaks, rng=rng)
        written += [*bits, Bit(end)]
    return Said("".join(bit.text for bit in written).strip(), tuple(made))


def _end(part: Part, *, last: bool, speaks: Voice, rng: Random) -> tuple[str, bool]:
    """What follows a part, and whether a sentence begins after it."""
    if last:
        if speaks.marks == "few":
            return ("?" if part.asks and rng.random() < 0.4 else ""), True
        mark = "?" if part.asks else rng.choice((".", ".", ".", "", "!"))
        return (mark * rng.randint(1, 3) if speaks.marks == "many" and mark else mark), True
    if speaks.marks == "few":
        return rng.choices((" ", ", ", " and ", "\n"), (4, 3, 1, 1))[0], False
    if part.asks:
        return "? ", True
    mark = rng.choices((". ", ", ", "! ", "... ", " - ", "; "), (6, 3, 1, 0.5, 0.3, 0.2))[0]
    return mark, mark in (". ", "! ", "... ")


def _cased(bits: Bits, speaks: Voice, starts: bool) -> Bits:
    if speaks.case == "lower":
        return tuple(bit._replace(text=bit.text.lower()) for bit in bits)
    if speaks.case == "upper":
        return tuple(bit._replace(text=bit.text.upper()) for bit in bits)
    if not starts or not bits:
        return bits
    first = next((place for place, bit in enumerate(bits) if bit.text.strip()), 0)
    text = bits[first].text
    capital = text[:1].upper() + text[1:]
    return (*bits[:first], bits[first]._replace(text=capital), *bits[first + 1 :])


def _mistyped(bit: Bit, speaks: Voice, rng: Random) -> Bit:
    if not speaks.typos or not bit.text.strip():
        return bit
    rate = speaks.typos / 2 if bit.slot else speaks.typos
    words = bit.text.split(" ")
    return bit._replace(
        text=" ".join(_typo(word, rng) if _long(word) and rng.random() < rate else word for word in words)
    )


def _long(word: str) -> bool:
    return len(word) >= 4 and word.isalpha()


def _typo(word: str, rng: Random) -> str:
    """Two letters the wrong way round, one left out, one doubled or one next to it on the keyboard."""
    place = rng.randrange(1, len(word) - 1)
    before, letter, after = word[:place], word[place], word[place + 1 :]
    kind = rng.randrange(4)
    if kind == 0:
        return f"{before}{after[0]}{letter}{after[1:]}"
    if kind == 1:
        return before + after
    if kind == 2:
        return f"{before}{letter}{letter}{after}"
    return before + _NEXT.get(letter, letter) + after


_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_NEXT = {row[place]: row[place + 1] for row in _KEYS for place in range(len(row) - 1)}
