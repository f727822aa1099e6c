import json
from pathlib import Path

import pytest

from air_commands import said as run
from air_samples import base, sample, written
from wayframe.errors import InputError


def test_truth_counts_what_is_as_the_file_has_it(tmp_path: Path) -> None:
    data, kb = written(tmp_path, (sample(), base()))
    found = json.loads(run("truth", data, kb, "--json"))
    assert found == {"samples": 1, "expected_action_equal": 1, "correct_sample_equal": 1}
    assert "correct_sample_equal" in run("truth", data, kb)


def test_truth_that_differs_is_exit_code_1(tmp_path: Path) -> None:
    found = json.loads(run("truth", *written(tmp_path, (sample(correct_sample=False), base())), "--json", code=1))
    assert found["correct_sample_equal"] == 0


def test_bad_lines_are_named_or_counted(tmp_path: Path) -> None:
    data, kb = written(tmp_path, (sample(), base()), ("nonsense", base()), (sample(correct_sample=None), base()))
    with pytest.raises(InputError, match=r"data\.json: line 2: "):
        run("truth", data, kb)
    assert json.loads(run("truth", data, kb, "--skip-bad", "--json"))["skipped"] == 2
    assert json.loads(run("stats", data, kb, "--skip-bad", "--json"))["skipped"] == 1


def test_validate_says_each_error(tmp_path: Path) -> None:
    data, kb = written(tmp_path, (sample(), base()), (sample(dialogue=()), base()))
    assert "line 2: dialogue: has no turn" in run("validate", data, kb, code=1)
    found = json.loads(run("validate", data, kb, "--json", code=1))
    assert found["samples"] == 2
    assert {"line": 2, "field": "dialogue", "what": "has no turn"} in found["errors"]


def test_stats_for_people_and_programs(tmp_path: Path) -> None:
    data, kb = written(tmp_path, (sample(), base()))
    assert "book 1 (100.0 %)" in run("stats", data, kb)
    assert json.loads(run("stats", data, kb, "--json"))["goals"]["book"] == 1


@pytest.mark.parametrize(
    "command",
    [
        ["stats"],
        ["truth"],
        ["validate"],
        ["view", "-o", "OUT"],
        ["predict", "-o", "OUT"],
        ["convert", "--to", "dialogues", "-o", "OUT"],
        ["tokenise", "-o", "OUT"],
        ["cut", "-o", "OUT"],
        ["score", "--task", "human"],
    ],
)
def test_an_empty_file_holds_nothing_and_nothing_is_written(tmp_path: Path, command: list[str]) -> None:
    data, kb = written(tmp_path)
    with pytest.raises(InputError, match=r"data\.json: holds no sample"):
        run(command[0], data, kb, *(str(tmp_path / "out") if word == "OUT" else word for word in command[1:]))
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and path not in (data, kb)]


def test_contexts_are_written(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    data, kb = tmp_path / "data.jsonl.gz", tmp_path / "kb.jsonl.xz"
    found = json.loads(run("contexts", "-n", 20, "--seed", 4, "--out-data", data, "--out-kb", kb, "--json"))
    assert found["contexts"] == 20
    assert json.loads(run("truth", data, kb, "--json")) == {
        "samples": 20,
        "expected_action_equal": 20,
        "correct_sample_equal": None,
    }
