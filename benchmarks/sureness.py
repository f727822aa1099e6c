"""Learn of which turns the embedded reader is sure, so that `--llm-for unsure` asks nobody about them, and measure it.

    python benchmarks/sureness.py [--write]

Examples are the turns of `tests/voices/building` and `tests/voices/talked`, of which the reader learns nothing: each is
read rightly or not. The figures are those of `tests/voices/measuring` and `tests/voices/everyday`: the share of the
turns that it is sure of, and how many of these are read rightly. `--write` writes
`src/wayframe/language/en/sureness.json`. Needs the group `heavy`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).parent.parent))
sys.path.append(str(Path(__file__).parent.parent / "tests"))

from benchmarks.doubt import learned

import voiced
from wayframe.reader.doubt import probability
from wayframe.reader.reader import EmbeddedReader
from wayframe.reader.sureness import SURE

FILE = Path(__file__).parent.parent / "src" / "wayframe" / "language" / "en" / "sureness.json"
LEARNED, MEASURED = ("building", "talked"), ("measuring", "everyday")


class TurnExample(NamedTuple):
    """A turn that was read: its features, and whether its whole meaning was right."""

    found: Mapping[str, float]
    right: bool
    weight: float = 1.0


def example(turn: voiced.VoiceTurn) -> TurnExample | None:
    """Return how a turn is read; None for a set phrase, which nobody else is asked about."""
    reader = voiced.agent(voiced.catalogue_of(turn.scene)).reader
    assert isinstance(reader, EmbeddedReader)
    found = reader.taken(turn.text, voiced.circumstances(turn)).found
    return TurnExample(found, voiced.judged("", turn).word == "right") if found else None


def measured(examples: Sequence[TurnExample], weights: dict[str, float]) -> dict[str, float]:
    """Return the share of turns that the reader is sure of, and of these the share that it reads rightly."""
    sure = [each for each in examples if probability(each.found, weights) >= SURE]
    right = sum(each.right for each in sure)
    return {"turns": len(examples), "sure": round(len(sure) / len(examples), 3), "right": round(right / len(sure), 3)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    read = dict[str, list[TurnExample]]()
    with ProcessPoolExecutor() as pool:
        for half in (*LEARNED, *MEASURED):
            turns = [turn for _, turns in voiced.voices(half) for turn in turns]
            read[half] = [each for each in pool.map(example, turns, chunksize=20) if each]
    weights = learned([each for half in LEARNED for each in read[half]])
    print(json.dumps({half: measured(read[half], weights) for half in MEASURED}))
    if asked.write:
        FILE.write_text(json.dumps(weights, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
