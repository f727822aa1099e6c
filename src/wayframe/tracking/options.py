"""The frames that a user can mean, as they stand after the wizard's last turn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from wayframe.dialogue import Arg, Frame, Turn, Value
from wayframe.memory import Memory
from wayframe.values import canonical, matches

Plain = str | bool | int | float
_PARTY = ("n_adults", "n_children")


class FrameOptions:
    """The frames of a memory: which the wizard has just offered or spoken about, which derive from which."""

    def __init__(self, memory: Memory, history: Sequence[Turn]) -> None:
        """`memory` holds at least one frame; `history` ends with the wizard's last turn."""
        last = history[-1].acts if history else ()
        self.memory = memory
        self.current = memory.active_frame
        self.requested = frozenset(slot.key for act in last if act.name in ("request", "confirm") for slot in act.slots)
        self.offered = [act.id for act in last if act.id is not None and act.id <= len(memory.frames)]
        self.history = history
        self.mentioned = frozenset(ref.frame for act in last for arg in act.args for ref in arg.refs)

    def before(self) -> int | None:
        """The frame that was active before the user's last turn, if that turn left it for another."""
        active = [turn.active_frame for turn in self.history if turn.author == "user"][-2:]
        return active[0] if len(active) == 2 and active[0] != active[1] else None

    def recent(self) -> list[int]:
        """The offered frames, the one spoken about last first."""
        offers, found = set(self.by_wizard()), dict[int, None]()
        for turn in reversed(self.history):
            refs = [ref.frame for act in turn.acts for arg in act.args for ref in arg.refs]
            made = [act.id for act in turn.acts if act.id is not None]
            for number in (*reversed(made), *reversed(refs), turn.active_frame):
                found.setdefault(number)
        return [number for number in found if number in offers]

    def frame(self, number: int) -> Frame:
        """The frame with this number."""
        return self.memory.frames[number - 1]

    def numbers(self) -> list[int]:
        """The numbers of all frames, oldest first."""
        return [frame.frame_id for frame in self.memory.frames]

    def others(self) -> list[int]:
        """The numbers of all frames but the active one, oldest first."""
        return [number for number in self.numbers() if number != self.current]

    def by_wizard(self) -> list[int]:
        """The frames that offers and suggestions created, oldest first."""
        creators = enumerate(self.memory.provenance, 1)
        return [number for number, provenance in creators if provenance.creator == "wizard"]

    def ancestors(self, number: int) -> Iterator[int]:
        """The frames from which this one derives, nearest first."""
        while (parent := self.frame(number).frame_parent_id) is not None:
            yield parent
            number = parent

    def own(self, number: int) -> int | None:
        """The frame that the user made, by changing a wish, from which this one derives; None if that is the first."""
        made = set(self.by_wizard())
        for each in (number, *self.ancestors(number)):
            if each not in made and each > 1:
                return each
        return None

    def roots(self, numbers: Collection[int]) -> list[int]:
        """Those that derive from no other of them: the packages, without their variants."""
        return [number for number in numbers if not any(each in numbers for each in self.ancestors(number))]

    def leaves(self, numbers: Collection[int]) -> list[int]:
        """Those from which no other of them derives directly: the variants, without what they share."""
        parents = {self.frame(number).frame_parent_id for number in numbers}
        return [number for number in numbers if number not in parents]

    def latest(self) -> list[int]:
        """The alternatives that were put forward last, in their order: "the first one" counts among them.

        What was offered together last; else offers of one kind, which share a parent; where there is only one, its
        variants, or else all that was ever offered.
        """
        offers = self.by_wizard()
        together = self.roots(self._offered_last())
        if len(together) > 1:
            return together
        roots = self.roots(self.offered) or offers
        if not roots:
            return []
        newest = roots[-1]
        parent = self.frame(newest).frame_parent_id
        siblings = [number for number in offers if self.frame(number).frame_parent_id == parent]
        variants = [number for number in offers if self.frame(number).frame_parent_id == newest]
        if len(siblings) > 1:
            return siblings
        if len(variants) > 1:
            return variants
        return self.roots(offers)

    def _offered_last(self) -> list[int]:
        """The frames of the wizard's last turn that offered any."""
        for turn in reversed(self.history):
            made = [act.id for act in turn.acts if act.id is not None]
            if made:
                return [number for number in made if number <= len(self.memory.frames)]
        return []

    def _held(self, number: int, key: str) -> list[Value]:
        """The values of a slot in a frame, without what the user doesn't want."""
        return [value for value in self.frame(number).info.get(key, ()) if not value.negated]

    def holds(self, number: int, slot: Arg) -> bool:
        """Tell whether the frame has the slot's value."""
        if slot.value is None:
            return False
        for value in self._held(number, slot.key):
            if isinstance(value.val, tuple):
                continue
            if matches(slot.key, _beside(slot, value.val), value.val):
                return True
        return False

    def matching(self, number: int, slots: Iterable[Arg]) -> int:
        """Count the slots whose value the frame has."""
        return sum(self.holds(number, slot) for slot in slots)

    def nearest(self, numbers: Sequence[int], but: Collection[str]) -> list[int]:
        """Those that share most of what the frame at hand has, some slots aside: what is left when these change."""
        kept = list[Arg]()
        for slot, values in self.frame(self.current).info.items():
            if slot not in but:
                kept += [Arg(slot, value.val) for value in values if not isinstance(value.val, tuple)]
        alike = {number: self.matching(number, kept) for number in numbers}
        return [number for number in numbers if alike[number] == max(alike.values())]

    def contradicts(self, number: int, slot: Arg) -> bool:
        """Tell whether the frame has another value for the slot."""
        if slot.value is None or not self._held(number, slot.key):
            return False
        return not self.holds(number, slot)


def _beside(slot: Arg, held: Plain | None) -> Plain | None:
    """Interpret a slot's value beside the one that a frame holds: "one more" is two where there was one."""
    if slot.key in _PARTY and isinstance(held, str):
        return canonical(slot.key, slot.value, held=held)
    return slot.value
