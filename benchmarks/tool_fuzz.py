"""A language model with tools that says anything, over trips and a table: how much of it that is wrong is shown.

    python benchmarks/tool_fuzz.py [--replies 10000] [--seed 1]

Wrong are sentences that the model knows to be lies (another option's price, a feature that isn't there, a booking that
nobody made), values that `wayframe simulate` finds to come from nowhere, and bookings: nobody asks for any.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from fuzzed_model import laptops, played, trips
from wayframe.packages import default_catalogue


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--replies", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    found = dict[str, object]()
    wrong = list[str]()
    for name, scene in (("trips", trips(default_catalogue())), ("laptops", laptops())):
        start = time.perf_counter()
        result = played(scene, args.replies // 2, args.seed)
        wrong += result.wrong
        found[name] = {
            "replies": result.replies,
            "wrong": len(result.wrong),
            "in_the_models_words": result.own_words,
            "seconds": round(time.perf_counter() - start, 1),
        }
    for line in wrong[:20]:
        print(line, file=sys.stderr)
    print(json.dumps(found))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
