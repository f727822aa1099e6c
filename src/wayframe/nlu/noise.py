"""Perturbed copies of what users write: the same turns with slips, sloppy capitals and marks, fillers, spoken numbers.

Values move with the text: what an act says is afterwards what stands in the perturbed text, so that labels stay right.
Nothing is perturbed but users' turns; frames stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.dialogue import Act, Arg, Dialogue, Ref, Turn
from wayframe.errors import InputError, shown
from wayframe.tagging import TextWord, labelled, match, words

_MARKS = frozenset(".,!?;:")
_SHORTEST = 4  # letters of a word that may have a slip
_CONTRACTED = {
    "i am": "I'm", "i will": "I'll", "i would": "I'd", "i have": "I've", "we are": "we're", "we will": "we'll",
    "it is": "it's", "that is": "that's", "do not": "don't", "can not": "can't", "let us": "let's",
    "want to": "wanna", "going to": "gonna", "got to": "gotta",
}  # fmt: skip
_FILLERS = ("um", "uh", "well", "like", "you know", "hmm", "so", "actually", "honestly", "basically")
_EMOJI = (":smile:", ":thinking_face:", "😀", "🙏", "🌴", ":)", "✈️", "😅")
_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_ORDINAL = (
    "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
    "twentieth",
)  # fmt: skip
_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_BESIDE = {row[at]: row[at + 1] for row in _KEYS for at in range(len(row) - 1)}


class TextNoise(NamedTuple):
    """Frequency of each trait, per word that can have it (`typos`, `spoken`, `contracted`) or per turn."""

    typos: float = 0.05
    spoken: float = 0.25
    contracted: float = 0.3
    lower: float = 0.3
    upper: float = 0.05
    unmarked: float = 0.4
    filler: float = 0.2
    emoji: float = 0.1


DEFAULT = TextNoise()
"""The default noise: one long word in twenty has a slip, two turns in five lack their marks, and so on."""

QUIET = TextNoise(*[0.0] * len(DEFAULT))
"""No noise at all."""


def parse(text: str) -> TextNoise:
    """The default noise ("default"), a share of it ("0.5"), or traits by name ("typos,lower=1").

    A trait without a rate has that of the default noise. Raises `InputError` where a trait or a rate is none.
    """
    share = _rate({"default": "1"}.get(text, text))
    if share is not None:
        return TextNoise(*(share * rate for rate in DEFAULT))
    rates = dict[str, float]()
    for trait, sign, written in (each.strip().partition("=") for each in text.split(",")):
        rate = _rate(written) if sign else DEFAULT._asdict().get(trait)
        if trait not in TextNoise._fields or rate is None:
            expected = (
                f"default, a rate from 0 to 1, or any of {', '.join(TextNoise._fields)}, each with =RATE if need be"
            )
            raise InputError(f"--noise: expected {expected}; found {shown(text)}")
        rates[trait] = rate
    return QUIET._replace(**rates)


def _rate(text: str) -> float | None:
    try:
        rate = float(text)
    except ValueError:
        return None
    return rate if 0 <= rate <= 1 else None


def noisy(dialogue: Dialogue, rng: Random, noise: TextNoise = DEFAULT) -> Dialogue:
    """The dialogue with its users' turns perturbed. Same arguments, same result."""
    turns = (perturbed(turn, rng, noise) if turn.author == "user" else turn for turn in dialogue.turns)
    return replace(dialogue, turns=tuple(turns))


def perturbed(turn: Turn, rng: Random, noise: TextNoise = DEFAULT) -> Turn:
    """The turn with its text perturbed, and its acts saying what the new text says."""
    found, tokens = match(turn.text, labelled(turn)).found, words(turn.text)
    if not tokens:
        return turn
    values = {place for each in found for place in range(each.start, each.end)}
    inner = {place for each in found for place in range(each.start + 1, each.end)}
    written = _contracted([word.text for word in tokens], values, rng, noise)
    written = _cased(
        [_slip(_spoken(word, rng, noise), rng, noise) for word in _marked(written, rng, noise)], rng, noise
    )
    text, places = _joined(turn.text, tokens, written, _filler(len(tokens), inner, rng, noise))
    said = {
        (*each.said[:2], str(each.said.value)): text[places[each.start][0] : places[each.end - 1][1]] for each in found
    }
    if rng.random() < noise.emoji:
        text += f" {rng.choice(_EMOJI)}"
    labels = replace(turn.labels, acts=_saying(turn.labels.acts, said))
    if isinstance(labels.acts_without_refs, tuple):
        labels = replace(labels, acts_without_refs=_saying(labels.acts_without_refs, said))
    return replace(turn, text=text, labels=labels)


def _contracted(written: list[str], values: set[int], rng: Random, noise: TextNoise) -> list[str]:
    """Two words made one where people do that; the second one is empty then."""
    for at, (one, two) in enumerate(pairwise(written[:])):
        short = _CONTRACTED.get(f"{one} {two}".lower())
        if short and values.isdisjoint((at, at + 1)) and written[at] and rng.random() < noise.contracted:
            written[at], written[at + 1] = short, ""
    return written


def _marked(written: list[str], rng: Random, noise: TextNoise) -> list[str]:
    """Without marks and apostrophes, if the turn is one of those."""
    if rng.random() >= noise.unmarked:
        return written
    bare = ["" if word in _MARKS else word.replace("'", "").replace("’", "") for word in written]
    return bare if any(bare) else written


def _spoken(word: str, rng: Random, noise: TextNoise) -> str:
    """A small number or ordinal as a word."""
    number, names = (word[:-2], _ORDINAL) if word[-2:].lower() in ("st", "nd", "rd", "th") else (word, _SMALL)
    if not number.isdecimal() or not number.isascii() or int(number) >= len(names) or rng.random() >= noise.spoken:
        return word
    return names[int(number)] or word


def _slip(word: str, rng: Random, noise: TextNoise) -> str:
    """Two letters the wrong way round, one left out, one doubled, or one beside it on the keyboard."""
    if len(word) < _SHORTEST or not word.isalpha() or rng.random() >= noise.typos:
        return word
    at = rng.randrange(1, len(word) - 1)
    before, letter, after = word[:at], word[at], word[at + 1 :]
    slips = (after[0] + letter + after[1:], after, letter + letter + after, _BESIDE.get(letter, letter) + after)
    return before + rng.choice(slips)


def _cased(written: list[str], rng: Random, noise: TextNoise) -> list[str]:
    draw = rng.random()
    if draw < noise.lower:
        return [word.lower() for word in written]
    return [word.upper() for word in written] if draw < noise.lower + noise.upper else written


def _filler(length: int, inner: set[int], rng: Random, noise: TextNoise) -> tuple[int, str] | None:
    """A filler and the number of the word before which it is written; never inside a value."""
    if rng.random() >= noise.filler:
        return None
    return rng.choice([place for place in range(length) if place not in inner]), rng.choice(_FILLERS)


def _joined(
    text: str, tokens: Sequence[TextWord], written: Sequence[str], filler: tuple[int, str] | None
) -> tuple[str, list[tuple[int, int]]]:
    """The new text, and where in it each word stands."""
    made, places, end, lost = "", list[tuple[int, int]](), 0, False
    for number, (token, word) in enumerate(zip(tokens, written, strict=True)):
        gap, end = text[end : token.start] or (" " if lost else ""), token.end
        if filler and filler[0] == number:
            gap = f" {filler[1]} "
        made += gap if word and made else gap.lstrip() if word else ""
        lost = not word
        places.append((len(made), len(made) + len(word)))
        made += word
    return made, places


def _saying(acts: Sequence[Act], said: Mapping[tuple[int, str, str], str]) -> tuple[Act, ...]:
    """The acts with the values as they are written now."""
    return tuple(Act(act.name, tuple(_told(arg, number, said) for arg in act.args)) for number, act in enumerate(acts))


def _told(arg: Arg, act: int, said: Mapping[tuple[int, str, str], str]) -> Arg:
    if arg.refs:
        return Arg(arg.key, tuple(_pointing(ref, act, said) for ref in arg.refs))
    val = said.get((act, arg.key, str(arg.value)))
    return arg if val is None else Arg(arg.key, val)


def _pointing(ref: Ref, act: int, said: Mapping[tuple[int, str, str], str]) -> Ref:
    return replace(ref, annotations=tuple(_told(each, act, said) for each in ref.annotations))
