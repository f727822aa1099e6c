import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from commanding import Done, wayframe
from wayframe import corpus
from wayframe.validation import problems

KEYS = ["turn", "user", "acts", "active_frame", "frames", "db", "wizard_acts", "reply"]
WISH = "From Montreal to New York between August 10 and September 20, please"


def chat(catalogue: Path, *args: str, stdin: str | bytes, cwd: Path | None = None) -> Done:
    return wayframe("chat", "--catalogue", catalogue, *args, stdin=stdin, cwd=cwd)


def objects(done: Done) -> list[dict[str, object]]:
    assert done.returncode == 0
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_line_that_is_just_new_begins_a_new_conversation(catalogue_path: Path) -> None:
    first, again = objects(chat(catalogue_path, "--jsonl", stdin=f"{WISH}\n/new\n{WISH}\n"))
    assert (first["turn"], again["turn"]) == (1, 1)
    assert first["acts"] == again["acts"]
    assert first["frames"] == again["frames"]
    (spaced, _) = objects(chat(catalogue_path, "--jsonl", stdin=f" /new\n{WISH}\n"))
    assert spaced["user"] == " /new"


def test_jsonl_gives_one_object_a_turn(catalogue_path: Path) -> None:
    first, second = objects(chat(catalogue_path, "--jsonl", stdin=f"{WISH}\ntell me more about the first one\n"))
    assert list(first) == list(second) == KEYS
    assert (first["turn"], second["turn"]) == (1, 2)
    assert first["user"] == WISH
    assert second["active_frame"] == 2
    assert second["db"] == {"search": [], "result": []}


def test_same_seed_and_input_same_bytes(catalogue_path: Path) -> None:
    stdin = f"hello\n{WISH}\nanything cheaper?\nmy budget is $50\nbye\n"
    command = [sys.executable, "-m", "wayframe", "chat", "--catalogue", str(catalogue_path), "--jsonl", "--seed", "5"]
    environments = ({**os.environ, "PYTHONHASHSEED": seed} for seed in ("1", "2"))  # sets come in another order
    once, again = (
        subprocess.run(command, input=stdin, capture_output=True, encoding="utf-8", env=environment).stdout
        for environment in environments
    )
    assert once == again
    assert once != chat(catalogue_path, "--jsonl", "--seed", "6", stdin=stdin).stdout


ODD = {
    "empty": "", "blank": " ", "long": "x" * 10_000, "emoji": "🏝️🏝️🏝️", "script": "東京へ行きたい", "nul": "\x00",
    "sql": "Robert'); DROP TABLE package;--", "ansi": "\x1b[31mred\x1b[0m \x07", "return": "a\rb",
    "html": "<script>alert(1)</script>", "format": "%s %n {0} {name}", "markup": "[bold]Tokyo[/bold] [/]",
}  # fmt: skip


@pytest.mark.parametrize("line", ODD.values(), ids=ODD)
def test_odd_lines_get_a_reply_and_lose_nothing(catalogue_path: Path, line: str) -> None:
    said = objects(chat(catalogue_path, "--jsonl", stdin=f"{WISH}\n{line}\nwhich is the cheapest?\n"))
    assert len(said) == 3
    assert said[1]["user"] == line
    assert all(turn["reply"] for turn in said)
    frames = [[frame["frame_id"] for frame in turn["frames"]] for turn in said]  # type: ignore[attr-defined]
    assert frames[0] == frames[1][: len(frames[0])] == frames[2][: len(frames[0])]


def test_bytes_that_are_no_text_are_replaced(catalogue_path: Path) -> None:
    (said,) = objects(chat(catalogue_path, "--jsonl", stdin=b"hello \xff\xfe there\n"))
    assert said["user"] == "hello \ufffd\ufffd there"


def test_a_conversation_is_saved_as_valid_frames_json(catalogue_path: Path, tmp_path: Path) -> None:
    done = chat(catalogue_path, stdin=f"{WISH}\n/save talk.json.xz\n", cwd=tmp_path)
    assert done.returncode == 0
    (dialogue,) = corpus.read(tmp_path / "talk.json.xz")
    assert [turn.author for turn in dialogue.turns] == ["user", "wizard"]
    assert not [problem for problem in problems(dialogue) if problem.severity == "error"]


def test_what_cannot_be_saved_is_said_and_the_conversation_goes_on(catalogue_path: Path, tmp_path: Path) -> None:
    done = chat(catalogue_path, stdin=f"{WISH}\n/save nowhere/talk.json\n/save\n/frames\n", cwd=tmp_path)
    assert done.returncode == 0
    assert "nowhere/talk.json" in done.stdout
    assert "or_city=Montreal" in done.stdout


def test_commands(catalogue_path: Path) -> None:
    stdin = f"/why\n/back\n/frames\n{WISH}\n/why\n/back\n/frames\n/nonsense\n/help\n/quit\nnever read\n"
    text = chat(catalogue_path, stdin=stdin).stdout
    assert "Nothing has been said yet." in text
    assert "There is nothing to take back." in text
    assert "inform(dst_city=New York" in text or "dst_city=New York" in text
    assert "1 search" in text
    assert "Taken back" in text
    assert text.count("nothing yet") == 2
    assert "/nonsense is no command" in text
    assert "/save FILE" in text
    assert "What you might say:" in text
    assert "understood: from Montreal · to New York · leaving August 10" in text
    assert "never read" not in text


def test_control_characters_of_a_user_never_reach_the_terminal(catalogue_path: Path) -> None:
    text = chat(catalogue_path, stdin=f"{WISH}\n\x1b[2Jto \x1b]0;title\x07Paris\n/why\n/frames\n").stdout
    assert not re.search(r"\x1b\[2J|\x1b\]0|\x07", text)


def test_the_demo_plays_the_documented_conversation(catalogue_path: Path) -> None:
    done = chat(catalogue_path, "--demo", stdin="")
    assert done.returncode == 0
    assert "▶" in done.stdout
