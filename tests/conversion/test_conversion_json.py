import json
import sys
import tracemalloc
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import strategies
from conversion_samples import THANKS, TRIP, written
from drawing import drawn
from wayframe import corpus
from wayframe.conversion import Format, convert
from wayframe.dialogue import Dialogue
from wayframe.errors import InputError
from wayframe.extras import install
from wayframe.files import reading


def exact(path: Path) -> list[str]:
    """What a file of dialogues says, so that 5, 5.0 and true differ, and the order of keys counts."""
    text = path.read_text(encoding="utf-8")
    values = json.loads(text) if text.startswith("[") else [json.loads(line) for line in text.split("\n") if line]
    return [json.dumps(value) for value in values]


def test_lines_and_back(tmp_path: Path) -> None:
    path = written(tmp_path)
    assert convert(path, "jsonl", tmp_path / "c.jsonl") == (2, 4)
    assert (tmp_path / "c.jsonl").read_bytes().count(b"\n") == 2
    assert convert(tmp_path / "c.jsonl", "json", tmp_path / "back.json") == (2, 4)
    assert (tmp_path / "back.json").read_bytes() == path.read_bytes()
    assert corpus.read(tmp_path / "back.json") == (TRIP, THANKS)


@settings(max_examples=drawn(30))
@given(st.lists(strategies.dialogues, min_size=1, max_size=3), st.none() | st.integers(0, 3))
def test_nothing_is_lost_on_the_way_and_back(tmp_path: Path, dialogues: list[Dialogue], indent: int | None) -> None:
    path = written(tmp_path, *dialogues)
    values = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(values, indent=indent), encoding="utf-8")
    convert(path, "jsonl", tmp_path / "c.jsonl")
    convert(tmp_path / "c.jsonl", "json", tmp_path / "back.json")
    assert exact(path) == exact(tmp_path / "c.jsonl") == exact(tmp_path / "back.json")


@pytest.mark.parametrize(("to", "name"), [("jsonl", "c.json"), ("jsonl", "c.gz"), ("json", "c.jsonl.xz")])
def test_the_name_must_say_what_is_inside(tmp_path: Path, to: Format, name: str) -> None:
    with pytest.raises(InputError, match=r"c\..*: expected a name with"):
        convert(written(tmp_path), to, tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["ours.json"]


def test_progress_and_the_source_that_isnt_there(tmp_path: Path) -> None:
    seen: list[int] = []
    convert(written(tmp_path), "jsonl", tmp_path / "c.jsonl", progress=seen.append)
    assert seen == [1, 2]
    with pytest.raises(InputError, match=r"none\.json: no such file"):
        convert(tmp_path / "none.json", "jsonl", tmp_path / "d.jsonl")
    assert not (tmp_path / "d.jsonl").exists()


@pytest.mark.parametrize("to", ["convlab", "huggingface"])
def test_frames_that_are_none_are_named_by_their_place(tmp_path: Path, to: Format) -> None:
    if to == "huggingface":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    path = written(tmp_path)
    path.write_text(path.read_text().replace('"frame_parent_id":1', '"frame_parent_id":"one"'))
    with pytest.raises(InputError, match=r"ours\.json: dialogue 1: turn 2: frames: Expected `int | null`, got `str`"):
        convert(path, to, tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["ours.json"]


@pytest.mark.long
@pytest.mark.parametrize(("to", "name"), [("jsonl", "c.jsonl"), ("rasa", "nlu.yml")])
def test_memory_does_not_grow_with_the_file(tmp_path: Path, to: Format, name: str) -> None:
    path = written(tmp_path, *[TRIP] * 1500)
    size = path.stat().st_size
    tracemalloc.start()
    try:
        convert(path, to, tmp_path / name)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 0.9 * size
    assert peak < 4 * corpus.CHUNK


@pytest.mark.parametrize(
    ("to", "library", "extra"), [("huggingface", "pyarrow", "convert"), ("spacy", "spacy", "spacy")]
)
def test_a_missing_library_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to: Format, library: str, extra: str
) -> None:
    for module in [name for name in sys.modules if name.startswith("wayframe.conversion.")]:
        monkeypatch.delitem(sys.modules, module)
        monkeypatch.delattr(module)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(InputError) as caught:
        convert(written(tmp_path), to, tmp_path / "out")
    assert str(caught.value) == f"--to {to} needs {library}: {install(extra)}"


def test_the_release_to_lines_and_back(tmp_path: Path, frames_part_path: Path) -> None:
    report = convert(frames_part_path, "jsonl", tmp_path / "c.jsonl")
    with reading(frames_part_path) as file, open(tmp_path / "c.jsonl", "rb") as lines:
        original = msgspec.json.decode(file.read(), type=list[msgspec.Raw])
        same = [sorted_json(one) == sorted_json(line) for one, line in zip(original, lines, strict=True)]
    assert all(same)
    assert len(same) == report.dialogues


def sorted_json(data: bytes | msgspec.Raw) -> bytes:
    """The same values, keys in order; 5 is not 5.0 in it."""
    return msgspec.json.encode(msgspec.json.decode(data), order="sorted")
