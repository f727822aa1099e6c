"""AirDialogue's records in few words, and files of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from wayframe.airdialogue.records import Action, AirFlight, AirRecord, Intent, KnowledgeBase, Sample, encode

WISH: dict[str, Any] = {
    "departure_airport": "OSL",
    "return_airport": "LIS",
    "departure_month": "June",
    "departure_day": "29",
    "return_month": "July",
    "return_day": "1",
    "name": "Ida Moss",
    "max_price": 500,
    "max_connections": 1,
    "goal": "book",
}
FLIGHT: dict[str, Any] = {
    "departure_airport": "OSL",
    "return_airport": "LIS",
    "departure_month": "June",
    "return_month": "July",
    "departure_day": "29",
    "return_day": "1",
    "departure_time_num": 9,
    "return_time_num": 21,
    "class": "economy",
    "num_connections": 1,
    "price": 200,
    "flight_number": 1000,
    "airline": "Delta",
}
TALK = ("customer: Hello there.", "agent: Where to?", "customer: Oslo to Lisbon, please.", "agent: It is booked.")


def intent(**changes: Any) -> Intent:
    """A journey from Oslo to Lisbon, changed; a change to None leaves the key out."""
    return msgspec.convert({key: value for key, value in (WISH | changes).items() if value is not None}, Intent)


def flight(number: int = 1000, **changes: Any) -> AirFlight:
    """A flight that fits, changed."""
    return msgspec.convert(FLIGHT | {"flight_number": number} | changes, AirFlight)


def base(*flights: AirFlight, reservation: int = 0) -> KnowledgeBase:
    """A knowledge base; of thirty flights like each other where none is given."""
    return KnowledgeBase(kb=flights or tuple(map(flight, range(1000, 1030))), reservation=reservation)


def action(status: str = "book", *flights: int, name: str = "Ida Moss") -> Action:
    """An action."""
    return Action(flight=flights, name=name, status=status)


def sample(**changes: Any) -> Sample:
    """A short dialogue that ends well, changed."""
    fields: dict[str, Any] = {
        "intent": intent(),
        "dialogue": TALK,
        "action": action("book", 1000),
        "expected_action": action("book", *range(1000, 1030)),
        "correct_sample": True,
        "timestamps": tuple(range(1_500_000_000, 1_500_000_000 + len(TALK))),
    }
    return Sample(**(fields | changes))


def written(folder: Path, *pairs: tuple[Sample | str, KnowledgeBase | str]) -> tuple[Path, Path]:
    """Both files, of records or of lines as they are."""
    data, kb = folder / "data.json", folder / "kb.json"
    for path, column in ((data, 0), (kb, 1)):
        path.write_bytes(b"".join(_line(pair[column]) for pair in pairs))
    return data, kb


def _line(record: AirRecord | str) -> bytes:
    return (record.encode() if isinstance(record, str) else encode(record)) + b"\n"
