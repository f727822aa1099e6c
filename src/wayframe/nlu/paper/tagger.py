"""The trained baseline at work, and in a file."""

from __future__ import annotations

import sys
from array import array
from base64 import b64decode, b64encode
from binascii import Error as BrokenBase64
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

import torch

from wayframe.dialogue import Act, Arg, FramesRecord
from wayframe.errors import InputError
from wayframe.nlu import storage
from wayframe.nlu.paper.network import PaperNetwork, one_thread
from wayframe.nlu.paper.turns import TagVocabulary, inputs
from wayframe.nlu.storage import ModelFile, TaggerTraining
from wayframe.nlu.tagging import TaggerReading
from wayframe.nlu.understanding import TurnContext
from wayframe.tagging import OUTSIDE, TaggedSpan, TaggedText, TextWord, iob, words

KIND, VERSION = "baseline", 1
WIDTH, HIDDEN = 128, 64


class _NetworkBody(FramesRecord, frozen=True, gc=False):
    """Content of a model file: the vocabulary, and the weights as float32, the lowest byte first, in base64."""

    trigrams: tuple[str, ...]
    acts: tuple[str, ...]
    slots: tuple[str, ...]
    weights: dict[str, str]


class PaperTagger:
    """Acts and slots as the network sees them."""

    def __init__(self, vocabulary: TagVocabulary, network: PaperNetwork, training: TaggerTraining) -> None:
        self.vocabulary, self.network, self.training = vocabulary, network, training

    def tag(self, text: str, context: TurnContext) -> TaggerReading:
        """The likeliest act and slot of each word; the context is not looked at, as in the paper."""
        tokens = tuple(words(text))
        if not tokens:
            return TaggerReading(TaggedText((), (), ()), ())
        with one_thread(), torch.inference_mode():
            acts, slots = (
                part[0].argmax(1).tolist() for part in self.network(*inputs([self.vocabulary.words(tokens)]))
            )
        names = [self.vocabulary.acts[number] for number in acts]
        values = list(_values([self.vocabulary.slots[number] for number in slots]))
        tags = tuple(() if name == OUTSIDE else (name,) for name in names)
        return TaggerReading(
            TaggedText(tokens, iob(len(tokens), values), tags), tuple(_acts(text, tokens, names, values))
        )

    def save(self, path: str | Path) -> None:
        """Write the model. Raises `InputError` where it can't be written."""
        numbers, acts, slots = self.vocabulary
        weights = {name: _packed(each) for name, each in self.network.state_dict().items()}
        storage.write(path, KIND, VERSION, self.training, _NetworkBody(tuple(numbers), acts, slots, weights))

    @classmethod
    def of(cls, path: str | Path, file: ModelFile) -> PaperTagger:
        """The tagger that a model file holds. Raises `InputError` where the file is of another kind or damaged."""
        body = storage.body(path, file, KIND, VERSION, _NetworkBody)
        numbers = {trigram: number for number, trigram in enumerate(body.trigrams, 1)}
        vocabulary = TagVocabulary(numbers, body.acts, body.slots)
        network = made(vocabulary)
        shapes = {name: each.shape for name, each in network.state_dict().items()}
        try:
            network.load_state_dict({name: _unpacked(body.weights[name], shape) for name, shape in shapes.items()})
        except (KeyError, BrokenBase64, RuntimeError, ValueError) as error:
            raise InputError(f"{path}: damaged: holds weights of another network") from error
        return cls(vocabulary, network, file.training)


def made(vocabulary: TagVocabulary) -> PaperNetwork:
    """A network for these trigrams and tags, not trained."""
    return PaperNetwork(len(vocabulary.trigrams) + 1, len(vocabulary.acts), len(vocabulary.slots), WIDTH, HIDDEN)


def _values(slots: Sequence[str]) -> Iterator[TaggedSpan]:
    """Words next to each other with the same slot, as one value."""
    for slot, places in groupby(range(len(slots)), key=lambda place: slots[place]):
        start, *more = places
        if slot != OUTSIDE:
            yield TaggedSpan(start, start + 1 + len(more), slot)


def _acts(text: str, tokens: Sequence[TextWord], names: Sequence[str], values: Sequence[TaggedSpan]) -> Iterator[Act]:
    for name, places in groupby(range(len(names)), key=lambda place: names[place]):
        inside = frozenset(places)
        if name != OUTSIDE:
            args = (
                Arg(slot, text[tokens[start].start : tokens[end - 1].end])
                for start, end, slot in values
                if start in inside
            )
            yield Act(name, tuple(args))


def _packed(weights: torch.Tensor) -> str:
    return b64encode(_little(array("f", weights.flatten().tolist())).tobytes()).decode()


def _unpacked(data: str, shape: torch.Size) -> torch.Tensor:
    return torch.tensor(_little(array("f", b64decode(data, validate=True)))).reshape(shape)


def _little(numbers: array[float]) -> array[float]:
    """The numbers as they stand in a file, or the other way round."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
