"""Learn when the embedded reader should doubt what it read, and measure it on voices that it was not learned from.

    python benchmarks/doubt.py [--write]

Examples are the moves that the reader finds in the turns of `tests/voices/building` and `tests/reader/turns.toml`, each
right or wrong by the turn's label. The figures come from leaving out one voice after the other (a tenth of the plain
turns at a time): turns that act as meant, or not, and how many of each are doubted. `--write` measures nothing, learns
from all and writes `src/wayframe/language/en/doubt.json`. Same turns and same reader, same weights.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import exp
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).parent.parent / "tests"))

import reading
import voiced
from wayframe.meaning.notation import parse
from wayframe.meaning.records import (
    Book,
    Cancel,
    Change,
    Correct,
    Drop,
    Move,
    Social,
    Wish,
)
from wayframe.reader import ReaderContext
from wayframe.reader.doubt import LEAST, Features, features, probability
from wayframe.reader.reader import EmbeddedReader
from wayframe.schema import Schema
from wayframe.state.records import DialogueState
from wayframe.state.resolution import resolved

FILE = Path(__file__).parent.parent / "src" / "wayframe" / "language" / "en" / "doubt.json"
ASKED_ABOUT = (Wish, Correct, Drop, Book, Cancel, Change)
PLAIN = "plain"  # the group of the turns that the reader's author wrote
FOLDS = 10
PLAIN_WEIGHT = 0.5  # there are three times as many plain turns as voices' ones
ROUNDS, RATE, MOMENTUM, RIDGE = 150, 0.5, 0.9, 2.0
LEAST_OFTEN = 5  # moves in which a feature has to be found to have a weight


class MoveExample(NamedTuple):
    """A move that was read: its turn, its group of voices, its features, and whether it was meant."""

    turn: tuple[str, str]
    fold: str
    found: Features
    right: bool
    asked_about: bool

    @property
    def plain(self) -> bool:
        """Return whether it is of the reader's author."""
        return self.fold.startswith(PLAIN)


def examples() -> Iterator[MoveExample]:
    """Yield the examples of all labelled turns that may be learned from."""
    for voice, turns in voiced.voices("building"):
        for turn in turns:
            speaker, before = voiced.agent(voiced.catalogues()[turn.scene]), voiced.conversation(turn.scene)
            state = speaker.state(before)
            context = speaker.context(state, before.turns)
            assert isinstance(speaker.reader, EmbeddedReader)
            yield from examples_of(turn.text, turn.meaning, speaker.reader, context, state, voice)
    known = reading.examples()
    for number, example in enumerate(known.turn):
        scene = known.scenes[example.scene]
        reader = reading.reader(scene.catalogue)
        fold = f"{PLAIN}{number % FOLDS}"
        yield from examples_of(example.text, example.meaning, reader, scene.context(), None, fold)


def examples_of(
    text: str, label: str, reader: EmbeddedReader, context: ReaderContext, state: DialogueState | None, fold: str
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
        yield MoveExample((fold, text), fold, row, content in meant, isinstance(spoken.move, ASKED_ABOUT))


def contents(moves: Sequence[Move], state: DialogueState | None, schema: Schema) -> Iterator[str]:
    """Yield each move as text that is the same for all ways to say it."""
    if state is None:
        yield from (voiced.content(move, ()) for move in moves)
    else:
        yield from (voiced.content(step.move, step.frames) for step in resolved(moves, state, schema))


def learned(known: Sequence[MoveExample]) -> dict[str, float]:
    """Return weights learned by gradient descent with momentum and a ridge."""
    often = Counter(name for example in known for name in example.found)
    names = sorted(name for name, count in often.items() if count >= LEAST_OFTEN)
    rows = [[(name, value) for name, value in example.found.items() if value] for example in known]
    weights, speed = dict.fromkeys(names, 0.0), dict.fromkeys(names, 0.0)
    for _ in range(ROUNDS):
        slope = {name: RIDGE * weight for name, weight in weights.items()}
        for example, row in zip(known, rows, strict=True):
            total = sum(value * weights[name] for name, value in row if name in weights)
            error = 1.0 / (1.0 + exp(-total)) - example.right
            error *= PLAIN_WEIGHT if example.plain else 1.0
            for name, value in row:
                if name in slope:
                    slope[name] += error * value
        for name in names:
            speed[name] = MOMENTUM * speed[name] - RATE * slope[name] / len(known)
            weights[name] += speed[name]
    return {name: round(weight, 3) for name, weight in weights.items()}


def held_out(known: Sequence[MoveExample]) -> dict[str, Counter[str]]:
    """Return how the turns of the voices, and the plain ones, fare where their own voice was left out."""
    judged: dict[tuple[str, str], list[tuple[MoveExample, bool]]] = defaultdict(list)
    for fold in sorted({example.fold for example in known}):
        weights = learned([example for example in known if example.fold != fold])
        for example in known:
            if example.fold == fold:
                judged[example.turn].append((example, probability(example.found, weights) < LEAST))
    counts: dict[str, Counter[str]] = {"voices": Counter(), PLAIN: Counter()}
    for moves in judged.values():
        asked = any(doubtful for example, doubtful in moves if example.asked_about)
        wrong = any(not example.right for example, _ in moves if example.asked_about)
        if wrong or all(example.right for example, _ in moves):
            word = f"{'wrong' if wrong else 'right'}, {'doubted' if asked else 'done'}"
            counts[PLAIN if moves[0][0].plain else "voices"][word] += 1
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    known = list(examples())
    if not asked.write:
        print(json.dumps({group: dict(sorted(counts.items())) for group, counts in held_out(known).items()}))
    else:
        FILE.write_text(json.dumps(learned(known), indent=0, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
