"""Moves as dialogue acts of the Frames scheme (paper, table 9): what logs, corpora and trackers see of meaning.

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

from msgspec.structs import replace

from wayframe.dialogue import Act, Arg, Ref
from wayframe.meaning.records import (
    Answer,
    Ask,
    Book,
    Compare,
    Constraint,
    Flag,
    Money,
    More,
    Move,
    Party,
    Reject,
    Return,
    Social,
    Text,
    Value,
    Wish,
)
from wayframe.schema import Schema, Slot
from wayframe.state.records import DialogueState, Step
from wayframe.state.surface import surface

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
