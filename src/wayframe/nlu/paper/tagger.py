"""The paper's baseline: its training, at work, and in a file.

Same dialogues and seed, same weights on the same machine.
"""

from __future__ import annotations

import random
from base64 import b64decode, b64encode
from binascii import Error as BrokenBase64
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

import numpy
import torch

from wayframe.dialogue import Act, Arg, Dialogue, FramesRecord
from wayframe.errors import InputError
from wayframe.nlu import storage
from wayframe.nlu.paper.network import (
    IGNORED,
    EncodedTurn,
    PaperNetwork,
    TagVocabulary,
    TurnBatch,
    batch,
    inputs,
    loss,
    numbered,
    one_thread,
)
from wayframe.nlu.storage import ModelFile, TaggerTraining, trained_on
from wayframe.nlu.understanding import Speakers, TaggerReading, TrainingSet, TurnContext
from wayframe.tagging import OUTSIDE, TaggedSpan, TaggedText, TextWord, gold, iob, words

KIND, VERSION = "baseline", 1
WIDTH, HIDDEN = 128, 64
_FLOAT = "<f4"  # of weights in a file


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
    return b64encode(weights.numpy().astype(_FLOAT).tobytes()).decode()


def _unpacked(data: str, shape: torch.Size) -> torch.Tensor:
    return torch.tensor(numpy.frombuffer(b64decode(data, validate=True), _FLOAT).astype(numpy.float32)).reshape(shape)


ROUNDS, PATIENCE = 20, 4
BATCH, STEP = 32, 0.001
_OUTSIDE = 0  # the number of the tag O
_TEST_BATCH = 128


def trained(on: TrainingSet, told: Callable[[int], None]) -> PaperTagger:
    """The baseline; without validation dialogues it is trained for all rounds.

    Raises `InputError` where no turn has a word.
    """
    turns = list(_tagged(on.dialogues, on.author))
    vocabulary = TagVocabulary.of(turns)
    learned = list(numbered(turns, vocabulary))
    if not learned:
        raise InputError("training needs turns with words, found none")
    unseen = list(numbered(_tagged(on.validation, on.author), vocabulary))
    with one_thread(), torch.random.fork_rng(devices=[]):
        torch.manual_seed(on.seed)
        network = made(vocabulary)
        _fit(network, learned, _batches(unseen, _TEST_BATCH), on.seed, told)
    return PaperTagger(vocabulary, network, trained_on(on.dialogues, on.author, on.seed, on.validation))


def _tagged(dialogues: Sequence[Dialogue], author: Speakers) -> Iterator[TaggedText]:
    return (gold(turn) for dialogue in dialogues for turn in dialogue.turns if author in (turn.author, "both"))


def _batches(turns: Sequence[EncodedTurn], size: int) -> list[TurnBatch]:
    """Turns of similar length together."""
    ordered = sorted(turns, key=lambda turn: len(turn.words))
    return [batch(ordered[start : start + size]) for start in range(0, len(ordered), size)]


def _fit(
    network: PaperNetwork,
    turns: Sequence[EncodedTurn],
    validation: Sequence[TurnBatch],
    seed: int,
    told: Callable[[int], None],
) -> None:
    """Adjust the weights; in the end they are those that did best on the validation turns, if there are any."""
    optimizer = torch.optim.Adam(network.parameters(), lr=STEP)
    batches, chance = _batches(turns, BATCH), random.Random(seed)
    best, since, kept = -1.0, 0, {}
    for number in range(ROUNDS):
        chance.shuffle(batches)
        for each in batches:
            optimizer.zero_grad()
            _loss(network, each).backward()
            optimizer.step()
        told(100 * (number + 1) // ROUNDS)
        if not validation:
            continue
        score = sum(_f1(network, validation))
        if score > best:
            best, since, kept = score, 0, {name: each.clone() for name, each in network.state_dict().items()}
        elif (since := since + 1) == PATIENCE:
            break
    if kept:
        network.load_state_dict(kept)


def _loss(network: PaperNetwork, each: TurnBatch) -> torch.Tensor:
    acts, slots = network(each.trigrams, each.offsets, each.lengths)
    return loss(acts, each.labels[0], _OUTSIDE) + loss(slots, each.labels[1], _OUTSIDE)


def _f1(network: PaperNetwork, batches: Sequence[TurnBatch]) -> tuple[float, float]:
    """The F1 of acts and of slots over words."""
    counts = torch.zeros(2, 2)
    with torch.inference_mode():
        for each in batches:
            scores = network(each.trigrams, each.offsets, each.lengths)
            for kind, (part, labels) in enumerate(zip(scores, each.labels, strict=True)):
                said, there = part.argmax(2), labels != IGNORED
                counts[kind, 0] += 2 * ((said == labels) & (labels > _OUTSIDE)).sum()
                counts[kind, 1] += ((said > _OUTSIDE) & there).sum() + (labels > _OUTSIDE).sum()
    acts, slots = (counts[:, 0] / counts[:, 1].clamp(min=1)).tolist()
    return acts, slots
