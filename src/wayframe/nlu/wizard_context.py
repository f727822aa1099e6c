"""Collect the dialogue context that the next words depend on: the wizard's questions, offers and suggestions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wayframe.dialogue import Act, Frame, Turn
from wayframe.nlu.understanding import TurnContext
from wayframe.values import matches


class WizardContext(NamedTuple):
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
    def frames(self) -> tuple[Frame, ...]:
        """All frames, those just offered first, the active one last."""
        if self.active is None:
            return (*self.offered, *self.others)
        return (*self.offered, *self.others, self.active)

    @property
    def options(self) -> bool:
        """Tell whether anything has been offered so far."""
        return any({"name", "price"} <= frame.info.keys() for frame in self.frames)

    @property
    def settled(self) -> bool:
        """Tell whether offers are being discussed, and no new ones are open."""
        return not self.offered and self.options

    def offers(self, slot: str, val: str | bool) -> bool:
        """Tell whether a frame that the wizard has just created has this value, unlike the active one."""
        return not self.holds(slot, val) and any(has(f, slot, val) for f in self.offered)

    def remembers(self, slot: str, val: str | bool) -> bool:
        """Tell whether any frame has this value, but not the active one."""
        return not self.holds(slot, val) and any(has(f, slot, val) for f in (*self.offered, *self.others))

    def holds(self, slot: str, val: str | bool) -> bool:
        """Tell whether the active frame has this value, and no other for the slot."""
        return self.active is not None and has(self.active, slot, val, alone=True)

    def names(self, *slots: str) -> tuple[str, ...]:
        """List the values of these slots in all frames, each once, in order."""
        held = (value.val for frame in self.frames for slot in slots for value in frame.info.get(slot, ()))
        return tuple(dict.fromkeys(val for val in held if isinstance(val, str) and val[:1].isalpha()))


def wizard_context(context: TurnContext) -> WizardContext:
    """The dialogue context before a user's turn."""
    frames = context.memory.frames
    active = next((frame for frame in frames if frame.frame_id == context.memory.active_frame), None)
    acts = context.history[-1].acts if context.history and context.history[-1].author == "wizard" else ()
    names = {act.name for act in acts}
    suggested = [arg.key for act in _named(acts, "suggest") for arg in act.slots]
    created = {act.id for act in acts}
    inactive = [frame for frame in frames if frame is not active]
    offered = tuple(frame for frame in inactive if frame.frame_id in created)
    return WizardContext(
        asked=_unfilled(_named(acts, "request")),
        requested=_unfilled(_named(acts, "request", "suggest")),
        confirming=_confirmed(acts),
        booking="action" in suggested,
        hearmore="hearmore" in names,
        failed=not names.isdisjoint(("no_result", "canthelp")),
        proposed=tuple(_proposed(acts)),
        offered=offered,
        active=active,
        others=tuple(frame for frame in inactive if frame not in offered),
        booked=active is not None and has(active, "action", "book"),
        bookings=_booked(context.history),
        opening=active is None or not active.info,
    )


def _named(acts: Sequence[Act], *names: str) -> list[Act]:
    """The acts with these names."""
    return [act for act in acts if act.name in names]


def _booked(history: Sequence[Turn]) -> bool:
    """Tell whether the wizard's last action was to book."""
    for turn in reversed(history):
        if turn.author != "wizard":
            continue
        slots = [arg for act in _named(turn.acts, "inform") for arg in act.slots]
        actions = [arg.value for arg in slots if arg.key == "action"]
        if actions:
            return actions[-1] == "book"
    return False


def _unfilled(acts: Sequence[Act]) -> tuple[str, ...]:
    """The slots without a value, each once, and the question for flexible dates."""
    slots = [arg for act in acts for arg in act.slots]
    return tuple(dict.fromkeys(arg.key for arg in slots if arg.value is None or arg.key == "flex"))


def _confirmed(acts: tuple[Act, ...]) -> tuple[str, ...] | None:
    asking = _named(acts, "confirm")
    if not asking:
        return None
    return tuple(arg.key for act in asking for arg in act.slots)


def _proposed(acts: tuple[Act, ...]) -> list[str]:
    suggesting = [act for act in _named(acts, "suggest") if act.id is None]
    slots = [arg for act in suggesting for arg in act.slots]
    return [arg.key for arg in slots if arg.value is not None and arg.key != "action"]


def has(frame: Frame, slot: str, val: str | bool, alone: bool = False) -> bool:
    """Tell whether a frame has this value; `alone`: and no other for the slot."""
    held = [v.val for v in frame.info.get(slot, ()) if not v.negated]
    if alone and len({str(v) for v in held}) > 1:
        return False
    return any(_same(slot, val, v) for v in held)


def _same(slot: str, said: str | bool, held: object) -> bool:
    if isinstance(said, bool) or isinstance(held, bool):
        return said is held
    return isinstance(held, str) and matches(slot, said, held)
