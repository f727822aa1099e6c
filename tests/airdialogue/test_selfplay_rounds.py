import json
import sys
from pathlib import Path

import pytest

from air_commands import figures, said
from air_contexts import written
from wayframe.airdialogue import competition
from wayframe.errors import InputError

STEP = """
import json, sys
out, data, *kb = sys.argv[1:]
states = [json.loads(line) for line in open(data, encoding="utf-8")]
with open(out, "w", encoding="utf-8") as file:
    for state in states:
        assert ("intent" in state) == (not kb)
        print("Nothing. | Ann Lee |  | no_flight" if kb else "Anything?", file=file)
"""


def test_a_player_answers_as_a_step_script_does(tmp_path: Path) -> None:
    data, kb = written(tmp_path, 4)
    state, shown, replies = tmp_path / "state.json", tmp_path / "shown.json", tmp_path / "replies.txt"
    said("start", data, "-o", state, "--for-customer", shown)
    assert figures("reply", replies, shown)["side"] == "customer"
    said("step", state, replies, "--side", "customer", "-o", state, "--for-agent", shown)
    assert figures("reply", replies, shown, kb) == {"output": str(replies), "side": "agent", "replies": 4}
    lines = replies.read_text(encoding="utf-8").splitlines()
    assert all(line.count("|") == 3 for line in lines)
    assert [competition.parse(line, "agent").action for line in lines] == [None] * 4


def test_the_rounds_of_the_competition_in_both_orders(tmp_path: Path) -> None:
    contexts = written(tmp_path, 60)
    found = figures("rounds", "--contexts", *contexts, "-o", tmp_path / "played", "--rounds", 12)
    assert found["score"] == found["agent_first"]["score"] == found["client_first"]["score"] == 1
    first = json.loads((tmp_path / "played" / "agent_first.json").read_text(encoding="utf-8").splitlines()[0])
    assert first["dialogue"][0].startswith("agent: ")
    assert first["action"]["status"]


def test_with_few_rounds_the_agent_acts_in_its_last_one(tmp_path: Path) -> None:
    contexts = written(tmp_path, 20)
    figures("rounds", "--contexts", *contexts, "-o", tmp_path, "--rounds", 2)
    states = list(competition.read(tmp_path / "client_first.json"))
    assert all(state.action and len(state.dialogue) <= 4 for state in states)


def test_any_program_can_be_a_player(tmp_path: Path) -> None:
    contexts = written(tmp_path, 10)
    script = tmp_path / "step.py"
    script.write_text(STEP, encoding="utf-8")
    program = f"command:{sys.executable} {script}"
    found = figures("rounds", "--contexts", *contexts, "-o", tmp_path, "--players", program, program, "--rounds", 1)
    assert 0 < found["score"] < 1
    (state, *_) = competition.read(tmp_path / "client_first.json")
    assert state.dialogue == ("customer: Anything?", "agent: Nothing.")


def test_programs_that_fail_are_named(tmp_path: Path) -> None:
    contexts = written(tmp_path, 1)
    broken = f"command:{sys.executable} -c 'raise SystemExit(\"no model here\")'"
    with pytest.raises(InputError, match="left with 1: no model here"):
        said("rounds", "--contexts", *contexts, "-o", tmp_path, "--players", broken, "scripted")
    with pytest.raises(InputError, match="can't be run: No such file"):
        said("rounds", "--contexts", *contexts, "-o", tmp_path, "--players", "command:./nothing here", "scripted")


def test_files_that_do_not_belong_together(tmp_path: Path) -> None:
    data, kb = written(tmp_path, 2)
    state, shown, replies = tmp_path / "state.json", tmp_path / "shown.json", tmp_path / "replies.txt"
    said("start", data, "-o", state, "--for-agent", shown)
    with pytest.raises(InputError, match=r"shown\.json: line 1: no intent, which a customer needs"):
        said("reply", replies, shown)
    kb.write_text(kb.read_text(encoding="utf-8").splitlines()[0] + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"contexts_kb\.jsonl: ends before .*shown\.json: line 2"):
        said("reply", replies, shown, kb)
    assert not replies.exists()
