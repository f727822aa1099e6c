"""The memory between turns."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import zip_longest

from msgspec import field
from msgspec.structs import replace

from wayframe.dialogue import Author, BinaryQuestion, Frame, FramesRecord, Value

Info = dict[str, tuple[Value, ...]]
RELEASE_DAY = date(2016, 8, 15)


class Provenance(FramesRecord, frozen=True, gc=False):
    """What a frame's labels don't say about it.

    `told` are the slots whose values are the wizard's word; `covered` holds the user's constraints beneath them. `said`
    are the slots that somebody named for this very frame, `heard` those that the wizard told since it was made; all
    others came with it from its parent. `words` are the user's own for a slot's value where its canonical form says
    less: "at least $500", of which the frame keeps the number. `aside` is a question that the labels list only when it
    is answered: whether the user would like to hear more, or whether there are alternatives.
    """

    creator: Author
    told: frozenset[str] = frozenset()
    covered: Info = field(default_factory=dict)
    said: frozenset[str] = frozenset()
    heard: frozenset[str] = frozenset()
    words: dict[str, str] = field(default_factory=dict)
    aside: BinaryQuestion | None = None

    def wish_words(self, slot: str) -> str:
        """Return the user's own words for a slot's value; empty where the value is the wizard's, or as plain."""
        return "" if slot in self.told else self.words.get(slot, "")


class Memory(FramesRecord, frozen=True, gc=False):
    """All frames after a turn, the number of the active one, and where they come from. `Memory()` is the start.

    With `today`, "tomorrow" and "Friday" become days; without, they stay as they were said. The labels of the release
    reckon from Monday, August 15, 2016 (`RELEASE_DAY`), whenever the dialogue was.
    """

    frames: tuple[Frame, ...] = ()
    active_frame: int = 1
    provenance: tuple[Provenance, ...] = ()
    today: date | None = None

    def corrected(self, frames: Sequence[Frame], author: Author) -> Memory:
        """This memory with other contents of its frames, such as the labels of a turn that `author` had.

        It keeps what it knows about them; frames and values that it didn't have count as the author's.
        """
        known = zip_longest(frames, self.frames[: len(frames)], self.provenance[: len(frames)])
        provenance = tuple(_fitted(new, old, where, author) for new, old, where in known)
        return Memory(tuple(frames), min(self.active_frame, max(len(frames), 1)), provenance, self.today)


def _fitted(new: Frame, old: Frame | None, known: Provenance | None, author: Author) -> Provenance:
    """Return what is known about a frame that looks different now."""
    if old is None or known is None:
        old, known = Frame(0, None, {}), Provenance(author)
    elif new.info == old.info:
        return known
    told = set(known.told & new.info.keys())
    if author == "wizard":
        told |= new.info.keys() - old.info.keys()
    covered = {slot: values for slot, values in known.covered.items() if slot in told}
    return replace(known, told=frozenset(told), covered=covered)
