"""What the conversation so far lets the next words mean: what the wizard asked, offered and suggested."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wayframe.dialogue import Act, Frame, Turn
from wayframe.nlu.understanding import Context
from wayframe.values import matches


class Scene(NamedTuple):
    """The wizard's last turn and the frames, as far as they matter to what the user says next."""

    asked: tuple[str, ...] = ()  # slots that the wizard asked for, in order
    requested: tuple[str, ...] = ()  # these, and slots that it suggested to change
    confirming: tuple[str, ...] | None = None  # slots that the wizard asked to confirm; None if it asked nothing
    booking: bool = False  # the wizard offered to book
    hearmore: bool = False  # the wizard asked whether the user wants to hear more
    failed: bool = False  # the wizard found nothing
    proposed: tuple[str, ...] = ()  # slots with a value that the wizard suggested outside any new frame
    offered: tuple[Frame, ...] = ()  # frames that the wizard created in the last turn
    active: Frame | None = None
    others: tuple[Frame, ...] = ()  # frames that are neither active nor just offered
    booked: bool = False  # the active frame's trip is booked
    bookings: bool = False  # some trip is booked
    opening: bool = True  # nothing has been said yet about a trip

    @property
    def options(self) -> bool:
        """Whether anything has been offered so far."""
        known = (*self.offered, *self.others, *((self.active,) if self.active else ()))
        return any({"name", "price"} <= frame.info.keys() for frame in known)

    @property
    def settled(self) -> bool:
        """Whether offers are being talked about, and no new ones are open."""
        return not self.offered and self.options

    def offers(self, slot: str, val: str | bool) -> bool:
        """Whether a frame that the wizard has just created has this value, unlike the active one."""
        return not self.holds(slot, val) and any(has(f, slot, val) for f in self.offered)

    def remembers(self, slot: str, val: str | bool) -> bool:
        """Whether any frame has this value, but not the active one."""
        return not self.holds(slot, val) and any(has(f, slot, val) for f in (*self.offered, *self.others))

    def holds(self, slot: str, val: str | bool) -> bool:
        """Whether the active frame has this value, and no other for the slot."""
        return self.active is not None and has(self.active, slot, val, alone=True)

    def names(self, *slots: str) -> tuple[str, ...]:
        """What the frames hold for these slots, each once, in order."""
        frames = (*self.offered, *self.others, *((self.active,) if self.active else ()))
        held = (v.val for frame in frames for slot in slots for v in frame.info.get(slot, ()))
        return tuple(dict.fromkeys(val for val in held if isinstance(val, str) and val[:1].isalpha()))


def scene(context: Context) -> Scene:
    """The scene that a user's turn finds."""
    frames = context.memory.frames
    active = next((f for f in frames if f.frame_id == context.memory.active_frame), None)
    acts = context.history[-1].acts if context.history and context.history[-1].author == "wizard" else ()
    created = {act.id for act in acts if act.id is not None}
    offered = tuple(f for f in frames if f.frame_id in created and f is not active)
    return Scene(
        asked=_unfilled([a for a in acts if a.name == "request"]),
        requested=_unfilled([a for a in acts if a.name in ("request", "suggest")]),
        confirming=_confirmed(acts),
        booking=any(arg.key == "action" for a in acts if a.name == "suggest" for arg in a.slots),
        hearmore=any(a.name == "hearmore" for a in acts),
        failed=any(a.name in ("no_result", "canthelp") for a in acts),
        proposed=tuple(_proposed(acts)),
        offered=offered,
        active=active,
        others=tuple(f for f in frames if f is not active and f not in offered),
        booked=active is not None and has(active, "action", "book"),
        bookings=_booked(context.history),
        opening=active is None or not active.info,
    )


def _booked(history: Sequence[Turn]) -> bool:
    """Whether the last that the wizard did was to book."""
    informs = (act for turn in history if turn.author == "wizard" for act in turn.acts if act.name == "inform")
    return [arg.value for act in informs for arg in act.slots if arg.key == "action"][-1:] == ["book"]


def _unfilled(acts: Sequence[Act]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(arg.key for a in acts for arg in a.slots if arg.value is None or arg.key == "flex"))


def _confirmed(acts: tuple[Act, ...]) -> tuple[str, ...] | None:
    asking = [a for a in acts if a.name == "confirm"]
    return tuple(arg.key for a in asking for arg in a.slots) if asking else None


def _proposed(acts: tuple[Act, ...]) -> list[str]:
    suggesting = [a for a in acts if a.name == "suggest" and a.id is None]
    return [arg.key for a in suggesting for arg in a.slots if arg.value is not None and arg.key != "action"]


def has(frame: Frame, slot: str, val: str | bool, alone: bool = False) -> bool:
    """Whether a frame has this value; `alone`: and no other for the slot."""
    held = [v.val for v in frame.info.get(slot, ()) if not v.negated]
    if alone and len({str(v) for v in held}) > 1:
        return False
    return any(_same(slot, val, v) for v in held)


def _same(slot: str, said: str | bool, held: object) -> bool:
    if isinstance(said, bool) or isinstance(held, bool):
        return said is held
    return isinstance(held, str) and matches(slot, said, held)
