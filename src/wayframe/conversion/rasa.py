"""Training data for Rasa's language understanding: YAML 3.1, an intent with its examples.

An intent is the acts of a turn joined by "+", Rasa's own notation for several intents at once. An example is the text
with its entities as `[words](slot)`, and says which turn it was. Rasa has no escape for square brackets, so those of
the text become round ones.
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import BinaryIO, NamedTuple

from wayframe.conversion.examples import TaggedExample, by_frequency, examples
from wayframe.conversion.source import DialogueSource
from wayframe.conversion.yaml import quoted
from wayframe.files import writing

_HEAD = 'version: "3.1"\nnlu:\n'
_ROUND = str.maketrans("[]", "()")
_LABEL = re.compile(r"[^:()]+")  # what Rasa reads between the brackets behind an entity


class RasaReport(NamedTuple):
    """Result of writing the files. `not_located`: by slot, the values that aren't words of their text."""

    dialogues: int
    turns: int
    examples: int
    intents: int
    entities: int
    not_located: dict[str, int]
    brackets_replaced: int


def write(source: DialogueSource, output: Path) -> RasaReport:
    """Write the user turns of a source, grouped by intent; they wait on disk, so that memory holds one at a time."""
    not_located: Counter[str] = Counter()
    intents: dict[str, int] = {}
    written = entities = replaced = 0
    with closing(sqlite3.connect("")) as waiting, writing(output) as file:  # "": a temporary file that nobody sees
        waiting.execute("CREATE TABLE example (intent INTEGER, line TEXT)")
        for example in examples(source):
            intent = intents.setdefault("+".join(example.acts), len(intents))
            waiting.execute("INSERT INTO example VALUES (?, ?)", (intent, _line(example)))
            unmarkable = [entity.slot for entity in example.entities if not _LABEL.fullmatch(entity.slot)]
            entities += len(example.entities) - len(unmarkable)
            not_located.update([*example.not_located, *unmarkable])
            replaced += example.text.translate(_ROUND) != example.text
            written += 1
        _write(file, waiting, list(intents))
    return RasaReport(
        source.dialogues, source.turns, written, len(intents), entities, by_frequency(not_located), replaced
    )


def _write(file: BinaryIO, waiting: sqlite3.Connection, intents: list[str]) -> None:
    file.write(_HEAD.encode() if intents else b'version: "3.1"\nnlu: []\n')
    current = None
    for intent, line in waiting.execute("SELECT intent, line FROM example ORDER BY intent, rowid"):
        if intent != current:
            file.write(f"- intent: {quoted(intents[intent])}\n  examples:\n".encode())
            current = intent
        file.write(line.encode())


def _line(example: TaggedExample) -> str:
    text = quoted("".join(_marked(example)))
    return f"  - text: {text}\n    metadata: {{dialogue: {quoted(example.dialogue_id)}, turn: {example.turn}}}\n"


def _marked(example: TaggedExample) -> Iterator[str]:
    """The text in pieces, entities marked."""
    text, position = example.text.translate(_ROUND), 0
    for start, end, slot in example.entities:
        if _LABEL.fullmatch(slot):
            yield text[position:start]
            yield f"[{text[start:end]}]({slot})"
            position = end
    yield text[position:]
