"""What every generator of text does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from wayframe.dialogue import Act


class Sentence(NamedTuple):
    """A piece of the reply and the acts that it says; a face may show these acts in another way (a card, a table)."""

    text: str
    acts: tuple[Act, ...]


class NLG(Protocol):
    """Says a wizard's acts."""

    def say(self, acts: Sequence[Act], variant: int) -> list[Sentence]:
        """The acts in words, in their order. `variant` picks among the phrasings: same acts and variant, same words."""
        ...
