"""How fast and in how much memory a large table opens, cold and with its index kept, and how long turns over it take.

    python benchmarks/large_tables.py [--rows 1000000] [--columns 30] [--folder FOLDER] [--json]
    python benchmarks/large_tables.py --database postgresql://me@host/test [--rows 10000000] [--json]

Each measurement is a process of its own: opening without an index, opening with it, and a conversation. A table is
ready when the agent has been made and could answer. Memory is the process's peak resident size with all that it
imports; the conversation's turns are asked for in several orders, from new conversations. A database gets a table of
invented things with the indexes that the load report asks for, unless it has one from an earlier run.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from statistics import quantiles

BRANDS = ("Kestrel", "Orla", "Tamarack", "Lumen", "Pinto", "Quill", "Arbor", "Nib")
COLOURS = ("red", "blue", "green", "black", "white", "silver")
CITIES = ("Boston", "Denver", "Lisbon", "Oslo", "Porto", "Rome", "Turin", "Vienna")
WORDS = ("light", "sturdy", "quiet", "fast", "cheap", "plain", "smart", "small", "large", "new")
FIRST_DAY = date(2024, 1, 1)
TEXTS = (
    "at least 16 GB under 1000", "a red one with a touchscreen", "anything lighter?", "compare the first two",
    "the second one", "how heavy is it?", "no red, please", "a Kestrel or an Orla", "what brands are there?",
    "how many are under 300?", "under 20 euros with 64 GB and over 4.9 stars", "the lightest one", "from Oslo",
    "go back to the first one", "released after May 2025", "book it",
)  # fmt: skip


def cells(number: int, rng: random.Random, columns: int) -> list[str]:
    """The cells of an invented thing; from the thirteenth column on measurements with three decimals."""
    own = [
        f"{rng.choice(BRANDS)} {rng.choice(WORDS).capitalize()} {number}", rng.choice(BRANDS),
        f"€{rng.randint(1000, 500000) / 100:,.2f}", f"{rng.choice((8, 16, 32, 64))} GB", f"{rng.uniform(0.8, 4):.3f}",
        rng.choice(COLOURS), rng.choice(("yes", "no")), f"{rng.uniform(1, 5):.1f}", rng.choice(CITIES),
        (FIRST_DAY + timedelta(rng.randrange(900))).isoformat(), str(rng.randrange(0, 60)),
        " ".join(rng.choices(WORDS, k=5)),
    ]  # fmt: skip
    return [*own, *(f"{rng.gauss(50, 12):.3f}" for _ in range(columns - len(own)))]


HEADER = (
    "model", "brand", "price", "RAM", "weight (kg)", "colour", "touchscreen", "rating", "city", "released", "stock",
    "remarks",
)  # fmt: skip


def write(path: Path, rows: int, columns: int) -> None:
    """Write a table of invented things; the same for the same size."""
    rng = random.Random(1)
    header = [*HEADER, *(f"measure {number}" for number in range(1, columns - len(HEADER) + 1))]
    with path.open("w", encoding="utf-8") as file:
        file.write(",".join(header) + "\n")
        for number in range(rows):
            quoted = (f'"{cell}"' if "," in cell else cell for cell in cells(number, rng, columns))
            file.write(",".join(quoted) + "\n")


def peak_mib() -> int:
    """The process's peak resident size; on Linux not `ru_maxrss`, in which the parent's size before exec counts."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1 << 20 if sys.platform == "darwin" else 1 << 10)


def opened(path: str) -> dict[str, float]:
    """Seconds until the agent over a table is ready, processor seconds, and the peak of memory in MiB."""
    start, used = time.perf_counter(), time.process_time()
    from wayframe.catalogues import agent_over, live

    agent_over(live(path, today=date(2026, 9, 1)))
    seconds, processor = time.perf_counter() - start, time.process_time() - used
    return {"seconds": round(seconds, 2), "processor_seconds": round(processor, 2), "peak_mib": peak_mib()}


def talked(path: str) -> dict[str, float]:
    """Milliseconds of the turns of five conversations, apart from those for which nothing fitted."""
    from wayframe.catalogues import agent_over, live

    agent, rng = agent_over(live(path, today=date(2026, 9, 1))), random.Random(2)
    turns, without = list[float](), list[float]()
    for _ in range(5):
        conversation = agent.open()
        for text in (TEXTS[0], *rng.sample(TEXTS[1:], len(TEXTS) - 1)):
            before = time.perf_counter()
            exchange = agent.respond(conversation, text)
            taken = 1000 * (time.perf_counter() - before)
            found_nothing = any(act.name in ("no_result", "suggest") for act in exchange.wizard.acts)
            (without if found_nothing else turns).append(taken)
            conversation = exchange.after
    steps = quantiles(turns, n=20)
    return {
        "turns": len(turns), "median_ms": round(steps[9], 1), "p95_ms": round(steps[18], 1),
        "longest_ms": round(max(turns), 1), "peak_mib": peak_mib(),
        "without": len(without), "longest_without_ms": round(max(without, default=0.0), 1),
    }  # fmt: skip


MEASURES = {"cold": opened, "warm": opened, "turns": talked}


TABLE = "wayframe_things"
MADE = """
create table wayframe_things as select n as id,
  (array['Kestrel','Orla','Tamarack','Lumen','Pinto','Quill'])[1 + floor(random() * 6)::int] || ' ' || n as model,
  (array['Kestrel','Orla','Tamarack','Lumen','Pinto','Quill'])[1 + floor(random() * 6)::int] as brand,
  (10 + random() * 4990)::numeric(9, 2) as price_eur, (array[8, 16, 32, 64])[1 + floor(random() * 4)::int] as ram_gb,
  (0.8 + random() * 3.2)::numeric(5, 3) as weight_kg, random() < 0.5 as touchscreen,
  (array['red','blue','green','black','white','silver'])[1 + floor(random() * 6)::int] as colour,
  (1 + random() * 4)::numeric(2, 1) as rating, date '2024-01-01' + floor(random() * 900)::int as released,
  (array['Boston','Denver','Lisbon','Oslo','Porto','Rome'])[1 + floor(random() * 6)::int] as city,
  floor(random() * 60)::int as stock, md5(n::text) as remarks
from generate_series(1, {rows}) n
"""


def made(address: str, rows: int) -> str:
    """Make the table in a database where it isn't there, and the indexes that its load report asks for."""
    import sqlalchemy

    from wayframe.sources.tables.opening import loaded

    url = f"{address}#{TABLE}"
    engine = sqlalchemy.create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    if not sqlalchemy.inspect(engine).has_table(TABLE):
        with engine.begin() as connection:
            connection.execute(sqlalchemy.text(MADE.format(rows=rows)))
            connection.execute(sqlalchemy.text(f"alter table {TABLE} add primary key (id)"))
    for note in loaded(url, today=date(2026, 9, 1)).report.notes:
        with engine.begin() as connection:
            connection.execute(sqlalchemy.text(note.partition(": ")[2]))
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(sqlalchemy.text(f"vacuum analyze {TABLE}"))
    engine.dispose()
    return url


def told(found: dict[str, dict[str, float]]) -> None:
    """Print what was measured."""
    for name in (name for name in found if name != "turns"):
        each = found[name]
        print(
            f"ready {name}: {each['seconds']:.2f} s ({each['processor_seconds']:.2f} s of the processors), "
            f"{each['peak_mib']:,} MiB"
        )
    turns = found["turns"]
    print(
        f"{turns['turns']} turns: median {turns['median_ms']:.1f} ms, 95 % within {turns['p95_ms']:.1f} ms, "
        f"longest {turns['longest_ms']:.1f} ms; {turns['without']} for which nothing fitted: longest "
        f"{turns['longest_without_ms']:.1f} ms; {turns['peak_mib']:,} MiB"
    )


def measured(address: str, names: Sequence[str]) -> dict[str, dict[str, float]]:
    found = {}
    for name in names:
        command = [sys.executable, __file__, "--measure", name, "--file", address]
        found[name] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--columns", type=int, default=30)
    parser.add_argument("--folder", type=Path, help="keep the table there for the next time; its index is made anew")
    parser.add_argument("--database", metavar="URL", help="measure a table of PostgreSQL instead of a file")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--measure", choices=MEASURES, help=argparse.SUPPRESS)
    parser.add_argument("--file", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(MEASURES[options.measure](options.file)))
        return
    if options.database:
        found = measured(made(options.database, options.rows), ("warm", "turns"))
        size = f"{options.rows:,} rows in a database"
    else:
        with tempfile.TemporaryDirectory() as temporary:
            path = (options.folder or Path(temporary)) / f"things-{options.rows}-{options.columns}.csv"
            if not path.exists():
                write(path, options.rows, options.columns)
            path.touch()  # so that an index of an earlier run is none of it
            found = measured(str(path), tuple(MEASURES))
            size = f"{options.rows:,} rows of {options.columns} columns, {path.stat().st_size / 1e6:,.0f} MB"
    if options.json:
        print(json.dumps({"table": size, **found}, indent=2))
        return
    print(size)
    told(found)


if __name__ == "__main__":
    main()
