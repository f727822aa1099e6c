"""Weights and spreads of the public generator's random draws, and the lists of names that it draws from.

Prices don't depend on the airline, and who wants to change or cancel mostly has no reservation: both are the public
generator's ways.
"""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from wayframe.airdialogue.records import MAX_PRICES, FlightClass
from wayframe.errors import InputError, reason, shown

AIRPORTS = 3
"""How many airports the customer and all flights of a context share."""

FIRST_INSTANT = 1_300_000_000
"""The earliest departure: 13 March 2011, 07:06:40 UTC, in seconds since the epoch."""

PERIOD = 365 * 86_400
"""Within how many seconds from there departures lie, evenly; both ends may be drawn."""

STAY = 2 * 86_400
"""How many seconds lie between the wished departure and the wished return."""

SPREAD = 43_200.0
"""Standard deviation, in seconds, of flights about what is wished."""

WISHED_PRICES: dict[str | None, tuple[int, ...]] = {
    None: MAX_PRICES,
    "economy": MAX_PRICES[:-1],
    "business": MAX_PRICES[1:],
}
"""Highest prices that may be wished with a class, each as likely as another."""

WINDOW_WEIGHTS = (0.03, 0.04, 0.03, 0.90)
"""Of a wish for morning, afternoon, evening, none."""

WISHED_CLASS_WEIGHTS = (0.90, 0.07, 0.03)
"""Of no wish, economy, business."""

CONNECTION_WEIGHTS = (0.07, 0.90, 0.03)
"""Of 0, 1, 2 connections: at most so many wished (two are all), and so many of a flight."""

AIRLINE_WEIGHTS = (0.05, 0.95)
"""Of a wish for normal-cost airlines, none."""

GOAL_WEIGHTS = (0.80, 0.10, 0.10)
"""Of book, change, cancel."""

CLASS_WEIGHTS = (0.90, 0.10)
"""Of a flight's class: economy, business."""

PRICES: dict[FlightClass, float] = {"economy": 210.0, "business": 650.0}
"""Mean price before it is rounded down to hundreds, in dollars: that of a low-cost airline."""

PRICE_SPREADS = (0.2, 0.4, 0.6)
"""Standard deviation of the price as a part of the mean, by connections."""

RESERVED = 0.10
"""How many customers hold one of the flights, whatever they want."""


class AirportNames(NamedTuple):
    """Airports by code with the city or name that people say for them; first and last names."""

    airports: dict[str, str]
    first: tuple[str, ...]
    last: tuple[str, ...]


def own_names() -> AirportNames:
    """The lists that ship with the project."""
    return read_names(files("wayframe.airdialogue.contexts").joinpath("lists"))


def read_names(folder: Path | Traversable) -> AirportNames:
    """The lists of a folder: airport.txt (CODE:name), first_names.txt, last_names.txt; an entry a line.

    Raises `InputError` naming file and line.
    """
    airports = dict[str, str]()
    for where, line in _lines(folder, "airport.txt"):
        code, colon, name = line.partition(":")
        if not colon or not code or ":" in name:
            raise InputError(f"{where}: expected CODE:name, found {shown(line)}")
        if code in airports:
            raise InputError(f"{where}: airport {shown(code)} comes twice")
        airports[code] = name
    if len(airports) < AIRPORTS:
        raise InputError(f"{folder / 'airport.txt'}: expected {AIRPORTS} airports or more, found {len(airports)}")
    return AirportNames(airports, _words(folder, "first_names.txt"), _words(folder, "last_names.txt"))


def _words(folder: Path | Traversable, name: str) -> tuple[str, ...]:
    words = []
    for where, line in _lines(folder, name):
        if len(line.split()) > 1:
            raise InputError(f"{where}: expected a name of one word, found {shown(line)}")
        words.append(line)
    if not words:
        raise InputError(f"{folder / name}: holds no name")
    return tuple(words)


def _lines(folder: Path | Traversable, name: str) -> list[tuple[str, str]]:
    path = folder / name
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{path}: {reason(error)}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8: byte 0x{error.object[error.start]:02x}") from error
    return [(f"{path}: line {n}", line.strip()) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
