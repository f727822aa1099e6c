"""Slack's way of writing text, undone on the way in and done on the way out.

Three characters are written as entities, and what stands in angle brackets is a mention, a link or a command
(docs.slack.dev, "Formatting message text").
"""

from __future__ import annotations

import re
from itertools import accumulate

LONGEST = 4_000
"""Characters of a message, as Slack counts them: what it advises for a new one and demands of a changed one."""

_ENTITIES = {"&amp;": "&", "&lt;": "<", "&gt;": ">"}
_ENTITY = re.compile("|".join(_ENTITIES))
_ANGLES = re.compile(r"<([^<>]*)>")
_WRITTEN = str.maketrans({character: entity for entity, character in _ENTITIES.items()})


def plain(text: str) -> str:
    """Return what somebody wrote, from what Slack delivers: links and mentions as they were typed.

    Who is mentioned is not told: participants don't know each other.
    """
    return _ENTITY.sub(lambda found: _ENTITIES[found[0]], _ANGLES.sub(_typed, text))


def escaped(text: str) -> str:
    """Text as Slack takes it, so that it shows as it is: nobody is called, nothing becomes a link by its brackets."""
    return text.translate(_WRITTEN)


def pieces(text: str, longest: int = LONGEST) -> tuple[str, ...]:
    """A text, escaped, in pieces of at most so many characters, cut between words where there are any.

    Put together, and unescaped, they are the text.
    """
    found, rest = list[str](), text
    while rest:
        fitting = sum(length <= longest for length in accumulate(len(escaped(each)) for each in rest))
        cut = fitting if fitting == len(rest) else _between_words(rest, fitting)
        found.append(escaped(rest[:cut]))
        rest = rest[cut:]
    return tuple(found)


def _between_words(text: str, end: int) -> int:
    """The last place before `end` that follows a space, if it isn't in the first half."""
    spaces = (place for place in range(end, end // 2, -1) if text[place - 1].isspace())
    return next(spaces, end)


def _typed(found: re.Match[str]) -> str:
    target, _, label = found[1].partition("|")
    match target[:1]:
        case "@":
            return "@somebody"
        case "#":
            return f"#{label or 'channel'}"
        case "!":
            return label or f"@{target[1:].partition('^')[0]}"
    if target.startswith(("mailto:", "tel:")):
        return label or target.partition(":")[2]
    bare = target.partition("://")[2] or target
    return label if label and label.rstrip("/") in (target.rstrip("/"), bare.rstrip("/")) else _link(target, label)


def _link(target: str, label: str) -> str:
    return f"{label} ({target})" if label else target
