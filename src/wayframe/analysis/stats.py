"""Everything that the paper and the dataset's pages count, counted in a corpus.

Where they leave a definition open, ours is the one under which the release gives the published figure or comes nearest;
`wayframe.analysis.published` sets both side by side.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from wayframe.analysis.conversations import DialogueCount, DialogueFigures
from wayframe.analysis.searches import SearchCount, SearchFigures
from wayframe.analysis.switching import SwitchCount, SwitchFigures
from wayframe.analysis.vocabulary import LabelVocabulary, VocabularyCount
from wayframe.dialogue import Dialogue, FramesRecord


class CorpusStats(FramesRecord, frozen=True):
    """The figures of one corpus; means are per dialogue."""

    conversations: DialogueFigures
    switching: SwitchFigures
    searches: SearchFigures
    vocabulary: LabelVocabulary

    def figures(self) -> dict[str, Any]:
        """All figures under their own names, as JSON has them."""
        parts: dict[str, dict[str, Any]] = msgspec.to_builtins(self, str_keys=True)
        return {name: figure for part in parts.values() for name, figure in part.items()}


def measure(dialogues: Iterable[Dialogue]) -> CorpusStats:
    """Count a corpus, one dialogue at a time; the dialogues are taken to be sound (`validation.checked`)."""
    conversations, switching = DialogueCount(), SwitchCount()
    searches, vocabulary = SearchCount(), VocabularyCount()
    for dialogue in dialogues:
        for count in (conversations, switching, searches, vocabulary):
            count.take(dialogue)
    return CorpusStats(conversations.counted(), switching.counted(), searches.counted(), vocabulary.counted())
