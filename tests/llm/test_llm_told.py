"""What a model was told when it was recorded is what it is told today, or a test says that it isn't."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("openai")

from told import FOLDERS, Recorded, recordings, told
from wayframe.llm.cassette import exchanges

RECORDED = [(folder, name, each) for folder in FOLDERS for name, each in recordings(folder).items()]
NAMES = [name for _, name, _ in RECORDED]
TOLD = [(name, each, key) for _, name, each in RECORDED for key in each.told]


@pytest.mark.parametrize(("name", "recorded", "key"), TOLD, ids=[f"{name}: {key}" for name, _, key in TOLD])
def test_what_a_model_is_told_is_what_was_hashed(name: str, recorded: Recorded, key: str) -> None:
    catalogue, _, part = key.rpartition(" ")
    today, days = told(catalogue, part), ", ".join(map(str, recorded.answered))
    assert today == recorded.told[key], (
        f"{name}: instructions, form or tools of the {part} over {catalogue} have changed since {recorded.hashed} "
        f"(hash {today} now); what was known then: {recorded.then}. Answered on {days} by "
        f"{recorded.by}. Have it answered anew, or write the hash of now into told.toml and say there what has changed."
    )


@pytest.mark.parametrize(("folder", "name", "recorded"), RECORDED, ids=NAMES)
def test_who_answered_and_when_is_what_the_recording_says(folder: Path, name: str, recorded: Recorded) -> None:
    said = exchanges(folder / f"{name}.jsonl.xz")
    assert {each.by for each in said} == {recorded.by}
    assert sorted({each.on for each in said}) == [day.isoformat() for day in recorded.answered]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_of_every_recording_is_written_what_is_known(folder: Path) -> None:
    assert set(recordings(folder)) == {path.name.partition(".")[0] for path in folder.glob("*.jsonl.xz")}


@pytest.mark.parametrize("recorded", [each for _, _, each in RECORDED], ids=NAMES)
def test_a_hash_has_its_day_and_what_has_none_says_why(recorded: Recorded) -> None:
    assert bool(recorded.told) == (recorded.hashed is not None)
    assert recorded.then
    assert recorded.through
