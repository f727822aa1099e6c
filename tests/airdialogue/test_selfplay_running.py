import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from air_commands import figures, said
from air_contexts import written
from wayframe.airdialogue.files import records
from wayframe.airdialogue.records import Sample
from wayframe.airdialogue.selfplay import AMOUNTS, KINDS
from wayframe.errors import InputError

pytestmark = pytest.mark.long


def test_two_scripted_players_come_to_the_right_end(tmp_path: Path) -> None:
    data, kb = written(tmp_path, 150)
    found = figures("selfplay", "--contexts", data, kb, "-o", tmp_path / "out.jsonl")
    assert (found["dialogues"], found["reward"], found["exact"], found["unfinished"]) == (150, 1, 1, 0)
    assert found["players"] == ["scripted", "scripted"]
    assert found["by_status"]["book"]["reward"] == 1
    samples = [sample for _, sample in records(tmp_path / "out.jsonl", Sample)]
    assert all(sample.correct_sample and sample.dialogue for sample in samples)
    score = figures("score", "--task", "selfplay", data, kb, tmp_path / "out.jsonl")
    assert (score["samples"], score["score"]) == (150, 1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["contexts.jsonl", "contexts_kb.jsonl", "out.jsonl"]


def test_the_same_with_any_number_of_jobs_and_from_either_engine(tmp_path: Path) -> None:
    data, kb = written(tmp_path, 200)
    plan = ("selfplay", "--contexts", data, kb, "--noise", "0.3", "--seed", "5")
    alone = figures(*plan, "-o", tmp_path / "alone.jsonl")
    two = figures(*plan, "-o", tmp_path / "two.jsonl", "--jobs", 2)
    assert alone | {"output": ""} == two | {"output": ""}
    assert (tmp_path / "alone.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
    other = figures(*plan[:-1], "6", "-o", tmp_path / "other.jsonl.gz")
    assert other["turns"] != alone["turns"]


def test_without_a_name_for_the_output_it_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    plan = ("selfplay", "--contexts", *written(tmp_path, 3), "--players", "scripted", "scripted", "--jobs", 1)
    assert figures(*plan)["output"] == "played.jsonl"
    assert (tmp_path / "played.jsonl").is_file()


def test_the_same_on_ray(tmp_path: Path, ray: Any) -> None:
    data, kb = written(tmp_path, 130)
    plan = ("selfplay", "--contexts", data, kb, "--noise", "0.3")
    figures(*plan, "-o", tmp_path / "alone.jsonl")
    figures(*plan, "-o", tmp_path / "ray.jsonl", "--engine", "ray")
    assert (tmp_path / "alone.jsonl").read_bytes() == (tmp_path / "ray.jsonl").read_bytes()


def test_killed_in_the_middle_it_goes_on_and_nothing_is_done_twice(tmp_path: Path) -> None:
    data, kb = written(tmp_path, 320)
    plan = ["selfplay", "--contexts", data, kb, "--players", "scripted", "air_players:Noted", "--json"]
    noted, environment = tmp_path / "noted", os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}

    def started(output: Path, note: Path) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "wayframe", "air", *map(str, plan), "-o", str(output)]
        return subprocess.Popen(command, env=environment | {"NOTED": str(note)}, stdout=subprocess.PIPE)

    part = tmp_path / "out.jsonl.part"
    killed = started(tmp_path / "out.jsonl", noted)
    while not part.exists() or part.read_bytes().count(b"\n") < 100:
        time.sleep(0.02)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    there = part.read_bytes().count(b"\n")
    assert 100 <= there < 320
    begun = len(noted.read_text(encoding="utf-8").splitlines())
    with open(part, "ab") as file:
        file.write(b'{"intent": {"departure')  # what a machine that fails may leave too

    again = started(tmp_path / "out.jsonl", tmp_path / "noted again")
    found = json.loads(again.communicate()[0])
    assert again.returncode == 0
    assert found["resumed"] == there
    whole = started(tmp_path / "whole.jsonl", tmp_path / "noted whole")
    assert json.loads(whole.communicate()[0]) | {"resumed": there, "output": found["output"]} == found
    assert (tmp_path / "out.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    contexts = (tmp_path / "noted whole").read_text(encoding="utf-8").splitlines()
    assert noted.read_text(encoding="utf-8").splitlines() == contexts[:begun]
    assert (tmp_path / "noted again").read_text(encoding="utf-8").splitlines() == contexts[there:]
    assert not part.exists()


def test_bad_contexts_are_named_before_anything_begins(tmp_path: Path) -> None:
    data, kb = written(tmp_path, 70)
    plan = ("selfplay", "--contexts", data, kb, "-o", tmp_path / "out.jsonl")
    data.write_text(data.read_text(encoding="utf-8") + "nonsense\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"contexts\.jsonl: line 71 has no knowledge base"):
        said(*plan)
    bases = kb.read_text(encoding="utf-8")
    kb.write_text(bases + bases.splitlines()[0], encoding="utf-8")
    with pytest.raises(InputError, match=r"contexts\.jsonl: line 71: JSON"):
        said(*plan)
    assert sorted(tmp_path.iterdir()) == [data, kb]


def test_a_broken_off_run_is_not_taken_for_another_one(tmp_path: Path) -> None:
    data, kb = written(tmp_path, 2)
    plan = ("selfplay", "--contexts", data, kb, "--players", "scripted", "air_players:Illegal", "-o", tmp_path / "out")
    with pytest.raises(InputError, match="expected one flight"):
        said(*plan)
    assert not (tmp_path / "out").exists()
    with pytest.raises(InputError, match=r"another run was broken off there \(seed 0, here 1\)"):
        said(*plan, "--seed", 1)


def test_the_report_has_plots_and_the_curve_under_noise(tmp_path: Path) -> None:
    data, kb = written(tmp_path, 5)
    found = figures("selfplay", "--contexts", data, kb, "-o", tmp_path / "out.jsonl", "--report", tmp_path / "report")
    assert len(found["curve"]) == len(KINDS) * (len(AMOUNTS) - 1) + 1
    assert found["curve"][0] == {"kind": "all", "amount": 0.0, "reward": 1.0, "exact": 1.0, "turns": found["turns"]}
    names = sorted(path.name for path in (tmp_path / "report").iterdir())
    assert names == ["index.html", "noise-reward.svg", "noise-turns.svg", "report.md", "statuses.svg", "turns.svg"]
    assert "<polyline" in (tmp_path / "report" / "noise-reward.svg").read_text(encoding="utf-8")


def test_nothing_to_play_and_nobody_to_play_it(tmp_path: Path) -> None:
    data, kb = written(tmp_path, 0)
    with pytest.raises(InputError, match="holds no sample"):
        said("selfplay", "--contexts", data, kb, "-o", tmp_path / "out.jsonl")
    with pytest.raises(InputError, match="player 'no:One': can't be imported"):
        said("selfplay", "--contexts", data, kb, "-o", tmp_path / "out.jsonl", "--players", "no:One", "scripted")


def test_a_player_that_fails_is_named_with_the_line(tmp_path: Path) -> None:
    data, kb = written(tmp_path, 2)
    with pytest.raises(InputError, match=r"contexts\.jsonl: line 1: agent: turn 1: action.flight: expected one flight"):
        said("selfplay", "--contexts", data, kb, "-o", tmp_path / "out", "--players", "scripted", "air_players:Illegal")
    plan = ("--first", "agent", "--players", "scripted", "air_players:Crashing")
    with pytest.raises(InputError, match=r"contexts\.jsonl: line 1: a player failed: IndexError: list index out of"):
        said("selfplay", "--contexts", data, kb, "-o", tmp_path / "other", *plan)
