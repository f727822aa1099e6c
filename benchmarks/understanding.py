"""How well and how fast a model understands, on the users' turns of a corpus or on sentences of its own.

    python benchmarks/understanding.py [FILE] [--model NAME] [--users ID,ID] [--json]

FILE defaults to $WAYFRAME_FRAMES; without either only the time is measured, on a few sentences. Each turn is understood
with what was annotated before it (frames and acts) and with the default catalogue's names. F1 is micro-averaged over
turns: `acts` over the set of act names, `slots` over pairs of slot and canonical value whatever the act, `full` over
act, slot and value, questions included. NAME is a model that needs no training, or a model file, `rules` by default.
Time is that of the process, per turn, in milliseconds.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from wayframe import corpus
from wayframe.dialogue import Act, Dialogue
from wayframe.memory import Memory, update
from wayframe.nlu import AsNLU, TurnContext, models
from wayframe.packages import Catalogue
from wayframe.packages.generator import Plan, generate
from wayframe.packages.source import lexicon
from wayframe.values import Lexicon, canonical

SENTENCES = (
    "Hi, I'm in Montreal and want a trip between August 23 and September 1, to New York, Tokyo, Berlin or Paris",
    "how much is each one, how many stars do they have and do they have wifi?",
    "what about the first one in business class?",
    "my wife and I would like to leave from Toronto around August 20 for a week, for at most $3000",
    "is there anything cheaper near the beach, with free breakfast?",
    "no thanks, that's too expensive. Let's go back to the hotel in Lisbon and book it",
)
Turns = Iterator[tuple[str, TurnContext, tuple[Act, ...]]]
Items = set[tuple[str, ...]]


class F1:
    """Counts of what was found and what was there."""

    def __init__(self) -> None:
        self.both = self.found = self.there = 0

    def add(self, found: Items, there: Items) -> None:
        self.both, self.found, self.there = (
            self.both + len(found & there),
            self.found + len(found),
            self.there + len(there),
        )

    @property
    def value(self) -> float:
        return 2 * self.both / ((self.found + self.there) or 1)


class Figures(NamedTuple):
    turns: int
    f1: dict[str, float]
    ms: dict[str, float]


def corpus_turns(dialogues: Iterable[Dialogue], names: Lexicon, catalogue: Catalogue) -> Turns:
    for dialogue in dialogues:
        memory = Memory()
        for number, turn in enumerate(dialogue.turns):
            if turn.author == "user" and isinstance(gold := turn.labels.acts_without_refs, tuple):
                yield turn.text, TurnContext(memory, dialogue.turns[:number], catalogue.today, names), gold
            memory = update(memory, turn.author, turn.acts, turn.active_frame).corrected(turn.frames, turn.author)


def own_turns(names: Lexicon, catalogue: Catalogue) -> Turns:
    for text in SENTENCES * 50:
        yield text, TurnContext(Memory(), (), catalogue.today, names), ()


def values(acts: Sequence[Act]) -> Items:
    return {(a.key, str(canonical(a.key, a.value)).lower()) for act in acts for a in act.slots if a.value is not None}


def everything(acts: Sequence[Act]) -> Items:
    slots = {(act.name, a.key, str(canonical(a.key, a.value)).lower()) for act in acts for a in act.slots}
    return slots | {(act.name,) for act in acts if not act.slots}


def measure(name: str, turns: Turns, scored: bool) -> Figures:
    model, times = AsNLU(models.tagger(name)), []
    scores = {"acts": F1(), "slots": F1(), "full": F1()}
    for text, context, gold in turns:
        start = time.process_time()
        acts = model.understand(text, context)
        times.append(1000 * (time.process_time() - start))
        scores["acts"].add({(a.name,) for a in acts}, {(a.name,) for a in gold})
        scores["slots"].add(values(acts), values(gold))
        scores["full"].add(everything(acts), everything(gold))
    times.sort()
    at = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
    ms = {name: round(times[int(share * len(times))], 3) for name, share in at.items()}
    return Figures(len(times), {k: round(v.value, 4) for k, v in scores.items()} if scored else {}, ms)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", default=os.environ.get("WAYFRAME_FRAMES"))
    parser.add_argument("--model", default="rules", help="rules, or a model file")
    parser.add_argument("--users", help="only the dialogues of these users, by id, with commas between")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "catalogue.sqlite")
        generate(path, Plan())
        with Catalogue(path) as catalogue:
            names = lexicon(catalogue)
            if options.file:
                users = options.users.split(",") if options.users else None
                dialogues = [d for d in corpus.read(options.file) if users is None or d.user_id in users]
                figures = measure(options.model, corpus_turns(dialogues, names, catalogue), scored=True)
            else:
                figures = measure(options.model, own_turns(names, catalogue), scored=False)
    if options.json:
        print(json.dumps(figures._asdict()))
        return
    print(f"turns {figures.turns}")
    for name, value in figures.f1.items():
        print(f"{name} F1 {value}")
    for name, value in figures.ms.items():
        print(f"{name} {value} ms")


if __name__ == "__main__":
    main()
