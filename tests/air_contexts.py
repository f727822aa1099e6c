"""Contexts of AirDialogue for tests, drawn without numpy."""

from __future__ import annotations

from random import Random

from wayframe.airdialogue.environment.game import Context
from wayframe.airdialogue.files import write
from wayframe.airdialogue.records import (
    AIRLINES,
    CLASSES,
    GOALS,
    MAX_PRICES,
    WINDOWS,
    Flight,
    Intent,
    KnowledgeBase,
    Sample,
)
from wayframe.airdialogue.truth import expected_action

AIRPORTS = ("ATL", "ORD", "DCA", "IAD", "SFO", "JFK", "SAN", "LAS")
NAMES = ("Ann Lee", "John Smith", "April Houston", "Jan de Boer", "Lina Weber", "Zoë Quist", "Austin May", "Bo Ng")


def intent(**changes: object) -> Intent:
    """Somebody who wants to go from Atlanta to Chicago in September."""
    fields: dict[str, object] = {
        "departure_airport": "ATL", "return_airport": "ORD", "departure_month": "Sept", "departure_day": "11",
        "return_month": "Sept", "return_day": "13", "name": "Ann Lee", "max_price": 500, "goal": "book",
    }  # fmt: skip
    return Intent(**(fields | changes))  # type: ignore[arg-type]


def flight(number: int = 1000, **changes: object) -> Flight:
    """A flight that suits that person."""
    fields: dict[str, object] = {
        "departure_airport": "ATL", "return_airport": "ORD", "departure_month": "Sept", "departure_day": "11",
        "return_month": "Sept", "return_day": "13", "departure_time_num": 9, "return_time_num": 21,
        "flight_class": "economy", "num_connections": 1, "price": 200, "flight_number": number, "airline": "Delta",
    }  # fmt: skip
    return Flight(**(fields | changes))  # type: ignore[arg-type]


def context(random: Random) -> Context:
    """A context that chance makes: three airports, three days, thirty flights."""
    airports = random.sample(AIRPORTS, 3)
    day = random.randint(2, 26)
    origin, destination = random.sample(airports, 2)
    wishes = {
        "departure_time": random.choice([None, None, *WINDOWS]),
        "return_time": random.choice([None, None, *WINDOWS]),
        "flight_class": random.choice([None, None, *CLASSES]),
        "max_connections": random.choice([None, 1, 1, 0]),
        "airline_preference": random.choice([None, None, "normal-cost"]),
    }
    wanted = intent(
        departure_airport=origin, return_airport=destination, departure_day=str(day), return_day=str(day + 2),
        name=random.choice(NAMES), max_price=random.choice(MAX_PRICES), goal=random.choice(GOALS), **wishes,
    )  # fmt: skip
    flights = tuple(_flight(1000 + number, airports, day, random) for number in range(30))
    return Context(
        wanted, KnowledgeBase(kb=flights, reservation=random.choice([0, random.choice(flights).flight_number]))
    )


def contexts(count: int, seed: int = 0) -> list[Context]:
    """So many contexts; the same seed gives the same ones."""
    random = Random(seed)
    return [context(random) for _ in range(count)]


def files(folder: object, count: int, seed: int = 0) -> tuple[str, str]:
    """Two files of contexts with their truth, in a folder."""
    data, kb = f"{folder}/data.jsonl", f"{folder}/kb.jsonl"
    write(
        data,
        kb,
        (
            (Sample(intent=each.intent, expected_action=expected_action(*each)), each.kb)
            for each in contexts(count, seed)
        ),
    )
    return data, kb


def _flight(number: int, airports: list[str], day: int, random: Random) -> Flight:
    origin, destination = random.sample(airports, 2)
    return flight(
        number, departure_airport=origin, return_airport=destination,
        departure_day=str(day + random.choice([-1, 0, 0, 0])),
        return_day=str(day + 2 + random.choice([0, 0, 0, 1])), departure_time_num=random.randrange(24),
        return_time_num=random.randrange(24), flight_class=random.choice(["economy", "economy", "business"]),
        num_connections=random.choice([0, 1, 1, 2]), price=random.choice([100, 200, 300, 600]),
        airline=random.choice(list(AIRLINES)),
    )  # fmt: skip
