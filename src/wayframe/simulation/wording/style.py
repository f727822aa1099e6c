"""A turn put together from parts of text with their acts, in the style of one person or several, careful or not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from wayframe.dialogue import Act, Arg, Ref
from wayframe.nlu.sentences import slips
from wayframe.simulation.wording.grammar import TextBit, TextBits


class ActPlan(NamedTuple):
    """An act before its values are in words.

    `plain` are arguments that no word of the text stands for (a requested slot, a boolean, "-1"); `about` are the
    frames that it refers to. An act that `takes` gets the values marked in its part's text.
    """

    name: str
    plain: tuple[Arg, ...] = ()
    about: tuple[int, ...] = ()
    takes: bool = False


class TurnPart(NamedTuple):
    """Some words, without their end mark, and the acts they carry. A value is marked with its slot, or "frame.slot"."""

    bits: TextBits
    plans: tuple[ActPlan, ...]
    asks: bool = False


class UserTurn(NamedTuple):
    """A user's turn: its text and its acts, with references (`wayframe.dialogue`); values are words of the text."""

    text: str
    acts: tuple[Act, ...]


def acts(part: TurnPart, bits: Iterable[TextBit]) -> tuple[Act, ...]:
    """The acts of a part whose text has become `bits`."""
    values, marked = list[Arg](), dict[int, list[Arg]]()
    for bit in bits:
        frame, dot, slot = bit.slot.partition(".")
        if dot:
            marked.setdefault(int(frame), []).append(Arg(slot, bit.text))
        elif bit.slot:
            values.append(Arg(bit.slot, bit.text))
    return tuple(_act(plan, values, marked) for plan in part.plans)


def _act(plan: ActPlan, values: Sequence[Arg], marked: Mapping[int, Sequence[Arg]]) -> Act:
    """Return an act with the values of the text."""
    args = [*values, *plan.plain] if plan.takes else [*plan.plain]
    if plan.about:
        args.append(Arg("ref", tuple(Ref(frame, tuple(marked.get(frame, ()))) for frame in plan.about)))
    return Act(plan.name, tuple(args))


NOISE = 0.2  # by default: how often a trait that makes a turn hard to read shows


class UserStyle(NamedTuple):
    """A person's way to write. Shares are of turns, `typos` of words with four letters or more."""

    plural: bool
    case: str  # as it should be, lower, upper
    marks: str  # full, few, many
    chatty: float
    indirect: float
    typos: float


def user_style(rng: Random, noise: float, plural: bool) -> UserStyle:
    """Return a style; without noise it is careful and to the point."""
    case = rng.choices(("right", "lower", "upper"), (1.0, 2 * noise, noise / 4))[0]
    marks = rng.choices(("full", "few", "many"), (1.0, 2 * noise, noise))[0]
    return UserStyle(plural, case, marks, noise, noise, noise / 5 if rng.random() < 0.5 else 0.0)


def pronouns(style: UserStyle) -> dict[str, TextBits]:
    """Return what stands for the speakers in phrasings."""
    one = {"I": "I", "me": "me", "my": "my", "Im": "I'm", "Id": "I'd", "Ill": "I'll", "Ive": "I've"}
    many = {"I": "we", "me": "us", "my": "our", "Im": "we're", "Id": "we'd", "Ill": "we'll", "Ive": "we've"}
    return {key: (TextBit(words),) for key, words in (many if style.plural else one).items()}


def spoken(parts: Sequence[TurnPart], style: UserStyle, rng: Random) -> UserTurn:
    """The parts as one turn."""
    written, made = list[TextBit](), list[Act]()
    starts = True
    for number, part in enumerate(parts):
        bits = tuple(_mistyped(bit, style, rng) for bit in part.bits)
        bits = _cased(bits, style, starts)
        made += acts(part, bits)
        end, starts = _end(part, last=number == len(parts) - 1, style=style, rng=rng)
        written += [*bits, TextBit(end)]
    return UserTurn("".join(bit.text for bit in written).strip(), tuple(made))


def _end(part: TurnPart, *, last: bool, style: UserStyle, rng: Random) -> tuple[str, bool]:
    """Return what follows a part, and whether a sentence begins after it."""
    if last:
        return _last_mark(part, style, rng), True
    if style.marks == "few":
        return rng.choices((" ", ", ", " and ", "\n"), (4, 3, 1, 1))[0], False
    if part.asks:
        return "? ", True
    mark = rng.choices((". ", ", ", "! ", "... ", " - ", "; "), (6, 3, 1, 0.5, 0.3, 0.2))[0]
    return mark, mark in (". ", "! ", "... ")


def _last_mark(part: TurnPart, style: UserStyle, rng: Random) -> str:
    """Return the mark at the end of a turn."""
    if style.marks == "few":
        return "?" if part.asks and rng.random() < 0.4 else ""
    mark = "?" if part.asks else rng.choice((".", ".", ".", "", "!"))
    if style.marks == "many" and mark:
        return mark * rng.randint(1, 3)
    return mark


def _cased(bits: TextBits, style: UserStyle, starts: bool) -> TextBits:
    """Return a part in the case in which somebody writes."""
    if style.case in _CASES:
        change = _CASES[style.case]
        return tuple(bit._replace(text=change(bit.text)) for bit in bits)
    if not starts or not bits:
        return bits
    first = next((place for place, bit in enumerate(bits) if bit.text.strip()), 0)
    return (*bits[:first], capitalised(bits[first]), *bits[first + 1 :])


_CASES: dict[str, Callable[[str], str]] = {"lower": str.lower, "upper": str.upper}


def capitalised(bit: TextBit) -> TextBit:
    """Return a piece of text with a capital at its beginning."""
    return bit._replace(text=bit.text[:1].upper() + bit.text[1:])


def _mistyped(bit: TextBit, style: UserStyle, rng: Random) -> TextBit:
    """Return a piece of text with some words mistyped."""
    if not style.typos or not bit.text.strip():
        return bit
    rate = style.typos / 2 if bit.slot else style.typos
    words = bit.text.split(" ")
    for place, word in enumerate(words):
        if _long(word) and rng.random() < rate:
            words[place] = rng.choice(slips(word, rng.randrange(1, len(word) - 1)))
    return bit._replace(text=" ".join(words))


def _long(word: str) -> bool:
    """Return whether a word is long enough to be mistyped."""
    return len(word) >= 4 and word.isalpha()
