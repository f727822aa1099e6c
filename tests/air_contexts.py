"""Contexts of AirDialogue for tests: one journey and its flights, and files of examples."""

from __future__ import annotations

from pathlib import Path

from wayframe.airdialogue.environment.game import examples
from wayframe.airdialogue.records import AirFlight, Intent, Sample, encode
from wayframe.airdialogue.truth import expected_action


def intent(**changes: object) -> Intent:
    """Somebody who wants to go from Atlanta to Chicago in September."""
    fields: dict[str, object] = {
        "departure_airport": "ATL", "return_airport": "ORD", "departure_month": "Sept", "departure_day": "11",
        "return_month": "Sept", "return_day": "13", "name": "Ann Lee", "max_price": 500, "goal": "book",
    }  # fmt: skip
    return Intent(**(fields | changes))  # type: ignore[arg-type]


def flight(number: int = 1000, **changes: object) -> AirFlight:
    """A flight that suits that person."""
    fields: dict[str, object] = {
        "departure_airport": "ATL", "return_airport": "ORD", "departure_month": "Sept", "departure_day": "11",
        "return_month": "Sept", "return_day": "13", "departure_time_num": 9, "return_time_num": 21,
        "flight_class": "economy", "num_connections": 1, "price": 200, "flight_number": number, "airline": "Delta",
    }  # fmt: skip
    return AirFlight(**(fields | changes))  # type: ignore[arg-type]


def written(folder: Path, count: int, seed: int = 0) -> tuple[Path, Path]:
    """Example contexts with their truth, as the two files."""
    data, kb = folder / "contexts.jsonl", folder / "contexts_kb.jsonl"
    drawn = list(examples(count, seed))
    samples = (Sample(intent=each.intent, expected_action=expected_action(*each)) for each in drawn)
    data.write_bytes(b"".join(encode(sample) + b"\n" for sample in samples))
    kb.write_bytes(b"".join(encode(each.kb) + b"\n" for each in drawn))
    return data, kb
