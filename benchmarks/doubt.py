"""Learn when the embedded reader should doubt what it read, and measure it on voices that it was not learned from.

    python benchmarks/doubt.py [--write]

Examples are the moves that the rules find in the turns of `tests/voices/learning` and `tests/reader/turns.toml`, each
right or wrong by the turn's label. The figures are those of `tests/voices/building`, of which nothing is learned: turns
that act as meant, or not, and how many of each are doubted. `--write` writes
`src/wayframe/language/en/doubt.json`. Same turns and same reader, same weights. Needs the group `heavy`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from scipy import sparse
from scipy.optimize import minimize

sys.path.append(str(Path(__file__).parent.parent / "tests"))

import reading
import voiced
from wayframe.meaning.notation import parse
from wayframe.meaning.records import (
    Ask,
    Book,
    Cancel,
    Change,
    Constraint,
    Correct,
    Drop,
    Every,
    Extreme,
    It,
    Meaning,
    Move,
    Return,
    Social,
    Spoken,
    Wish,
)
from wayframe.reader import ReaderContext
from wayframe.reader.doubt import LEAST, Features, features, probability
from wayframe.reader.reader import EmbeddedReader
from wayframe.schema import Schema
from wayframe.state.denotation import Denoter
from wayframe.state.records import DialogueState
from wayframe.state.resolution.answers import answered
from wayframe.state.resolution.resolving import resolved

FILE = Path(__file__).parent.parent / "src" / "wayframe" / "language" / "en" / "doubt.json"
HALVES = ("learning", "building")
ASKED_ABOUT = (Wish, Correct, Drop, Book, Cancel, Change)
PLAIN_WEIGHT = 4.0  # of a move in a turn that the reader's author wrote: each stands for many like it
RIDGE, STEPS = 2.0, 300
LEAST_OFTEN = 10  # moves in which a feature has to be found to have a weight


class Example(Protocol):
    """Features of what was read, whether it was right, and how much it counts."""

    @property
    def found(self) -> Mapping[str, float]: ...
    @property
    def right(self) -> bool: ...
    @property
    def weight(self) -> float: ...


class MoveExample(NamedTuple):
    """A move that was read: its turn, its features, whether it was meant, and how much it counts."""

    turn: str
    found: Features
    right: bool
    asked_about: bool
    weight: float = 1.0


def voiced_examples(turn: voiced.VoiceTurn) -> list[MoveExample]:
    """Return the moves that are read in a turn of a voice."""
    speaker, before = voiced.agent(voiced.catalogue_of(turn.scene)), voiced.conversation(turn.scene)
    state = speaker.state(before)
    context = speaker.context(state, before.turns)
    assert isinstance(speaker.reader, EmbeddedReader)
    return list(examples_of(turn.text, turn.meaning, speaker.reader, context, state))


def plain_examples() -> Iterator[MoveExample]:
    """Yield the moves that are read in the turns that the reader's author wrote."""
    known = reading.examples()
    for example in known.turn:
        scene = known.scenes[example.scene]
        reader = reading.reader(scene.catalogue)
        for found in examples_of(example.text, example.meaning, reader, scene.context(), None):
            yield found._replace(weight=PLAIN_WEIGHT)


def examples_of(
    text: str, label: str, reader: EmbeddedReader, context: ReaderContext, state: DialogueState | None
) -> Iterator[MoveExample]:
    """Yield the moves that are read in a turn; without a state, references are compared as they are said."""
    read, clauses = reader.read_with_facts(text, context)
    meant = set(contents(parse(label), state, reader.schema))
    found = list(contents(read.all(), state, reader.schema))
    if len(found) != len(read.moves):
        return
    for spoken, content in zip(read.moves, found, strict=True):
        if isinstance(spoken.move, Social):
            continue
        row = features(spoken, read, clauses, context, reader.schema)
        yield MoveExample(text, row, content in meant, isinstance(spoken.move, ASKED_ABOUT))


def contents(moves: Sequence[Move], state: DialogueState | None, schema: Schema) -> Iterator[str]:
    """Yield each move as text that is the same for all ways to say it: "tell me about it" is a turn to it."""
    if state is None:
        yield from (voiced.content(move, ()) for move in moves)
        return
    denoter = Denoter(state, schema)
    meant = answered(Meaning(tuple(Spoken(_as_turn(move)) for move in moves)), state, schema)
    for step in resolved(meant.all(), state, schema):
        move = Return(Every()) if isinstance(step.move, Return) else step.move
        yield voiced.content(move, denoter.state.known(step.frames))


def _as_turn(move: Move) -> Move:
    """Return a question that but picks an option, or asks for all of it, as the turn to it that it is."""
    match move:
        case Ask(question="facts", slots=(), of=of):
            return Return(of or It())
        case Ask(question="which", of=of, wishes=[Wish(slot=slot, constraint=Constraint(op="least" | "most" as op))]):
            return Return(Extreme(slot, op, of=of))
    return move


def learned(known: Sequence[Example]) -> dict[str, float]:
    """Return the weights of a logistic regression with a ridge, by L-BFGS."""
    often = Counter(name for example in known for name in example.found)
    names = sorted(name for name, count in often.items() if count >= LEAST_OFTEN)
    column = {name: at for at, name in enumerate(names)}
    cells = [
        (row, column[name], value)
        for row, example in enumerate(known)
        for name, value in example.found.items()
        if name in column
    ]
    rows, columns, values = zip(*cells, strict=True)
    found = sparse.csr_matrix((values, (rows, columns)), shape=(len(known), len(names)))
    right, weight = (np.array(each, float) for each in zip(*((e.right, e.weight) for e in known), strict=True))

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        scores = found @ weights
        surprise = weight * (np.logaddexp(0.0, scores) - right * scores)
        slope = found.T @ (weight * (1.0 / (1.0 + np.exp(-scores)) - right)) + RIDGE * weights
        return float(surprise.sum() + RIDGE / 2 * weights @ weights), slope

    best = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B", options={"maxiter": STEPS})
    return {name: round(float(value), 3) for name, value in zip(names, best.x, strict=True)}


def counted(examples: Sequence[MoveExample], weights: dict[str, float]) -> dict[str, int]:
    """Return how many turns do what was meant or something else, and how many of each are doubted."""
    turns: dict[str, list[MoveExample]] = defaultdict(list)
    for example in examples:
        turns[example.turn].append(example)
    counts = Counter[str]()
    for moves in turns.values():
        acting = [example for example in moves if example.asked_about]
        asked = any(probability(example.found, weights) < LEAST for example in acting)
        wrong = any(not example.right for example in acting)
        if wrong or all(example.right for example in moves):
            counts[f"{'wrong' if wrong else 'right'}, {'doubted' if asked else 'done'}"] += 1
    return dict(sorted(counts.items()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    known, kept_aside = ([turn for _, turns in voiced.voices(half) for turn in turns] for half in HALVES)
    with ProcessPoolExecutor() as pool:
        found = list(chain.from_iterable(pool.map(voiced_examples, known, chunksize=50)))
        held_out = list(chain.from_iterable(pool.map(voiced_examples, kept_aside, chunksize=50)))
    weights = learned([*found, *plain_examples()])
    print(json.dumps({"moves learned from": len(found), "building voices": counted(held_out, weights)}))
    if asked.write:
        FILE.write_text(json.dumps(weights, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
