"""What a real mind made of the prompt over turns of the voices is read again, and acts as it was meant."""

from __future__ import annotations

from collections import Counter

import pytest

pytest.importorskip("openai")

from recorded import RECORDED, Recording
from voiced import judged, voices

RIGHT, WRONG = 0.65, 0.2
"""The rules alone are right about 33 % of these turns, and wrong about 20 % (`benchmarks/voices.py`)."""


def test_what_was_recorded_is_understood() -> None:
    recording = Recording(RECORDED / "building.jsonl.xz")
    said = [(voice, turn) for voice, turns in voices("building") for turn in turns if recording.has(turn)]
    assert len(said) >= 120, "the questions have changed: a model has to be asked anew (docs/llm.md)"
    counts = Counter(judged(voice, turn, recording.reader(turn)).word for voice, turn in said)
    assert counts["right"] >= RIGHT * len(said)
    assert counts["wrong"] <= WRONG * len(said)
