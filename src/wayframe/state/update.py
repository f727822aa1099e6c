"""The dialogue state after a turn: a user's, whose moves are projected to acts, or a wizard's, from its acts alone.

A wish that contradicts one that holds makes a new frame, which keeps all other wishes of the frame that it varies; a
wish beside them fills the frame at hand. Turning to an option makes its frame the active one. Nothing is overwritten:
a step that is taken back is one to the frame before it, or to a new one with the wishes as they were.

Logs, corpora and trackers see moves as acts of the Frames scheme (paper, table 9):

| move | acts |
| --- | --- |
| wish | inform(slot=value), with `ref` to the frame that is varied; denied values are negate(slot=value), any is -1 |
| question | request(slot, ref) for facts, confirm(slot=value, ref) for what may hold, request_compare for several |
| return | switch_frame(ref) |
| comparison | request_compare(slots, ref) |
| more | request_alts() |
| book | inform(intent=book) with the switch that it implies |
| yes, no | affirm(), negate() |
| social | greeting(), thankyou(), goodbye() |

What the scheme has no act for (cancel, recall, undo, what no slot holds) stands in the turn's meaning alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import singledispatch
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.dialogue import Act, Arg, Ref
from wayframe.meaning.records import (
    Answer,
    Ask,
    Book,
    Cancel,
    Change,
    Clock,
    Compare,
    Constraint,
    Correct,
    Days,
    Drop,
    Flag,
    Meaning,
    Money,
    More,
    Move,
    Number,
    Party,
    Reject,
    Return,
    Social,
    Text,
    Texts,
    Undo,
    Value,
    Wish,
    numbered,
)
from wayframe.memory import update
from wayframe.schema import Schema, Slot
from wayframe.sources.protocol import Item
from wayframe.state.records import Booking, DialogueState, Moment, Option, Pending, Purpose, Step
from wayframe.state.resolution import resolved
from wayframe.state.wishes import (
    absolute,
    contradicts,
    day_of,
    first_day_of,
    held_wishes,
    is_of_stay,
    revised,
    wishing_frame,
)

IMPORTANT = 1.0
"""The weight from which on words that were not read make a turn unsure."""

UNLIKELY = 0.06
"""The probability below which wishes are asked about before they are taken; doubtful ones above it are shown."""


class Heard(NamedTuple):
    """A user's turn taken in: the state after it, its steps, its acts with and without references.

    `wished` are the wishes of the turn, made absolute, `searched` says whether they ask for a search, and `pins` are
    the item that it is for, where they are about one. `undone` is the point that the turn goes back to. `unread` are
    words that may matter and that nothing was made of. `doubted` are wishes that may be a slip: nothing was done yet.
    `confirmed` says that the turn is a yes to what the agent asked, `supposed` that its wishes may be misread.
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
    supposed: bool = False


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
    confirmed = bool(on_yes) and moves[: len(on_yes)] == on_yes and meaning.moves[0].sure == 1
    undone = _point_before(state, steps)
    fresh = any(step.move == Drop() for step in steps)
    revision = _revision(state, steps, undone, schema, fresh=fresh)
    sure = _surety(meaning)
    doubted = () if confirmed else _doubted(state, revision.said, sure, schema)
    if doubted:
        revision = WishRevision(state.memory.active_frame)
    acts, plain = user_acts(steps, revision.said, revision.base, schema, state)
    after = _changed(state, steps, revision, undone, schema)
    after = after._replace(memory=update(state.memory, "user", acts, revision.frame, text), moves=moves)
    searched = bool(undone.wishes) and not undone.focus if undone else bool(revision.said) or fresh
    return Heard(
        after, steps, acts, plain,
        wished=() if undone else revision.said, searched=searched, pins=revision.pins, undone=undone,
        unread=_unread(meaning, text), ambiguous=_is_ambiguous(meaning), doubted=doubted, confirmed=confirmed,
        supposed=sure < 1 and not doubted,
    )  # fmt: skip


def _is_ambiguous(meaning: Meaning) -> bool:
    """Return whether there are other readings, or a deed may have been misread."""
    deeds = [spoken for spoken in meaning.moves if isinstance(spoken.move, Book | Cancel | Change)]
    return bool(meaning.alternatives) or any(spoken.sure < 1 for spoken in deeds)


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


def _doubted(state: DialogueState, said: Sequence[Wish], sure: float, schema: Schema) -> tuple[Wish, ...]:
    """Return the wishes of a turn to ask about before they are taken: all where they are unlikely, else slips.

    What is said again after such a question is taken.
    """
    asked_before = any(isinstance(move, Wish | Correct | Drop) for move in state.pending.on_yes)
    if sure < UNLIKELY and not asked_before:
        return tuple(said)
    return _slips(state, said, schema)


def _surety(meaning: Meaning) -> float:
    """Return how likely the least likely wish of a turn is."""
    wishes = [spoken.sure for spoken in meaning.moves if isinstance(spoken.move, Wish | Correct | Drop)]
    return min(wishes, default=1.0)


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


DONT_CARE = "-1"
_SOCIAL = {"greeting": "greeting", "thanks": "thankyou", "goodbye": "goodbye"}
_ANSWERS = {"yes": "affirm", "no": "negate"}
_EXTREMES = {("price", "least"): "cheapest", ("price", "most"): "most expensive"}


def user_acts(
    steps: Sequence[Step], wishes: Sequence[Wish], varied: int, schema: Schema, state: DialogueState
) -> tuple[tuple[Act, ...], tuple[Act, ...]]:
    """Return the acts of a user's turn, with references and without; `varied` is the frame of which one is made."""
    plain = [act for wish in wishes for act in _wish(wish, schema)]
    pointed = [_with_ref(act, (varied,), state) for act in plain]
    for step in steps:
        acts = _acts(step)
        plain += acts
        pointed += [_with_ref(act, step.frames, state) for act in acts]
    return tuple(pointed), tuple(plain)


def _with_ref(act: Act, frames: Sequence[int], state: DialogueState) -> Act:
    """Return an act with a reference to those of some frames that there are; an intent is about none."""
    known = [frame for frame in frames if 0 < frame <= len(state.memory.frames)]
    if not known or act == _INTENT:
        return act
    return Act(act.name, (*act.args, Arg("ref", tuple(Ref(frame) for frame in known))))


# Moves


def _acts(step: Step) -> list[Act]:
    """Return the acts of a move; none where the scheme has none."""
    project = _MOVES.get(type(step.move))
    return project(step) if project else []


def _ask(step: Step) -> list[Act]:
    """Return a question's acts."""
    ask = step.move
    assert isinstance(ask, Ask)
    if ask.question == "facts":
        return [Act("request", (Arg(slot),)) for slot in ask.slots] or [Act("moreinfo", ())]
    if ask.question in ("holds", "which"):
        return [Act("confirm", (Arg(wish.slot, _held(wish.constraint)),)) for wish in ask.wishes]
    return _compared(step) if ask.question == "difference" else []


def _compared(step: Step) -> list[Act]:
    """Return a comparison's act."""
    assert isinstance(step.move, Ask | Compare)
    return [Act("request_compare", tuple(Arg(slot) for slot in step.move.slots))]


def _book(step: Step) -> list[Act]:
    """Return a booking's acts: the switch that it implies and the intent."""
    return [Act("switch_frame", ()), _INTENT] if step.frames else [_INTENT]


def _answer(step: Step) -> list[Act]:
    """Return the act of a yes or a no."""
    assert isinstance(step.move, Answer)
    name = _ANSWERS.get(step.move.word)
    return [Act(name, ())] if name else []


def _social(step: Step) -> list[Act]:
    """Return the act of a courtesy."""
    assert isinstance(step.move, Social)
    name = _SOCIAL.get(step.move.kind)
    return [Act(name, ())] if name else []


_INTENT = Act("inform", (Arg("intent", "book"),))
_MOVES: Mapping[type[Move], Callable[[Step], list[Act]]] = {
    Ask: _ask,
    Compare: _compared,
    Return: lambda step: [Act("switch_frame", ())],
    More: lambda step: [Act("request_alts", ())],
    Book: _book,
    Reject: lambda step: [Act("negate", ())],
    Answer: _answer,
    Social: _social,
}


# Wishes and values


def _wish(wish: Wish, schema: Schema) -> list[Act]:
    """Return a wish's acts, one for each value."""
    slot, constraint = schema.slot(wish.slot), wish.constraint
    key = slot.wish.get(constraint.op, wish.slot) if slot else wish.slot
    if constraint.op == "any":
        return [Act("inform", (Arg(key, DONT_CARE),))]
    if constraint.op in ("least", "most"):
        return [Act("inform", (Arg(key, _EXTREMES.get((wish.slot, constraint.op), constraint.op)),))]
    name = "negate" if constraint.op == "not" else "inform"
    acts = list[Act]()
    for value in constraint.values:
        acts += _counts(value) if isinstance(value, Party) else [Act(name, (Arg(key, _written(value, slot)),))]
    return acts


def _counts(party: Party) -> list[Act]:
    """Return a party as the scheme's two slots."""
    counts = {"n_adults": party.adults, "n_children": party.children}
    return [Act("inform", (Arg(key, str(count)),)) for key, count in counts.items() if count]


def _written(value: Value, slot: Slot | None) -> str | bool:
    """Return a value as it stands in an act: an amount in the currency of its slot where none was said."""
    if isinstance(value, Money) and not value.currency and slot is not None:
        return surface(replace(value, currency=slot.unit))
    return value.value if isinstance(value, Flag | Text) else surface(value)


def _held(constraint: Constraint) -> str | bool:
    """Return what is asked about a slot: its value, or the kind of limit."""
    return _written(constraint.values[0], None) if constraint.values else constraint.op


SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "": "$"}


def surface(value: Value) -> str:
    """Return a value as text."""
    return _surface(value)


@singledispatch
def _surface(value: Value) -> str:
    """Return a value of a kind as text."""
    raise TypeError(f"expected a value, found {type(value).__name__}")


@_surface.register
def _text(value: Text) -> str:
    return value.value


@_surface.register
def _texts(value: Texts) -> str:
    return ", ".join(value.values)


@_surface.register
def _money(value: Money) -> str:
    sign = SIGNS.get(value.currency)
    number = f"{value.value:,.2f}".removesuffix(".00")
    return f"{sign}{number}" if sign else f"{number} {value.currency}"


@_surface.register
def _number(value: Number) -> str:
    return f"{value.value:g}"


@_surface.register
def _days(value: Days) -> str:
    first = f"{value.first:%B} {value.first.day}"
    if value.exact:
        return first
    return f"{first} to {value.last:%B} {value.last.day}"


@_surface.register
def _party(value: Party) -> str:
    adults = f"{value.adults} adults"
    return f"{adults}, {value.children} children" if value.children else adults


@_surface.register
def _clock(value: Clock) -> str:
    hour, minute = divmod(value.value, 60)
    half = "am" if hour < 12 else "pm"
    return f"{hour % 12 or 12}:{minute:02} {half}"


@_surface.register
def _flag(value: Flag) -> str:
    return str(value.value)


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
