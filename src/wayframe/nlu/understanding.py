"""The interfaces of understanding: a user's text and what came before it in, acts out, and tags word by word.

Tags are what the paper's task measures (section 8.1), acts what the loop needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

from wayframe.dialogue import Act, Dialogue, Turn
from wayframe.memory import Before, Memory, day, labelled_memories
from wayframe.tagging import TaggedText, tagged
from wayframe.values import Lexicon


class TurnContext(NamedTuple):
    """Input of an NLU beside the text: the dialogue before a user's turn.

    `memory` and `history` are those before the turn (the last turn of `history` is the wizard's), `today` is the day
    from which "tomorrow" counts, `lexicon` holds the names of cities and hotels.
    """

    memory: Memory
    history: Sequence[Turn]
    today: date
    lexicon: Lexicon


class NLU(Protocol):
    """Anything that understands."""

    def understand(self, text: str, context: TurnContext) -> tuple[Act, ...]:
        """The acts of a user's turn in the shape of `acts_without_refs`: values are the words of the text.

        References are flattened into ordinary arguments, a requested slot is an argument without a value. Empty where
        nothing was understood; never raises, whatever the text.
        """
        ...


def nlu(name: str = "rules") -> NLU:
    """The understanding component called `name`, or in the model file of this name (`wayframe.nlu.models`).

    Raises `InputError` where there is none.
    """
    if name == "rules":
        from wayframe.nlu.rules import RuleNLU

        return RuleNLU()
    from wayframe.nlu.models import tagger

    return AsNLU(tagger(name))


Speakers = Literal["user", "wizard", "both"]
"""Whose turns a tagger is for."""


class TaggerReading(NamedTuple):
    """Reading of a turn by a tagger: its words with their tags, and its acts without references.

    The words are those of `wayframe.tagging.words`. Acts may say more than the tags: greetings and questions have no
    words of their own.
    """

    tagged: TaggedText
    acts: tuple[Act, ...]


class Tagger(Protocol):
    """Anything that tags the words of a turn."""

    def tag(self, text: str, context: TurnContext) -> TaggerReading:
        """Read a turn; a user's after a wizard's, and the other way round. Never raises, whatever the text."""
        ...


class TrainedTagger(Tagger, Protocol):
    """A tagger that was made from dialogues and can be kept in a file."""

    def save(self, path: str | Path) -> None:
        """Write the model: same dialogues and seed, same bytes. Raises `InputError` where it can't be written."""
        ...


class TrainingSet(NamedTuple):
    """Dialogues that teach a tagger the turns of `author`; those for validation say when to stop, if there are any.

    `lexicon` holds the names that contexts have, in training and later.
    """

    dialogues: Sequence[Dialogue]
    lexicon: Lexicon
    author: Speakers
    seed: int = 0
    validation: Sequence[Dialogue] = ()


Trainer = Callable[[TrainingSet, Callable[[int], None]], TrainedTagger]
"""Trains a tagger, and tells how much is done, in percent; the same set gives the same model.

Raises `InputError` where there is nothing to learn from.
"""


class ByActs:
    """An NLU as a tagger: its values are looked for in the text as those of the labels are."""

    def __init__(self, nlu: NLU) -> None:
        self.nlu = nlu

    def tag(self, text: str, context: TurnContext) -> TaggerReading:
        """Tag what the NLU understands."""
        acts = self.nlu.understand(text, context)
        return TaggerReading(tagged(text, acts), acts)


class AsNLU:
    """A tagger as an NLU."""

    def __init__(self, tagger: Tagger) -> None:
        self.tagger = tagger

    def understand(self, text: str, context: TurnContext) -> tuple[Act, ...]:
        """The acts that the tagger reads."""
        return self.tagger.tag(text, context).acts


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
