"""Read the number of connections that a customer accepts."""

from __future__ import annotations

import re

from wayframe.airdialogue.reading.turns import NOT, AirTurn

_STOP = (
    r"(?:connections?|connect(?:ing|ed)|stops?|stop[\s-]?overs?|halts?|breaks?|lay[\s-]?(?:over|by|off)s?|transits?"
    r"|way stations?|intervals?)"
)
_LIMIT = rf"{_STOP}(?: \w+){{0,3}} (?:is|as|of|to|be|should be|:|-)? ?"
_NONE = re.compile(
    rf"\b(?:direct(?:ly)?(?! (?:me|to))|non[\s-]?stop|without (?:any |a )?(?:\w+ )?{_STOP}"
    rf"|(?:no|zero|0) (?:\w+ )?{_STOP}|{_LIMIT}(?:0|zero|nil|none)\b)"
)
_ONE = re.compile(
    rf"\b(?:(?:one|single|1|a|an|with) (?:\w+ )?{_STOP}|{_LIMIT}(?:1|one|single)\b|connect(?:ing|ed)|connection limit"
    rf"|(?:have|has|having|need|want|prefer|take) (?:\w+ )?{_STOP})"
)
_TWO = re.compile(rf"\b(?:two|2|multiple|many) (?:\w+ )?{_STOP}|\bany (?:number of )?(?:\w+ )?{_STOP}")
_ASKS_STOPS = re.compile(rf"\b(?:{_STOP}|direct)\b")
_NOT_ONE = re.compile(rf"(?:{NOT}|\bavoid\b)[\w\s]{{0,20}}\b{_STOP}")
_NUMBER = re.compile(
    r"\W*(?:(?:yes|sure|ok|only|just|at most|up ?to|maximum|max|i|need|want|prefer|with|is|my|limit|it|would)\W+)*"
    r"(0|1|2|zero|one|two|single|a single)\b"
)
_NOT_DIRECT = re.compile(rf"{NOT}[\w\s]{{0,20}}\b(?:direct|non[\s-]?stop)")


def connections(turn: AirTurn) -> int | None:
    """The most connections that a turn allows, two for any; None where it says nothing of them."""
    if _TWO.search(turn.low):
        return 2
    if _NOT_DIRECT.search(turn.low):
        return 1
    if _NONE.search(turn.low) or (_NOT_ONE.search(turn.low) and not _ONE.search(turn.low)):
        return 0
    if _ONE.search(turn.low):
        return 1
    if not _ASKS_STOPS.search(turn.asked):
        return None
    answer = _NUMBER.match(turn.low)
    return {"0": 0, "zero": 0, "2": 2, "two": 2}.get(answer.group(1), 1) if answer else None
