"""How long a turn over one's own table takes, by the number of its rows; processor time.

Run: python benchmarks/tables.py
"""

from __future__ import annotations

import random
import time
from datetime import date

from wayframe.catalogues import agent_over
from wayframe.schema.inference import inferred
from wayframe.schema.tables import RawTable
from wayframe.sources.tables.opening import source

ROWS = (100, 1_000, 10_000, 100_000)
HEADER = ("name", "Price", "RAM", "Weight (kg)", "Colour", "Touchscreen")
TEXTS = (
    "at least 16 GB under 1000", "a red one with a touchscreen", "anything lighter?", "compare the first two",
    "the second one", "how heavy is it?", "no red, please", "under 5 euros", "book it",
)  # fmt: skip


def raw(rows: int) -> RawTable:
    """A table of invented things."""
    rng = random.Random(1)
    cells = (
        (f"Thing {number}", f"€{rng.randint(10, 5000)}", f"{rng.choice((8, 16, 32))} GB", f"{rng.uniform(1, 3):.2f}",
         rng.choice(("red", "blue", "green")), rng.choice(("yes", "no")))
        for number in range(rows)
    )  # fmt: skip
    return RawTable("things", HEADER, tuple(enumerate(cells, 2)))


def measured(rows: int) -> tuple[float, list[float]]:
    """Seconds to read a table, and milliseconds of each turn of a conversation over it."""
    start = time.process_time()
    found = raw(rows)
    agent = agent_over(source(inferred(found, "things"), found, today=date(2026, 9, 1)))
    read, conversation, turns = time.process_time() - start, agent.open(), list[float]()
    for text in TEXTS:
        before = time.process_time()
        conversation = agent.respond(conversation, text).after
        turns.append(1000 * (time.process_time() - before))
    return read, turns


def main() -> None:
    """Print a line for each size."""
    measured(100)  # what is imported on first use
    for rows in ROWS:
        read, turns = measured(rows)
        middle = sorted(turns)[len(turns) // 2]
        print(f"{rows:>7,} rows: read in {read:5.2f} s, a turn {middle:6.1f} ms, the longest {max(turns):6.1f} ms")


if __name__ == "__main__":
    main()
