import json
from pathlib import Path
from random import Random

import pytest

from air_commands import figures, said
from air_contexts import flight, written
from wayframe.airdialogue import learning
from wayframe.airdialogue.environment.game import examples
from wayframe.airdialogue.learning import ActionValues, TrainingSettings, allowed, state
from wayframe.airdialogue.players.agent import AgentState, by_rules
from wayframe.airdialogue.players.registry import conformance, maker
from wayframe.airdialogue.players.wording import parse_noise
from wayframe.airdialogue.records import KnowledgeBase
from wayframe.errors import InputError

pytestmark = pytest.mark.long

KB = KnowledgeBase(kb=(flight(1000), flight(1001, price=300)), reservation=0)
TRAINED = TrainingSettings(10, parse_noise("0")._asdict(), 0.02, 0)


def desk(*heard: str) -> AgentState:
    """An agent's desk after these words of a customer."""
    found = AgentState(KB)
    for text in heard:
        found.hear(text)
    return found


def test_a_state_is_what_matters_for_the_next_act() -> None:
    assert state(desk()) == "new"
    assert state(desk("Please cancel my flight.", "I'm Lina Weber.")) == "no_reservation, sure, open"
    words = "I need a ticket from ATL to ORD, leaving on Spet 11."
    assert state(desk(words)) == "journey, none, sure, half, unasked, clear, nothing, no offer, open"


def test_only_what_makes_sense_is_tried() -> None:
    assert allowed(desk()) == ("goal", "name", "places", "days", "wishes", "all", "end")
    assert allowed(desk("Please cancel my flight.", "I'm Lina Weber.")) == ("repeat", "end")
    words = "I need a ticket from ATL to ORD, leaving on Sept 11 and returning on Sept 13. I'm Lina Weber."
    assert allowed(desk(words)) == ("wishes", "repeat", "offer", "confirm", "end")


def test_the_best_known_act_is_chosen_and_the_scripted_one_where_nothing_is_known() -> None:
    model = ActionValues({"new": {"goal": 0.4, "all": 0.6, "offer": 0.9}}, TRAINED)
    assert model.choose(desk()) == "all"
    other = desk("I need a ticket.")
    assert model.choose(other) == by_rules(other) == "name"


def test_a_model_is_kept_whole(tmp_path: Path) -> None:
    model = ActionValues({"new": {"goal": 0.25, "all": 0.5}}, TRAINED)
    model.save(tmp_path / "agent.json")
    assert ActionValues.load(tmp_path / "agent.json") == model


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda text: text.replace("0.25", "0.26"), "damaged: its checksum doesn't fit"),
        (lambda text: text.replace('"version":1', '"version":0'), "trained by this version"),
        (lambda text: text[:-9], "something else or damage"),
        (lambda text: "[]", "something else or damage"),
        (lambda text: text.replace("0.25", '"__import__"'), "something else or damage"),
    ],
)
def test_what_is_no_model_is_refused(tmp_path: Path, change: object, problem: str) -> None:
    path = tmp_path / "agent.json"
    ActionValues({"new": {"goal": 0.25}}, TRAINED).save(path)
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")  # type: ignore[operator]
    with pytest.raises(InputError, match=problem):
        maker(str(path), "agent")


def test_it_learns_to_need_fewer_turns_and_stays_right() -> None:
    pytest.importorskip("numpy")
    plan = learning.TrainingPlan(1_500, parse_noise("0.3"), tested=300)
    learned = learning.train(plan)
    scripted = learning.scripted(plan)
    assert learned.result.turns < scripted.turns - 1
    assert learned.result.reward > 0.95
    assert learned.result.gain > scripted.gain
    assert [checked.dialogues for checked in learned.curve][-1] == 1_500
    assert not [found for found in conformance(learned.model.agent, "agent") if found.problem]


def test_the_same_seed_gives_the_same_model_whatever_the_jobs(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    plan = learning.TrainingPlan(60, parse_noise("0.2"), seed=4, tested=20)
    alone = learning.train_all(plan, 2, 1)
    assert learning.train_all(plan, 2, 2) == alone
    assert learning.deviation([each.result for each in alone[:1]]) is None


def test_the_command_trains_beside_the_scripted_agent(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    model, data = tmp_path / "agent.json", written(tmp_path, 30)
    found = figures("train", "--dialogues", 50, "--seeds", 2, "-o", model, "--report", tmp_path / "report")
    assert [each["seed"] for each in found["seeds"]] == [0, 1]
    assert set(found["mean"]) == set(found["deviation"]) == set(found["scripted"]) == {"reward", "turns", "gain"}
    assert json.loads(model.read_text(encoding="utf-8"))["trained"]["seed"] == found["written"]
    names = sorted(path.name for path in (tmp_path / "report").iterdir())
    assert names == ["index.html", "learning-gain.svg", "learning-turns.svg", "report.md"]
    plan = ("selfplay", "--contexts", *data, "--players", "scripted", model)
    assert figures(*plan, "-o", tmp_path / "played.jsonl")["dialogues"] == 30
    assert "turns" in said("train", "--dialogues", 5, "-o", model)


def test_a_learned_agent_can_talk() -> None:
    about = examples(1)[0]
    agent = ActionValues({}, TRAINED).agent(about.kb, Random(0))
    assert agent.reply("").text
