"""The dialogue state after a wizard's turn, whoever the wizard was: an agent, a person, or a saved dialogue's.

The acts say it all: what was offered, told, booked, cancelled, changed and asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wayframe.dialogue import Act
from wayframe.meaning.records import Book, Cancel, Change, More, Move, Party, numbered
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
    after = _offered(state, acts, items, schema, party)
    deeds = [act for act in acts if act.name == "inform" and _action(act) in DEEDS]
    proposed = [act for act in acts if act.name == "suggest" and act.id is None]
    named = _about(after, proposed) or _told_of(after, deeds or acts)
    focus = named or (after.lists[-1] if after.lists != state.lists else state.focus)
    after = after._replace(focus=focus, touched=(*after.touched, *named))
    for act in deeds:
        after = _done(after, act)
    booked_now = [act for act in deeds if _action(act) != "cancel"]
    return after._replace(just_booked=_told_of(after, booked_now), pending=_pending(after, acts, schema))


def _offered(
    state: DialogueState, acts: Sequence[Act], items: Mapping[int, Item], schema: Schema, party: Party
) -> DialogueState:
    """Return the state with the options that acts make, as a list."""
    active = state.memory.active_frame
    base, wishes = wishing_frame(state, active), held_wishes(state, active, schema)
    offered = tuple(act.id for act in acts if act.id is not None and act.id in items)
    made = {frame: Option(frame, items[frame], base, party, wishes) for frame in offered}
    return state._replace(
        memory=update(state.memory, "wizard", acts, active),
        options={**state.options, **made},
        lists=(*state.lists, offered) if offered else state.lists,
        touched=(*state.touched, *offered),
    )


def _told_of(state: DialogueState, acts: Sequence[Act]) -> tuple[int, ...]:
    """Return the options that facts are about, each once."""
    return _about(state, [act for act in acts if act.name == "inform"])


def _about(state: DialogueState, acts: Sequence[Act]) -> tuple[int, ...]:
    """Return the options that acts are about, each once."""
    return state.known(dict.fromkeys(ref.frame for act in acts for ref in act.refs("write")))


def _action(act: Act) -> str:
    """Return the action that an act is about; empty where it is about none."""
    return next((str(arg.value) for arg in act.slots if arg.key == "action"), "")


# Bookings


def _done(state: DialogueState, act: Act) -> DialogueState:
    """Return the state with what an act says was booked, cancelled or changed."""
    deed, old = _action(act), state.known(ref.frame for ref in act.refs("read"))
    for frame in _told_of(state, [act]):
        option = state.options[frame]
        if deed == "book":
            state = booked(state, option)
        elif deed == "cancel":
            state = cancelled(state, option)
        else:
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
    proposals = [act for act in acts if act.name == "suggest" and act.id is None]
    for act in proposals:
        if _action(act) in DEEDS:
            return _proposal(state, proposals, _purpose(act))
    requests = [act for act in acts if act.name == "request"]
    asked = [arg.key for act in requests for arg in act.slots if arg.key != "action"]
    actions = [_purpose(act) for act in requests if _purpose(act)]
    if schema.name in asked:
        return Pending(options=state.focus, purpose=next(iter(actions), "tell"))
    if "more" in map(_action, requests):
        return Pending(on_yes=(More(),))
    if any(act.name == "confirm" for act in acts):
        return Pending(on_yes=state.moves)
    return Pending(slots=tuple(_slot(key, schema) for key in asked))


def _purpose(act: Act) -> Purpose:
    action = _action(act)
    return next((deed for deed in DEEDS if deed == action), "")


def _proposal(state: DialogueState, acts: Sequence[Act], purpose: Purpose) -> Pending:
    """Return a proposal: the options, and the move that a yes stands for."""
    options = _about(state, acts) or state.focus
    old = state.known(ref.frame for act in acts for ref in act.refs("read"))
    moves: dict[Purpose, Move] = {
        "book": Book(numbered(options)),
        "cancel": Cancel(numbered(options)),
        "change": Change((), numbered(old), numbered(options)),
    }
    return Pending((moves[purpose],), options, purpose)


def _slot(key: str, schema: Schema) -> str:
    """Return the slot of a schema that is asked for by a frame's slot: travellers by the number of adults."""
    if schema.slot(key) is not None:
        return key
    return next((slot.name for slot in schema.slots if key in slot.wish.values()), key)
