"""Small worlds of AirDialogue: knowledge bases and samples of a few flights, written for tests."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from wayframe.airdialogue.records import AirFlight, KnowledgeBase

FLIGHT: dict[str, Any] = {
    "departure_airport": "BOS", "return_airport": "SEA", "departure_month": "June", "return_month": "June",
    "departure_day": "12", "return_day": "14", "departure_time_num": 9, "return_time_num": 17, "class": "economy",
    "num_connections": 1, "price": 200, "flight_number": 1000, "airline": "UA",
}  # fmt: skip
INTENT: dict[str, Any] = {
    "departure_airport": "BOS", "return_airport": "SEA", "departure_month": "June", "departure_day": "12",
    "return_month": "June", "return_day": "14", "name": "Maria Stone", "max_price": 500, "goal": "book",
}  # fmt: skip
TALK = ["customer: Hi there.", "agent: Hello. How can I help?", "customer: A flight to Seattle please.", "agent: Done."]


def base(*changes: dict[str, Any], reservation: int = 0) -> dict[str, Any]:
    """A knowledge base of one flight for each set of changes, numbered from 1000."""
    flights = [FLIGHT | change | {"flight_number": 1000 + at} for at, change in enumerate(changes)]
    return {"kb": flights, "reservation": reservation}


def known(*changes: dict[str, Any], reservation: int = 0) -> KnowledgeBase:
    """The same as a record."""
    return msgspec.convert(base(*changes, reservation=reservation), KnowledgeBase)


def flight(**changes: Any) -> AirFlight:
    return msgspec.convert(FLIGHT | changes, AirFlight)


def action(status: str = "book", flight: Sequence[int] = (1000,), name: str = "Maria Stone") -> dict[str, Any]:
    return {"status": status, "flight": list(flight), "name": name}


def sample(done: dict[str, Any] | None = None, expected: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """A sample in which somebody did `done`; what was expected is a booking of flight 1000."""
    right = expected or action()
    acted = done or {**right, "flight": right["flight"][:1]}
    found = {"intent": INTENT, "action": acted, "expected_action": right, "dialogue": TALK}
    return {**found, "correct_sample": done in (None, right), **more}


def written(path: Path, lines: Sequence[object]) -> Path:
    """A file of JSON lines; what is bytes already stands as it is."""
    path.write_bytes(
        b"".join((line if isinstance(line, bytes) else msgspec.json.encode(line)) + b"\n" for line in lines)
    )
    return path
