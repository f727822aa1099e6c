"""How fast a catalogue of a million packages is searched.

    python benchmarks/search.py [--packages 1000000] [--queries 2000] [--seed 0] [--json]

The catalogue is generated in a temporary folder. Queries are drawn like the wizards': most name an origin and a
destination, some only one, a few neither; windows of one to three weeks or only a start, some flexible; budgets that
fit, that hardly fit and that nothing fits; parties, seats, stars, amenities. Each query runs once; what is timed is the
whole of `Catalogue.search`, packages in hand. What finds nothing is given to `Catalogue.suggest`, timed apart.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import tempfile
import time
from datetime import timedelta
from pathlib import Path
from random import Random

from wayframe.ontology import AMENITIES, VICINITY
from wayframe.packages import Catalogue, Plan, Query, generate

KINDS = {"origin and destination": 0.70, "origin": 0.16, "destination": 0.09, "neither": 0.05}
BUDGETS = (50, 400, 900, 1500, 2500, 5000)
SUGGESTIONS = "suggestions"


def draw(kind: str, catalogue: Catalogue, rng: Random) -> Query:
    """A query that names these cities, and now and then anything else."""
    cities, (first, last) = catalogue.cities(), catalogue.season
    start = first + timedelta(days=rng.randrange((last - first).days)) if rng.random() < 0.7 else None
    adults = rng.choices((1, 2, 3, 4, 8), (8, 6, 2, 2, 1))[0]
    return Query(
        or_city=rng.choice(cities) if "origin" in kind else None,
        dst_city=rng.choice(cities) if "destination" in kind else None,
        start=start,
        end=start + timedelta(days=rng.randint(6, 21)) if start and rng.random() < 0.7 else None,
        flexible=rng.random() < 0.3,
        adults=adults,
        children=rng.choice((0, 0, 0, 1, 2)),
        price_max=rng.choice(BUDGETS) * adults if rng.random() < 0.6 else None,
        max_duration=rng.randint(3, 14) if rng.random() < 0.2 else None,
        seat=rng.choice(("economy", "business")) if rng.random() < 0.3 else None,
        min_category=rng.choice((3.0, 4.0, 5.0)) if rng.random() < 0.25 else None,
        amenities=(rng.choice(AMENITIES),) if rng.random() < 0.15 else (),
        vicinity=(rng.choice(VICINITY),) if rng.random() < 0.1 else (),
    )


def measure(catalogue: Catalogue, queries: int, rng: Random) -> dict[str, list[tuple[float, int]]]:
    """Milliseconds and number of results of each query, by what it names; and of suggestions."""
    taken: dict[str, list[tuple[float, int]]] = {kind: [] for kind in (*KINDS, SUGGESTIONS)}
    for kind in rng.choices(list(KINDS), list(KINDS.values()), k=queries):
        query = draw(kind, catalogue, rng)
        began = time.perf_counter()
        found = catalogue.search(query)
        taken[kind].append((1000 * (time.perf_counter() - began), len(found)))
        if not found:
            began = time.perf_counter()
            suggested = catalogue.suggest(query)
            taken[SUGGESTIONS].append((1000 * (time.perf_counter() - began), len(suggested)))
    return taken


def summary(times: list[tuple[float, int]]) -> dict[str, float]:
    ordered = sorted(ms for ms, _ in times)
    return {
        "queries": len(times),
        "p50_ms": round(ordered[len(ordered) // 2], 3),
        "p95_ms": round(ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))], 3),
        "max_ms": round(ordered[-1], 3),
        "empty": sum(not found for _, found in times),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Time searches over a large generated catalogue.")
    parser.add_argument("--packages", type=int, default=1_000_000)
    parser.add_argument("--queries", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "packages.sqlite")
        began = time.perf_counter()
        generate(path, Plan(packages=options.packages, seed=options.seed))
        made = time.perf_counter() - began
        with Catalogue(path) as catalogue:
            taken = measure(catalogue, options.queries, Random(options.seed))
        size = path.stat().st_size / 1e6
    figures = {"all": summary([pair for kind in KINDS for pair in taken[kind]])}
    figures |= {kind: summary(times) for kind, times in taken.items() if times}
    conditions = {"packages": options.packages, "seed": options.seed, "sqlite": sqlite3.sqlite_version}
    if options.json:
        print(json.dumps({**conditions, "generated_s": round(made, 2), "file_mb": round(size, 1), **figures}))
    else:
        print(
            f"{options.packages:,} packages, {size:.0f} MB, generated in {made:.1f} s; SQLite {sqlite3.sqlite_version}"
        )
        print(f"{'query names':24}{'queries':>8}{'p50 ms':>9}{'p95 ms':>9}{'max ms':>9}{'empty':>7}")
        for kind, row in figures.items():
            numbers = f"{row['p50_ms']:9.2f}{row['p95_ms']:9.2f}{row['max_ms']:9.2f}"
            print(f"{kind:24}{row['queries']:8}{numbers}{row['empty']:7}")


if __name__ == "__main__":
    main()
