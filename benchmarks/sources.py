"""How long searches over the default catalogue take: `python benchmarks/sources.py`, in milliseconds of CPU."""

import random
import statistics
import time
from collections.abc import Callable
from functools import partial

from wayframe.meaning.records import Constraint, Party, Text
from wayframe.packages import default_catalogue
from wayframe.packages.source import TripsSource
from wayframe.sources.conformance import conditions
from wayframe.sources.protocol import Condition, Query

QUERIES, MOST = 400, 12


def main() -> None:
    """Print the median and the 95th percentile of searches from one city."""
    rng = random.Random(0)
    source = TripsSource(default_catalogue())
    asked = [each for each in conditions(source) if each.slot != "or_city" and each.constraint.op != "is"]
    drawn = [_query(source, asked, rng) for _ in range(QUERIES)]
    _print("search", [_cpu(partial(source.search, query, 10)) for query in drawn])
    cities = [query._replace(spread="dst_city") for query in drawn]
    _print("one for each city", [_cpu(partial(source.search, query, 6)) for query in cities])
    vain = [query for query in drawn if not source.search(query, 1).items]
    _print("what nearly fits", [_cpu(partial(source.relax, query, 3)) for query in vain])


def _query(source: TripsSource, asked: list[Condition], rng: random.Random) -> Query:
    origin = Condition("or_city", Constraint("is", (Text(rng.choice(source.names("or_city"))),)))
    some = rng.sample(asked, rng.randint(0, MOST - 1))
    return Query((origin, *some), party=Party(adults=rng.randint(1, 3)))


def _cpu(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return (time.process_time() - start) * 1000


def _print(name: str, times: list[float]) -> None:
    ninety_fifth = statistics.quantiles(times, n=20)[-1]
    print(f"{name}: {len(times)} times, median {statistics.median(times):.1f} ms, 95 % within {ninety_fifth:.1f} ms")


if __name__ == "__main__":
    main()
