import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from air_samples import action, base, flight, intent, sample
from wayframe import corpus, validation
from wayframe.airdialogue import files
from wayframe.airdialogue.conversion import ConversionReport, convert
from wayframe.airdialogue.files import SamplePair
from wayframe.dialogue import Dialogue
from wayframe.errors import InputError
from wayframe.notation import show_turn

TALK = (
    "customer: Hello, I want to book a flight from OSL to Lisbon.",
    "agent: Hi! On which dates?",
    "customer: 06/29, and back on July 1st. At most 500 in economy class.",
    "agent: Flight 1003 with Delta costs $200.",
    "agent: Shall I book it?",
    "customer: Yes, thank you.",
    "agent: It is booked. You're welcome. Have a nice day!",
)


def converted(tmp_path: Path, *talk: str, **changes: Any) -> tuple[ConversionReport, tuple[Dialogue, ...]]:
    spoken = sample(dialogue=talk, timestamps=tuple(range(len(talk))), **changes)
    output = tmp_path / "talk.jsonl"
    report = convert([SamplePair(7, spoken, base())], "dialogues", output)
    return report, corpus.read(output) if report.samples else ()


def test_what_is_said_of_the_wishes_becomes_acts_and_frames(tmp_path: Path) -> None:
    report, (dialogue,) = converted(tmp_path, *TALK)
    assert report == ConversionReport(1, 6, 1)
    assert [show_turn(turn.acts) for turn in dialogue.turns] == [
        "greeting(); inform(or_city=OSL, dst_city=Lisbon, intent=book)",
        "greeting(); request(str_date, end_date)",
        "inform(str_date=06/29, end_date=July 1st, seat=economy, budget=500)",
        "offer(or_city=OSL, dst_city=LIS, str_date=June 29, end_date=July 1, seat=economy, price=200, id=2)",
        "thankyou(); affirm()",
        "goodbye(); you_are_welcome(); inform(action=book)",
    ]
    last = dialogue.turns[-1]
    assert [frame.frame_id for frame in last.frames] == [1, 2]
    assert {"or_city", "dst_city", "str_date", "end_date", "seat", "budget"} <= last.frames[0].info.keys()
    assert dialogue.id == "airdialogue-7"
    assert dialogue.labels.wizard_survey_task_successful is True


def test_the_project_finds_no_error_in_it(tmp_path: Path) -> None:
    _, dialogues = converted(tmp_path, *TALK)
    assert [problem for each in dialogues for problem in validation.problems(each) if problem.severity == "error"] == []


def test_users_begin_and_turns_have_words(tmp_path: Path) -> None:
    report, (dialogue,) = converted(tmp_path, "agent: Hello?", "customer: Hi.", "agent: ", "customer: Still there?")
    assert report == ConversionReport(1, 1, 3)
    assert [turn.text for turn in dialogue.turns] == ["Hi. Still there?"]


def test_a_dialogue_of_the_agent_alone_is_none(tmp_path: Path) -> None:
    assert converted(tmp_path, "agent: Hello?") == (ConversionReport(0, 0, 1), ())


def test_the_real_sample_becomes_a_corpus(tmp_path: Path, airdialogue_files: tuple[Path, Path]) -> None:
    output = tmp_path / "real.jsonl"
    report = convert(files.read(*airdialogue_files), "dialogues", output)
    found = [problem for each in corpus.stream(output) for problem in validation.problems(each)]
    errors = [problem for problem in found if problem.severity == "error"]
    assert errors == []
    assert report.left_out == 0


@pytest.fixture
def datasets(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The library, offline and with a cache of its own."""
    pytest.importorskip("pyarrow")
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("HF_HOME", str(tmp_path_factory.mktemp("huggingface")))
    datasets = pytest.importorskip("datasets", reason="datasets is not installed: it opens what we write")
    datasets.disable_progress_bars()
    return datasets


def test_a_data_set_has_the_two_configurations_of_the_card(tmp_path: Path, datasets: Any) -> None:
    context = sample(dialogue=None, timestamps=None, correct_sample=None, intent=intent(**{"class": "business"}))
    pairs = [
        SamplePair(1, sample(action=action("no_flight")), base()),
        SamplePair(2, context, base(flight(), reservation=1000)),
    ]
    assert convert(pairs, "huggingface", tmp_path / "set", "validation") == ConversionReport(2, 4, 0)
    opened = {
        name: datasets.load_dataset(str(tmp_path / "set"), name, split="validation", cache_dir=str(tmp_path / "cache"))
        for name in ("air_dialogue_data", "air_dialogue_kb")
    }
    for row, pair in zip(opened["air_dialogue_data"], pairs, strict=True):
        assert msgspec.convert(row, type(pair.sample)) == pair.sample
    for row, pair in zip(opened["air_dialogue_kb"], pairs, strict=True):
        assert msgspec.convert(row, type(pair.kb)) == pair.kb


def test_numbers_beyond_64_bits_have_no_place(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    with pytest.raises(InputError, match="at or before line 3 of the data: a number that Parquet's 64 bits can't hold"):
        convert([SamplePair(3, sample(intent=intent(max_price=2**70)), base())], "huggingface", tmp_path / "set")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_whole_or_not_there(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")

    def failing() -> Any:
        yield SamplePair(1, sample(), base())
        raise InputError("enough")

    with pytest.raises(InputError, match="enough"):
        convert(failing(), "huggingface", tmp_path / "set")
    assert list(tmp_path.iterdir()) == []
