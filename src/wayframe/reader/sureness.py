"""Sureness: how likely the whole reading of a turn is right, so that a language model is asked only about the others.

By logistic regression over what the parser and the rules say of the reading that is taken. The weights are a language's
data (`sureness.json`); `benchmarks/sureness.py` learns them from labelled turns of voices and measures them on others.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import log
from types import MappingProxyType
from typing import NamedTuple

from msgspec.structs import replace

from wayframe import language
from wayframe.meaning.records import Meaning, Move, OutOfScope, Wish
from wayframe.reader.doubt import UNSHARED, Features, Weights, probability
from wayframe.reader.symbols import ParsedTurn, TurnSpans

SURE, UNSURE = 0.7, 0.33
"""The probability from which a reading needs nobody else's, and that below which its wishes are said back."""

NEITHER = 0.5
"""The probability of a reading of which nothing is known."""

_LEAST = 1e-4  # a probability is no further from nothing, or from one


class TakenReading(NamedTuple):
    """The meaning of a turn, the probability that it is right as a whole, and the features that say so."""

    meaning: Meaning
    sure: float = 1.0
    found: Mapping[str, float] = MappingProxyType({})


def sureness(taken: Meaning, turn: TurnSpans, found: Mapping[str, float], weights: Weights) -> float:
    """Return the probability that a reading is right as a whole; what is beyond the catalogue is never sure."""
    if not weights or found["not parsed"]:
        likely = 1.0 if turn.by_rules.understood else NEITHER
    else:
        likely = probability(found, weights)
    beyond = not taken.moves or any(isinstance(each.move, OutOfScope) for each in taken.moves)
    return min(likely, NEITHER) if beyond else likely


def in_doubt(meaning: Meaning) -> Meaning:
    """Return a meaning whose wishes are doubtful, so that the reply says back as what they were understood."""
    spoken = (
        replace(each, sure=min(each.sure, UNSHARED)) if isinstance(each.move, Wish) else each for each in meaning.moves
    )
    return replace(meaning, moves=tuple(spoken))


def sureness_features(taken: Meaning, turn: TurnSpans, parsed: ParsedTurn | None) -> Features:
    """Return the features of a reading by name, from that of the rules and that of the parser, where it has one."""
    by_rules = turn.by_rules.meaning.all()
    said = parsed.meaning() if parsed else ()
    found = {
        "always": 1.0,
        "not parsed": float(parsed is None),
        "parsed": _log_odds(parsed.likely if parsed else 0.0),
        "least sure": _log_odds(min((each.sure for each in taken.moves), default=0.0)),
        "shared": _shared(said, by_rules),
        "understood": float(turn.by_rules.understood),
        "as parsed": float(taken.all() == said),
        "moves": len(taken.moves) / 4,
        "phrases": log(1 + len(turn.spans)),
    }
    return found | {f"move {type(move).__name__}": 1.0 for move in taken.all()}


def _shared(moves: Sequence[Move], others: Sequence[Move]) -> float:
    """Return how many of all moves two readings share, from 0 to 1."""
    every = {*moves, *others}
    return len({*moves} & {*others}) / len(every) if every else 0.0


def _log_odds(probability: float) -> float:
    bounded = min(max(probability, _LEAST), 1 - _LEAST)
    return log(bounded / (1 - bounded))


@cache
def sureness_weights(code: str) -> Weights:
    """Return the weights of a language; none where its pack has none."""
    file = files(language) / code / "sureness.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
