"""The contexts in which the turns of a labelled dialogue were written."""

from __future__ import annotations

from collections.abc import Iterator

from wayframe.dialogue import Dialogue, Turn
from wayframe.memory import day, labelled_memories
from wayframe.nlu.tagging import Speakers
from wayframe.nlu.understanding import Context
from wayframe.values import Lexicon


def contexts(dialogue: Dialogue, lexicon: Lexicon, author: Speakers = "user") -> Iterator[tuple[Turn, Context]]:
    """The turns of `author`, each with the labelled turns and frames before it and the day of the dialogue."""
    if not dialogue.turns:
        return
    today = day(dialogue)
    for turn, memory, history in labelled_memories(dialogue, today):
        if author in (turn.author, "both"):
            yield turn, Context(memory, history, today, lexicon)
