"""Denotation: the options or bookings that a reference stands for, found in the dialogue state.

Options are looked for in the list at hand first, then among all that was shown, newest first (`docs/design.md`).
Nothing found and several found where one was meant are results, too; what follows is decided by the planner.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wayframe.meaning.records import (
    Booked,
    Days,
    Described,
    Every,
    Extreme,
    It,
    Listed,
    Named,
    Neighbour,
    NewTrip,
    Nth,
    Number,
    Numbered,
    Other,
    Reference,
    Shown,
    Text,
    Together,
    Value,
    Wish,
)
from wayframe.schema import Schema
from wayframe.sources.constraints import describes, order
from wayframe.state.records import DialogueState

Frames = tuple[int, ...]


class Denoter:
    """Finds what references denote in a state."""

    def __init__(self, state: DialogueState, schema: Schema) -> None:
        self.state, self.schema = state, schema

    def denote(self, reference: Reference | None) -> Frames:
        """Return the frames of the options that a reference denotes, in its order; none where it denotes nothing."""
        match reference:
            case None | It():
                return self.spoken_of()
            case Named(name):
                return self._newest(self._named(name))
            case Nth(n, of, count):
                return self._nth(self._set(of), n, count) or (self._nth(self.at_hand(), n, count) if of is None else ())
            case Described(wishes, of):
                return self._described(wishes, of)
            case Extreme(slot, direction, count, of):
                return self._extreme(self._several(of), slot, direction, count)
            case Other(of):
                return self._others(of)
            case Every(count, of):
                return self._every(count, of)
            case Listed(n):
                return self._list(n)
            case Booked():
                return tuple(booking.option.frame for booking in self.state.bookings if booking.status == "booked")
            case Shown():
                return self._newest(tuple(self.state.options))
            case Neighbour(step):
                return self._neighbour(step)
            case Together(parts):
                return tuple(dict.fromkeys(frame for part in parts for frame in self.denote(part)))
            case Numbered(frame):
                return (frame,) if frame in self.state.options else ()
            case NewTrip():
                return ()

    def at_hand(self) -> Frames:
        """Return the list that the options spoken of last are of; else the latest list."""
        recent = next((frame for frame in self.state.focus), None)
        for listed in reversed(self.state.lists):
            if recent is None or recent in listed:
                return listed
        return self.state.lists[-1] if self.state.lists else self.state.focus

    def spoken_of(self) -> Frames:
        """Return the options that "it" or "they" stand for."""
        if self.state.focus:
            return self.state.focus
        return self.state.lists[-1] if self.state.lists else ()

    def _set(self, of: Reference | None) -> Frames:
        """Return the set that a place in an order counts in: the latest list, unless another is named."""
        if of is not None:
            return self.denote(of)
        return self.state.lists[-1] if self.state.lists else self.state.focus

    def _several(self, of: Reference | None) -> Frames:
        """Return the set that an extreme is taken from: what is spoken of if several, else the list at hand."""
        if of is not None:
            return self.denote(of)
        if len(self.state.focus) > 1:
            return self.state.focus
        listed = self.at_hand()
        return listed if len(listed) > 1 else self._newest(tuple(self.state.options))

    def _list(self, n: int) -> Frames:
        lists = self.state.lists
        if n < 0:
            return lists[n] if -n <= len(lists) else (lists[0] if lists else ())
        return lists[n - 1] if 0 < n <= len(lists) else ()

    def _nth(self, frames: Frames, n: int, count: int) -> Frames:
        if n < 0:
            start = len(frames) + n - (count - 1)
            return frames[max(start, 0) : len(frames) + n + 1]
        return frames[n - 1 : n - 1 + count]

    def _named(self, name: str) -> Frames:
        return tuple(frame for frame in self.state.options if self._name(frame).casefold() == name.casefold())

    def _name(self, frame: int) -> str:
        value = self.state.options[frame].item.values.get(self.schema.name)
        return value.value if isinstance(value, Text) else ""

    def _newest(self, frames: Frames) -> Frames:
        """Return each item once, by the frame that was spoken of last, in the order of the frames."""
        latest: dict[str, int] = {}
        for frame in frames:
            key = self.state.options[frame].item.key
            if key not in latest or self._recency(frame) > self._recency(latest[key]):
                latest[key] = frame
        return tuple(sorted(latest.values()))

    def _recency(self, frame: int) -> int:
        touched = self.state.touched
        return len(touched) - 1 - touched[::-1].index(frame) if frame in touched else -1

    def _described(self, wishes: Sequence[Wish], of: Reference | None) -> Frames:
        """Return the options that fulfil the wishes, of the first set that has any; first those that do so exactly."""
        for exactly in (True, False):
            for frames in self._sets(of):
                found = tuple(frame for frame in frames if self.fulfils(frame, wishes, exactly=exactly))
                if found:
                    return found
        names = tuple(wish for wish in wishes if wish.slot == self.schema.name)
        if names and len(names) < len(wishes):
            return self._described(names, of)
        return ()

    def _sets(self, of: Reference | None) -> Iterable[Frames]:
        if of is not None:
            yield self.denote(of)
            return
        yield self.at_hand()
        yield from reversed(self.state.lists)
        yield self._newest(tuple(self.state.options))

    def fulfils(self, frame: int, wishes: Sequence[Wish], *, exactly: bool = False) -> bool:
        """Return whether an option is as described; 3.5 stars are 3, though not `exactly`."""
        values = self.state.options[frame].item.values
        for wish in wishes:
            slot = self.schema.slot(wish.slot)
            value = values.get(wish.slot)
            if slot is None or describes(slot, wish.constraint, value) is not True:
                return False
            if (
                exactly
                and _measured(wish, value)
                and order(value) not in [order(each) for each in wish.constraint.values]
            ):
                return False
        return True

    def _extreme(self, frames: Frames, slot: str, direction: str, count: int) -> Frames:
        name = slot or self._quality()
        measured = [(number, frame) for frame in frames if (number := self._measure(frame, name)) is not None]
        if slot == "" and self._direction(name) == "less":
            direction = "least"
        measured.sort(key=lambda pair: (pair[0] if direction == "least" else -pair[0], frames.index(pair[1])))
        return tuple(frame for _, frame in measured[:count])

    def _measure(self, frame: int, slot: str) -> float | None:
        value = self.state.options[frame].item.values.get(slot)
        return None if value is None else order(value)

    def _quality(self) -> str:
        """Return the slot by which options are best overall: one of which more is better, else the price."""
        better = [slot.name for slot in self.schema.slots if slot.better == "more" and slot.measured]
        return better[-1] if better else self.schema.order

    def _direction(self, name: str) -> str:
        slot = self.schema.slot(name)
        return slot.better if slot else ""

    def _others(self, of: Reference | None) -> Frames:
        frames = self.denote(of) if of is not None else self.at_hand()
        named = {self.state.options[frame].item.key for frame in self.state.focus if frame in self.state.options}
        others = tuple(frame for frame in frames if self.state.options[frame].item.key not in named)
        return others or (frames[-1:] if len(frames) == 2 else ())  # of two that were just offered, the second

    def _every(self, count: int, of: Reference | None) -> Frames:
        if of is not None:
            return self.denote(of)
        frames = self.state.focus if len(self.state.focus) > 1 else self.at_hand()
        if count and len(frames) != count:
            listed = self.at_hand()
            frames = listed if len(listed) == count else self._recent(count)
        return frames

    def _recent(self, count: int) -> Frames:
        """Return the options that were spoken of last, each once."""
        latest = list(dict.fromkeys(reversed(self.state.touched)))[:count]
        return tuple(reversed(latest))

    def _neighbour(self, step: int) -> Frames:
        if not self.state.focus:
            return ()
        last = self.state.focus[-1]
        for listed in reversed(self.state.lists):
            if last in listed:
                at = listed.index(last) + step
                return listed[at : at + 1] if 0 <= at < len(listed) else ()
        return ()


def _measured(wish: Wish, value: Value | None) -> bool:
    """Return whether a description may be meant exactly: a plain number, or one day ("the one until August 19")."""
    if isinstance(value, Number):
        return wish.constraint.op == "is"
    return isinstance(value, Days) and all(isinstance(each, Days) and each.exact for each in wish.constraint.values)
