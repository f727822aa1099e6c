"""A language model as a tagger and as a tracker: examples of others, answers checked, cost and prompt told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openai")

from hearing import LEXICON
from llm_server import Asked, Reply, answer, content, model
from small_corpus import dialogue, written
from wayframe.evaluation import TrackerPlan, divided, evaluate, nlu
from wayframe.evaluation.joint import joint
from wayframe.evaluation.nlu import TaggerPlan
from wayframe.llm import Cassette, Client, Endpoint

USERS = ("U21RP4FCY", "U22K1SX9N", "U231PNNA3")  # folds 2, 4 and 5
DEAF = content("I can't.")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path / "three.json", *(dialogue(f"trip-{user}", user) for user in USERS))


def examples(asked: Asked) -> list[tuple[Any, Any]]:
    """Return the examples that a model was shown, questions with their answers."""
    lines = [line for line in asked["messages"][0]["content"].splitlines() if line.startswith("{")]
    return [(json.loads(one), json.loads(two)) for one, two in zip(lines[::2], lines[1::2], strict=True)]


def copied(asked: Asked, number: int) -> Reply:
    """Answer as the example with the same turn does."""
    turn = json.loads(asked["messages"][1]["content"])["turn"]
    return next((answer(said) for question, said in examples(asked) if question["turn"] == turn), DEAF)


def test_a_tagger_is_shown_examples_of_others_and_its_cost_is_told(path: Path) -> None:
    with model(copied) as server:
        client = Client(Endpoint(server.url, "m"))
        found: Any = nlu.evaluate(divided(path, folds=(2,)), TaggerPlan("llm", LEXICON, llm=client))
    rules: Any = nlu.evaluate(divided(path, folds=(2,)), TaggerPlan("rules", LEXICON))
    assert found["mean"]["acts_turn_f1"] == 1.0 > rules["mean"]["acts_turn_f1"]
    assert found["protocol"]["folds"]["2"] == {"train": sorted(USERS[1:]), "test": [USERS[0]]}
    told = found["protocol"]["llm"]
    assert (told["model"], told["prompt"], told["seed"]) == ("m", "acts-2", 0)
    assert (told["calls"], told["tokens_read"]) == (4, 400)
    assert len(server.asked) == 4
    assert len(examples(server.asked[0])) == 8  # all turns of the two others


def test_a_tracker_is_too(path: Path) -> None:
    with model(copied) as server:
        client = Client(Endpoint(server.url, "m"))
        found: Any = evaluate(divided(path, folds=(2,)), TrackerPlan("llm", ("rules", "oracle"), llm=client))
    assert found["mean"] == found["baselines"]["oracle"]["mean"]
    assert found["protocol"]["llm"]["prompt"] == "frames-2"
    assert {question["turn"] for question, _ in examples(server.asked[0])} >= {"I like the Sole"}


def test_a_tracker_goes_together_with_an_nlu(path: Path) -> None:
    plan = TaggerPlan("rules", LEXICON)
    with model(lambda asked, number: DEAF) as server:
        client = Client(Endpoint(server.url, "m"), rests=False)
        found = joint(divided(path, folds=(2,)), "llm", plan, llm=client)
    assert server.asked
    assert found | {"tracker": ""} == joint(divided(path, folds=(2,)), "rules", plan) | {"tracker": ""}


@pytest.mark.parametrize(
    "said",
    [DEAF, answer({"active_frame": 99, "acts": []}), answer({"active_frame": 1, "acts": [{"slots": [1, 1, 1]}]})],
)
def test_where_a_tracker_is_not_answered_as_asked_the_rules_track(path: Path, said: Reply) -> None:
    with model(lambda asked, number: said) as server:
        client = Client(Endpoint(server.url, "m"))
        found: Any = evaluate(divided(path, folds=(2,)), TrackerPlan("llm", ("rules",), llm=client))
    assert found["mean"] == found["baselines"]["rules"]["mean"]


def test_what_a_turn_does_not_say_is_no_value(path: Path) -> None:
    said = {"acts": [{"act": "inform", "slots": [{"slot": "dst_city", "value": "Atlantis"}]}, {"act": "sing"}]}
    with model(lambda asked, number: answer(said)) as server:
        client = Client(Endpoint(server.url, "m"))
        found: Any = nlu.evaluate(divided(path, folds=(2,)), TaggerPlan("llm", LEXICON, llm=client))
    assert found["folds"]["2"]["counts"]["acts_turn_f1"]["said"] == 0


def test_kept_answers_are_asked_for_once_and_again_for_other_examples(path: Path, tmp_path: Path) -> None:
    with model(copied) as server:
        for seed in (0, 0, 1):
            client = Client(Endpoint(server.url, "m"), Cassette(tmp_path / "kept.jsonl"))
            nlu.evaluate(
                divided(path, train_on=USERS[1:], test_on=USERS[:1]), TaggerPlan("llm", LEXICON, seed=seed, llm=client)
            )
        few = Client(Endpoint(server.url, "m"), Cassette(tmp_path / "kept.jsonl"))
        nlu.evaluate(divided(path, train_on=USERS[2:], test_on=USERS[:1]), TaggerPlan("llm", LEXICON, llm=few))
    assert len(server.asked) == 8
