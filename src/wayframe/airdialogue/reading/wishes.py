"""Read a customer's other wishes for a flight: its class, its price, its stops, its kind of airline."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from wayframe.airdialogue.reading.hours import parts_of_day
from wayframe.airdialogue.reading.stops import connections
from wayframe.airdialogue.reading.turns import NOT, AirTurn, meant
from wayframe.airdialogue.records import CostClass, FlightClass, Window

T = TypeVar("T")
FREE = ""
"""A class that was left open: "any class will do"."""


class FlightWishes(NamedTuple):
    """Wishes that were said; None where nothing was."""

    flight_class: str | None
    max_connections: int | None
    max_price: int | None
    airline: CostClass | None
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


def _class(turn: AirTurn) -> FlightClass | str | None:
    text = turn.low
    asked = _CLASSES.search(turn.asked) is not None
    open_to_any = _ANY.search(text) is not None
    names_one = "economy" in text or "business" in text
    if open_to_any and not names_one and _CLASSES.search(text):
        return FREE
    if "economy" in text or "economic class" in text:
        return FREE if _NOT_ECONOMY.search(text) else "economy"
    if _BUSINESS.search(text):
        return "business"
    if not asked:
        return None
    if _BUSINESS_ALONE.search(text):
        return "business"
    return FREE if open_to_any else None


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
