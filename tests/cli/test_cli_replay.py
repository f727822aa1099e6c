import json
import lzma
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from scenes import dialogue
from wayframe import corpus
from wayframe.cli.main import main
from wayframe.dialogue import encode
from wayframe.notation import parse_turn
from wayframe.packages.generator import default_path

TRIP = dialogue(
    "trip",
    "1: inform(dst_city=Rome)",
    "offer(name=El Mar, id=2)",
    "2: switch_frame(ref=[2{name=El Mar}])",
    "inform(wifi=True)",
    "3: inform(dst_city=Oslo)",
)
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `wayframe replay` in this process: exit code, what it printed, what it complained about."""

    def run(*args: str | Path) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["wayframe", "replay", *map(str, args)])
        with pytest.raises(SystemExit) as left:
            main()
        code = left.value.code
        assert isinstance(code, int)
        return code, *capsys.readouterr()

    return run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    corpus.write(tmp_path / "some.json", [TRIP])
    return tmp_path / "some.json"


def test_prints_a_table(run: Run, file: Path) -> None:
    code, out, err = run(file)
    assert (code, err) == (0, "")
    lines = [line.split() for line in out.splitlines()]
    assert "1 dialogues, 3 user turns" in out
    assert ["rules", "100.0", "%", "100.0", "%", "100.0", "%", "100.0", "%"] in lines
    assert ["previous", "33.3", "%", "66.7", "%", "33.3", "%", "66.7", "%"] in lines


@pytest.mark.parametrize("name", ["some.json.xz", "some.jsonl", "some.jsonl.gz"])
def test_takes_all_kinds_of_files(run: Run, tmp_path: Path, name: str) -> None:
    corpus.write(tmp_path / name, [TRIP])
    code, out, _ = run(tmp_path / name, "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["dialogues"], found["user_turns"], found["from"], found["active_frame"]) == (1, 3, "acts", 1)
    assert set(found["baselines"]) == {"never_create", "previous"}


def test_prints_the_same_twice(run: Run, file: Path) -> None:
    assert run(file, "--json") == run(file, "--json")


def test_understands_the_text(
    run: Run, file: Path, tmp_path: Path, catalogue_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WAYFRAME_HOME", str(tmp_path))
    shutil.copy(catalogue_path, default_path())
    corpus.write(file, [replace(TRIP, turns=tuple(replace(turn, text="To Tokyo, please") for turn in TRIP.turns))])
    code, out, err = run(file, "--from", "text", "--json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert (found["from"], found["user_turns"]) == ("text", 3)
    assert "the text" in run(file, "--from", "text")[1]


def broken(**labels: object) -> bytes:
    turn = replace(TRIP.turns[0], labels=replace(TRIP.turns[0].labels, **labels))
    return encode(replace(TRIP, turns=(turn, *TRIP.turns[1:])))


WHOLE = encode(TRIP)
BAD = {
    "cut off": (b"[" + WHOLE + b"," + WHOLE[:-20], "dialogue 2: has no end: cut off, or not JSON"),
    "cut-off .xz": (lzma.compress(WHOLE)[:-9], "damaged or cut-off compressed file"),
    "not JSON": (b"Dear Sir or Madam", "at the start: expected a dialogue as JSON, found 'Dear Sir or Madam'"),
    "malformed": (WHOLE.replace(b":", b"=", 1), "dialogue 1: JSON is malformed"),
    "empty": (b"", "holds no dialogue"),
    "another format": (b'[{"goal": "book"}]', "dialogue 1: object contains unknown field `goal`"),
    "no labels": (
        WHOLE.replace(b'"labels":{"acts"', b'"marks":{"acts"', 1),
        "dialogue 1: object contains unknown field",
    ),
    "labels missing": (
        b'{"id":"a","user_id":"u","wizard_id":"w","labels":{},"turns":[{"author":"user","text":"hi","timestamp":1}]}',
        "dialogue 1: object missing required field `labels`, at turns[0]",
    ),
    "no acts": (
        broken(acts_without_refs=UNSET),
        "dialogue 'trip': turn 0: labels.acts_without_refs: missing on a user",
    ),
    "unknown act": (
        broken(acts=parse_turn("bargain()"), acts_without_refs=parse_turn("bargain()")),
        "dialogue 'trip': turn 0: labels.acts[0].name: 'bargain' is not an act of the ontology",
    ),
    "no such frame": (
        broken(acts=parse_turn("thankyou(ref=[7])"), acts_without_refs=parse_turn("thankyou()")),
        "dialogue 'trip': turn 0: labels.acts[0].args[0].val[0].frame: there is no frame 7, only 1 to 1",
    ),
    "no such active frame": (
        broken(active_frame=9),
        "dialogue 'trip': turn 0: labels.active_frame: there is no frame 9, only 1 to 1",
    ),
    "twice": (WHOLE + b"\n" + WHOLE, "dialogue 'trip': id: comes twice"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_line(run: Run, file: Path, name: str) -> None:
    data, message = BAD[name]
    file.write_bytes(data)
    code, out, err = run(file)
    assert (code, out) == (2, "")
    assert err.startswith(f"wayframe: {file}: {message}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["missing.json"], "wayframe: missing.json: no such file or directory\n"),
        (["."], "wayframe: .: is a directory\n"),
        (["some.json", "--tracker", "best"], "or module:Class, found 'best'"),
        (["some.json", "--from", "dreams"], "'dreams' is not one of 'acts', 'text'"),
    ],
)
def test_bad_usage_is_one_line(run: Run, args: list[str], message: str) -> None:
    code, out, err = run(*args)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
