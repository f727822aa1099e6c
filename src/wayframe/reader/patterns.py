"""Patterns: what must and what mustn't hold of something, by the names of its features."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

Test = TypeVar("Test")


class FeaturePattern(NamedTuple):
    """The features that something needs, and those that it mustn't have."""

    needs: frozenset[str]
    bars: frozenset[str]

    def fits(self, features: frozenset[str]) -> bool:
        """Return whether something with these features is meant."""
        return self.needs <= features and self.bars.isdisjoint(features)


def pattern(needs: str, bars: str = "") -> FeaturePattern:
    """Return a pattern, its features in words."""
    return FeaturePattern(frozenset(needs.split()), frozenset(bars.split()))


def holding(tests: Mapping[str, Test], holds: Callable[[Test], object]) -> frozenset[str]:
    """Return the names of the tests that hold."""
    return frozenset(name for name, test in tests.items() if holds(test))
