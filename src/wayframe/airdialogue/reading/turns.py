"""A dialogue as its turns: who speaks, in what words, and what was said right before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

NOT = r"(?:\b(?:no|not)|n['’]t)\b"
"""No, not, and what ends in n't: a pattern."""

_CHECKED = re.compile(r"\b(?:right|correct|is that so|confirm it)\W*$")
_YES = re.compile(r"\W*(?:yes|yeah|yep|exactly|correct|right|sure|that's right|that is right|absolutely)\b")
_SPEAKER = re.compile(r"\s*(customer|agent)\s*:\s*", re.IGNORECASE)


class AirTurn(NamedTuple):
    """One turn; `asked` is what the other side said before it, in small letters, and empty at the start."""

    customer: bool
    text: str
    low: str
    asked: str

    @property
    def weight(self) -> float:
        """Return how much the turn's words count: the customer's fully, the agent's by less than a third."""
        return 1.0 if self.customer else 0.3


def turns(dialogue: Sequence[str]) -> list[AirTurn]:
    """The turns of a dialogue as AirDialogue's files write them. What has no speaker is the agent's."""
    found, asked = list[AirTurn](), ""
    for line in dialogue:
        speaker = _SPEAKER.match(line)
        text = " ".join(line[speaker.end() if speaker else 0 :].split())
        customer = speaker is not None and speaker.group(1).lower() == "customer"
        found.append(AirTurn(customer, text, text.lower(), asked))
        asked = text.lower()
    return found


def meant(dialogue: Sequence[AirTurn]) -> list[AirTurn]:
    """The turns that say what the customer means: the customer's own, and what the agent repeats to a yes."""
    return [turn for turn, answer in pairwise((*dialogue, None)) if turn and (turn.customer or _agreed(turn, answer))]


def _agreed(turn: AirTurn, answer: AirTurn | None) -> bool:
    return bool(answer and _CHECKED.search(turn.low) and _YES.match(answer.low))
