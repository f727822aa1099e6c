"""Contexts to try players on, where nothing else is at hand: small, dense in matches, of Python's own chance.

They are not distributed as the corpus is; `wayframe.airdialogue.contexts` is for that.
"""

from __future__ import annotations

from random import Random

from wayframe.airdialogue.environment.game import GameContext
from wayframe.airdialogue.records import (
    AIRLINES,
    CLASSES,
    FIRST_FLIGHT,
    FLIGHTS,
    GOALS,
    MAX_PRICES,
    WINDOWS,
    AirFlight,
    Intent,
    KnowledgeBase,
)  # fmt: skip

_AIRPORTS = ("ATL", "ORD", "DCA", "IAD", "SFO", "JFK", "SAN", "LAS")
_NAMES = ("Ann Lee", "John Smith", "April Houston", "Jan de Boer", "Lina Weber", "Zoë Quist", "Austin May", "Bo Ng")


def examples(count: int, seed: int = 0) -> list[GameContext]:
    """So many contexts; the same seed gives the same ones."""
    random = Random(seed)
    return [_context(random) for _ in range(count)]


def _context(random: Random) -> GameContext:
    airports, day = random.sample(_AIRPORTS, 3), random.randint(2, 26)
    origin, destination = random.sample(airports, 2)
    intent = Intent(
        departure_airport=origin,
        return_airport=destination,
        departure_month="Sept",
        departure_day=str(day),
        return_month="Sept",
        return_day=str(day + 2),
        name=random.choice(_NAMES),
        departure_time=random.choice([None, None, *WINDOWS]),
        return_time=random.choice([None, None, *WINDOWS]),
        flight_class=random.choice([None, None, *CLASSES]),
        max_price=random.choice(MAX_PRICES),
        max_connections=random.choice([None, 1, 1, 0]),
        airline_preference=random.choice([None, None, "normal-cost"]),
        goal=random.choice(GOALS),
    )
    flights = tuple(_flight(FIRST_FLIGHT + number, airports, day, random) for number in range(FLIGHTS))
    reservation = random.choice([0, random.choice(flights).flight_number])
    return GameContext(intent, KnowledgeBase(kb=flights, reservation=reservation))


def _flight(number: int, airports: list[str], day: int, random: Random) -> AirFlight:
    origin, destination = random.sample(airports, 2)
    return AirFlight(
        departure_airport=origin,
        return_airport=destination,
        departure_month="Sept",
        departure_day=str(day + random.choice([-1, 0, 0, 0])),
        return_month="Sept",
        return_day=str(day + 2 + random.choice([0, 0, 0, 1])),
        departure_time_num=random.randrange(24),
        return_time_num=random.randrange(24),
        flight_class=random.choice(["economy", "economy", "business"]),
        num_connections=random.choice([0, 1, 1, 2]),
        price=random.choice([100, 200, 300, 600]),
        flight_number=number,
        airline=random.choice(list(AIRLINES)),
    )
