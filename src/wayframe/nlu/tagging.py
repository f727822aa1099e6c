"""Understanding word by word: what the paper's task measures (section 8.1), beside the acts that the loop needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

from wayframe.dialogue import Act, Dialogue
from wayframe.nlu.understanding import NLU, TurnContext
from wayframe.tagging import TaggedText, tagged
from wayframe.values import Lexicon

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


class Trainer(Protocol):
    """Function that trains a tagger."""

    def __call__(
        self,
        dialogues: Sequence[Dialogue],
        lexicon: Lexicon,
        *,
        author: Speakers = "both",
        seed: int = 0,
        validation: Sequence[Dialogue] = (),
        told: Callable[[int], None] = lambda done: None,
    ) -> TrainedTagger:
        """Learn from the turns of `author`; `validation` says when to stop or what to choose, and may be empty.

        `lexicon` holds the names that contexts have, in training and later; `told` hears how much is done, in percent.
        One seed and one set of dialogues give one model. Raises `InputError` where there is nothing to learn from.
        """
        ...


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
