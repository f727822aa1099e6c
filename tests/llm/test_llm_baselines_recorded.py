"""What a real mind made of the prompts of the baselines, over dialogues that our simulator played, is scored again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openai")

from hearing import LEXICON
from wayframe.evaluation import TrackerPlan, divided, evaluate, nlu
from wayframe.evaluation.nlu import TaggerPlan
from wayframe.llm import Cassette, Client, Endpoint

RECORDED = Path(__file__).parent / "recorded"
TALKS = RECORDED / "talks.json.xz"  # wayframe simulate --agent rules --tasks 8 --trials 1 --seed 311 --save talks.json
USERS = [f"simulated-{number}" for number in range(8)]


def recorded(name: str) -> Client:
    """Return a model that says what was recorded, and nothing else."""
    return Client(Endpoint("http://127.0.0.1:9/v1", "claude", retries=0), Cassette(RECORDED / f"{name}.jsonl.xz"))


def test_a_tagger() -> None:
    folds = divided(TALKS, train_on=USERS[:3], test_on=USERS[3:])
    found: Any = nlu.evaluate(folds, TaggerPlan("llm", LEXICON, llm=recorded("acts")))
    assert found["protocol"]["llm"]["without_an_answer"] == 0, "a mind has to be asked anew (docs/llm.md)"
    assert found["mean"]["acts_turn_f1"] > 0.97
    assert found["mean"]["slots_span_f1"] > 0.95


def test_a_tracker() -> None:
    folds = divided(TALKS, train_on=USERS[:3], test_on=USERS[3:])
    found: Any = evaluate(folds, TrackerPlan("llm", ("oracle",), llm=recorded("frames")))
    assert found["protocol"]["llm"]["without_an_answer"] == 0, "a mind has to be asked anew (docs/llm.md)"
    assert found["mean"] == found["baselines"]["oracle"]["mean"]
