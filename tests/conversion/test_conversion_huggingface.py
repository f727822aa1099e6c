import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

import strategies
from conversion_samples import THANKS, TRIP, json_of, source
from drawing import drawn
from wayframe.conversion.source import DialogueSource
from wayframe.dialogue import Act, Dialogue, user_turn
from wayframe.errors import InputError

pytest.importorskip("pyarrow", reason="pyarrow is not installed")

from wayframe.conversion import huggingface  # needs pyarrow
from wayframe.conversion.huggingface import DIALOGUES, TURNS, _features, dialogue_row, turn_rows


@pytest.fixture(scope="session")
def datasets(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The library, offline and with a cache of its own."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    os.environ["HF_HOME"] = str(tmp_path_factory.mktemp("huggingface"))
    datasets = pytest.importorskip("datasets", reason="datasets is not installed: it opens what we write")
    datasets.disable_progress_bars()
    return datasets


def value_of(row: dict[str, Any]) -> Any:
    """The value of the source that a row's `value` and `type` stand for."""
    return row["value"] if row["type"] in ("string", "null") else msgspec.json.decode(row["value"])


def args_of(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"key": row["key"]} | ({} if row["type"] == "absent" else {"val": val_of(row)}) for row in rows]


def val_of(row: dict[str, Any]) -> Any:
    if row["type"] != "references":
        return value_of(row)
    return [ref | {"annotations": args_of(ref["annotations"])} for ref in row["refs"]]


def acts_of(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"name": row["name"], "args": args_of(row["args"])} for row in rows]


def frame_of(row: dict[str, Any]) -> dict[str, Any]:
    info = {
        each["slot"]: [{"val": value_of(value), "negated": value["negated"]} for value in each["values"]]
        for each in row["info"]
    }
    questions = [
        {"author": each["author"], "key": each["key"], "value": value_of(each)} for each in row["binary_questions"]
    ]
    return row | {"info": info, "binary_questions": questions}


def turn_of(row: dict[str, Any]) -> dict[str, Any]:
    """A row as the source has its turn: the way back that the card promises."""
    labels = {
        "acts": acts_of(row["acts"]),
        "active_frame": row["active_frame"],
        "frames": [frame_of(frame) for frame in row["frames"]],
    }
    if row["acts_without_refs"] is not None:
        labels["acts_without_refs"] = acts_of(row["acts_without_refs"])
    turn = {key: row[key] for key in ("author", "text", "timestamp")} | {"labels": labels}
    if row["db"] is not None:
        searches = [{key: said for key, said in search.items() if said is not None} for search in row["db"]["search"]]
        turn["db"] = row["db"] | {"search": searches}
    return turn


def dialogue_of(row: dict[str, Any], turns: list[dict[str, Any]]) -> dict[str, Any]:
    labels = {
        "userSurveyRating": row["user_survey_rating"],
        "wizardSurveyTaskSuccessful": row["wizard_survey_task_successful"],
    }
    mine = [turn_of(turn) for turn in turns if turn["dialogue_id"] == row["dialogue_id"]]
    ids = {key: row[key] for key in ("user_id", "wizard_id")}
    return {"id": row["dialogue_id"], **ids, "labels": labels, "turns": mine}


def test_datasets_opens_it_and_nothing_is_lost(tmp_path: Path, datasets: Any) -> None:
    report = huggingface.write(source(tmp_path), tmp_path / "set")
    assert report == (2, 4, {"fold_1": 1, "other": 1})
    turns = datasets.load_dataset(str(tmp_path / "set"))
    dialogues = datasets.load_dataset(str(tmp_path / "set"), "dialogues")
    assert {split: len(rows) for split, rows in turns.items()} == {"fold_1": 3, "other": 1}
    for split, dialogue in (("fold_1", TRIP), ("other", THANKS)):
        assert dialogue_of(dialogues[split][0], list(turns[split])) == json_of(dialogue)
    both = datasets.load_dataset(str(tmp_path / "set"), "turns", split="fold_1+other")
    assert both["fold"] == [1, 1, 1, None]
    assert both["turn_index"] == [0, 1, 2, 0]


def test_the_cards_features_are_those_of_datasets(datasets: Any, tmp_path: Path) -> None:
    for schema in (TURNS, DIALOGUES):
        assert _features(schema) == datasets.Features.from_arrow_schema(schema)._to_yaml_list()
    huggingface.write(source(tmp_path), tmp_path / "set")
    from huggingface_hub import DatasetCard

    header = DatasetCard.load(tmp_path / "set" / "README.md").data.to_dict()
    assert [config["config_name"] for config in header["configs"]] == ["turns", "dialogues"]
    assert header["license"] == "other"


def test_polars_opens_it(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars", reason="polars is not installed: it opens what we write")
    huggingface.write(source(tmp_path), tmp_path / "set")
    turns = polars.read_parquet(tmp_path / "set" / "turns" / "*.parquet")
    assert [turn_of(row) for row in turns.to_dicts()] == [*json_of(TRIP)["turns"], *json_of(THANKS)["turns"]]
    dialogues = polars.read_parquet(tmp_path / "set" / "dialogues" / "fold_1.parquet")
    assert dialogues["user_survey_rating"].to_list() == [4.5]


def test_the_card_forbids_passing_on(tmp_path: Path) -> None:
    huggingface.write(source(tmp_path), tmp_path / "set")
    card = (tmp_path / "set" / "README.md").read_text(encoding="utf-8")
    assert "Keep this folder to yourself" in card
    assert "2 dialogues, 4 turns" in card
    assert "| fold_1 | 1 |\n| other | 1 |\n" in card


@settings(max_examples=drawn(30))
@given(strategies.dialogues)
def test_rows_hold_whatever_the_format_holds(dialogue: Dialogue) -> None:
    assert dialogue_of(dialogue_row(dialogue), turn_rows(dialogue)) == json_of(dialogue)


@pytest.mark.parametrize("number", [2**63, 10**400])
def test_numbers_that_parquet_cant_hold_are_one_line(tmp_path: Path, number: int) -> None:
    turn = user_turn("hm", 1, [Act("greeting")], number, [], [])
    dialogue = Dialogue("d", "u", "w", TRIP.labels, (turn,))
    with pytest.raises(InputError, match=r"ours\.json: .* dialogue 2: a number that Parquet's 64 bits can't hold"):
        huggingface.write(source(tmp_path, dialogue), tmp_path / "set")
    assert [path.name for path in tmp_path.iterdir()] == ["ours.json"]


def test_the_same_dialogues_make_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        huggingface.write(source(tmp_path), tmp_path / name)
    names = [path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*") if path.is_file()]
    assert len(names) == 5
    assert all((tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes() for name in names)


def test_the_release(tmp_path: Path, frames_part_path: Path) -> None:
    import pyarrow.parquet as pq

    report = huggingface.write(DialogueSource(frames_part_path, lambda _: None), tmp_path / "set")
    assert sum(report.splits.values()) == report.dialogues
    assert "other" not in report.splits
    files = (tmp_path / "set" / "turns").glob("*.parquet")
    assert sum(pq.read_metadata(file).num_rows for file in files) == report.turns
