"""What a real mind made of the prompts of the baselines, over dialogues that our simulator played, is scored again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openai")

from hearing import LEXICON
from replayed import replayed
from wayframe.evaluation import TrackerPlan, divided, evaluate, nlu
from wayframe.evaluation.nlu import TaggerPlan

RECORDED = Path(__file__).parent / "recorded"
TALKS = RECORDED / "talks.json.xz"  # wayframe simulate --agent rules --tasks 8 --trials 1 --seed 311 --save talks.json
USERS = [f"simulated-{number}" for number in range(8)]


def test_a_tagger() -> None:
    folds = divided(TALKS, train_on=USERS[:3], test_on=USERS[3:])
    found: Any = nlu.evaluate(folds, TaggerPlan("llm", LEXICON, llm=replayed(RECORDED / "acts.jsonl.xz")))
    assert found["protocol"]["llm"]["without_an_answer"] == 0, "a mind has to be asked anew (docs/llm.md)"
    assert found["mean"]["acts_turn_f1"] > 0.97
    assert found["mean"]["slots_span_f1"] > 0.95


def test_a_tracker() -> None:
    folds = divided(TALKS, train_on=USERS[:3], test_on=USERS[3:])
    found: Any = evaluate(folds, TrackerPlan("llm", ("oracle",), llm=replayed(RECORDED / "frames.jsonl.xz")))
    assert found["protocol"]["llm"]["without_an_answer"] == 0, "a mind has to be asked anew (docs/llm.md)"
    assert found["mean"] == found["baselines"]["oracle"]["mean"]
