"""The dialogue state after a user's turn: frames created, switched and filled as the moves say.

A wish that contradicts one that holds makes a new frame, which keeps all other wishes of the frame that it varies; a
wish beside them fills the frame at hand. Turning to an option makes its frame the active one. Nothing is overwritten:
a step that is taken back is one to the frame before it, or to a new one with the wishes as they were.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.dialogue import Act
from wayframe.meaning.records import (
    Ask,
    Book,
    Cancel,
    Change,
    Constraint,
    Correct,
    Drop,
    Meaning,
    Move,
    Reject,
    Return,
    Undo,
    Wish,
)
from wayframe.memory import update
from wayframe.schema import Schema
from wayframe.state.holding import held_wishes, wishing_frame
from wayframe.state.projection import user_acts
from wayframe.state.records import DialogueState, Moment, Step
from wayframe.state.relative import absolute, is_of_stay
from wayframe.state.resolution import resolved
from wayframe.state.revision import contradicts, day_of, first_day_of, revised

IMPORTANT = 1.0
"""The weight from which on words that were not read make a turn unsure."""


class Heard(NamedTuple):
    """A user's turn taken in: the state after it, its steps, its acts with and without references.

    `wished` are the wishes of the turn, made absolute, `searched` says whether they ask for a search, and `pins` are
    the item that it is for, where they are about one. `undone` is the point that the turn goes back to. `unread` are
    words that may matter and that nothing was made of. `doubted` are wishes that may be a slip: nothing was done yet.
    `confirmed` says that the turn is a yes to what the agent asked.
    """

    state: DialogueState
    steps: tuple[Step, ...]
    acts: tuple[Act, ...]
    acts_without_refs: tuple[Act, ...]
    wished: tuple[Wish, ...] = ()
    searched: bool = False
    pins: tuple[Wish, ...] = ()
    undone: Moment | None = None
    unread: str = ""
    ambiguous: bool = False
    doubted: tuple[Wish, ...] = ()
    confirmed: bool = False


class WishRevision(NamedTuple):
    """The change that a turn makes to wishes: the frame that is active then, its wishes (None: as they were).

    `said` are the wishes of the turn; `base` is the frame that was varied where a new one is made, else 0.
    """

    frame: int
    wishes: tuple[Wish, ...] | None = None
    said: tuple[Wish, ...] = ()
    base: int = 0
    pins: tuple[Wish, ...] = ()


def hear(state: DialogueState, meaning: Meaning, schema: Schema, text: str = "") -> Heard:
    """Return the state after a user's turn."""
    moves = meaning.all()
    steps = resolved(moves, state, schema)
    on_yes = state.pending.on_yes
    confirmed = bool(on_yes) and moves[: len(on_yes)] == on_yes
    undone = _point_before(state, steps)
    fresh = any(step.move == Drop() for step in steps)
    revision = _revision(state, steps, undone, schema, fresh=fresh)
    doubted = () if confirmed else _slips(state, revision.said, schema)
    if doubted:
        revision = WishRevision(state.memory.active_frame)
    acts, plain = user_acts(steps, revision.said, revision.base, schema, state)
    after = _changed(state, steps, revision, undone, schema)
    after = after._replace(memory=update(state.memory, "user", acts, revision.frame, text), moves=moves)
    searched = bool(undone.wishes) and not undone.focus if undone else bool(revision.said) or fresh
    return Heard(
        after, steps, acts, plain,
        wished=() if undone else revision.said, searched=searched, pins=revision.pins, undone=undone,
        unread=_unread(meaning, text), ambiguous=bool(meaning.alternatives), doubted=doubted, confirmed=confirmed,
    )  # fmt: skip


def _unread(meaning: Meaning, text: str) -> str:
    """Return the words that may matter and that no move used."""
    words = [text[each.start : each.end] for each in meaning.unread if each.weight >= IMPORTANT]
    return " ".join(words)


def _changed(
    state: DialogueState, steps: Sequence[Step], revision: WishRevision, undone: Moment | None, schema: Schema
) -> DialogueState:
    """Return the state with the wishes, the options spoken of and the points to go back to after a turn."""
    focus = undone.focus if undone else _focus(steps, state)
    wishes = state.wishes if revision.wishes is None else {**state.wishes, revision.frame: revision.wishes}
    rejected = [frame for step in steps if isinstance(step.move, Reject) for frame in step.frames]
    return state._replace(
        wishes=wishes,
        focus=focus,
        touched=(*state.touched, *focus),
        rejected=state.rejected.union(rejected),
        moments=_moments(state, steps, schema),
    )


# Steps taken back

LASTING: tuple[type[Move], ...] = (Wish, Correct, Drop, Return, Book, Cancel, Change, Reject)
"""The moves that change something, so that one may want to take them back."""


def _steps_back(steps: Sequence[Step]) -> int:
    return sum(step.move.steps for step in steps if isinstance(step.move, Undo))


def _point_before(state: DialogueState, steps: Sequence[Step]) -> Moment | None:
    """Return the point that a turn goes back to; none where it takes nothing back."""
    back = _steps_back(steps)
    return state.moments[-min(back, len(state.moments))] if back and state.moments else None


def _moments(state: DialogueState, steps: Sequence[Step], schema: Schema) -> tuple[Moment, ...]:
    """Return the points to which one may go back after a turn."""
    if back := _steps_back(steps):
        return state.moments[: max(len(state.moments) - back, 0)]
    if not any(isinstance(step.move, LASTING) for step in steps):
        return state.moments
    active = state.memory.active_frame
    here = Moment(active, held_wishes(state, active, schema), state.focus, state.bookings)
    return (*state.moments, here)


# Wishes


def _revision(
    state: DialogueState, steps: Sequence[Step], undone: Moment | None, schema: Schema, *, fresh: bool
) -> WishRevision:
    """Return what a turn does to the wishes, and the frame that is active then."""
    if undone:
        origin, held = undone.active_frame, undone.wishes
    else:
        origin = _origin(state, steps)
        held = held_wishes(state, origin, schema)
    pins = _pins(steps, state, schema)
    variant = _variant(steps, pins, schema)
    said = (*variant, *_said(steps, state, schema, held))
    if undone and not said:
        return _restored(state, undone, schema)
    if not (said or fresh):
        return WishRevision(_turned_to(steps, state) or state.memory.active_frame)
    new_frame = len(state.memory.frames) + 1
    if fresh:
        return WishRevision(new_frame, revised((), said, schema), said, 0, pins)
    base, holding = wishing_frame(state, origin), revised(held, said, schema)
    other_trip = bool(variant) or any(contradicts(held, wish, schema) for wish in said)
    at_hand = base == state.memory.active_frame and tuple(held) == state.wishes.get(base, ())
    if at_hand and not other_trip:
        return WishRevision(base, holding, said, 0, pins)
    return WishRevision(new_frame, holding, said, base, pins)


def _restored(state: DialogueState, undone: Moment, schema: Schema) -> WishRevision:
    """Return the wishes as they were: the frame before where they are still its own, else a new one with them."""
    now = held_wishes(state, undone.active_frame, schema)
    if now == undone.wishes:
        return WishRevision(undone.active_frame)
    slots = {wish.slot for wish in undone.wishes}
    gone = [Wish(wish.slot, Constraint("any")) for wish in now if wish.slot not in slots]
    said = tuple(dict.fromkeys((*undone.wishes, *gone)))
    base = wishing_frame(state, undone.active_frame)
    return WishRevision(len(state.memory.frames) + 1, undone.wishes, said, base)


def _origin(state: DialogueState, steps: Sequence[Step]) -> int:
    """Return the frame whose wishes a turn varies: the option that is named or at hand, else the active one."""
    named = [step.frames[0] for step in steps if step.frames and isinstance(step.move, Wish | Return)]
    return named[-1] if named else state.memory.active_frame


def _said(steps: Sequence[Step], state: DialogueState, schema: Schema, held: Sequence[Wish]) -> list[Wish]:
    """Return the wishes of a turn, made absolute; a correction's like any other."""
    found = list[Wish]()
    for step in steps:
        for wish in _wishes_of(step.move):
            found.append(replace(absolute(wish, [*held, *found], state, schema), of=None))
    return found


def _wishes_of(move: Move) -> tuple[Wish, ...]:
    """Return the wishes that a move says; to drop a slot is to wish any value of it."""
    if isinstance(move, Correct):
        return move.wishes
    if isinstance(move, Drop) and move.slot:
        return (Wish(move.slot, Constraint("any")),)
    return (move,) if isinstance(move, Wish) else ()


def _slips(state: DialogueState, said: Sequence[Wish], schema: Schema) -> tuple[Wish, ...]:
    """Return wishes to be back before the day of departure, as a mistaken day or month would have it."""
    leaving = first_day_of(held_wishes(state, state.memory.active_frame, schema), schema.start)
    back = day_of(said, schema.end)
    moved = any(wish.slot == schema.start for wish in said)
    if leaving is None or back is None or moved or back >= leaving:
        return ()
    return tuple(wish for wish in said if wish.slot == schema.end)


# Items that wishes are about


def _about_options(steps: Sequence[Step]) -> list[tuple[Wish, int]]:
    """Return the wishes of a turn that name an option, each with the option's frame."""
    return [
        (step.move, step.frames[0]) for step in steps if isinstance(step.move, Wish) and step.move.of and step.frames
    ]


def _pins(steps: Sequence[Step], state: DialogueState, schema: Schema) -> tuple[Wish, ...]:
    """Return the items that wishes of a turn are about, as wishes: "the Fairwind, for two" is a search for it."""
    found = list[Wish]()
    for wish, frame in _about_options(steps):
        found += item_wishes(frame, state, schema, wish.slot)
    return tuple(found)


def item_wishes(frame: int, state: DialogueState, schema: Schema, changed: str) -> list[Wish]:
    """Return the wishes for the very item of an option: its name and place, and its days unless these are `changed`."""
    slots = [schema.place, schema.name]
    slots += [] if is_of_stay(schema, changed) else schema.windows
    values = {slot: state.value(frame, slot) for slot in slots}
    return [Wish(slot, Constraint("is", (value,))) for slot, value in values.items() if value is not None]


def _variant(steps: Sequence[Step], pins: Sequence[Wish], schema: Schema) -> list[Wish]:
    """Return the place of the option that a turn wishes for otherwise than it is: "the first one in business class".

    Such a wish makes a frame of its own, which holds for the place of the option alone; a wish for other travellers
    does not, since they travel wherever they go.
    """
    if all(wish.slot == schema.party for wish, _ in _about_options(steps)):
        return []
    return [pin for pin in pins if pin.slot == schema.place]


# Options turned to


def _turned_to(steps: Sequence[Step], state: DialogueState) -> int:
    """Return the option that a turn turns to; 0 where it turns to none, or to several."""
    single = [step for step in steps if len(step.frames) == 1]
    named = state.known(step.frames[0] for step in single if isinstance(step.move, Return | Book | Ask | Change))
    if not named:
        return 0
    moved = any(isinstance(step.move, Return | Book | Change) for step in single)
    return named[-1] if moved or len(set(named)) == 1 else 0


def _focus(steps: Sequence[Step], state: DialogueState) -> tuple[int, ...]:
    """Return the options that are spoken of after a turn: those it named last, else the same as before."""
    named = [step.frames for step in steps if step.frames and not isinstance(step.move, Reject)]
    return state.known(named[-1]) if named else state.focus
