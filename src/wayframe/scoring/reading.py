"""F1 of what is read from a turn: over words as in the paper's table 5, over whole values, over the acts of a turn.

acts_word_f1     pairs of a word and an act that it carries
slots_word_f1    words with the slot whose value they belong to, its beginning not told from the rest
slots_span_f1    whole values: the same first word, last word and slot
acts_turn_f1     the names of a turn's acts, each once, those without words included

All are micro-averaged over everything of the turns that are counted together: 2 · right / (said + labelled). What is
outside (O) counts only where one of the two sides isn't; signs are words (`wayframe.tagging`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, get_args

from wayframe.dialogue import Act
from wayframe.tagging import OUTSIDE, TaggedText

ReadingMeasure = Literal["acts_word_f1", "slots_word_f1", "slots_span_f1", "acts_turn_f1"]
READING_MEASURES: tuple[ReadingMeasure, ...] = get_args(ReadingMeasure)

Item = tuple[object, str]
"""A place in the turn and a label there."""


class HitCounts(NamedTuple):
    """Numbers of items predicted, labelled, and in both."""

    right: int
    said: int
    labelled: int

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall, from 0 to 1; None where nothing was said or labelled."""
        return 2 * self.right / (self.said + self.labelled) if self.said + self.labelled else None


class ReadingAgreement:
    """Counts of what was read, by measure and label."""

    def __init__(self) -> None:
        self._right, self._said, self._labelled = (
            dict[str, Counter[str]]((measure, Counter()) for measure in READING_MEASURES) for _ in range(3)
        )

    def add(
        self, labelled: TaggedText, labelled_acts: Sequence[Act], said: TaggedText, said_acts: Sequence[Act]
    ) -> None:
        """Count a turn. The two sides have the same words."""
        truth, found = items(labelled, labelled_acts), items(said, said_acts)
        for measure in READING_MEASURES:
            self._right[measure].update(label for _, label in truth[measure] & found[measure])
            self._said[measure].update(label for _, label in found[measure])
            self._labelled[measure].update(label for _, label in truth[measure])

    def merge(self, other: ReadingAgreement) -> None:
        """Add what another one counted."""
        for mine, its in ((self._right, other._right), (self._said, other._said), (self._labelled, other._labelled)):
            for measure in READING_MEASURES:
                mine[measure].update(its[measure])

    @classmethod
    def sum(cls, parts: Iterable[ReadingAgreement]) -> ReadingAgreement:
        """Add the counts of all parts."""
        found = cls()
        for part in parts:
            found.merge(part)
        return found

    def hits(self, measure: str) -> HitCounts:
        """All labels together."""
        return HitCounts(*(sum(counts[measure].values()) for counts in (self._right, self._said, self._labelled)))

    def by_label(self, measure: str) -> dict[str, HitCounts]:
        """Every label by itself, in alphabetical order."""
        names = sorted({*self._said[measure], *self._labelled[measure]})
        counts = self._right[measure], self._said[measure], self._labelled[measure]
        return {name: HitCounts(*(each[name] for each in counts)) for name in names}

    def f1(self, measure: str) -> float | None:
        """One of `READING_MEASURES` for all labels together, from 0 to 1."""
        return self.hits(measure).f1


def items(tagged: TaggedText, acts: Sequence[Act]) -> dict[ReadingMeasure, set[Item]]:
    """Return the items of a turn that each measure counts."""
    return {
        "acts_word_f1": {(place, name) for place, names in enumerate(tagged.acts) for name in names},
        "slots_word_f1": {(place, tag.partition("-")[2]) for place, tag in enumerate(tagged.slots) if tag != OUTSIDE},
        "slots_span_f1": {((start, end), slot) for start, end, slot in tagged.spans},
        "acts_turn_f1": {("", act.name) for act in acts},
    }
