"""How many annotated values have, in the frames that memory makes of them, the form that the corpus' own frames hold.

Run: python benchmarks/values.py FRAMES [--slots] [--json]

Every value that an `inform`, `offer` or `suggest` gives to a frame that the labels fill counts once, whatever its slot.
Each turn starts from the labelled frames, so that "cheaper" and "the 19th" have what they are compared with; today is
the release's. With `--slots` each slot is listed that has a value in another form.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wayframe import corpus
from wayframe.dialogue import Act, Dialogue, Frame
from wayframe.memory import RELEASE_DAY, Memory, update


class Held(NamedTuple):
    """A value as it was said, and what the labelled and the recomputed frame hold for its slot after the turn."""

    slot: str
    said: object
    labelled: Sequence[object]
    recomputed: Sequence[object]

    @property
    def same(self) -> bool:
        return bool(self.recomputed) and self.recomputed[-1] in self.labelled


def held(dialogue: Dialogue) -> Iterator[Held]:
    memory = Memory(today=RELEASE_DAY)
    for turn in dialogue.turns:
        memory = update(memory, turn.author, turn.acts, turn.active_frame)
        ours = {frame.frame_id: frame for frame in memory.frames}
        theirs = {frame.frame_id: frame for frame in turn.frames}
        for act in turn.acts:
            number = act.id or turn.active_frame
            if number in ours and number in theirs and gives(act):
                yield from rows(act, theirs[number], ours[number])
        memory = memory.corrected(turn.frames, turn.author)


def gives(act: Act) -> bool:
    """Whether it is clear which frame an act fills."""
    elsewhere = act.refs("read") or act.refs("write") or (act.name == "inform" and act.refs())
    return act.name in ("inform", "offer", "suggest") and not elsewhere


def rows(act: Act, theirs: Frame, ours: Frame) -> Iterator[Held]:
    for arg in act.slots:
        labelled = [value.val for value in theirs.info.get(arg.key, ())]
        if arg.value is not None and labelled:
            yield Held(arg.key, arg.value, labelled, [value.val for value in ours.info.get(arg.key, ())])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", default=os.environ.get("WAYFRAME_FRAMES"))
    parser.add_argument("--slots", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    every, same = Counter[str](), Counter[str]()
    for dialogue in corpus.stream(options.file):
        for row in held(dialogue):
            every[row.slot] += 1
            same[row.slot] += row.same
    values, alike = every.total(), same.total()
    if options.json:
        slots = {slot: [same[slot], every[slot]] for slot in sorted(every)}
        print(json.dumps({"values": values, "same": alike, "share": round(alike / values, 4), "slots": slots}))
        return
    print(f"{alike:,} of {values:,} values have the labels' form: {alike / values:.2%}")
    for slot in sorted(every, key=lambda slot: same[slot] - every[slot]) if options.slots else ():
        if same[slot] < every[slot]:
            print(f"{slot:14} {same[slot]:6,} of {every[slot]:6,}  {same[slot] / every[slot]:.2%}")


if __name__ == "__main__":
    main()
