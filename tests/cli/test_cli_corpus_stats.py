import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from wayframe import corpus
from wayframe.cli.corpus import app
from wayframe.dialogue import Dialogue, DialogueLabels, Frame, SearchLog, Value, user_turn, wizard_turn
from wayframe.notation import parse_turn

KEYS = {
    "dialogues", "turns", "user_turns", "wizard_turns", "users", "wizards", "hotels", "cities", "rating_mean",
    "tasks_successful", "frames_mean", "frames_max", "switches_mean", "switches_max", "created_by_user",
    "created_by_wizard", "switched_by_value", "switched_by_offer", "switched_by_mention", "acts", "slots",
}  # fmt: skip
LIMA = (Frame(1, None, {"dst_city": (Value("lima"),)}),)
ASKED, OFFERED = parse_turn("inform(dst_city=Lima)"), parse_turn("offer(name=Blue Door, id=2)")
BOTH = (*LIMA, Frame(2, 1, {"name": (Value("blue door"),)}))
TURNS = (
    user_turn("Lima!", 1.47e12, ASKED, 1, LIMA, ASKED),
    wizard_turn("The Blue Door.", 1.47e12, OFFERED, 1, BOTH, SearchLog()),
)
DIALOGUE = Dialogue("d", "u", "w", DialogueLabels(), TURNS)


def wayframe(*args: str | Path) -> Result:
    return CliRunner().invoke(app, [str(arg) for arg in args])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "some.jsonl"
    corpus.write(path, [DIALOGUE])
    return path


def test_stats_as_json(file: Path) -> None:
    found = json.loads(wayframe("stats", file, "--json").stdout)
    assert set(found) >= KEYS
    assert (found["dialogues"], found["created_by_wizard"], found["rating_mean"]) == (1, 1, None)
    assert (found["acts"]["offer"], found["slots"]["dst_city"]) == (1, 1)
    assert not found["comparable"]
    assert re.fullmatch(r"[0-9a-f]{64}", found["sha256"])
    assert found["published"]["frames_mean"]["published"] == 6.71


def test_stats_for_people(file: Path) -> None:
    text = wayframe("stats", file).stdout
    assert text.startswith("Not comparable")
    for title in ("Published figures", *(f"Table {number}:" for number in (2, 7, 8, 9, 10))):
        assert title in text


def test_report_writes_a_page(file: Path, tmp_path: Path) -> None:
    done = wayframe("report", file, "-o", tmp_path / "report", "--json")
    files = json.loads(done.stdout)["files"]
    assert Path(files[0]).name == "index.html"
    assert all(Path(each).is_file() for each in files)


def test_validate_a_sound_file(file: Path) -> None:
    done = wayframe("validate", file, "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout) == {
        "file": "some.jsonl",
        "dialogues": 1,
        "turns": 2,
        "errors": [],
        "oddities": {"dialogue without a rating": 1},
    }
    assert "dialogues: 1, turns: 2, errors: 0, oddities: 1" in wayframe("validate", file).stdout


def test_validate_goes_on_after_an_error_and_ends_with_1(file: Path) -> None:
    line = file.read_text("utf-8")
    file.write_text(line.replace('"author":"wizard"', '"author":"robot\\u001b[1m"') + "oops\n" + line, "utf-8")
    done = wayframe("validate", file, "--json")
    assert done.exit_code == 1
    found = json.loads(done.stdout)
    author, oops, twice = found["errors"]
    assert (found["dialogues"], found["turns"]) == (2, 4)
    assert (author["dialogue"], author["turn"], author["field"]) == ("d", 1, "author")
    assert (oops["dialogue"], oops["turn"]) == ("#2", None)
    assert twice["what"] == "comes twice"
    text = wayframe("validate", file).stdout
    assert "dialogue 'd': turn 1: author: expected 'user' or 'wizard', found 'robot" in text
    assert "\x1b" not in text


def test_what_is_wrong_is_one_line_for_stats(file: Path) -> None:
    file.write_text(file.read_text("utf-8").replace('"active_frame":1', '"active_frame":7'), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "wayframe", "corpus", "stats", str(file)], capture_output=True, text=True
    )
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "dialogue 'd': turn 0: labels.active_frame: there is no frame 7" in line


@pytest.mark.parametrize("command", ["stats", "report", "validate"])
def test_help_has_an_example(command: str) -> None:
    assert f"Example: wayframe corpus {command}" in " ".join(wayframe(command, "--help").stdout.split())
