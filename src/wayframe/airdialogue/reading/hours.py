"""In which part of the day a customer wants to leave, and to come back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from wayframe.airdialogue.reading.turns import AirTurn
from wayframe.airdialogue.records import Window

_PART = re.compile(
    r"(?<!good )\b(?:(?P<morning>mornings?)|(?P<afternoon>after ?noons?|noon)"
    r"|(?P<evening>evenings?|nights?|midnight))\b"
)
_WAY = re.compile(
    r"\b(?:(?P<there>depart\w*|leav\w*|start\w*|onward|going|board\w*|fly\w*|take ?off)"
    r"|(?P<back>return\w*|back|coming))\b"
)
_CLAUSES = re.compile(r"[.;?!](?:\s|$)|\bbut\b")


def parts_of_day(customer: Iterable[AirTurn]) -> tuple[Window | None, Window | None]:
    """The parts of the day for the way there and for the way back, as far as the customer's turns tell them."""
    there: Window | None = None
    back: Window | None = None
    for turn in customer:
        for clause in _CLAUSES.split(turn.low):
            for part, ways in _wished(clause, turn.asked):
                there = part if "there" in ways else there
                back = part if "back" in ways else back
    return there, back


def _wished(clause: str, asked: str) -> Iterator[tuple[Window, frozenset[str]]]:
    """The parts of the day of a clause, each with the ways it is for.

    One part is for all ways of the clause; of several each is for those named since the part before, else for those
    that follow it.
    """
    parts = list(_PART.finditer(clause))
    for at, part in enumerate(parts):
        start = parts[at - 1].end() if at else 0
        end = parts[at + 1].start() if at + 1 < len(parts) else len(clause)
        ways = _ways(clause[start : part.start()]) or _ways(clause[part.end() : end])
        if len(parts) == 1:
            ways = _ways(clause)
        yield part.lastgroup, ways or _ways(asked) or frozenset(("there",))  # type: ignore[misc]


def _ways(text: str) -> frozenset[str]:
    return frozenset(each.lastgroup or "" for each in _WAY.finditer(text))
