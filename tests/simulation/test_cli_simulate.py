"""`wayframe simulate` from the outside."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from llm_server import answer, model
from wayframe import corpus
from wayframe.cli.main import main

Run = Callable[..., tuple[int, str, str]]
FIGURES = {"success", "pass_k", "probes", "turns_mean", "write_tasks"}


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], catalogue_path: Path) -> Run:
    """Run `wayframe simulate` on the small catalogue: exit code, what it printed, what it complained about."""

    def run(*args: str | Path) -> tuple[int, str, str]:
        argv = ["wayframe", "simulate", "--catalogue", catalogue_path, *args]
        monkeypatch.setattr(sys, "argv", [*map(str, argv)])
        with pytest.raises(SystemExit) as left:
            main()
        assert isinstance(left.value.code, int)
        return left.value.code, *capsys.readouterr()

    return run


@pytest.mark.long
def test_json_has_each_agent_and_its_confidence(run: Run) -> None:
    code, out, _ = run("--tasks", "6", "--seed", "3", "--trials", "2", "--json")
    found = json.loads(out)
    assert (code, found["tasks"], found["trials"], found["seed"]) == (0, 6, 2, 3)
    assert found["agents"].keys() == {"rules", "no-memory"}
    for agent in found["agents"].values():
        assert agent.keys() >= FIGURES
        assert agent["pass_k"].keys() == {"1", "2"}
        assert agent["probes"].keys() >= {"right", "wrong", "not_understood"}
        low, high = agent["confidence"]["success"]
        assert low <= agent["success"] <= high
    rules = found["agents"]["rules"]
    assert rules["unfaithful"] == rules["replies"]["unfaithful"] == 0
    assert rules["replies"]["checked"] >= 12


@pytest.mark.long
def test_same_seed_same_figures_however_many_processes(run: Run) -> None:
    args = ("--tasks", "21", "--seed", "1", "--agent", "rules", "--json")
    assert run(*args) == run(*args, "--jobs", "2")


@pytest.mark.long
def test_saved_conversations_are_a_corpus(run: Run, tmp_path: Path) -> None:
    saved, failed = tmp_path / "all.json.xz", tmp_path / "failed.json"
    code, out, err = run("--tasks", "25", "--noise", "1", "--agent", "rules", "--save", saved, "--failures", failed)
    dialogues = corpus.read(saved)
    assert (code, len(dialogues)) == (0, 25)
    assert "of tasks with a booking" in out
    failures = corpus.read(failed) if failed.exists() else ()
    assert bool(failures) != ("no conversation went wrong" in err)
    assert {dialogue.id for dialogue in failures} <= {dialogue.id for dialogue in dialogues}
    assert all(turn.labels.acts_without_refs for turn in dialogues[0].turns[::2] if turn.acts)


def test_agents_stand_side_by_side_in_one_table(run: Run) -> None:
    code, out, _ = run("--tasks", "2", "--agent", "meant", "--agent", "rules")
    assert code in (0, 1)  # some of what is meant has no place in acts, and so none in a frame
    assert out.splitlines()[2].split() == ["meant", "rules"]


def test_a_model_that_reads_is_an_agent_with_its_tokens_and_dollars(run: Run) -> None:
    pytest.importorskip("openai")
    with model(lambda asked, number: answer({"moves": [], "unread": []})) as server:
        options = ("--llm", server.url, "--llm-model", "m", "--llm-prices", "1,10")
        code, out, _ = run("--tasks", "2", "--agent", "llm-reader", *options, "--json")
    (found,) = json.loads(out)["agents"].values()
    assert code == 0
    assert found["model"]["calls"] == len(server.asked) > 2
    assert found["model"]["dollars"] == pytest.approx(len(server.asked) * (100 + 10 * 10) / 1e6)


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (("--agent", "nobody"), "nobody"),
        (("--agent", "llm-reader"), "--agent llm-reader: expected --llm"),
        (("--user", "llm"), "--user llm: expected --llm"),
        (("--tracker", "nobody"), "nobody"),
        (("--tasks", "0"), "--tasks"),
        (("--noise", "2"), "--noise"),
    ],
)
def test_bad_input_is_one_line(run: Run, args: tuple[str, ...], complaint: str) -> None:
    code, out, err = run(*args)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert complaint in err


def test_any_table_has_users(run: Run, tmp_path: Path) -> None:
    laptops, saved = Path(__file__).parents[2] / "examples" / "laptops.csv", tmp_path / "saved.json"
    args = ("--catalogue", laptops, "--tasks", "8", "--noise", "0", "--json")
    code, out, _ = run(*args, "--agent", "meant", "--save", saved)
    found = json.loads(out)["agents"]["meant"]
    assert (code, found["success"], found["unmeant"], found["unfaithful"]) == (0, 1.0, 0, 0)
    assert found["courses"].keys() == {"direct", "compare", "return", "change"}
    assert found["answers"]["right"] == 1.0
    assert len(corpus.read(saved)) == 8


def test_over_a_table_the_engine_reads_and_tracks(run: Run) -> None:
    laptops = Path(__file__).parents[2] / "examples" / "laptops.csv"
    code, _, err = run("--catalogue", laptops, "--agent", "learned")
    assert code == 2
    assert "over a table expected one of rules, llm-reader, llm-tools, llm-bare, no-memory, meant" in err


@pytest.mark.long
def test_users_who_are_hard_to_read_get_what_they_want(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ["wayframe", "simulate", "--agent", "rules", "--tasks", "152", "--seed", "21", "--json"]
    monkeypatch.setattr(sys, "argv", argv)
    with pytest.raises(SystemExit):
        main()
    agent = json.loads(capsys.readouterr().out)["agents"]["rules"]
    assert agent["success"] >= 0.97
    assert agent["probes"]["wrong"] <= 0.02
    assert agent["unmeant"] <= 1
    assert agent["unfaithful"] == 0
