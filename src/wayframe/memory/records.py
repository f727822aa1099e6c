"""The memory between turns, and a frame while a turn is worked in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import zip_longest

from msgspec import field
from msgspec.structs import replace

from wayframe.dialogue import Author, BinaryQuestion, Frame, FramesRecord, Value
from wayframe.ontology import FLAGS

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
        return Provenance(author, frozenset(new.info if author == "wizard" else ()))
    if new.info == old.info:
        return known
    told = frozenset(s for s in new.info if s in known.told or (author == "wizard" and s not in old.info))
    return replace(known, told=told, covered={s: values for s, values in known.covered.items() if s in told})


class OpenFrame:
    """A frame while a turn is worked in."""

    def __init__(self, frame: Frame, provenance: Provenance) -> None:
        self.number, self.parent, self.creator = frame.frame_id, frame.frame_parent_id, provenance.creator
        self.info: Info = dict(frame.info)
        self.requests = list(frame.requests)
        self.questions = list(frame.binary_questions)
        self.comparisons = list(frame.compare_requests)
        self.told = set(provenance.told)
        self.covered = dict(provenance.covered)
        self.said = set(provenance.said)
        self.heard = set(provenance.heard)
        self.words = dict(provenance.words)
        self.aside = provenance.aside
        self.fresh: set[str] = set()  # what was said in this very turn

    @property
    def constraints(self) -> Info:
        """Return what holds by the user's will, with all that the wizard told taken away."""
        return {slot: values for slot, values in self.info.items() if slot not in self.told} | self.covered

    @property
    def lasting(self) -> Info:
        """The constraints that a frame made from this one takes over: all but flags."""
        return {slot: values for slot, values in self.constraints.items() if slot not in FLAGS}

    def constraint(self, slot: str) -> tuple[Value, ...]:
        """The values of a slot by the user's will; empty where there are none."""
        return self.covered.get(slot, ()) if slot in self.told else self.info.get(slot, ())

    def heard_of(self, slot: str) -> tuple[Value, ...]:
        """The values of a slot by the wizard's word since the frame was made; empty where there are none."""
        return self.info.get(slot, ()) if slot in self.told and slot in self.heard else ()

    def both(self, slot: str) -> tuple[Value, ...]:
        """The values of a slot by the user's will and by the wizard's word."""
        return (*self.constraint(slot), *(self.info[slot] if slot in self.told else ()))

    def text(self, slot: str) -> str | None:
        """The latest value of a slot that is text; None where there is none."""
        return next((v.val for v in reversed(self.info.get(slot, ())) if isinstance(v.val, str)), None)

    def constrain(self, slot: str, values: tuple[Value, ...]) -> None:
        """The user sets a slot; what the wizard told about it goes."""
        self.told.discard(slot)
        self.words.pop(slot, None)
        self.covered.pop(slot, None)
        self.info[slot] = values

    def tell(self, slot: str, values: tuple[Value, ...]) -> None:
        """The wizard tells of a slot; the user's constraint stays beneath."""
        if slot not in self.told and slot in self.info:
            self.covered[slot] = self.info[slot]
        self.told.add(slot)
        self.info[slot] = values

    def forget_told(self) -> None:
        """All that the wizard told goes, and the constraints beneath come back."""
        self.info = self.constraints
        self.told.clear()
        self.heard.clear()
        self.covered = {}

    def drop(self, slot: str) -> None:
        """The slot has no values any more."""
        self.info.pop(slot, None)
        self.told.discard(slot)

    def closed(self) -> tuple[Frame, Provenance]:
        """The frame as it stands, and what its labels don't say."""
        questions = tuple(self.requests), tuple(self.questions), tuple(self.comparisons)
        provenance = Provenance(
            self.creator, frozenset(self.told), self.covered, frozenset(self.said), frozenset(self.heard), self.words,
            self.aside,
        )  # fmt: skip
        return Frame(self.number, self.parent, self.info, *questions), provenance
