"""The dialogue state after a wizard's turn, whoever the wizard was: an agent, a person, or a saved dialogue's.

The acts say it all: what was offered, told, booked, cancelled and asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wayframe.dialogue import Act
from wayframe.meaning.records import Book, Cancel, Every, Move, Named, Party, Text
from wayframe.memory import update
from wayframe.schema import Schema
from wayframe.sources.protocol import Item
from wayframe.state.records import Booking, DialogueState, Option, Pending

_DEEDS = ("book", "cancel", "change")


def speak(
    state: DialogueState, acts: Sequence[Act], items: Mapping[int, Item], schema: Schema, party: Party
) -> DialogueState:
    """Return the state after a wizard's acts; `items` are behind the frames that they make, priced for the `party`."""
    base = _base(state)
    memory = update(state.memory, "wizard", acts, state.memory.active_frame)
    offered = tuple(act.id for act in acts if act.id is not None and act.id in items)
    options = {**state.options, **{frame: Option(frame, items[frame], base, party) for frame in offered}}
    named = tuple(dict.fromkeys(frame for act in acts for frame in _frames(act) if frame in options))
    focus = named or offered or state.focus
    lists = (*state.lists, offered) if offered else state.lists
    after = state._replace(
        memory=memory, options=options, lists=lists, focus=focus, touched=(*state.touched, *offered, *named)
    )
    after = after._replace(bookings=_bookings(after, acts))
    return after._replace(pending=_pending(after, acts, schema))


def _base(state: DialogueState) -> int:
    option = state.options.get(state.memory.active_frame)
    return option.wishes_of if option else state.memory.active_frame


def _frames(act: Act) -> list[int]:
    """Return the frames that a fact is about."""
    return [ref.frame for ref in act.refs("write")] if act.name == "inform" else []


def _action(act: Act) -> str:
    return next((str(arg.value) for arg in act.slots if arg.key == "action"), "")


def _bookings(state: DialogueState, acts: Sequence[Act]) -> tuple[Booking, ...]:
    bookings = list(state.bookings)
    for act in acts:
        deed = _action(act) if act.name == "inform" else ""
        for frame in _frames(act):
            option = state.options.get(frame)
            if deed == "book" and option and not _is_booked(bookings, option):
                bookings.append(Booking(len(bookings) + 1, option, "booked"))
            elif deed == "cancel" and option:
                bookings = [_cancelled(each, option) for each in bookings]
    return tuple(bookings)


def _is_booked(bookings: Sequence[Booking], option: Option) -> bool:
    return any(each.status == "booked" and each.option.item.key == option.item.key for each in bookings)


def _cancelled(booking: Booking, option: Option) -> Booking:
    same = booking.option.item.key == option.item.key
    return booking._replace(status="cancelled") if same else booking


def _pending(state: DialogueState, acts: Sequence[Act], schema: Schema) -> Pending:
    """Return what the acts ask: for slots, which option is meant, or whether to do something."""
    asked = tuple(arg.key for act in acts if act.name == "request" for arg in act.slots if arg.key != "action")
    proposed = next((act for act in acts if act.name == "suggest" and act.id is None and _action(act) in _DEEDS), None)
    which = next((act for act in acts if act.name == "request" and any(a.key == schema.name for a in act.slots)), None)
    if which is not None:
        return Pending(options=state.focus, purpose=_action(which) or "tell")  # type: ignore[arg-type]
    if proposed is not None:
        frames = tuple(ref.frame for ref in proposed.refs()) or state.focus
        return Pending(_deed(state, schema, _action(proposed), frames), frames, _action(proposed))  # type: ignore[arg-type]
    slots = tuple(_slot(key, schema) for key in asked)
    return Pending(slots=slots)


def _deed(state: DialogueState, schema: Schema, action: str, frames: Sequence[int]) -> tuple[Move, ...]:
    """Return the move that a yes stands for."""
    names = [state.options[frame].item.values.get(schema.name) for frame in frames if frame in state.options]
    texts = [name.value for name in names if isinstance(name, Text)]
    of = Named(texts[0]) if len(texts) == 1 else Every()
    return (Cancel(of),) if action == "cancel" else (Book(of),)


def _slot(key: str, schema: Schema) -> str:
    """Return the slot of a schema that is asked for by a frame's slot: travellers by the number of adults."""
    if schema.slot(key) is not None:
        return key
    return next((slot.name for slot in schema.slots if key in slot.wish.values()), key)
