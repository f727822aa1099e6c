"""The interface of every understanding component: a user's text and what came before it in, acts out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple, Protocol

from wayframe.dialogue import Act, Turn
from wayframe.memory import Memory
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
    from wayframe.nlu.tagging import AsNLU

    return AsNLU(tagger(name))
