"""The interface of every search desk."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol

from wayframe.collection.records import AnySearch
from wayframe.dialogue import Turn

RESULTS = 10
"""Results that a wizard sees (paper section 3.3)."""

SUGGESTIONS = 3
"""Ways to relax a query that are shown."""


class SearchDesk(Protocol):
    """Searches of a catalogue for wizards. The searches that it makes have no number yet, and belong to no dialogue."""

    def query(self, form: Mapping[str, str]) -> Any:
        """Return the query of a form that was filled in. Raises `InputError` naming the field that can't be read."""
        ...

    def look(self, query: Any, drawn: bool, seed: str) -> AnySearch:
        """Return a search with what it shows: at most ten results, else suggestions if they were drawn.

        Same arguments, same answer. Raises `InputError` where the query makes no sense.
        """
        ...

    def of_agent(self, turn: Turn) -> tuple[AnySearch, ...]:
        """Return the agent's searches in a turn as those of a wizard."""
        ...


def draw_suggestions(share: float, seed: str) -> bool:
    """Decide by chance whether suggestions are shown where nothing is found. Same arguments, same answer."""
    return Random(seed).random() < share
