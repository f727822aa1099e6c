"""The learned tagger at work, and in a file.

First the values: each word's slot. Then for each value the act that carries it, knowing all values of the turn. Then
what the acts say without a value. The rules' own reading is among the features of all three, so that the model learns
where they are right.
"""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import NamedTuple

from wayframe.dialogue import Author, FramesRecord
from wayframe.errors import InputError
from wayframe.files import SMALL
from wayframe.nlu import storage
from wayframe.nlu.learned.acts import Statement, act_reaches, assembled, rows
from wayframe.nlu.learned.crf import SequenceModel, StatementTable, Weights
from wayframe.nlu.learned.features import VERSION, TurnFeatures, author, scaled, seen
from wayframe.nlu.learned.names import widened
from wayframe.nlu.rules import RuleNLU
from wayframe.nlu.storage import ModelFile, TaggerTraining
from wayframe.nlu.understanding import ByActs, TaggerReading, TurnContext
from wayframe.tagging import TaggedSpan, TaggedText, iob, spans

KIND = "learned"


class SideModel(NamedTuple):
    """Learned model of one side's turns."""

    slots: SequenceModel
    acts: SequenceModel
    statements: tuple[Statement, ...]
    table: StatementTable


class _SideBody(FramesRecord, frozen=True, gc=False):
    """A half in a file, CRFsuite's weights deflated: they are mostly the same few bytes."""

    slots: bytes
    acts: bytes
    statements: tuple[tuple[str, str | None, str | bool | None], ...]
    weights: Weights


class _TaggerBody(FramesRecord, frozen=True, gc=False):
    halves: dict[Author, _SideBody]
    cities: tuple[str, ...]
    hotels: tuple[str, ...]


class LearnedTagger:
    """Acts and slots as dialogues taught them; of a side that it wasn't taught, what the rules say."""

    def __init__(
        self,
        halves: dict[Author, SideModel],
        cities: tuple[str, ...],
        hotels: tuple[str, ...],
        training: TaggerTraining,
    ) -> None:
        self.halves, self.cities, self.hotels, self.training = halves, cities, hotels, training
        self._rules = RuleNLU()

    def tag(self, text: str, context: TurnContext) -> TaggerReading:
        """Read a turn; see `wayframe.nlu.Tagger`."""
        half = self.halves.get(author(context))
        if half is None:
            return ByActs(self._rules).tag(text, context)
        known = context._replace(lexicon=widened(context.lexicon, self.cities, self.hotels))
        turn = seen(text, known, self._rules)
        values = spans(half.slots.tags(list(map(scaled, turn.rows))))
        carried = half.acts.tags(rows(turn, values))
        said = [half.statements[number] for number in half.table.holding(turn.turn)]
        acts = assembled(text, turn.words, values, carried, said)
        return TaggerReading(_tagged(turn, values, carried), acts)

    def save(self, path: str | Path) -> None:
        """Write the model. Raises `InputError` where it can't be written."""
        halves = {
            side: _SideBody(_packed(half.slots), _packed(half.acts), half.statements, half.table.weights)
            for side, half in self.halves.items()
        }
        storage.write(path, KIND, VERSION, self.training, _TaggerBody(halves, self.cities, self.hotels))

    @classmethod
    def of(cls, path: str | Path, file: ModelFile) -> LearnedTagger:
        """The tagger that a model file holds. Raises `InputError` where the file is of another kind or damaged."""
        body = storage.body(path, file, KIND, VERSION, _TaggerBody)
        try:
            halves = {side: _half(half) for side, half in body.halves.items()}
        except (ValueError, zlib.error) as error:
            raise InputError(f"{path}: damaged: holds weights that can't be read") from error
        return cls(halves, body.cities, body.hotels, file.training)


def _half(body: _SideBody) -> SideModel:
    said = tuple(Statement(*each) for each in body.statements)
    slots, acts = (SequenceModel(_unpacked(packed)) for packed in (body.slots, body.acts))
    return SideModel(slots, acts, said, StatementTable(body.weights, len(said)))


def _unpacked(packed: bytes) -> bytes:
    """The weights of a chain. Raises `ValueError` where they are cut off, or more than any model has."""
    unpacking = zlib.decompressobj()
    weights = unpacking.decompress(packed, SMALL)
    if not unpacking.eof:
        raise ValueError("no whole chain")
    return weights


def _packed(chain: SequenceModel) -> bytes:
    return zlib.compress(chain.weights, 9)


def _tagged(turn: TurnFeatures, values: list[TaggedSpan], carried: list[str]) -> TaggedText:
    acts: list[tuple[str, ...]] = [()] * len(turn.words)
    for name, start, end in act_reaches(values, carried):
        acts[start:end] = [(*held, name) if name not in held else held for held in acts[start:end]]
    return TaggedText(turn.words, iob(len(turn.words), values), tuple(acts))
