"""Trackers on the user turns of a corpus: turns a second on one core, and the slowest ones; an evaluation from cold.

Run: python benchmarks/tracking.py FRAMES [--trackers rules,previous,MODEL.json] [--json]

What is timed is `track` alone, on observations made before, in processor time, so that other programs disturb it less;
`ready_ms` is how long it takes to have the tracker. The evaluation is `wayframe track evaluate FRAMES` in a process of
its own, reading the file included.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from time import perf_counter, process_time

from wayframe import corpus
from wayframe.tracking import Observation, tracker
from wayframe.tracking.running import situations


def measured(name: str, turns: list[Observation]) -> dict[str, float]:
    start = perf_counter()
    asked, times = tracker(name), list[float]()
    ready = perf_counter() - start
    for seen in turns:
        start = process_time()
        asked.track(seen)
        times.append(process_time() - start)
    ordered = sorted(times)
    at = {"p50_ms": 0.5, "p95_ms": 0.95, "p99_ms": 0.99, "max_ms": 1.0}
    slowest = {name: round(1000 * ordered[min(len(ordered) - 1, int(q * len(ordered)))], 3) for name, q in at.items()}
    return {"ready_ms": round(1000 * ready, 1), "turns_per_second": round(len(times) / sum(times)), **slowest}


def evaluation(path: Path) -> float:
    start = perf_counter()
    command = "from wayframe.cli.main import main; main()"
    subprocess.run([sys.executable, "-c", command, "track", "evaluate", path], check=True, stdout=subprocess.DEVNULL)
    return round(perf_counter() - start, 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--trackers", default="rules,paper-rules,previous")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found: dict[str, object] = {"evaluate_seconds": evaluation(options.path)}
    turns = [seen for dialogue in corpus.read(options.path) for _, seen in situations(dialogue)]
    found |= {name: measured(name, turns) for name in options.trackers.split(",")}
    if options.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name}: {value}")


if __name__ == "__main__":
    main()
