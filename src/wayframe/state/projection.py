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

from collections.abc import Sequence
from typing import TYPE_CHECKING

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
    Party,
    Reject,
    Return,
    Social,
    Text,
    Value,
    Wish,
)
from wayframe.schema import Schema, Slot
from wayframe.state.records import DialogueState
from wayframe.state.surface import surface

if TYPE_CHECKING:
    from wayframe.state.update import Step

_SOCIAL = {"greeting": "greeting", "thanks": "thankyou", "goodbye": "goodbye"}
_ANSWERS = {"yes": "affirm", "no": "negate"}
DONT_CARE = "-1"


def user_acts(
    steps: Sequence[Step], wishes: Sequence[Wish], varied: int, schema: Schema, state: DialogueState
) -> tuple[tuple[Act, ...], tuple[Act, ...]]:
    """Return the acts of a user's turn, with references and without; `varied` is the frame of which one is made."""
    acts = list[Act]()
    for wish in wishes:
        acts += _wish(wish, schema)
    wished = [_with_ref(act, (varied,), schema, state) if varied else act for act in acts]
    plain, pointed = list(acts), wished
    for step in steps:
        for act in _acts(step):
            plain.append(act)
            pointed.append(_with_ref(act, step.frames, schema, state))
    return tuple(pointed), tuple(plain)


def _acts(step: Step) -> list[Act]:
    match step.move:
        case Ask("facts", slots):
            return [Act("request", (Arg(slot),)) for slot in slots] or [Act("moreinfo", ())]
        case Ask("holds", wishes=wishes) | Ask("which", wishes=wishes):
            return [Act("confirm", (Arg(w.slot, _held(w.constraint)),)) for w in wishes]
        case Ask("difference", slots) | Compare(slots=slots):
            return [Act("request_compare", tuple(Arg(slot) for slot in slots))]
        case Return():
            return [Act("switch_frame", ())]
        case More():
            return [Act("request_alts", ())]
        case Book():
            return [*([Act("switch_frame", ())] if step.frames else []), Act("inform", (Arg("intent", "book"),))]
        case Reject():
            return [Act("negate", ())]
        case Answer(word) if word in _ANSWERS:
            return [Act(_ANSWERS[word], ())]
        case Social(kind) if kind in _SOCIAL:
            return [Act(_SOCIAL[kind], ())]
    return []


def _with_ref(act: Act, frames: Sequence[int], schema: Schema, state: DialogueState) -> Act:
    known = [frame for frame in frames if 0 < frame <= len(state.memory.frames)]
    if not known or (act.name == "inform" and act.args and act.args[0].key == "intent"):
        return act
    return Act(act.name, (*act.args, Arg("ref", tuple(Ref(frame) for frame in known))))


def _held(constraint: Constraint) -> str | bool:
    value = constraint.values[0] if constraint.values else None
    if isinstance(value, Flag):
        return value.value
    return surface(value) if value is not None else constraint.op


def _wish(wish: Wish, schema: Schema) -> list[Act]:
    slot = schema.slot(wish.slot)
    constraint = wish.constraint
    key = slot.wish.get(constraint.op, wish.slot) if slot else wish.slot
    if constraint.op == "any":
        return [Act("inform", (Arg(key, DONT_CARE),))]
    if constraint.op in ("least", "most"):
        return [Act("inform", (Arg(key, _EXTREMES.get(wish.slot, {}).get(constraint.op, constraint.op)),))]
    if slot and slot.kind == "party":
        return [
            Act("inform", (Arg(k, str(n)),)) for v in constraint.values if isinstance(v, Party) for k, n in _counts(v)
        ]
    name = "negate" if constraint.op == "not" else "inform"
    return [Act(name, (Arg(key, _plain(_in_currency(value, slot))),)) for value in constraint.values]


def _in_currency(value: Value, slot: Slot | None) -> Value:
    """Return an amount in the currency of the slot where none was said."""
    if isinstance(value, Money) and not value.currency and slot is not None:
        return replace(value, currency=slot.unit)
    return value


_EXTREMES = {"price": {"least": "cheapest", "most": "most expensive"}}


def _counts(party: Party) -> list[tuple[str, int]]:
    counts = [("n_adults", party.adults)] if party.adults else []
    return [*counts, ("n_children", party.children)] if party.children else counts


def _plain(value: Value) -> str | bool:
    if isinstance(value, Flag):
        return value.value
    return value.value if isinstance(value, Text) else surface(value)
