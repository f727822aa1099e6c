"""How fast AirDialogue's contexts are drawn: `wayframe air contexts` beside the rules restated in plain Python.

    python benchmarks/air_contexts.py [--contexts 50000] [--plain 5000] [--jobs 1] [--runs 3] [--json]

Both write both files of the same kind into a temporary folder, in turns, in one run; the plain one writes fewer, and
what is compared is contexts a second. CPU seconds are those of this process, which does all the work where jobs are 1;
wall seconds are the best run's.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from wayframe.airdialogue.contexts import generate, own_names
from wayframe.airdialogue.records import AIRLINES, MONTHS, window

AIRPORTS = tuple(own_names().airports)
FIRST, LAST = own_names().first, own_names().last
DAY = 86_400


class Rate(NamedTuple):
    """Contexts a second, of the best run."""

    wall: float
    cpu: float


def route(random: Random, airports: list[str]) -> tuple[str, str]:
    origin, destination = random.randrange(3), random.randrange(3)
    return airports[origin], airports[(destination + (origin == destination)) % 3]


def calendar(instant: float) -> tuple[str, str, int]:
    moment = datetime.fromtimestamp(instant, UTC)
    return MONTHS[moment.month - 1], str(moment.day), moment.hour


def customer(random: Random, airports: list[str]) -> tuple[dict[str, Any], int]:
    leaving = random.randint(1_300_000_000, 1_300_000_000 + 365 * DAY)
    origin, destination = route(random, airports)
    there, back = calendar(leaving), calendar(leaving + 2 * DAY)
    windows = random.choices(("morning", "afternoon", "evening", None), (3, 4, 3, 90), k=2)
    kind = random.choices((None, "economy", "business"), (90, 7, 3))[0]
    prices = {None: (200, 500, 1000, 5000), "economy": (200, 500, 1000), "business": (500, 1000, 5000)}[kind]
    wish = {
        "departure_airport": origin,
        "return_airport": destination,
        "departure_month": there[0],
        "departure_day": there[1],
        "return_month": back[0],
        "return_day": back[1],
        "name": f"{random.choice(FIRST)} {random.choice(LAST)}",
        "departure_time": windows[0],
        "return_time": windows[1],
        "class": kind,
        "max_price": random.choice(prices),
        "max_connections": random.choices((0, 1, None), (7, 90, 3))[0],
        "airline_preference": random.choices(("normal-cost", None), (5, 95))[0],
        "goal": random.choices(("book", "change", "cancel"), (80, 10, 10))[0],
    }
    return {key: value for key, value in wish.items() if value is not None}, leaving


def flight(random: Random, airports: list[str], leaving: int, number: int) -> dict[str, Any]:
    origin, destination = route(random, airports)
    there, back = map(calendar, sorted(random.gauss(at, 43_200) for at in (leaving, leaving + 2 * DAY)))
    kind = random.choices(("economy", "business"), (9, 1))[0]
    connections = random.choices((0, 1, 2), (7, 90, 3))[0]
    mean = 210.0 if kind == "economy" else 650.0
    price = random.gauss(mean, mean * (0.2, 0.4, 0.6)[connections])
    return {
        "departure_airport": origin,
        "return_airport": destination,
        "departure_month": there[0],
        "return_month": back[0],
        "departure_day": there[1],
        "return_day": back[1],
        "departure_time_num": there[2],
        "return_time_num": back[2],
        "class": kind,
        "num_connections": connections,
        "price": max(int(price / 100), 1) * 100,
        "flight_number": number,
        "airline": random.choice(tuple(AIRLINES)),
    }


def fits(wish: dict[str, Any], offer: dict[str, Any]) -> bool:
    same = ("departure_airport", "return_airport", "departure_month", "departure_day", "return_month", "return_day")
    return (
        all(wish[key] == offer[key] for key in same)
        and offer["price"] <= wish["max_price"]
        and offer["num_connections"] <= wish.get("max_connections", 2)
        and wish.get("class", offer["class"]) == offer["class"]
        and wish.get("airline_preference", AIRLINES[offer["airline"]]) == AIRLINES[offer["airline"]]
        and all(
            wish.get(f"{way}_time", of) == of
            for way in ("departure", "return")
            for of in [window(offer[f"{way}_time_num"])]
        )
    )


def context(random: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    airports = random.sample(AIRPORTS, 3)
    wish, leaving = customer(random, airports)
    flights = [flight(random, airports, leaving, 1000 + number) for number in range(30)]
    reservation = 1000 + random.randrange(30) if random.random() < 0.1 else 0
    status, right = wish["goal"], list[int]()
    if status != "book" and not reservation:
        status = "no_reservation"
    elif status != "cancel":
        offers = [offer for offer in flights if fits(wish, offer)]
        lowest = min((offer["price"] for offer in offers), default=0)
        right = [offer["flight_number"] for offer in offers if offer["price"] == lowest]
        status = status if right else "no_flight"
    expected = {"flight": right, "name": wish["name"], "status": status}
    action = expected | {"flight": [random.choice(right)] if right else []}
    return {"intent": wish, "action": action, "expected_action": expected}, {"kb": flights, "reservation": reservation}


def plain(data: Path, kb: Path, count: int, seed: int) -> None:
    random = Random(seed)
    with data.open("w", encoding="utf-8") as samples, kb.open("w", encoding="utf-8") as bases:
        for _ in range(count):
            sample, base = context(random)
            samples.write(json.dumps(sample, separators=(",", ":")) + "\n")
            bases.write(json.dumps(base, separators=(",", ":")) + "\n")


def timed(count: int, work: Callable[[], object]) -> Rate:
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return Rate(count / (time.perf_counter() - wall), count / (time.process_time() - cpu))


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the drawing of contexts beside plain Python.")
    parser.add_argument("--contexts", type=int, default=50_000)
    parser.add_argument("--plain", type=int, default=5_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rates: dict[str, list[Rate]] = {"wayframe": [], "wayframe --compat": [], "plain Python": []}
    with tempfile.TemporaryDirectory() as folder:
        data, kb = Path(folder, "data.jsonl"), Path(folder, "kb.jsonl")
        names = own_names()
        for seed in range(options.runs):
            ours = partial(generate, data, kb, options.contexts, seed, names, jobs=options.jobs)
            rates["wayframe"].append(timed(options.contexts, ours))
            compat = partial(generate, data, kb, options.plain, seed, names, compat=True)
            rates["wayframe --compat"].append(timed(options.plain, compat))
            rates["plain Python"].append(timed(options.plain, partial(plain, data, kb, options.plain, seed)))
    best = {name: Rate(max(r.wall for r in of), max(r.cpu for r in of)) for name, of in rates.items()}
    ratio = best["wayframe"].cpu / best["plain Python"].cpu
    if options.json:
        figures = {name: rate._asdict() for name, rate in best.items()}
        print(
            json.dumps({**vars(options), "cores": os.cpu_count(), "per_second": figures, "ratio_cpu": round(ratio, 2)})
        )
        return
    print(f"{options.contexts:,} contexts ({options.plain:,} where slow), files written, {options.jobs} jobs")
    for name, rate in best.items():
        print(f"{name:20}{rate.wall:12,.0f} a second{rate.cpu:12,.0f} a second of CPU")
    print(f"{ratio:.1f} times plain Python, by CPU")


if __name__ == "__main__":
    main()
