"""Read a customer's other wishes for a flight: class, price, stops, kind of airline, parts of the day."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeVar

from wayframe.airdialogue.reading.turns import NOT, AirTurn, meant
from wayframe.airdialogue.records import CostClass, FlightClass, Window

T = TypeVar("T")
FREE: Literal[""] = ""
"""A class that was left open: "any class will do"."""


class FlightWishes(NamedTuple):
    """Wishes that were said; None where nothing was."""

    flight_class: FlightClass | Literal[""] | None
    max_connections: int | None
    max_price: int | None
    airline_preference: CostClass | None
    departure_time: Window | None
    return_time: Window | None


def heard(dialogue: Sequence[AirTurn]) -> FlightWishes:
    """Read the customer's wishes; the last word on each counts."""
    customer = meant(dialogue)
    there, back = parts_of_day(customer)
    return FlightWishes(
        _last(_class, customer),
        _last(connections, customer),
        _last(_price, customer),
        _last(_airline, customer),
        there,
        back,
    )


def _last(reading: Callable[[AirTurn], T | None], customer: Sequence[AirTurn]) -> T | None:
    found = [each for each in map(reading, customer) if each is not None]
    return found[-1] if found else None


_ANY = re.compile(rf"\b(?:any|either|all)\b|{NOT}[\w\s]{{0,20}}\b(?:prefer\w*|specific\w*|matter)")
_BUSINESS = re.compile(r"\bbusiness[\s-]*(?:class|seats?|cabin|flight|ticket|fare|travel class)")
_BUSINESS_ALONE = re.compile(r"\bbusiness\b(?! (?:trip|meet|purpose))")
_NOT_ECONOMY = re.compile(rf"{NOT}[\w\s]{{0,15}}economy")
_CLASSES = re.compile(r"\b(?:class|cabin|seat type)\b")


def _class(turn: AirTurn) -> FlightClass | Literal[""] | None:
    text = turn.low
    open_to_any = _ANY.search(text) is not None
    if open_to_any and _CLASSES.search(text) and "economy" not in text and "business" not in text:
        return FREE
    if "economy" in text or "economic class" in text:
        return FREE if _NOT_ECONOMY.search(text) else "economy"
    asked = _CLASSES.search(turn.asked) is not None
    if _BUSINESS.search(text) or (asked and _BUSINESS_ALONE.search(text)):
        return "business"
    return FREE if asked and open_to_any else None


_AMOUNT = re.compile(
    r"(?<![\d/.:-])\$?\s?(\d{1,2},\d{3}|\d{2,5})\s?(?:\$|usd|dollars?|bucks|/-)?(?![\d/:]|\s*(?:st|nd|rd|th)\b|,\d)"
)
_OF_MONEY = re.compile(
    r"\b(?:price|fare|budget|cost|pay|spend|afford|amount|rate|dollars?|usd|bucks|charges?|money|expens\w*|cheap\w*)\b|\$"
)
_BOUNDED = re.compile(
    r"\b(?:under|below|within|less than|up ?to|at most|max\w*|not (?:exceed|more)\w*|limit|around|no more than)\b"
)
_NOT_MONEY = re.compile(r"\b(?:flight|number|no\.?|#)\s*-?\s*$")
_PRICED = range(50, 20_000)


def _price(turn: AirTurn) -> int | None:
    money = _OF_MONEY.search(turn.low)
    if not money and not _BOUNDED.search(turn.low) and not _OF_MONEY.search(turn.asked):
        return None
    for amount in _AMOUNT.finditer(turn.low):
        value = int(amount.group(1).replace(",", ""))
        near = turn.low[max(0, amount.start() - 16) : amount.start()]
        if value in _PRICED and not _NOT_MONEY.search(near) and (money or value % 100 == 0):
            return value
    return None


_NORMAL = re.compile(
    r"\b(?:normal|regular|standard|full)[\s-]*(?:cost|price|fare|airline)"
    rf"|(?:{NOT}|\b(?:avoid|except|other than|without|never|hate|dislike)\b)[\w\s',]{{0,30}}"
    r"\b(?:low|lower|cheap|budget)[\s-]*(?:cost|price|fare)?"
)


def _airline(turn: AirTurn) -> CostClass | None:
    return "normal-cost" if _NORMAL.search(turn.low) else None


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


_MOST = {"0": 0, "zero": 0, "2": 2, "two": 2}
_STOPS = ((_TWO, 2), (_NOT_DIRECT, 1), (_NONE, 0), (_ONE, 1), (_NOT_ONE, 0))


def connections(turn: AirTurn) -> int | None:
    """The most connections that a turn allows, two for any; None where it says nothing of them."""
    for pattern, most in _STOPS:
        if pattern.search(turn.low):
            return most
    answer = _NUMBER.match(turn.low) if _ASKS_STOPS.search(turn.asked) else None
    return _MOST.get(answer[1], 1) if answer else None


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
