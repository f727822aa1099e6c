"""What a real mind made of the prompt over turns of the voices is read again, and acts as it was meant."""

from __future__ import annotations

from collections import Counter

import pytest

pytest.importorskip("openai")

from recorded import RECORDED, Recording
from voiced import judged, voices

# The turns that were recorded, the least share that has to be right and the most that may be wrong; by
# `benchmarks/voices.py` the rules alone are right about 40 % of these turns, and wrong about 20 %.
RECORDINGS = [("building", 120, 0.65, 0.2), ("learning", 154, 0.78, 0.1)]


@pytest.mark.parametrize(("half", "turns", "right", "wrong"), RECORDINGS)
def test_what_was_recorded_is_understood(half: str, turns: int, right: float, wrong: float) -> None:
    recording = Recording(RECORDED / f"{half}.jsonl.xz")
    said = [(voice, turn) for voice, spoken in voices(half) for turn in spoken if recording.has(turn)]
    assert len(said) >= turns, "the questions have changed: a model has to be asked anew (docs/llm.md)"
    counts = Counter(judged(voice, turn, recording.reader(turn)).word for voice, turn in said)
    assert counts["right"] >= right * len(said)
    assert counts["wrong"] <= wrong * len(said)
