"""Weights and spreads of the public generator's random draws.

Prices don't depend on the airline, and who wants to change or cancel mostly has no reservation: both are the public
generator's ways.
"""

from __future__ import annotations

from wayframe.airdialogue.records import MAX_PRICES, FlightClass

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
