"""Patterns: what must and what mustn't hold of something, by the names of its features."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, NamedTuple, TypeVar

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


Outcome = TypeVar("Outcome")


class PatternTable(Generic[Outcome]):
    """Rows of what must hold, what mustn't, and what comes of it; the first row that fits decides."""

    def __init__(self, *rows: tuple[str, str, Outcome]) -> None:
        self._rows = [(pattern(needs, bars), outcome) for needs, bars, outcome in rows]

    def outcome(self, features: frozenset[str]) -> Outcome:
        """Return what comes of something with these features; the last row has to fit everything."""
        return next(outcome for row, outcome in self._rows if row.fits(features))


def holding(tests: Mapping[str, Test], holds: Callable[[Test], object]) -> frozenset[str]:
    """Return the names of the tests that hold."""
    return frozenset(name for name, test in tests.items() if holds(test))
