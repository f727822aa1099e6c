"""The network of the paper's figure 4, in PyTorch, and turns as the numbers that it reads.

The character trigrams of a word share one embedding matrix; their sum goes through a non-linearity and is the word's
embedding. From there two parts that share nothing, one for acts and one for slots, each a bidirectional LSTM over the
turn with a linear layer on top (Arnold et al. 2016, on whose model the paper builds).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, chain, count
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence

from wayframe.tagging import OUTSIDE, TaggedText, TextWord

IGNORED = -1
"""The label of what stands only to make all turns of a batch equally long."""


class PaperNetwork(nn.Module):  # type: ignore[misc]  # PyTorch is no part of type checking
    """Scores of every act and slot tag for every word."""

    def __init__(self, trigrams: int, acts: int, slots: int, width: int, hidden: int) -> None:
        super().__init__()
        self.trigrams = nn.EmbeddingBag(trigrams, width, mode="sum")
        self.parts = nn.ModuleList(_NetworkPart(width, hidden, tags) for tags in (acts, slots))

    def forward(self, trigrams: Tensor, offsets: Tensor, lengths: Sequence[int]) -> list[Tensor]:
        """Scores of acts and of slots, each (turns, longest turn, tags).

        `trigrams` are those of all words one after the other, `offsets` say where each word begins, `lengths` how many
        words each turn has.
        """
        words = torch.tanh(self.trigrams(trigrams, offsets))
        turns = nn.utils.rnn.pad_sequence(words.split(list(lengths)), batch_first=True)
        packed = nn.utils.rnn.pack_padded_sequence(turns, list(lengths), batch_first=True, enforce_sorted=False)
        return [part(packed) for part in self.parts]


class _NetworkPart(nn.Module):  # type: ignore[misc]
    def __init__(self, width: int, hidden: int, tags: int) -> None:
        super().__init__()
        self.context = nn.LSTM(width, hidden, bidirectional=True, batch_first=True)
        self.tags = nn.Linear(2 * hidden, tags)

    def forward(self, words: nn.utils.rnn.PackedSequence) -> Tensor:
        context, _ = nn.utils.rnn.pad_packed_sequence(self.context(words)[0], batch_first=True)
        return self.tags(context)


def loss(scores: Tensor, labels: Tensor, outside: int) -> Tensor:
    """Cross-entropy of one part, without the words outside that are already right.

    `scores` are (turns, longest turn, tags), `labels` (turns, longest turn); `outside` is the number of the tag O.
    """
    scores, labels = scores.flatten(0, 1), labels.flatten()
    right = (labels == outside) & (scores.argmax(1) == outside)
    counted = ~right & (labels != IGNORED)
    summed = nn.functional.cross_entropy(scores[counted], labels[counted], reduction="sum")
    return summed / counted.sum().clamp(min=1)


@contextmanager
def one_thread() -> Iterator[None]:
    """Let PyTorch work on one thread inside: more wait for each other, where other programs want the cores too."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


UNKNOWN = 0
"""The number of all trigrams that training never saw."""


class TagVocabulary(NamedTuple):
    """Meaning of the numbers that encode words, tags and acts; the first tag of each kind is O."""

    trigrams: dict[str, int]
    acts: tuple[str, ...]
    slots: tuple[str, ...]

    @classmethod
    def of(cls, turns: Iterable[TaggedText]) -> TagVocabulary:
        """All that occurs in these turns."""
        trigrams, acts, slots = set[str](), set[str](), set[str]()
        for words, tags, carried in turns:
            trigrams |= {trigram for word in words for trigram in of_word(word.text)}
            slots |= {slot_of(tag) for tag in tags}
            acts |= {act_of(names) for names in carried}
        numbers = {trigram: number for number, trigram in enumerate(sorted(trigrams), UNKNOWN + 1)}
        outside = {OUTSIDE}
        return cls(numbers, (OUTSIDE, *sorted(acts - outside)), (OUTSIDE, *sorted(slots - outside)))

    def words(self, words: Sequence[TextWord]) -> list[list[int]]:
        """The numbers of the trigrams of each word."""
        return [[self.trigrams.get(trigram, UNKNOWN) for trigram in of_word(word.text)] for word in words]


class EncodedTurn(NamedTuple):
    """A turn in numbers: for each word its trigrams, its act, its slot."""

    words: list[list[int]]
    acts: Tensor
    slots: Tensor


class TurnBatch(NamedTuple):
    """Several turns for the network; see `Network.forward`."""

    trigrams: Tensor
    offsets: Tensor
    lengths: list[int]
    labels: tuple[Tensor, Tensor]


def of_word(word: str) -> list[str]:
    """The character trigrams of a word between two marks, in small letters."""
    marked = f"#{word.lower()}#"
    return [marked[at : at + 3] for at in range(len(marked) - 2)]


def act_of(names: tuple[str, ...]) -> str:
    """The one act that a word is tagged with: of several the first."""
    return names[0] if names else OUTSIDE


def slot_of(tag: str) -> str:
    """The slot of an IOB tag: the network doesn't tell the beginning of a value from the rest."""
    return tag.partition("-")[2] or OUTSIDE


def numbered(turns: Iterable[TaggedText], vocabulary: TagVocabulary) -> Iterator[EncodedTurn]:
    """Turns with their labels in numbers; those without a word are left out."""
    acts = dict(zip(vocabulary.acts, count(), strict=False))
    slots = dict(zip(vocabulary.slots, count(), strict=False))
    for words, tags, carried in turns:
        if words:  # a tag that training never saw is learned by nobody
            act_tags = [acts.get(act_of(names), 0) for names in carried]
            slot_tags = [slots.get(slot_of(tag), 0) for tag in tags]
            yield EncodedTurn(vocabulary.words(words), torch.tensor(act_tags), torch.tensor(slot_tags))


def inputs(turns: Sequence[Sequence[Sequence[int]]]) -> tuple[Tensor, Tensor, list[int]]:
    """Build the network's input from turns with at least one word each."""
    words = list(chain.from_iterable(turns))
    ends = list(accumulate(map(len, words)))
    trigrams = torch.tensor(list(chain.from_iterable(words)))
    return trigrams, torch.tensor([0, *ends[:-1]]), list(map(len, turns))


def batch(turns: Sequence[EncodedTurn]) -> TurnBatch:
    """Turns together with their labels."""
    acts, slots = (
        pad_sequence([getattr(turn, kind) for turn in turns], batch_first=True, padding_value=IGNORED)
        for kind in ("acts", "slots")
    )
    return TurnBatch(*inputs([turn.words for turn in turns]), (acts, slots))
