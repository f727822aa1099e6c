"""Whole files predicted: of each line only what was said, the flights and the reservation are ever decoded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from wayframe import corpus
from wayframe.airdialogue.files import Bad, FileLine, refuse, side_by_side
from wayframe.airdialogue.reading.predictor import predict
from wayframe.airdialogue.records import Action, KnowledgeBase
from wayframe.errors import InputError
from wayframe.files import writing

T = TypeVar("T")
_MALFORMED = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class UnlabelledSample(Struct, frozen=True, gc=False):
    """Fields of a sample that the predictor may see: its other keys are passed over unread."""

    dialogue: tuple[str, ...]


class Prediction(Struct, frozen=True, gc=False):
    """A line of predictions, as scores read it."""

    dialogue: tuple[str, ...]
    action: Action


class PredictionCounts(NamedTuple):
    """Counts of the dialogues predicted, of their statuses, and of those without a name."""

    samples: int
    statuses: dict[str, int]
    nameless: int


_CONVERSATION = msgspec.json.Decoder(UnlabelledSample)
_KB = msgspec.json.Decoder(KnowledgeBase)
_NOTHING = b"{}\n"


def predict_files(
    data: str | Path, kb: str | Path, output: str | Path, bad: Bad = refuse, told: Callable[[int], object] | None = None
) -> PredictionCounts:
    """Predict the final action of every dialogue of a file, and write it with the dialogue, line by line.

    `told` hears how many are done. A bad line that `bad` takes becomes an empty object, so that predictions stay beside
    their samples. Raises `InputError` naming the line, and then writes nothing.
    """
    statuses, nameless = Counter[str](), 0
    encoder = msgspec.json.Encoder()
    with writing(output) as file:
        for number, conversation in enumerate(_conversations(data, kb, bad)):
            if told:
                told(number)
            if conversation is None:
                file.write(_NOTHING)
                continue
            said, base = conversation
            action = predict(said.dialogue, base)
            statuses[action.status] += 1
            nameless += not action.name
            file.write(encoder.encode(Prediction(said.dialogue, action)) + b"\n")
    return PredictionCounts(statuses.total(), dict(sorted(statuses.items())), nameless)


def _conversations(
    data: str | Path, kb: str | Path, bad: Bad
) -> Iterator[tuple[UnlabelledSample, KnowledgeBase] | None]:
    """Yield each dialogue with its flights; None for a bad line that `bad` took."""
    for sample, base in side_by_side(data, kb):
        try:
            said, flights = _decoded(data, sample, _CONVERSATION), _decoded(kb, base, _KB)
            if not said.dialogue:
                raise InputError(f"{data}: line {sample.number}: dialogue: has no turn")
        except InputError as error:
            bad(error)
            yield None
        else:
            yield said, flights


def _decoded(path: str | Path, line: FileLine, decoder: msgspec.json.Decoder[T]) -> T:
    try:
        return decoder.decode(line.text)
    except _MALFORMED as error:
        raise InputError(f"{path}: line {line.number}: {corpus.reason(error)}") from error
