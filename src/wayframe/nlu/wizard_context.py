"""Collect the dialogue context that the next words depend on: the wizard's questions, offers and suggestions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from wayframe.dialogue import Act, Arg, Frame, Turn, acts_named, wanted
from wayframe.nlu.understanding import TurnContext
from wayframe.values import matches

NO_FRAME = Frame(0, None, {})
"""Stands for the active frame where nothing was said yet."""


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
    active: Frame = NO_FRAME
    others: tuple[Frame, ...] = ()  # frames that are neither active nor just offered
    booked: bool = False  # the active frame's trip is booked
    bookings: bool = False  # some trip is booked

    @property
    def opening(self) -> bool:
        """Tell whether nothing has been said yet about a trip."""
        return not self.active.info

    @property
    def knows(self) -> bool:
        """Tell whether any frame holds anything."""
        return any(frame.info for frame in self.frames)

    @property
    def inactive(self) -> tuple[Frame, ...]:
        """All frames but the active one, those just offered first."""
        return (*self.offered, *self.others)

    @property
    def frames(self) -> tuple[Frame, ...]:
        """All frames, the active one last."""
        return (*self.inactive, self.active)

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
        return has(self.offered, slot, val) and not self.holds(slot, val)

    def remembers(self, slot: str, val: str | bool) -> bool:
        """Tell whether any frame has this value, but not the active one."""
        return has(self.inactive, slot, val) and not self.holds(slot, val)

    def holds(self, slot: str, val: str | bool) -> bool:
        """Tell whether the active frame has this value, and no other for the slot."""
        alternatives = set(map(str, _held(self.active, slot)))
        return len(alternatives) == 1 and has((self.active,), slot, val)

    def names(self, *slots: str) -> tuple[str, ...]:
        """List the values of these slots in all frames, each once, in order."""
        held = [value.val for frame in self.frames for slot in slots for value in frame.info.get(slot, ())]
        return tuple(dict.fromkeys(val for val in held if isinstance(val, str) and val[:1].isalpha()))

    def without(self, slots: Collection[str]) -> WizardContext:
        """Return the context without the questions for some slots."""
        asked = tuple(slot for slot in self.asked if slot not in slots)
        return self._replace(asked=asked, requested=tuple(slot for slot in self.requested if slot not in slots))


def wizard_context(context: TurnContext) -> WizardContext:
    """The dialogue context before a user's turn."""
    frames = context.memory.frames
    active = {frame.frame_id: frame for frame in frames}.get(context.memory.active_frame, NO_FRAME)
    acts = [act for turn in context.history[-1:] if turn.author == "wizard" for act in turn.acts]
    names, created = {act.name for act in acts}, {act.id for act in acts}
    inactive = [frame for frame in frames if frame is not active]
    proposed = _args([act for act in acts if act.id is None], "suggest")
    return WizardContext(
        asked=_unfilled(_args(acts, "request")),
        requested=_unfilled(_args(acts, "request", "suggest")),
        confirming=tuple(arg.key for arg in _args(acts, "confirm")) if "confirm" in names else None,
        booking="action" in {arg.key for arg in _args(acts, "suggest")},
        hearmore="hearmore" in names,
        failed=not names.isdisjoint(("no_result", "canthelp")),
        proposed=tuple(arg.key for arg in proposed if arg.value is not None and arg.key != "action"),
        offered=tuple(frame for frame in inactive if frame.frame_id in created),
        active=active,
        others=tuple(frame for frame in inactive if frame.frame_id not in created),
        booked=has((active,), "action", "book"),
        bookings=_booked(context.history),
    )


def _args(acts: Sequence[Act], *names: str) -> list[Arg]:
    """List the arguments of the acts with these names."""
    return [arg for act in acts_named(acts, *names) for arg in act.slots]


def _booked(history: Sequence[Turn]) -> bool:
    """Tell whether the wizard's last action was to book."""
    informed = [_args(turn.acts, "inform") for turn in history if turn.author == "wizard"]
    actions = [arg.value for args in informed for arg in args if arg.key == "action"]
    return actions[-1:] == ["book"]


def _unfilled(args: Sequence[Arg]) -> tuple[str, ...]:
    """The slots without a value, each once, and the question for flexible dates."""
    return tuple(dict.fromkeys(arg.key for arg in args if arg.value is None or arg.key == "flex"))


def has(frames: Sequence[Frame], slot: str, val: str | bool) -> bool:
    """Tell whether one of some frames has this value."""
    return any(_same(slot, val, held) for frame in frames for held in _held(frame, slot))


def _held(frame: Frame, slot: str) -> list[object]:
    return [*wanted(frame.info.get(slot, ()))]


def _same(slot: str, said: str | bool, held: object) -> bool:
    if bool in (type(said), type(held)):
        return said is held
    return isinstance(held, str) and matches(slot, str(said), held)
