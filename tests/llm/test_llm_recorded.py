"""What a real mind made of the prompt over turns of the voices is read again, and acts as it was meant."""

from __future__ import annotations

from collections import Counter

import pytest

pytest.importorskip("openai")

from recorded import RECORDED, Recording
from voiced import judged, voices
from wayframe.conversation import notes_taken
from wayframe.llm.reader import SURE

pytestmark = pytest.mark.long

# The turns that were recorded, the least share that has to be right and the most that may be wrong; by
# `benchmarks/voices.py` the rules alone are right about 88 % of the everyday turns, about 40 % of the others.
RECORDINGS = [("everyday", 154, 0.99, 0.0), ("building", 120, 0.65, 0.2), ("learning", 154, 0.78, 0.1)]


@pytest.mark.parametrize(("half", "turns", "right", "wrong"), RECORDINGS)
def test_what_was_recorded_is_understood(half: str, turns: int, right: float, wrong: float) -> None:
    recording = Recording(RECORDED / f"{half}.jsonl.xz")
    said = [(voice, turn) for voice, spoken in voices(half) for turn in spoken if recording.has(turn)]
    assert len(said) >= turns, "the questions have changed: a model has to be asked anew (docs/llm.md)"
    counts = Counter(judged(voice, turn, recording.reader(turn)).word for voice, turn in said)
    assert counts["right"] >= right * len(said)
    assert counts["wrong"] <= wrong * len(said)


def test_of_everyday_turns_less_than_a_third_is_put_to_the_model() -> None:
    recording = Recording(RECORDED / "everyday.jsonl.xz", "unsure")
    said = [(voice, turn) for voice, spoken in voices("everyday") for turn in spoken]
    with notes_taken() as notes:
        counts = Counter(judged(voice, turn, recording.reader(turn)).word for voice, turn in said)
    assert len(said) - notes.count(SURE) <= len(said) / 3
    assert counts["right"] >= 0.99 * len(said)
