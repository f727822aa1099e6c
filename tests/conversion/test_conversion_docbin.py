from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import strategies
from conversion_samples import TRIP, source
from drawing import drawn
from wayframe.conversion.examples import examples
from wayframe.conversion.source import DialogueSource
from wayframe.dialogue import Act, Arg, Dialogue, user_turn

spacy = pytest.importorskip("spacy", reason="spaCy is not installed")

from wayframe.conversion import docbin  # noqa: E402  # needs spaCy


def read(path: Path) -> list[Any]:
    return list(spacy.tokens.DocBin().from_disk(path).get_docs(spacy.blank("en").vocab))


def test_turns_become_documents_with_entities_and_categories(tmp_path: Path) -> None:
    report = docbin.write(source(tmp_path), tmp_path / "nlu.spacy")
    first, second, third = read(tmp_path / "nlu.spacy")
    assert first.text == TRIP.turns[0].text
    assert [(entity.text, entity.label_) for entity in first.ents] == [
        ("OSLO", "dst_city"),
        ("lima", "or_city"),
        ("2", "n_adults"),
    ]
    assert first.cats == {
        "goodbye": 0, "greeting": 1, "inform": 1, "request": 0, "switch_frame": 0, "thankyou": 0,
    }  # fmt: skip
    assert first.user_data == {"dialogue": "d-1", "turn": 0}
    assert [entity.text for entity in second.ents] == ["the Fern"]
    assert third.cats["thankyou"] == third.cats["goodbye"] == 1
    assert report == (2, 4, 3, 6, 4, {"intent": 1}, {})


def test_values_that_are_parts_of_tokens_are_counted(tmp_path: Path) -> None:
    turn = user_turn("a Norway-bound trip, 3days", 1, [Act("inform", (Arg("duration", "3"),))], 1, [], [])
    report = docbin.write(source(tmp_path, Dialogue("d", "u", "w", TRIP.labels, (turn,))), tmp_path / "nlu.spacy")
    assert (report.entities, report.inside_tokens) == (0, {"duration": 1})


def test_a_long_text_is_no_trouble(tmp_path: Path) -> None:
    turn = user_turn("to Oslo " * 130_000, 1, [Act("inform", (Arg("dst_city", "Oslo"),))], 1, [], [])
    report = docbin.write(source(tmp_path, Dialogue("d", "u", "w", TRIP.labels, (turn,))), tmp_path / "nlu.spacy")
    assert (report.docs, report.entities) == (1, 1)


def test_spacys_own_reader_takes_it(tmp_path: Path) -> None:
    from spacy.training import Corpus

    docbin.write(source(tmp_path), tmp_path / "nlu.spacy")
    examples = list(Corpus(tmp_path / "nlu.spacy")(spacy.blank("en")))
    assert [len(example.reference.ents) for example in examples] == [3, 1, 0]


def test_the_same_dialogues_make_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        docbin.write(source(tmp_path), tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@settings(max_examples=drawn(10))
@given(st.lists(strategies.dialogues, min_size=1, max_size=2))
def test_whatever_was_said_reads_back(tmp_path: Path, dialogues: list[Dialogue]) -> None:
    report = docbin.write(source(tmp_path, *dialogues), tmp_path / "nlu.spacy")
    docs = read(tmp_path / "nlu.spacy")
    assert [doc.text for doc in docs] == [example.text for example in examples(dialogues)]
    assert sum(len(doc.ents) for doc in docs) == report.entities


def test_the_release(tmp_path: Path, frames_part_path: Path) -> None:
    report = docbin.write(DialogueSource(frames_part_path, lambda _: None), tmp_path / "nlu.spacy")
    assert report.docs > 0.98 * report.turns / 2
    assert sum(report.inside_tokens.values()) < 0.002 * report.entities
