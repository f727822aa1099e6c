"""A dialogue as its turns: who speaks, in what words, and what was said right before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

NOT = r"(?:\b(?:no|not)|n['’]t)\b"
"""No, not, and what ends in n't: a pattern."""

_SPEAKER = re.compile(r"\s*(customer|agent)\s*:\s*", re.IGNORECASE)


class Turn(NamedTuple):
    """One turn; `asked` is what the other side said before it, in small letters, and empty at the start."""

    customer: bool
    text: str
    low: str
    asked: str


def turns(dialogue: Sequence[str]) -> list[Turn]:
    """The turns of a dialogue as AirDialogue's files write them. What has no speaker is the agent's."""
    found, asked = list[Turn](), ""
    for line in dialogue:
        speaker = _SPEAKER.match(line)
        text = " ".join(line[speaker.end() if speaker else 0 :].split())
        customer = speaker is not None and speaker.group(1).lower() == "customer"
        found.append(Turn(customer, text, text.lower(), asked))
        asked = text.lower()
    return found
