"""A whole turn of the agent, text to reply, on the default catalogue.

Run: python benchmarks/turn.py [--rounds N] [--json]

Plays the documented conversation and a few that wander, over and over with other seeds, on one core, and times each
`Agent.respond`. What a turn is made of is timed in the same run: the same texts through the reader alone. Then it
counts in how many files of the package three turns call a function: what one has to know to follow them.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from types import FrameType

import wayframe
from wayframe.agent import Agent
from wayframe.catalogues import agent_over, open_source
from wayframe.cli.demo import LINES
from wayframe.conversation import Conversation
from wayframe.packages import Catalogue, Plan, generate

TALKS = (
    tuple(line for line in LINES if not line.startswith("/")),
    (
        "hello there",
        "we'd like to get away from Toronto to Barcelona, 2 adults and 3 kids, leaving August 20",
        "until the 2nd of september, our budget is 9000 dollars",
        "is breakfast included in the second one?",
        "anything cheaper?",
        "what about Madrid instead, same dates",
        "does it have a spa and is it close to the beach",
        "which of these has the best guest rating?",
        "go back to Barcelona",
        "i'll take it",
    ),
    (
        "x" * 10_000,
        "'; DROP TABLE packages; --",
        "🏝️ ¿a dónde? 東京へ行きたい",
        "Tokyo " * 1500,
        "From Paris to anywhere for under $1",
    ),
)


PACKAGE = str(Path(wayframe.__file__).parent)
LAPTOPS = Path(__file__).parent.parent / "examples" / "laptops.csv"
OPENING = "From Toronto to Mexico City for two, at most 3000, with wifi"


def files_called(agent: Agent, text: str, *before: str) -> int:
    """Return in how many files a turn calls a function, once all that is loaded on demand is there."""
    conversation, found = agent.open(), set[str]()
    for each in before:
        conversation = agent.respond(conversation, each).after
    agent.respond(conversation, text)

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(PACKAGE):
            found.add(frame.f_code.co_filename)

    sys.setprofile(note)
    agent.respond(conversation, text)
    sys.setprofile(None)
    return len(found)


def turns(agent: Agent, rounds: int) -> Iterator[tuple[Conversation, str]]:
    for _ in range(rounds):
        for talk in TALKS:
            conversation = agent.open()
            for text in talk:
                yield conversation, text
                conversation = agent.respond(conversation, text).after


def timed(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return (process_time() - start) * 1000


def summary(milliseconds: list[float]) -> dict[str, float]:
    ordered = sorted(milliseconds)
    at = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
    return {name: round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2) for name, share in at.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "catalogue.sqlite")
        generate(path, Plan())
        with Catalogue(path) as catalogue:
            agent = agent_over(catalogue)
            whole, understood = [], []
            for conversation, text in turns(agent, options.rounds):
                context = agent.context(agent.state(conversation), conversation.turns)
                whole.append(timed(lambda c=conversation, t=text: agent.respond(c, t)))  # type: ignore[misc]
                understood.append(timed(lambda t=text, c=context: agent.reader.read(t, c)))  # type: ignore[misc]
            files = {
                "a wish over trips": files_called(agent, OPENING),
                "a question about options": files_called(agent, "does the first have breakfast?", OPENING),
                "a wish over a table": files_called(Agent(open_source(str(LAPTOPS))), "a light laptop under 1000"),
            }
    result = {
        "turns": len(whole),
        "turn_ms": summary(whole),
        "of_which_understanding_ms": summary(understood),
        "files": files,
    }
    if options.json:
        print(json.dumps(result))
        return
    for name, value in result.items():
        print(f"{name}: {value}")


if __name__ == "__main__":
    main()
