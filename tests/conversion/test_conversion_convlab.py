from pathlib import Path
from shutil import rmtree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

import strategies
from conversion_samples import PACKAGE, THANKS, TRIP, source
from convlab_schema import checked
from drawing import drawn
from wayframe.conversion import convlab
from wayframe.conversion.source import DialogueSource
from wayframe.dialogue import Dialogue
from wayframe.errors import InputError
from wayframe.folds import FOLDS


def test_acts_with_values_and_places(tmp_path: Path) -> None:
    report = convlab.write(source(tmp_path), tmp_path / "trips", 1)
    _, (trip, thanks) = checked(tmp_path / "trips")
    first, second, third = (turn["dialogue_acts"] for turn in trip["turns"])
    inform = {"intent": "inform", "domain": "travel"}
    assert first["non-categorical"] == [
        inform | {"slot": "dst_city", "value": "OSLO", "start": 17, "end": 21},
        inform | {"slot": "or_city", "value": "lima", "start": 27, "end": 31},
        inform | {"slot": "n_adults", "value": "2", "start": 38, "end": 39},
        inform | {"slot": "budget", "value": "dontcare"},
        inform | {"slot": "intent", "value": "book"},
    ]
    assert first["binary"] == [{"intent": "greeting", "domain": "travel", "slot": ""}]
    offer = {"intent": "offer", "domain": "travel"}
    assert second["categorical"] == [offer | {"slot": "wifi", "value": "True"}]
    assert [act["value"] for act in second["non-categorical"]] == ["The Fern", "$1203.50", "3.5"]
    assert second["binary"] == [offer | {"slot": "seat"}]
    assert third["binary"] == [{"intent": "request", "domain": "travel", "slot": "wifi"}]
    assert [turn["speaker"] for turn in trip["turns"]] == ["user", "system", "user"]
    assert thanks["original_id"] == "d-2"
    assert report == (2, 4, 0, {"train": 1, "validation": 0, "test": 1}, 15, 7, {"intent": 1}, 2, 2)


def test_the_state_is_what_the_active_frame_holds(tmp_path: Path) -> None:
    convlab.write(source(tmp_path), tmp_path / "trips", 10)
    ontology, (trip, _) = checked(tmp_path / "trips")
    assert ontology["state"] == {"travel": {"budget": "", "dst_city": "", "wifi": ""}}
    states = [turn["state"]["travel"] for turn in trip["turns"] if turn["speaker"] == "user"]
    assert states == [
        {"budget": "dontcare", "dst_city": "oslo", "wifi": ""},
        {"budget": "", "dst_city": "oslo", "wifi": "True"},
    ]


def test_search_results_go_by_the_names_of_slots(tmp_path: Path) -> None:
    convlab.write(source(tmp_path), tmp_path / "trips", 10)
    _, (trip, _) = checked(tmp_path / "trips")
    (entity,) = trip["turns"][1]["db_results"]["travel"]
    assert (entity["name"], entity["dst_city"], entity["price"]) == ("The Fern", "Oslo", "1203.5")
    assert (entity["wifi"], entity["downtown"], entity["spa"]) == ("True", "True", "False")
    assert entity["dep_time_or"] == "2016-08-03T09:05"
    assert entity["duration"] == str(PACKAGE.trip.duration_days)


def test_the_test_split_holds_the_users_of_one_fold(tmp_path: Path) -> None:
    users = [user for fold in FOLDS.values() for user in fold]
    dialogues = [structs.replace(THANKS, id=f"{user}-{number}", user_id=user) for user in users for number in range(30)]
    convlab.write(source(tmp_path, *dialogues), tmp_path / "trips", 7)
    _, found = checked(tmp_path / "trips")
    assert {one["user_id"] for one in found if one["data_split"] == "test"} == set(FOLDS[7])
    train = [one for one in found if one["data_split"] == "train"]
    assert 0.75 < len(train) / 300 < 0.85


def test_users_of_no_fold_are_in_all_splits(tmp_path: Path) -> None:
    dialogues = [structs.replace(THANKS, id=f"{number}") for number in range(300)]
    report = convlab.write(source(tmp_path, *dialogues), tmp_path / "trips", 10)
    assert report.splits["train"] > 220
    assert report.splits["validation"] > 15
    assert report.splits["test"] > 15
    convlab.write(source(tmp_path, *reversed(dialogues)), tmp_path / "turned", 10)
    splits = [
        {one["original_id"]: one["data_split"] for one in checked(tmp_path / name)[1]} for name in ("trips", "turned")
    ]
    assert splits[0] == splits[1]


def test_what_the_format_cant_hold_is_counted(tmp_path: Path) -> None:
    twice = structs.replace(TRIP, turns=TRIP.turns[:1] * 2)
    report = convlab.write(source(tmp_path, twice, structs.replace(TRIP, turns=())), tmp_path / "trips", 1)
    assert (report.dialogues, report.turns, report.skipped) == (0, 0, 2)
    assert checked(tmp_path / "trips")[1] == []


@pytest.mark.parametrize("name", ["our-trips", "our trips"])
def test_the_folders_name_is_that_of_the_data_set(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="ConvLab names the data set like the folder"):
        convlab.write(source(tmp_path), tmp_path / name, 1)


def test_the_same_dialogues_make_the_same_bytes(tmp_path: Path) -> None:
    for parent in ("one", "two"):
        (tmp_path / parent).mkdir()
        convlab.write(source(tmp_path), tmp_path / parent / "trips", 1)
    for name in ("data.zip", "dummy_data.json", "README.md", "preprocess.py"):
        assert (tmp_path / "one" / "trips" / name).read_bytes() == (tmp_path / "two" / "trips" / name).read_bytes()


@settings(max_examples=drawn(30))
@given(st.lists(strategies.dialogues, min_size=1, max_size=3))
def test_whatever_the_format_holds_fits_the_schema(tmp_path: Path, dialogues: list[Dialogue]) -> None:
    folder = tmp_path / "trips"
    rmtree(folder, ignore_errors=True)
    report = convlab.write(source(tmp_path, *dialogues), folder, 1)
    assert len(checked(folder)[1]) == report.dialogues == len(dialogues) - report.skipped


def test_the_release(tmp_path: Path, frames_part_path: Path) -> None:
    report = convlab.write(DialogueSource(frames_part_path, lambda _: None), tmp_path / "frames", 10)
    ontology, dialogues = checked(tmp_path / "frames")
    assert (len(dialogues), report.skipped) == (report.dialogues, 0)
    assert report.splits["test"] > 5
    assert len(ontology["intents"]) == 20
    missing = {slot: count for slot, count in report.not_located.items() if slot not in ("intent", "action")}
    assert sum(missing.values()) < 0.0005 * report.spans
