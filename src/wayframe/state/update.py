"""The dialogue state after a user's turn: frames created, switched and filled as the moves say.

A wish that contradicts one that holds makes a new frame, which keeps all other wishes of the frame that it varies; a
wish beside them fills the frame at hand. Turning to an option makes its frame the active one. Nothing is overwritten.
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
    Compare,
    Constraint,
    Correct,
    Described,
    Drop,
    Every,
    Extreme,
    It,
    Meaning,
    Move,
    Nth,
    Reference,
    Reject,
    Return,
    Undo,
    Wish,
)
from wayframe.memory import update
from wayframe.schema import Schema
from wayframe.state.denotation import Denoter
from wayframe.state.projection import user_acts
from wayframe.state.records import DialogueState
from wayframe.state.relative import absolute
from wayframe.state.revision import contradicts, revised


class Step(NamedTuple):
    """A move with the frames that its reference denotes, found before anything of the turn was done."""

    move: Move
    frames: tuple[int, ...] = ()


class Heard(NamedTuple):
    """A user's turn taken in: the state after it, its steps, its acts with and without references."""

    state: DialogueState
    steps: tuple[Step, ...]
    acts: tuple[Act, ...]
    acts_without_refs: tuple[Act, ...]
    wished: tuple[Wish, ...] = ()  # the wishes of this turn, made absolute
    searched: bool = False  # whether they ask for a search
    pins: tuple[Wish, ...] = ()  # the item that this turn's search is for, where its wishes are about one


def hear(state: DialogueState, meaning: Meaning, schema: Schema, text: str = "") -> Heard:
    """Return the state after a user's turn."""
    steps = _as_searches(_resolved(meaning, state, schema), state, schema)
    undone = sum(step.move.steps for step in steps if isinstance(step.move, Undo))
    fresh = any(isinstance(step.move, Drop) and not step.move.slot for step in steps)
    base = _undone_base(state, undone) if undone else _base(state, steps)
    new = _wishes(steps, state, schema, base)
    pins = _pins(steps, state, schema)
    variant = _variant(steps, pins, schema)
    new = [*variant, *new]
    held = () if fresh else state.wishes.get(base, ())
    turned = _turned_to(steps, state)
    active, wishes, created = state.memory.active_frame, dict(state.wishes), False
    if new or fresh:
        at_user_frame = active not in state.options
        varied = fresh or any(contradicts(held, wish) for wish in new)
        created = varied or bool(variant) or not at_user_frame or base != active
        active = len(state.memory.frames) + 1 if created and state.memory.frames else base
        wishes[active] = revised(held, new, schema)
    elif undone:
        active = base
    elif turned:
        active = turned
    acts, plain = user_acts(steps, new, base if created and not fresh else 0, schema, state)
    memory = update(state.memory, "user", acts, active if not created else len(state.memory.frames) + 1, text)
    trail = (*state.trail, memory.active_frame) if new or fresh else state.trail[: len(state.trail) - undone]
    focus = _focus(steps, state)
    after = state._replace(
        memory=memory, wishes=wishes, trail=trail, focus=focus, touched=(*state.touched, *focus),
        rejected=state.rejected | _rejected(steps),
    )  # fmt: skip
    return Heard(after, steps, acts, plain, tuple(new), bool(new) or fresh or bool(undone), tuple(pins))


def _resolved(meaning: Meaning, state: DialogueState, schema: Schema) -> tuple[Step, ...]:
    """Return the moves with what they denote, each after what the ones before it spoke of."""
    steps, named = list[Step](), list[int]()
    for move in meaning.all():
        frames = Denoter(state, schema).denote(_reference(move)) if _refers(move) else ()
        if isinstance(move, Compare) and move.of is None and len(named) > 1:
            frames = tuple(dict.fromkeys(named))
        known = tuple(frame for frame in frames if frame in state.options)
        if known and not isinstance(move, Reject):
            named += known
            state = state._replace(focus=known, touched=(*state.touched, *known))
        steps.append(Step(move, frames))
    return tuple(steps)


def _refers(move: Move) -> bool:
    return isinstance(move, Ask | Book | Cancel | Change | Compare | Return | Reject) or (
        isinstance(move, Wish) and move.of is not None
    )


def _reference(move: Move) -> Reference | None:
    if isinstance(move, Return):
        return move.to
    return getattr(move, "of", None)


def _as_searches(steps: Sequence[Step], state: DialogueState, schema: Schema) -> tuple[Step, ...]:
    """Return the steps with descriptions that nothing shown fulfils as wishes: "the cheapest in Madrid"."""
    found = list[Step]()
    if turned := _place_in_hand(steps, state, schema):
        return turned
    for step in steps:
        wishes = _description(step.move) if not step.frames else ()
        if wishes and isinstance(step.move, Return):
            found += [Step(wish) for wish in wishes]
        elif wishes and isinstance(step.move, Ask) and step.move.question == "holds" and _is_place(wishes, schema):
            found += [Step(wish) for wish in (*wishes, *step.move.wishes)]
        elif varied := _varied(step, state, schema):
            found += varied
        else:
            found.append(step)
    return tuple(found)


def _is_place(wishes: Sequence[Wish], schema: Schema) -> bool:
    return len(wishes) == 1 and wishes[0].slot == schema.place


def _varied(step: Step, state: DialogueState, schema: Schema) -> list[Step]:
    """Return the wishes of an option by order that is described otherwise than it is: "the first one in business"."""
    match step:
        case Step(Return(Nth(n, Described(wishes, _), 1)), ()):
            frames = Denoter(state, schema).denote(Nth(n))
            return [Step(replace(wish, of=Nth(n)), frames) for wish in wishes] if len(frames) == 1 else []
    return []


def _place_in_hand(steps: Sequence[Step], state: DialogueState, schema: Schema) -> tuple[Step, ...]:
    """Return the steps with a place that one of several options at hand is in as a turn to it: "Athens sounds nice"."""
    wishes = [step.move for step in steps if isinstance(step.move, Wish)]
    if (
        len(wishes) != 1
        or wishes[0].slot != schema.place
        or wishes[0].constraint.op != "is"
        or wishes[0].of is not None
    ):
        return ()
    if len(wishes[0].constraint.values) != 1:
        return ()
    denoter = Denoter(state, schema)
    listed = denoter.at_hand()
    places = {str(state.options[frame].item.values.get(schema.place)) for frame in listed if frame in state.options}
    there = [frame for frame in listed if denoter.fulfils(frame, wishes)]
    if len(places) < 2 or len(there) != 1:
        return ()
    to = Return(Described((wishes[0],)))
    found = list[Step]()
    for step in steps:
        pronoun = isinstance(step.move, Ask | Book) and step.move.of in (None, It(), Every())
        found.append(
            Step(to, (there[0],)) if step.move is wishes[0] else Step(step.move, (there[0],)) if pronoun else step
        )
    said = any(isinstance(step.move, Ask | Book) for step in found)
    return tuple(step for step in found if not (said and step.move is to))


def _description(move: Move) -> tuple[Wish, ...]:
    match _reference(move):
        case Described(wishes, _):
            return wishes
        case Extreme(slot, direction, _, of):
            inner = of.wishes if isinstance(of, Described) else ()
            return (*inner, Wish(slot, Constraint(direction))) if slot else inner
    return ()


def _base(state: DialogueState, steps: Sequence[Step]) -> int:
    """Return the frame whose wishes a turn varies: that of the option that is named or at hand, else the active one."""
    named = [step.frames[0] for step in steps if step.frames and isinstance(step.move, Wish | Return)]
    frame = named[-1] if named else state.memory.active_frame
    option = state.options.get(frame)
    return option.wishes_of if option else frame


def _undone_base(state: DialogueState, steps: int) -> int:
    at = max(len(state.trail) - 1 - steps, 0)
    return state.trail[at] if state.trail else state.memory.active_frame


def _wishes(steps: Sequence[Step], state: DialogueState, schema: Schema, base: int) -> list[Wish]:
    """Return the wishes of a turn, made absolute; a correction's like any other."""
    held = state.wishes.get(base, ())
    found = list[Wish]()
    for step in steps:
        move = step.move
        wishes = move.wishes if isinstance(move, Correct) else (move,) if isinstance(move, Wish) else ()
        for wish in wishes:
            found.append(replace(absolute(wish, [*held, *found], state, schema), of=None))
        if isinstance(move, Drop) and move.slot:
            found.append(Wish(move.slot, Constraint("any")))
    return found


def _pins(steps: Sequence[Step], state: DialogueState, schema: Schema) -> list[Wish]:
    """Return the items that wishes of a turn are about, as wishes: "the Fairwind, for two" is a search for it."""
    found = list[Wish]()
    for step in steps:
        if isinstance(step.move, Wish) and step.move.of is not None and step.frames:
            found += _pinned(step.frames[0], state, schema, step.move)
    return found


def _variant(steps: Sequence[Step], pins: Sequence[Wish], schema: Schema) -> list[Wish]:
    """Return the place of the option that a turn wishes for otherwise than it is: "the first one in business class".

    Such a wish makes a frame of its own, which holds for the place of the option alone; a wish for other travellers
    does not, since they travel wherever they go.
    """
    parties = {slot.name for slot in schema.slots if slot.bearing == "party"}
    about = [step.move for step in steps if isinstance(step.move, Wish) and step.move.of is not None and step.frames]
    if all(wish.slot in parties for wish in about):
        return []
    return [pin for pin in pins if pin.slot == schema.place]


def _pinned(frame: int, state: DialogueState, schema: Schema, wish: Wish) -> list[Wish]:
    """Return the wishes for the very item of an option: its name and place, and its days unless these shall change."""
    values = state.options[frame].item.values if frame in state.options else {}
    slots = [slot for slot in (schema.place, schema.name) if slot]
    days = [slot.name for slot in schema.slots if slot.bearing in ("window_start", "window_end")]
    slots += days if wish.slot not in days else []
    return [Wish(s, Constraint("is", (values[s],))) for s in slots if s in values]


def _turned_to(steps: Sequence[Step], state: DialogueState) -> int:
    """Return the option that a turn turns to; 0 where it turns to none, or to several."""
    turns = [s.frames for s in steps if isinstance(s.move, Return | Book | Ask) and len(s.frames) == 1]
    frames = [frame for each in turns for frame in each if frame in state.options]
    moved = any(isinstance(s.move, Return | Book) for s in steps)
    return frames[-1] if frames and (moved or len(set(frames)) == 1) else 0


def _focus(steps: Sequence[Step], state: DialogueState) -> tuple[int, ...]:
    """Return the options that are spoken of after a turn: those it named last, else the same as before."""
    named = [s.frames for s in steps if s.frames and not isinstance(s.move, Reject)]
    return tuple(frame for frame in named[-1] if frame in state.options) if named else state.focus


def _rejected(steps: Sequence[Step]) -> frozenset[int]:
    return frozenset(frame for step in steps if isinstance(step.move, Reject) for frame in step.frames)
