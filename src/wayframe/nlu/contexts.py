"""The contexts in which the turns of a labelled dialogue were written."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from wayframe.dialogue import Act, Dialogue, Turn
from wayframe.memory import Before, day, labelled_memories
from wayframe.nlu.tagging import Speakers
from wayframe.nlu.understanding import NLU, TurnContext
from wayframe.values import Lexicon


def contexts(dialogue: Dialogue, lexicon: Lexicon, author: Speakers = "user") -> Iterator[tuple[Turn, TurnContext]]:
    """The turns of `author`, each with the labelled turns and frames before it and the day of the dialogue."""
    if not dialogue.turns:
        return
    today = day(dialogue)
    for turn, memory, history in labelled_memories(dialogue, today):
        if author in (turn.author, "both"):
            yield turn, TurnContext(memory, history, today, lexicon)


class NLUActs:
    """The acts that an NLU reads from the text of a user's turn."""

    def __init__(self, nlu: NLU, lexicon: Lexicon) -> None:
        """The lexicon must not come from the corpus that is read."""
        self._nlu, self._lexicon = nlu, lexicon

    def __call__(self, before: Before, today: date) -> tuple[Act, ...]:
        """Return the acts that the NLU reads in the turn."""
        return self._nlu.understand(before.turn.text, TurnContext(before.memory, before.history, today, self._lexicon))
