"""The dialogue state after a wizard's turn, whoever the wizard was: an agent, a person, or a saved dialogue's.

The acts say it all: what was offered, told, booked, cancelled, changed and asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wayframe.dialogue import Act
from wayframe.meaning.records import Book, Cancel, Change, More, Move, Numbered, Party, Reference, Together
from wayframe.memory import update
from wayframe.schema import Schema
from wayframe.sources.protocol import Item
from wayframe.state.holding import held_wishes, wishing_frame
from wayframe.state.records import Booking, DialogueState, Option, Pending, Purpose

DEEDS: tuple[Purpose, ...] = ("book", "cancel", "change")


def speak(
    state: DialogueState, acts: Sequence[Act], items: Mapping[int, Item], schema: Schema, party: Party
) -> DialogueState:
    """Return the state after a wizard's acts; `items` are behind the frames that they make, priced for the `party`."""
    base = wishing_frame(state, state.memory.active_frame)
    wishes = held_wishes(state, state.memory.active_frame, schema)
    memory = update(state.memory, "wizard", acts, state.memory.active_frame)
    offered = tuple(act.id for act in acts if act.id is not None and act.id in items)
    made = {frame: Option(frame, items[frame], base, party, wishes) for frame in offered}
    after = state._replace(
        memory=memory,
        options={**state.options, **made},
        lists=(*state.lists, offered) if offered else state.lists,
    )
    deeds = [act for act in acts if _deed(act)]
    named = after.known(dict.fromkeys(frame for act in deeds or acts for frame in _told_of(act)))
    focus = named or offered or state.focus
    after = after._replace(focus=focus, touched=(*state.touched, *offered, *named))
    for act in deeds:
        after = _done(after, act)
    just_booked = [frame for act in deeds if _deed(act) != "cancel" for frame in _told_of(act)]
    return after._replace(just_booked=after.known(just_booked), pending=_pending(after, acts, schema))


def _told_of(act: Act) -> list[int]:
    """Return the frames that a fact is about."""
    return [ref.frame for ref in act.refs("write")] if act.name == "inform" else []


def _action(act: Act) -> str:
    """Return the action that an act is about; empty where it is about none."""
    return next((str(arg.value) for arg in act.slots if arg.key == "action"), "")


# Bookings


def _deed(act: Act) -> str:
    """Return what a wizard has done to a booking; empty where an act says nothing of the kind."""
    action = _action(act) if act.name == "inform" else ""
    return action if action in DEEDS else ""


def _done(state: DialogueState, act: Act) -> DialogueState:
    """Return the state with what an act says was booked, cancelled or changed."""
    deed = _deed(act)
    for frame in state.known(_told_of(act)):
        option = state.options[frame]
        if deed == "book":
            state = booked(state, option)
        elif deed == "cancel":
            state = cancelled(state, option)
        elif deed == "change":
            old = state.known(ref.frame for ref in act.refs("read"))
            state = changed(state, option, [state.options[each] for each in old])
    return state


def booked(state: DialogueState, option: Option) -> DialogueState:
    """Return the state with an option booked, once."""
    if any(same_item(booking.option, option) for booking in state.standing):
        return state
    booking = Booking(len(state.bookings) + 1, option, "booked")
    return state._replace(bookings=(*state.bookings, booking))


def cancelled(state: DialogueState, option: Option) -> DialogueState:
    """Return the state with the booking of an option cancelled."""
    bookings = list[Booking]()
    for booking in state.bookings:
        bookings.append(booking._replace(status="cancelled") if same_item(booking.option, option) else booking)
    return state._replace(bookings=tuple(bookings))


def changed(state: DialogueState, option: Option, old: Sequence[Option]) -> DialogueState:
    """Return the state with an option booked in the place of others."""
    bookings = list[Booking]()
    for booking in state.bookings:
        meant = booking.status == "booked" and any(same_item(booking.option, each) for each in old)
        bookings.append(booking._replace(option=option) if meant else booking)
    return state._replace(bookings=tuple(bookings))


def same_item(first: Option, second: Option) -> bool:
    """Return whether two options are the same item for the same people."""
    return first.item.key == second.item.key and first.party == second.party


# Questions


def _pending(state: DialogueState, acts: Sequence[Act], schema: Schema) -> Pending:
    """Return what the acts ask: whether to do something, which option is meant, whether a wish is, or for slots."""
    for act in acts:
        if act.name == "suggest" and act.id is None and _action(act) in DEEDS:
            return _proposal(state, [each for each in acts if each.name == "suggest" and each.id is None])
    requests = [act for act in acts if act.name == "request"]
    for act in requests:
        if _action(act) == "more":
            return Pending(on_yes=(More(),))
        if any(arg.key == schema.name for arg in act.slots):
            return Pending(options=state.focus, purpose=_purpose(act) or "tell")
    if any(act.name == "confirm" for act in acts):
        return Pending(on_yes=state.moves)
    asked = [arg.key for act in requests for arg in act.slots if arg.key != "action"]
    return Pending(slots=tuple(_slot(key, schema) for key in asked))


def _purpose(act: Act) -> Purpose:
    action = _action(act)
    return next((deed for deed in DEEDS if deed == action), "")


def _proposal(state: DialogueState, acts: Sequence[Act]) -> Pending:
    """Return a proposal: the options, and the move that a yes stands for."""
    named = state.known(ref.frame for act in acts for ref in act.refs("write"))
    options, purpose = named or state.focus, _purpose(acts[0])
    old = state.known(ref.frame for act in acts for ref in act.refs("read"))
    move: Move = Book(_numbered(options))
    if purpose == "cancel":
        move = Cancel(_numbered(options))
    elif purpose == "change":
        move = Change((), _numbered(old), _numbered(options))
    return Pending((move,), options, purpose)


def _numbered(frames: Sequence[int]) -> Reference:
    """Return options by their frames, so that no other is meant."""
    numbered = tuple(Numbered(frame) for frame in frames)
    return numbered[0] if len(numbered) == 1 else Together(numbered)


def _slot(key: str, schema: Schema) -> str:
    """Return the slot of a schema that is asked for by a frame's slot: travellers by the number of adults."""
    if schema.slot(key) is not None:
        return key
    return next((slot.name for slot in schema.slots if key in slot.wish.values()), key)
