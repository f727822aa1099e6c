"""The paper's own baseline for understanding (section 8.1); the extra `baseline` brings PyTorch.

What the paper says is kept: character trigrams summed into word embeddings with a non-linearity, shared by a part for
acts and a part for slots; one act and one slot a word; a cross-entropy that ignores what is outside and already right;
both losses added; Adam. What it leaves open, and what is done here:

- the parts: a bidirectional LSTM and a linear layer each, after the model it builds on (Arnold et al. 2016);
- sizes: 128 numbers an embedding, 64 a direction of an LSTM; the non-linearity: tanh; trigrams of words in small
  letters between two marks, those that training never saw all as one;
- Adam's step 0.001, 32 turns a batch of similar length, no dropout;
- when to stop: of at most 20 rounds, the one with the best sum of both F1 on the validation dialogues; no better one
  for 4 rounds ends it.
- words that several acts carry learn the first.

Acts come from the tags: words next to each other with the same act are one act, with the values among them. Acts
without words, such as a greeting, are never found.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from wayframe.extras import needing
from wayframe.nlu.storage import ModelFile
from wayframe.nlu.understanding import TrainingSet

if TYPE_CHECKING:
    from wayframe.nlu.paper.tagger import PaperTagger


def train(on: TrainingSet, told: Callable[[int], None]) -> PaperTagger:
    """Train the baseline, which takes no notice of the lexicon. Raises `InputError` where PyTorch isn't there."""
    with needing("the paper's baseline needs", "baseline"):
        from wayframe.nlu.paper.tagger import trained
    return trained(on, told)


def load(path: str | Path, file: ModelFile) -> PaperTagger:
    """The tagger that a model file holds. Raises `InputError` where it is damaged or PyTorch isn't there."""
    with needing("the paper's baseline needs", "baseline"):
        from wayframe.nlu.paper.tagger import PaperTagger
    return PaperTagger.of(path, file)
