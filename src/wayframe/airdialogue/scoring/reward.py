"""Reward of an outcome: 0.2 for the name, 0.5 for the flight, 0.3 for the status."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum
from typing import NamedTuple


class RewardParts(NamedTuple):
    """The reward of one outcome and what it is made of, each from 0 to 1; in the order of the public toolkit."""

    reward: float
    name: float
    flight: float
    status: float


WHOLE = RewardParts(1.0, 1.0, 1.0, 1.0)
"""The reward of an outcome that is right."""


def rewarded(name: float, flight: float, status: float) -> RewardParts:
    """The parts with their reward (the weights of the paper's implementation: .2, .5 and .3)."""
    return RewardParts(name * 0.2 + flight * 0.5 + status * 0.3, name, flight, status)


def mean(values: Iterable[float]) -> float:
    """The mean of some values, of none 0."""
    held = list(values)
    return fsum(held) / len(held) if held else 0.0


def means(rows: Sequence[RewardParts]) -> RewardParts:
    """The mean of each column."""
    return (
        RewardParts(*(mean(column) for column in zip(*rows, strict=True))) if rows else RewardParts(0.0, 0.0, 0.0, 0.0)
    )


def four_way_mean(rows: Sequence[RewardParts]) -> float:
    """Return the public toolkit's score of self-play: the mean over the reward and its three parts alike."""
    return mean(means(rows))
