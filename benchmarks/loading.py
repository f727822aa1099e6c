"""How fast and in how much memory a corpus loads: `wayframe.corpus` beside `json.load`, on the same file in one run.

    python benchmarks/loading.py FILE [--runs 3] [--json]

FILE may be .gz or .xz (it is unpacked first, outside the measurement) and defaults to $WAYFRAME_FRAMES. Each run is a
process of its own. Time is that of loading alone, memory the process's peak resident size with what it imports.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from wayframe import corpus
from wayframe.files import reading


class Figures(NamedTuple):
    """Best of several runs."""

    seconds: float
    peak_mib: float


def load_json(path: Path) -> int:
    with path.open("rb") as file:
        return len(json.load(file))


def load_typed(path: Path) -> int:
    return len(corpus.read(path))


def load_streamed(path: Path) -> int:
    return sum(1 for _ in corpus.stream(path))


def load_decoded(path: Path) -> int:
    """All of it: `read` leaves frames and searches as JSON until they are asked for."""
    dialogues = corpus.read(path)
    kept = [[(turn.frames, turn.db) for turn in dialogue.turns] for dialogue in dialogues]
    return len(kept)


LOADERS: dict[str, Callable[[Path], int]] = {
    "json.load": load_json,
    "corpus.read": load_typed,
    "... frames and db": load_decoded,
    "corpus.stream": load_streamed,
}


def measure(name: str, path: Path, runs: int) -> Figures:
    command = [sys.executable, __file__, "--loader", name, str(path)]
    found = [json.loads(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(runs)]
    return Figures(min(each[0] for each in found), min(each[1] for each in found))


def load_once(name: str, path: Path) -> None:
    """Load in this process and print seconds and MiB."""
    start = time.perf_counter()
    LOADERS[name](path)
    seconds = time.perf_counter() - start
    print(json.dumps([seconds, peak_bytes() / 2**20]))


def peak_bytes() -> int:
    """The process's peak resident size; on Linux not `ru_maxrss`, in which the parent's size before exec counts."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


class Report(NamedTuple):
    """What the benchmark found, and on what."""

    bytes: int
    runs: int
    python: str
    loaders: dict[str, dict[str, float]]


def report(path: Path, runs: int) -> Report:
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "corpus.json"
        with reading(path) as source, plain.open("wb") as target:
            shutil.copyfileobj(source, target)
        size = plain.stat().st_size
        figures = {name: measure(name, plain, runs) for name in LOADERS}
    base = figures["json.load"]
    loaders = {
        name: {
            "seconds": round(each.seconds, 3),
            "peak_mib": round(each.peak_mib, 1),
            "times_faster": round(base.seconds / each.seconds, 1),
            "memory_share": round(each.peak_mib / base.peak_mib, 3),
        }
        for name, each in figures.items()
    }
    return Report(size, runs, sys.version.split()[0], loaders)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=os.environ.get("WAYFRAME_FRAMES"))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--loader", choices=LOADERS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.file is None:
        parser.error("no FILE, and WAYFRAME_FRAMES is not set")
    if options.loader:
        load_once(options.loader, options.file)
        return
    found = report(options.file, options.runs)
    if options.json:
        print(json.dumps(found._asdict(), indent=2))
        return
    print(f"{found.bytes:,} bytes, best of {options.runs}")
    print(f"{'':17}{'seconds':>9}{'peak MiB':>10}{'faster':>9}{'memory':>9}")
    for name, each in found.loaders.items():
        print(f"{name:17}{each['seconds']:9.3f}{each['peak_mib']:10.1f}", end="")
        print(f"{each['times_faster']:8.1f}x{each['memory_share']:9.0%}")


if __name__ == "__main__":
    main()
