import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import strategies
from conversion_samples import TRIP, source
from drawing import drawn
from wayframe.conversion import rasa
from wayframe.conversion.examples import examples
from wayframe.conversion.source import DialogueSource
from wayframe.dialogue import Act, Arg, Dialogue, user_turn

yaml = pytest.importorskip("ruamel.yaml", reason="ruamel.yaml is not installed: it reads YAML 1.2, as Rasa does")


class Read(NamedTuple):
    """An example as Rasa understands it."""

    intent: str
    text: str
    entities: list[tuple[int, int, str]]
    metadata: dict[str, Any]


# Rasa's markup, as its documentation describes it: words in square brackets, and behind them a label in round ones
# (or attributes in curly or square ones, which we don't write).
MARKUP = re.compile(r"\[([^\]]+)\](?:\(([^:)]+)(:[^)]+)?\)|\{[^}]+\}|\[.*?\])")


def read(path: Path) -> list[Read]:
    """Read a file of training data as Rasa does, and hold it to the schema that Rasa publishes for it."""
    data = yaml.YAML(typ="safe").load(path)
    assert list(data) == ["version", "nlu"]
    assert data["version"] == "3.1"
    found = []
    for item in data["nlu"]:
        assert list(item) == ["intent", "examples"]
        assert isinstance(item["intent"], str)
        assert item["intent"]
        for example in item["examples"]:
            assert list(example) == ["text", "metadata"]
            assert example["text"]
            found.append(_read(item["intent"], example["text"], example["metadata"]))
    return found


def _read(intent: str, marked: str, metadata: dict[str, Any]) -> Read:
    text, position, entities = "", 0, []
    for match in MARKUP.finditer(marked):
        words, label, synonym = match.groups()
        assert label
        assert synonym is None
        text += marked[position : match.start()]
        entities.append((len(text), len(text) + len(words), label))
        text += words
        position = match.end()
    return Read(intent, text + marked[position:], entities, metadata)


def test_turns_become_examples_of_their_acts(tmp_path: Path) -> None:
    report = rasa.write(source(tmp_path), tmp_path / "nlu.yml")
    first, second, third = read(tmp_path / "nlu.yml")
    assert first.intent == "inform+greeting"
    assert first.text == "Hi! Can I fly to OSLO from lima,\nfor (2) people, money no object?"
    assert [(first.text[a:b], label) for a, b, label in first.entities] == [
        ("OSLO", "dst_city"),
        ("lima", "or_city"),
        ("2", "n_adults"),
    ]
    assert first.metadata == {"dialogue": "d-1", "turn": 0}
    assert (second.intent, second.entities) == ("request+switch_frame", [(5, 13, "name")])
    assert third.text == 'Thanks: \u2028 \x85 "bye" \\ \')'
    assert report == (2, 4, 3, 3, 4, {"intent": 1}, 2)


def test_examples_of_an_intent_stand_together(tmp_path: Path) -> None:
    said = [("hello", "greeting"), ("bye", "goodbye"), ("hi", "greeting")]
    turns = tuple(user_turn(text, 1, [Act(name)], 1, [], []) for text, name in said)
    rasa.write(source(tmp_path, Dialogue("d", "u", "w", TRIP.labels, turns)), tmp_path / "nlu.yml")
    assert (tmp_path / "nlu.yml").read_text() == (
        'version: "3.1"\nnlu:\n'
        '- intent: "greeting"\n  examples:\n'
        '  - text: "hello"\n    metadata: {dialogue: "d", turn: 0}\n'
        '  - text: "hi"\n    metadata: {dialogue: "d", turn: 2}\n'
        '- intent: "goodbye"\n  examples:\n'
        '  - text: "bye"\n    metadata: {dialogue: "d", turn: 1}\n'
    )


def test_slots_that_rasa_could_not_read_are_not_marked(tmp_path: Path) -> None:
    turn = user_turn("to Oslo", 1, [Act("inform", (Arg("a:b", "Oslo"),))], 1, [], [])
    report = rasa.write(source(tmp_path, Dialogue("d", "u", "w", TRIP.labels, (turn,))), tmp_path / "nlu.yml")
    assert read(tmp_path / "nlu.yml")[0].text == "to Oslo"
    assert (report.entities, report.not_located) == (0, {"a:b": 1})


def test_nothing_said_is_an_empty_list(tmp_path: Path) -> None:
    rasa.write(source(tmp_path, Dialogue("d", "u", "w", TRIP.labels, ())), tmp_path / "nlu.yml")
    assert read(tmp_path / "nlu.yml") == []


@settings(max_examples=drawn(30))
@given(st.lists(strategies.dialogues, min_size=1, max_size=2))
def test_whatever_was_said_reads_back(tmp_path: Path, dialogues: list[Dialogue]) -> None:
    report = rasa.write(source(tmp_path, *dialogues), tmp_path / "nlu.yml")
    found = read(tmp_path / "nlu.yml")
    expected = list(examples(dialogues))
    assert len(found) == len(expected) == report.examples
    assert sorted(one.text for one in found) == sorted(one.text.translate({91: "(", 93: ")"}) for one in expected)
    assert sum(len(one.entities) for one in found) == report.entities


def test_the_release(tmp_path: Path, frames_part_path: Path) -> None:
    report = rasa.write(DialogueSource(frames_part_path, lambda _: None), tmp_path / "nlu.yml")
    assert report.examples > 0.98 * report.turns / 2
    assert sum(report.not_located.values()) - report.not_located["intent"] - report.not_located["action"] < 10
