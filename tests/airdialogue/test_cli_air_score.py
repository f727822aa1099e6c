import json
from pathlib import Path

import pytest

from air_worlds import TALK, action, base, sample, written
from commanding import Done, wayframe


def score(*args: object) -> Done:
    return wayframe("air", "score", *args)


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    data = written(tmp_path / "data.json", [sample(), sample(action("no_flight", []), action())])
    kb = written(tmp_path / "kb.json", [base({}, {"price": 300})] * 2)
    played = written(tmp_path / "played.json", [{"action": action(), "dialogue": TALK}] * 2)
    return data, kb, played


def test_players_in_both_modes(files: tuple[Path, Path, Path]) -> None:
    for mode in ("strict", "reference"):
        done = score("--task", "selfplay", *files, "--mode", mode, "--json")
        found = json.loads(done.stdout)
        assert (done.returncode, done.stderr) == (0, "")
        assert list(found)[:8] == ["task", "mode", "samples", "score", "reward", "name", "flight", "status"]
        assert (found["score"], found["exact"], found["bleu"]) == (1, 1, 100)
        assert found["signature"].startswith(f"task:selfplay|mode:{mode}|data:")


def test_people_as_a_table(files: tuple[Path, Path, Path]) -> None:
    done = score("--task", "human", *files[:2])
    assert done.returncode == 0
    assert "exact                   0.5000" in done.stdout


def test_responses_with_or_without_knowledge_bases(tmp_path: Path) -> None:
    targets, responses = tmp_path / "targets", tmp_path / "responses"
    targets.write_text("Maria Stone <fl_empty> <st_no_flight>|a b c d e <t1>\n")
    responses.write_text("a b c d e\n")
    for args in ([targets, responses], [targets, "nowhere.json", responses]):
        found = json.loads(
            score("--task", "infer", *args, "--mode", "reference", "--metrics", "bleu:all", "--json").stdout
        )
        assert found["bleu"] == {"all": 100, "<t1>": 100, "<t2>": None}
        assert "score" not in found


def test_bad_lines_are_named_or_counted(files: tuple[Path, Path, Path]) -> None:
    played = written(files[2], [{"action": action()}, {"action": action(flight=[1000, 1001])}])
    done = score(*files[:2], played, "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"wayframe: {played}: line 2: action.flight: ")
    done = score(*files[:2], played, "--json", "--skip-bad")
    assert done.returncode == 0
    assert json.loads(done.stdout)["skipped"] == 1
    assert "1 bad lines" in done.stderr


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (["--task", "selfplay", "d", "k"], "PRED"),
        (["--task", "human", "d", "k", "p"], "p: task human"),
        (["--task", "human", "d", "k", "--metrics", "bleu"], "--metrics"),
        (["--task", "human", "nowhere.json", "k"], "nowhere.json"),
        (["--task", "nonsense", "d", "k"], "nonsense"),
    ],
)
def test_wrong_usage_is_one_line(args: list[str], named: str) -> None:
    done = score(*args)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert named in line


def test_predictions_from_the_command_line(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    command = ("air", "predict", *files[:2], "-o", tmp_path / "p")
    done = wayframe(*command, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["samples"] == 2
    assert score(*files[:2], tmp_path / "p", "--json").returncode == 0
    assert "Example: wayframe air predict" in wayframe(*command, "--help").stdout
