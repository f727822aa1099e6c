import gzip
import json
import lzma
import re
import tracemalloc
from io import BytesIO
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

import strategies
from drawing import drawn
from wayframe import corpus
from wayframe.dialogue import Act, Arg, Dialogue, DialogueLabels, encode, user_turn
from wayframe.errors import InputError
from wayframe.files import reading


def made(number: int, text: str = 'say "{Rome}", \\ [or] é') -> Dialogue:
    turn = user_turn(text, 1, [Act("inform", (Arg("dst_city", "Rome"),))], 1, [], [])
    return Dialogue(f"d{number}", "u", "w", DialogueLabels(), (turn,))


TWO = (made(1), made(2))
ONE = encode(made(1))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "some.json"


@pytest.mark.parametrize("name", ["c.json", "c.json.gz", "c.json.xz", "c.jsonl", "c.jsonl.gz", "c.jsonl.xz"])
def test_gives_back_what_was_written(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    assert corpus.write(path, iter(TWO)) == 2
    assert corpus.read(path) == TWO
    assert tuple(corpus.stream(path)) == TWO


def test_the_name_says_list_or_lines(tmp_path: Path) -> None:
    corpus.write(tmp_path / "c.json", TWO)
    assert len(json.loads((tmp_path / "c.json").read_bytes())) == 2
    corpus.write(tmp_path / "c.jsonl", TWO)
    lines = (tmp_path / "c.jsonl").read_bytes().splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["d1", "d2"]


def test_a_dialogue_is_one_line_though_its_source_was_indented(file: Path) -> None:
    file.write_bytes(json.dumps(json.loads(encode(TWO)), indent=2).replace("\n", "\r\n").encode())
    lines = file.with_suffix(".jsonl")
    corpus.write(lines, corpus.stream(file))
    assert [json.loads(line) for line in lines.read_bytes().splitlines()] == json.loads(encode(TWO))


@settings(max_examples=drawn(50))
@given(st.lists(strategies.dialogues, min_size=1, max_size=3), st.booleans(), st.integers(1, 50))
def test_cuts_a_file_at_any_byte(file: Path, dialogues: list[Dialogue], lines: bool, chunk: int) -> None:
    path = file.with_suffix(".jsonl") if lines else file
    corpus.write(path, dialogues)
    assert corpus.read(path) == tuple(dialogues)
    assert tuple(corpus.stream(path, chunk)) == tuple(dialogues)


@given(st.lists(st.sampled_from(["D", "[", "]", ",", "\n", " ", "{", "}", '"', "\ufeff", "1"]), max_size=7))
def test_takes_lists_and_lines_and_nothing_else(file: Path, marks: list[str]) -> None:
    text = "".join(marks)
    file.write_bytes(text.encode().replace(b"D", ONE))
    is_corpus = re.fullmatch(r"\ufeff?(\[D(,D)*\]|D+)", re.sub(r"\s", "", text))
    expected = [text.count("D") if is_corpus else 0] * 3
    found = []
    for reader in (corpus.read, corpus.stream, lambda path: corpus.stream(path, 3)):
        try:
            found.append(len(tuple(reader(file))))
        except InputError:
            found.append(0)
    assert found == expected


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf[" + ONE + b"]",
        b"\xef\xbb\xbf" + ONE + b"\r\n" + ONE + b"\r\n",
        b"\n\n" + ONE + b"\n\n\n" + ONE,
        b" [ " + ONE + b" , " + ONE + b" ] \n",
    ],
)
def test_takes_marks_and_blank_lines(file: Path, data: bytes) -> None:
    file.write_bytes(data)
    expected = (made(1),) * data.count(ONE)
    assert corpus.read(file) == tuple(corpus.stream(file)) == tuple(corpus.stream(file, 1)) == expected


BAD = {
    "empty": (b"", "holds no dialogue"),
    "blank": (b" \n", "holds no dialogue"),
    "empty list": (b"[ ]\n", "holds no dialogue"),
    "not JSON": (b"Hello there", "at the start: expected a dialogue as JSON, found 'Hello"),
    "NUL": (b"\0" * 99, r"at the start: expected a dialogue as JSON, found '\\x00"),
    "string": (b'"Hello', "at the start: expected a dialogue"),
    "bracket": (b"[", "at the start: the list is cut off"),
    "numbers": (b"[1, 2]", "at the start: expected a dialogue"),
    "nested list": (b"[[" + ONE + b"]]", "at the start: expected a dialogue"),
    "cut off": (b"[" + ONE + b"," + ONE[:-9], "dialogue 2: has no end: cut off, or not JSON"),
    "cut off in a string": (ONE[:20], "dialogue 1: has no end"),
    "cut off after a comma": (b"[" + ONE + b",", "after dialogue 1: the list is cut off"),
    "cut off before a bracket": (b"[" + ONE + b"\n", "after dialogue 1: the list is cut off"),
    "trailing comma": (b"[" + ONE + b",]", r"after dialogue 1: expected a dialogue as JSON, found ',\]'"),
    "two lists": (b"[" + ONE + b"][" + ONE + b"]", r"after dialogue 1: expected a dialogue as JSON, found '\]\['"),
    "no comma": (b"[" + ONE + b"\n" + ONE + b"]", "after dialogue 1: expected a dialogue as JSON, found ''"),
    "comma in lines": (ONE + b",\n" + ONE, "after dialogue 1: expected a dialogue as JSON, found ','"),
    "closed lines": (ONE + b"\n]", r"after dialogue 1: expected a dialogue as JSON, found '\]'"),
    "brace": (b"[" + ONE + b"}", "after dialogue 1: expected a dialogue as JSON, found '}'"),
    "text after": (b"[" + ONE + b"] and more", "after dialogue 1: expected a dialogue"),
    "not a dialogue": (b"[{}]", "dialogue 1: object missing required field `id`"),
    "trailing comma inside": (ONE.replace(b'"u",', b'"u",,'), "dialogue 1: JSON is malformed"),
    "NaN": (ONE.replace(b'"timestamp":1', b'"timestamp":NaN'), "dialogue 1: JSON is malformed"),
    "Infinity": (ONE.replace(b'"frames":[]', b'"frames":[Infinity]'), "dialogue 1: JSON is malformed"),
    "out of range": (ONE.replace(b'"timestamp":1', b'"timestamp":1e999'), "number out of range, at turns.0..timestamp"),
    "surrogate": (ONE.replace(b"say", rb"\ud800"), "dialogue 1: JSON is malformed"),
    "not UTF-8": (ONE.replace(b"say", b"\xff\xfe"), "dialogue 1: not UTF-8: byte 0xff"),
    "not UTF-8 in frames": (ONE.replace(b'"frames":[]', b'"frames":["\xe9"]'), "dialogue 1: not UTF-8: byte 0xe9"),
    "UTF-16": (ONE.decode().encode("utf-16"), "at the start: expected a dialogue"),
    "nested": (ONE.replace(b'"frames":[]', b'"frames":' + b"[" * 99_999), "dialogue 1: "),
    "nested objects": (b'{"a":' * 99_999 + b"1" + b"}" * 99_999, "dialogue 1: "),
    "no labels": (ONE.replace(b'"labels":{"acts"', b'"label":{"acts"'), "dialogue 1: .*field `label`, at turns.0."),
    "unknown field": (ONE.replace(b'"author"', b'"mood":1,"author"'), "dialogue 1: .*field `mood`, at turns.0."),
    "second": (b"[" + ONE + b"," + ONE.replace(b'"user"', b'"me"') + b"]", "dialogue 2: invalid enum value 'me'"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress])
def test_says_what_is_wrong_and_where(file: Path, name: str, pack: type[bytes]) -> None:
    data, message = BAD[name]
    file.write_bytes(pack(data))
    for reader in (corpus.read, corpus.stream, lambda path: corpus.stream(path, 5)):
        with pytest.raises(InputError, match=message) as error:
            tuple(reader(file))
        assert str(error.value).startswith(f"{file}: ")
        assert "\n" not in str(error.value)


def test_a_damaged_file_is_named(file: Path) -> None:
    for pack in (gzip.compress, lzma.compress):
        file.write_bytes(pack(ONE)[:-9])
        for reader in (corpus.read, corpus.stream):
            with pytest.raises(InputError, match=r"some\.json: damaged or cut-off compressed file"):
                tuple(reader(file))
    with pytest.raises(InputError, match="is a directory"):
        tuple(corpus.stream(file.parent))


def test_hands_out_what_comes_before_a_fault(file: Path) -> None:
    file.write_bytes(b"[" + ONE + b"," + ONE[:-5])
    dialogues = corpus.stream(file)
    assert next(dialogues) == made(1)
    with pytest.raises(InputError, match="dialogue 2"):
        next(dialogues)


def test_a_fault_while_writing_leaves_the_old_file(file: Path) -> None:
    corpus.write(file, TWO)
    with pytest.raises(ZeroDivisionError):
        corpus.write(file, (made(1 // number) for number in (1, 0)))
    assert corpus.read(file) == TWO


def test_streams_in_the_memory_of_a_chunk_and_a_dialogue(file: Path) -> None:
    corpus.write(file, (made(number, "word " * 20_000) for number in range(200)))  # 20 MB
    tracemalloc.start()
    count = sum(1 for _ in corpus.stream(file, 1 << 16))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 200
    assert peak < 2_000_000


class Counting(BytesIO):
    """A file that adds up how much was asked for and how often."""

    reads = 0

    def read(self, size: int | None = -1) -> bytes:
        self.reads += 1
        return super().read(size)


@pytest.mark.parametrize("text", ["x" * 3_000_000, '\\"{' * 500_000])
def test_a_long_dialogue_takes_few_reads(text: str) -> None:
    file = Counting(encode(made(1, text)))
    assert len(list(corpus.pieces("a file", file, 1000))) == 1
    assert file.reads < 20  # each piece doubles what is read, so that nothing is looked at again and again


def test_a_stream_that_is_no_corpus_ends_at_once() -> None:
    file = Counting(b"word " * 1_000_000)
    with pytest.raises(InputError, match="at the start"):
        list(corpus.pieces("a file", file, 1000))
    assert file.reads == 1


def test_the_release_goes_out_as_it_came_in(frames_part_path: Path, tmp_path: Path) -> None:
    dialogues = corpus.read(frames_part_path)
    for name in ("c.json", "c.jsonl.gz"):
        corpus.write(tmp_path / name, dialogues)
        again = tuple(corpus.stream(tmp_path / name))
        assert again == dialogues


def test_a_corpus_keeps_its_json(frames_part_path: Path) -> None:
    with reading(frames_part_path) as file:
        originals = msgspec.json.decode(file.read())
    for original, dialogue in zip(originals, corpus.stream(frames_part_path), strict=True):
        assert ordered(msgspec.json.decode(encode(dialogue))) == ordered(original)
        for turn, labelled in zip(dialogue.turns, original["turns"], strict=True):
            assert ordered(turn.frames) == ordered(labelled["labels"]["frames"])
            if turn.author == "wizard":
                assert ordered(turn.db) == ordered(labelled["db"])


def ordered(value: object) -> bytes:
    """JSON that tells 5 from 5.0 and absent from null, whatever the order of the fields."""
    return msgspec.json.encode(value, order="sorted")


def test_records_stay_as_they_are() -> None:
    with pytest.raises(AttributeError):
        made(1).id = "other"  # type: ignore[misc]
    assert structs.replace(made(1), id="d2") == made(2)


def test_a_complaint_about_a_long_value_stays_short() -> None:
    with pytest.raises(InputError) as error:
        corpus.parse(b'{"turns": [{"author": "%b"}]}' % (b"x" * 100_000))
    assert len(str(error.value)) < 200
    assert str(error.value).endswith("…, at turns[0].author")
