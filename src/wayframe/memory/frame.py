"""A frame while a turn is worked in."""

from __future__ import annotations

from wayframe.dialogue import Frame, Value
from wayframe.memory.records import Info, Provenance
from wayframe.ontology import FLAGS


class OpenFrame:
    """A frame that a turn is changing; `fresh` are the slots that were said in this very turn."""

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
        self.fresh: set[str] = set()

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
        held = self.covered if slot in self.told else self.info
        return held.get(slot, ())

    def told_of(self, slot: str) -> tuple[Value, ...]:
        """The values of a slot by the wizard's word; empty where there are none."""
        return self.info[slot] if slot in self.told else ()

    def heard_of(self, slot: str) -> tuple[Value, ...]:
        """The values of a slot by the wizard's word since the frame was made; empty where there are none."""
        return self.told_of(slot) if slot in self.heard else ()

    def both(self, slot: str) -> tuple[Value, ...]:
        """The values of a slot by the user's will and by the wizard's word."""
        return (*self.constraint(slot), *self.told_of(slot))

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

    def name(self, slot: str) -> None:
        """Somebody has named the slot for this very frame."""
        self.said.add(slot)
        self.fresh.add(slot)

    def closed(self) -> tuple[Frame, Provenance]:
        """The frame as it stands, and what its labels don't say."""
        questions = tuple(self.requests), tuple(self.questions), tuple(self.comparisons)
        provenance = Provenance(
            self.creator, frozenset(self.told), self.covered, frozenset(self.said), frozenset(self.heard), self.words,
            self.aside,
        )  # fmt: skip
        return Frame(self.number, self.parent, self.info, *questions), provenance
