"""The CPU that the slowest of the longest texts take, trips and a table, in several states of a conversation.

    python benchmarks/long_turns.py [--rounds N] [--seed S] [--over SECONDS]

Exits with 1 if one takes longer than `--over`. The texts are those of the tests (tests/long_texts.py), and as many
mixtures of them as asked for.
"""

import argparse
import random
import sys
import tempfile
from pathlib import Path
from time import thread_time

from wayframe.packages import Catalogue, Plan, generate

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from long_texts import PIECES, mixed, repeated, scenes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=200, help="mixtures for each state of a conversation")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--over", type=float, default=0.25)
    asked = parser.parse_args()
    chance, took = random.Random(asked.seed), list[tuple[float, str]]()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "catalogue.sqlite")
        generate(path, Plan())
        with Catalogue(path) as catalogue:
            for agent, conversations in scenes(catalogue):
                for conversation in conversations:
                    for text in (*map(repeated, PIECES), *(mixed(chance) for _ in range(asked.rounds))):
                        start = thread_time()
                        agent.respond(conversation, text)
                        took.append((thread_time() - start, f"{agent.schema.items:8} {text[:50]!r}"))
    took.sort(reverse=True)
    for seconds, what in took[:20]:
        print(f"{seconds:6.3f} s  {what}")
    print(f"{len(took):,} turns, {sum(seconds for seconds, _ in took):.0f} s of CPU")
    return int(took[0][0] > asked.over)


if __name__ == "__main__":
    sys.exit(main())
