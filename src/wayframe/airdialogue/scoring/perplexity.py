"""Perplexity from the losses that a model reports, dialogue by dialogue."""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec


class DialogueLoss(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cross-entropy of one dialogue in nats, summed over tokens: both speakers' words, and the final action's.

    `length` counts the dialogue's tokens, the first of which nothing predicts.
    """

    customer: float
    agent: float
    length: int
    action: float = 0.0


def perplexity(losses: Iterable[DialogueLoss], with_action: bool = False) -> float | None:
    """The exponential of the mean loss of a token; None where there is no token.

    The public model adds the action's loss but not its tokens: `with_action` gives its figure.
    """
    total, tokens = 0.0, 0
    for loss in losses:
        total += loss.customer + loss.agent + (loss.action if with_action else 0.0)
        tokens += loss.length - 1
    try:
        return math.exp(total / tokens) if tokens > 0 else None
    except OverflowError:
        return math.inf
