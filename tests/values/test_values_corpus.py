"""The rules against the annotations of the release."""

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

import pytest

from wayframe.corpus import read as read_corpus
from wayframe.dialogue import Act, Dialogue, Frame
from wayframe.values import canonical

TODAY = date(2016, 8, 15)  # the day on which the release's own normalisation stands


@pytest.fixture(scope="module")
def dialogues(frames_path: Path) -> list[Dialogue]:
    return list(read_corpus(frames_path))


class Told(NamedTuple):
    slot: str
    said: str | bool | int | float
    before: str | None
    after: Sequence[object]


def told(dialogue: Dialogue) -> Iterator[Told]:
    """What an act says, and what the frame held before and after it, where it is clear which frame that is."""
    before: dict[int, Frame] = {}
    for turn in dialogue.turns:
        after = {frame.frame_id: frame for frame in turn.frames}
        for act in turn.acts:
            frame = after.get(act.id or turn.active_frame)
            if frame and _says_where(act):
                parent = before.get(frame.frame_id) or before.get(frame.frame_parent_id or 0)
                for arg in act.slots:
                    held = parent.info.get(arg.key) if parent else None
                    values = [value.val for value in frame.info.get(arg.key, ())]
                    if arg.value is not None and values:
                        yield Told(arg.key, arg.value, str(held[-1].val) if held else None, values)
        before = after


def _says_where(act: Act) -> bool:
    elsewhere = act.refs("read") or act.refs("write") or (act.name == "inform" and act.refs())
    return act.name in ("inform", "offer", "suggest") and not elsewhere


def test_canonical_is_what_frames_hold(dialogues: list[Dialogue]) -> None:
    rows = [row for dialogue in dialogues for row in told(dialogue)]
    same = sum(canonical(row.slot, row.said, held=row.before, today=TODAY) in row.after for row in rows)
    assert same / len(rows) > 0.98
