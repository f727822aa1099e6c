"""The frames that a user can mean, as they stand after the wizard's last turn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from wayframe.dialogue import Arg, Frame, Turn, acts_named, made_frames, referred_frames, wanted
from wayframe.memory import Memory
from wayframe.values import canonical, matches

Plain = str | bool | int | float
_PARTY = ("n_adults", "n_children")


class FrameOptions:
    """The frames of a memory: which the wizard has just offered or spoken about, which derive from which.

    `by_wizard` are the frames that offers and suggestions created, oldest first.
    """

    def __init__(self, memory: Memory, history: Sequence[Turn]) -> None:
        """`memory` holds at least one frame; `history` ends with the wizard's last turn."""
        last = history[-1].acts if history else ()
        asking = acts_named(last, "request", "confirm")
        creators = enumerate(memory.provenance, 1)
        self.memory, self.history = memory, history
        self.current = memory.active_frame
        self.by_wizard = [number for number, provenance in creators if provenance.creator == "wizard"]
        self.requested = frozenset(slot.key for act in asking for slot in act.slots)
        self.offered = self._existing(made_frames(last))
        self.mentioned = frozenset(referred_frames(last))

    def _existing(self, numbers: Iterable[int]) -> list[int]:
        return [number for number in numbers if number <= len(self.memory.frames)]

    def before(self) -> int | None:
        """The frame that was active before the user's last turn, if that turn left it for another."""
        active = [turn.active_frame for turn in self.history if turn.author == "user"][-2:]
        return active[0] if len(set(active)) == 2 else None

    def recent(self) -> list[int]:
        """The offered frames, the one spoken about last first."""
        found = dict[int, None]()
        for turn in reversed(self.history):
            spoken = [*reversed(made_frames(turn.acts)), *reversed(referred_frames(turn.acts)), turn.active_frame]
            found = dict.fromkeys((*found, *spoken))
        return [number for number in found if number in self.by_wizard]

    def frame(self, number: int) -> Frame:
        """The frame with this number."""
        return self.memory.frames[number - 1]

    def numbers(self) -> list[int]:
        """The numbers of all frames, oldest first."""
        return [frame.frame_id for frame in self.memory.frames]

    def others(self) -> list[int]:
        """The numbers of all frames but the active one, oldest first."""
        return [number for number in self.numbers() if number != self.current]

    def ancestors(self, number: int) -> Iterator[int]:
        """The frames from which this one derives, nearest first."""
        while (parent := self.frame(number).frame_parent_id) is not None:
            yield parent
            number = parent

    def own(self, number: int) -> int | None:
        """The frame that the user made, by changing a wish, from which this one derives; None if that is the first."""
        line = (number, *self.ancestors(number))
        return next((each for each in line if each > 1 and each not in self.by_wizard), None)

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
        together = self.roots(self._offered_last())
        if len(together) > 1:
            return together
        roots = self.roots(self.offered) or self.by_wizard
        if not roots:
            return []
        newest = roots[-1]
        for parent in (self.frame(newest).frame_parent_id, newest):
            alike = [number for number in self.by_wizard if self.frame(number).frame_parent_id == parent]
            if len(alike) > 1:
                return alike
        return self.roots(self.by_wizard)

    def _offered_last(self) -> list[int]:
        """The frames of the wizard's last turn that offered any."""
        made = (made_frames(turn.acts) for turn in reversed(self.history))
        return self._existing(next(filter(None, made), []))

    def held(self, number: int, key: str) -> list[Plain | None]:
        """The plain values of a slot in a frame, without what the user doesn't want."""
        return [val for val in wanted(self.frame(number).info.get(key, ())) if not isinstance(val, tuple)]

    def holds(self, number: int, slot: Arg) -> bool:
        """Tell whether the frame has the slot's value."""
        if slot.value is None:
            return False
        return any(matches(slot.key, _beside(slot, val), val) for val in self.held(number, slot.key))

    def matching(self, number: int, slots: Iterable[Arg]) -> int:
        """Count the slots whose value the frame has."""
        return sum(self.holds(number, slot) for slot in slots)

    def holders(self, slots: Collection[Arg]) -> list[int]:
        """The frames that have the values of all slots, oldest first."""
        return [number for number in self.numbers() if self.matching(number, slots) == len(slots)]

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
        if slot.value is None or not wanted(self.frame(number).info.get(slot.key, ())):
            return False
        return not self.holds(number, slot)

    def contradicted(self, number: int, slots: Iterable[Arg]) -> bool:
        """Tell whether the frame has another value for any of the slots."""
        return any(self.contradicts(number, slot) for slot in slots)


def _beside(slot: Arg, held: Plain | None) -> Plain | None:
    """Interpret a slot's value beside the one that a frame holds: "one more" is two where there was one."""
    if slot.key in _PARTY and isinstance(held, str):
        return canonical(slot.key, slot.value, held=held)
    return slot.value
