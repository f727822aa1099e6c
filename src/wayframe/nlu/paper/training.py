"""Training of the paper's baseline: same dialogues and seed, same weights on the same machine."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

import torch

from wayframe.dialogue import Dialogue
from wayframe.errors import InputError
from wayframe.nlu.paper.network import IGNORED, PaperNetwork, loss, one_thread
from wayframe.nlu.paper.tagger import PaperTagger, made
from wayframe.nlu.paper.turns import EncodedTurn, TagVocabulary, TurnBatch, batch, numbered
from wayframe.nlu.storage import trained_on
from wayframe.nlu.tagging import Speakers
from wayframe.tagging import TaggedText, gold

ROUNDS, PATIENCE = 20, 4
BATCH, STEP = 32, 0.001
_OUTSIDE = 0  # the number of the tag O
_TEST_BATCH = 128


def trained(
    dialogues: Sequence[Dialogue],
    author: Speakers,
    seed: int,
    validation: Sequence[Dialogue],
    told: Callable[[int], None],
) -> PaperTagger:
    """The baseline, trained on the turns of `author`; without validation dialogues for all rounds.

    Raises `InputError` where no turn has a word.
    """
    turns = list(_tagged(dialogues, author))
    vocabulary = TagVocabulary.of(turns)
    learned = list(numbered(turns, vocabulary))
    if not learned:
        raise InputError("training needs turns with words, found none")
    unseen = list(numbered(_tagged(validation, author), vocabulary))
    with one_thread(), torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        network = made(vocabulary)
        _fit(network, learned, _batches(unseen, _TEST_BATCH), seed, told)
    return PaperTagger(vocabulary, network, trained_on(dialogues, author, seed, validation))


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
