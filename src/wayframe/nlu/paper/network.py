"""The network of the paper's figure 4, in PyTorch.

The character trigrams of a word share one embedding matrix; their sum goes through a non-linearity and is the word's
embedding. From there two parts that share nothing, one for acts and one for slots, each a bidirectional LSTM over the
turn with a linear layer on top (Arnold et al. 2016, on whose model the paper builds).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import torch
from torch import Tensor, nn

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
