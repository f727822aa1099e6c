import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from air_samples import FLIGHT, action, base, intent, sample, written
from drawing import drawn
from wayframe.airdialogue import files
from wayframe.airdialogue.records import Action, KnowledgeBase, Sample, encode
from wayframe.airdialogue.validation import check
from wayframe.errors import InputError
from wayframe.files import writing

WORDS = st.text('abc äé"\\\n', max_size=12)
SAMPLES = st.builds(
    Sample,
    intent=st.builds(intent, goal=st.sampled_from(["book", "cancel"]), name=WORDS),
    dialogue=st.none() | st.lists(WORDS, max_size=3).map(tuple),
    expected_action=st.none() | st.builds(Action, flight=st.just(()), name=WORDS, status=WORDS),
    correct_sample=st.none() | st.booleans(),
)


@pytest.mark.parametrize("suffix", ["", ".gz", ".xz"])
@given(samples=st.lists(SAMPLES, min_size=1, max_size=4))
@settings(max_examples=drawn(20))
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, suffix: str, samples: list[Sample]
) -> None:
    folder = tmp_path_factory.mktemp("files")
    data, kb = folder / f"data.json{suffix}", folder / f"kb.json{suffix}"
    pairs = [(each, base(reservation=1003)) for each in samples]
    for path, records in ((data, samples), (kb, [known for _, known in pairs])):
        with writing(path) as file:
            file.writelines(encode(record) + b"\n" for record in records)
    assert [(pair.sample, pair.kb) for pair in files.read(data, kb)] == pairs
    assert [pair.line for pair in files.read(data, kb)] == list(range(1, len(samples) + 1))


def test_a_last_line_without_its_break_and_blank_lines(tmp_path: Path) -> None:
    data, kb = written(tmp_path, (sample(), base()), ("", base()), (sample(), ""))
    data.write_bytes(data.read_bytes().rstrip(b"\n"))
    assert [pair.line for pair in files.read(data, kb)] == [1, 3]


def bad(record: Sample | KnowledgeBase, **changes: object) -> str:
    return json.dumps(json.loads(encode(record)) | changes)


@pytest.mark.parametrize(
    ("data_line", "kb_line", "message"),
    [
        ("{", encode(base()).decode(), r"data\.json: line 2: .*truncated"),
        ("nonsense", encode(base()).decode(), r"data\.json: line 2: "),
        (bad(sample(), intent={}), encode(base()).decode(), r"data\.json: line 2: .*departure_airport.*, at intent"),
        (bad(sample()), "[1]", r"kb\.json: line 2: expected `object`, got `array`"),
        (bad(sample()), bad(base(), kb=[FLIGHT | {"price": "much"}]), r"kb\.json: line 2: .*, at kb\[0\]\.price"),
        (bad(sample()), bad(base(), reservation=7), r"kb\.json: line 2: reservation: no flight 7"),
        (bad(sample()), bad(base(), kb=[FLIGHT, FLIGHT]), r"kb\.json: line 2: kb: a flight number comes twice"),
        (encode(sample(action=action("book", 1090))).decode(), bad(base()), r"line 2: action\.flight: no flight 1090"),
        (encode(sample(action=action("book", 1000, 1001))).decode(), bad(base()), "line 2: action.*at most one flight"),
    ],
)
def test_a_bad_line_is_named_or_passed_over(tmp_path: Path, data_line: str, kb_line: str, message: str) -> None:
    data, kb = written(tmp_path, (sample(), base()), (data_line, kb_line), (sample(), base()))
    with pytest.raises(InputError, match=message):
        list(files.read(data, kb))
    skipped = files.SkippedLines()
    assert [pair.line for pair in files.read(data, kb, skipped)] == [1, 3]
    assert skipped.count == 1
    assert skipped.first is not None


@pytest.mark.parametrize("longer", ["data", "kb"])
def test_files_of_unequal_length_do_not_belong_together(tmp_path: Path, longer: str) -> None:
    extra = (sample(), "") if longer == "data" else ("", base())
    data, kb = written(tmp_path, (sample(), base()), extra)
    with pytest.raises(InputError, match=r"line 2 has no (knowledge base|sample)"):
        list(files.read(data, kb, files.SkippedLines()))


def test_what_is_needed_must_be_there(tmp_path: Path) -> None:
    data, kb = written(tmp_path, (sample(correct_sample=None, dialogue=()), base()))
    assert len(list(files.read(data, kb))) == 1
    with pytest.raises(InputError, match="line 1: correct_sample is missing"):
        list(files.read(data, kb, needs=("correct_sample",)))
    with pytest.raises(InputError, match="line 1: dialogue: has no turn"):
        list(files.read(data, kb, needs=("dialogue",)))


LINE = encode(sample())


@given(st.binary(max_size=60), st.integers(0, len(LINE)), st.integers(0, 30))
@settings(max_examples=drawn(80))
def test_whatever_stands_in_a_file_is_read_or_named(
    tmp_path_factory: pytest.TempPathFactory, noise: bytes, start: int, cut: int
) -> None:
    folder = tmp_path_factory.mktemp("noise")
    data, kb = written(folder, (sample(), base()))
    data.write_bytes(LINE[:start] + noise + LINE[start + cut :] + b"\n")
    with suppress(InputError):
        assert len(list(check(data, kb))) == 1
    with suppress(InputError):
        list(files.read(data, kb))
