"""Perturbed copies of what users write: the same turns with slips, sloppy capitals and marks, fillers, spoken numbers.

Values move with the text: what an act says is afterwards what stands in the perturbed text, so that labels stay right.
Nothing is perturbed but users' turns; frames stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.dialogue import Act, Arg, Dialogue, Ref, Turn
from wayframe.errors import InputError, shown
from wayframe.nlu.sentences import slips
from wayframe.tagging import FoundValue, TextWord, labelled, match, words
from wayframe.values.lexer import ORDINALS, UNITS

_MARKS = frozenset(".,!?;:")
_APOSTROPHES = str.maketrans("", "", "'’")
_SHORTEST = 4  # letters of a word that may have a slip
_CONTRACTED = {
    "i am": "I'm", "i will": "I'll", "i would": "I'd", "i have": "I've", "we are": "we're", "we will": "we'll",
    "it is": "it's", "that is": "that's", "do not": "don't", "can not": "can't", "let us": "let's",
    "want to": "wanna", "going to": "gonna", "got to": "gotta",
}  # fmt: skip
_FILLERS = ("um", "uh", "well", "like", "you know", "hmm", "so", "actually", "honestly", "basically")
_EMOJI = (":smile:", ":thinking_face:", "😀", "🙏", "🌴", ":)", "✈️", "😅")
_CARDINALS = (*UNITS, "twenty")
_RANKS = ("", *ORDINALS[: len(UNITS)])
_NUMERAL = re.compile(r"(?P<number>[0-9]+)(?P<rank>st|nd|rd|th)?", re.IGNORECASE)


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
    values, inner = _places(found, 0), _places(found, 1)
    written = _marked(_contracted([word.text for word in tokens], values, rng, noise), rng, noise)
    written = _cased([_slip(_spoken(word, rng, noise), rng, noise) for word in written], rng, noise)
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


def _places(found: Sequence[FoundValue], skipped: int) -> set[int]:
    """The places of the words of values, without the first ones of each."""
    return {place for each in found for place in range(each.start + skipped, each.end)}


def _contracted(written: list[str], values: set[int], rng: Random, noise: TextNoise) -> list[str]:
    """Two words made one where people do that; the second one is empty then."""
    pairs = [_CONTRACTED.get(f"{one} {two}".lower()) for one, two in pairwise(written)]
    for at, short in enumerate(pairs):
        free = written[at] and values.isdisjoint((at, at + 1))
        if short and free and rng.random() < noise.contracted:
            written[at : at + 2] = short, ""
    return written


def _marked(written: list[str], rng: Random, noise: TextNoise) -> list[str]:
    """Without marks and apostrophes, if the turn is one of those."""
    if rng.random() >= noise.unmarked:
        return written
    bare = [word.translate(_APOSTROPHES) if word not in _MARKS else "" for word in written]
    return bare if any(bare) else written


def _spoken(word: str, rng: Random, noise: TextNoise) -> str:
    """A small number or ordinal as a word."""
    numeral = _NUMERAL.fullmatch(word)
    if numeral is None:
        return word
    names, number = _RANKS if numeral["rank"] else _CARDINALS, int(numeral["number"])
    if number >= len(names) or rng.random() >= noise.spoken:
        return word
    return names[number] or word


def _slip(word: str, rng: Random, noise: TextNoise) -> str:
    if len(word) < _SHORTEST or not word.isalpha() or rng.random() >= noise.typos:
        return word
    return rng.choice(slips(word, rng.randrange(1, len(word) - 1)))


def _cased(written: list[str], rng: Random, noise: TextNoise) -> list[str]:
    draw = rng.random()
    if draw < noise.lower:
        return list(map(str.lower, written))
    return list(map(str.upper, written)) if draw < noise.lower + noise.upper else written


def _filler(length: int, inner: set[int], rng: Random, noise: TextNoise) -> dict[int, str]:
    """A filler by the number of the word before which it is written; never inside a value."""
    if rng.random() >= noise.filler:
        return {}
    place = rng.choice([place for place in range(length) if place not in inner])
    return {place: f" {rng.choice(_FILLERS)} "}


def _joined(
    text: str, tokens: Sequence[TextWord], written: Sequence[str], fillers: Mapping[int, str]
) -> tuple[str, list[tuple[int, int]]]:
    """The new text, and where in it each word stands."""
    made, places, end, lost = "", list[tuple[int, int]](), 0, ""
    for number, (token, word) in enumerate(zip(tokens, written, strict=True)):
        gap = fillers.get(number) or text[end : token.start] or lost
        end, lost = token.end, "" if word else " "
        if word:
            made += gap if made else gap.lstrip()
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
