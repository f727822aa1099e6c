"""Training data for spaCy: a DocBin of user turns, slots as entities, acts as text categories."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import NamedTuple

import spacy
from spacy.tokens import Doc, DocBin

from wayframe.conversion.examples import TaggedExample, by_frequency, examples
from wayframe.conversion.source import DialogueSource
from wayframe.files import writing


class SpacyReport(NamedTuple):
    """Result of writing the files. By slot: `not_located` the values that aren't words of their text, `inside_tokens`
    those that begin or end inside one of spaCy's tokens and can't be entities.
    """

    dialogues: int
    turns: int
    docs: int
    categories: int
    entities: int
    not_located: dict[str, int]
    inside_tokens: dict[str, int]


def write(source: DialogueSource, output: Path) -> SpacyReport:
    """Write the user turns of a source as `spacy train` reads them.

    Every document says of every act of the file whether it has it (`doc.cats`), and which turn it was
    (`doc.user_data`). A DocBin is written in one piece: it takes memory in proportion to the words of the users.
    """
    spoken = (act.name for dialogue in source for turn in dialogue.turns if turn.author == "user" for act in turn.acts)
    acts = tuple(sorted(dict.fromkeys(filter(None, spoken))))
    not_located: Counter[str] = Counter()
    inside: Counter[str] = Counter()
    tokenized = spacy.blank("en").tokenizer
    docs = DocBin(attrs=["ENT_IOB", "ENT_TYPE"], store_user_data=True)
    entities = 0
    for example in examples(source):
        doc = tokenized(example.text)
        inside.update(_label(doc, example, acts))
        not_located.update(example.not_located)
        entities += len(doc.ents)
        docs.add(doc)
    with writing(output) as file:
        file.write(docs.to_bytes())
    return SpacyReport(
        source.dialogues, source.turns, len(docs), len(acts), entities, by_frequency(not_located), by_frequency(inside)
    )


def _label(doc: Doc, example: TaggedExample, acts: tuple[str, ...]) -> list[str]:
    """Give a document its entities and categories; the slots whose words aren't whole tokens."""
    spans = [doc.char_span(start, end, label=slot) for start, end, slot in example.entities]
    doc.ents = tuple(span for span in spans if span is not None)
    doc.cats = {act: float(act in example.acts) for act in acts}
    doc.user_data = {"dialogue": example.dialogue_id, "turn": example.turn}
    return [entity.slot for entity, span in zip(example.entities, spans, strict=True) if span is None]
