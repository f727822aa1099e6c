"""Reply plans as dialogue acts of the Frames scheme: what logs, simulated users and faces see of a reply.

| part | acts |
| --- | --- |
| offer, suggestion | offer or suggest(name, ..., id) for each new option; what is given up as suggest(slot=value) |
| nothing | no_result(ref=[frame{slot=value}]) |
| facts, what holds, comparisons, recalled options | inform(slot=value, write=[frame{name}]) |
| figures | inform(slot=value) |
| request, which, meant | request(slot), request(name), confirm(slot=value) |
| confirmation, proposal to book | suggest(action=book, name) |
| done | inform(action=book, name, ..., write=[frame{name}]) |
| courtesies | greeting(), you_are_welcome(), goodbye() |
| not known, not understood | canthelp(), reject() |
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from wayframe.dialogue import Act, Arg, Ref
from wayframe.meaning.records import Flag, Party, Value, Wish
from wayframe.planner.plan import (
    Comparison,
    Confirm,
    Courtesy,
    Done,
    Empty,
    Figure,
    Holds,
    Meant,
    Noted,
    Nothing,
    NotKnown,
    NotUnderstood,
    Offer,
    OptionView,
    Propose,
    Reason,
    Recalled,
    ReplyPart,
    Request,
    Suggest,
    Tell,
    ValuesOf,
    Which,
)
from wayframe.schema import Schema
from wayframe.state.records import Option
from wayframe.state.surface import surface

_COURTESIES = {"greeting": "greeting", "welcome": "you_are_welcome", "goodbye": "goodbye"}


def wizard_acts(
    parts: Iterable[ReplyPart], schema: Schema, known: int, active: int, options: Mapping[int, Option]
) -> list[tuple[Act, ...]]:
    """Return the acts of each part of a plan; frames above `known` are new, `active` is the frame at hand.

    The act of a new option has all that stands on its card, also what the words leave out.
    """
    shown = [slot.name for slot in schema.slots if slot.shown]
    whole = list[ReplyPart]()
    for part in parts:
        if isinstance(part, Offer | Suggest):
            views = tuple(_carded(view, shown, options) if view.frame > known else view for view in part.options)
            whole.append(replace(part, options=views))
        else:
            whole.append(part)
    return [tuple(_acts(part, schema, known, active)) for part in whole]


def _carded(view: OptionView, shown: Sequence[str], options: Mapping[int, Option]) -> OptionView:
    """Return an option with all that stands on its card."""
    held = options[view.frame].item.values
    values = {slot: held[slot] for slot in dict.fromkeys((*shown, *view.values)) if slot in held}
    return replace(view, values=values)


def _acts(part: ReplyPart, schema: Schema, known: int, active: int) -> list[Act]:
    match part:
        case Offer(options):
            return [_option("offer", view, schema) if view.frame > known else _told(view, schema) for view in options]
        case Suggest(options, missed):
            return [_option("suggest", view, schema) for view in options]
        case Nothing(because):
            return [Act("no_result", (Arg("ref", (Ref(active, tuple(_wished(because, schema))),)),))]
        case Tell(options, missing):
            told = [_told(view, schema) for view in options if view.values]
            return [*told, *([Act("canthelp", tuple(Arg(slot) for slot in missing))] if missing else [])]
        case Holds(wish, yes, no, unknown):
            return [_held(view, wish, schema, so) for views, so in ((yes, True), (no, False)) for view in views]
        case Comparison(options) | Which(options):
            acts = [_told(view, schema) for view in options]
            if not isinstance(part, Which):
                return acts
            return [*acts, Act("request", (Arg(schema.name), Arg("action", part.purpose)))]
        case Figure(_, value, slot):
            return [Act("inform", (Arg(slot or "count", surface(value)),))]
        case ValuesOf(slot, values):
            return [Act("inform", (Arg(slot, surface(value)),)) for value in values]
        case Request(slots):
            return [Act("request", (Arg(key),)) for slot in slots for key in _asked(slot, schema)]
        case Meant(wishes):
            return [Act("confirm", (arg,)) for arg in _wished(wishes, schema)]
        case Confirm(purpose, options):
            return [Act("suggest", (Arg("action", purpose), *_named(view, schema))) for view in options]
        case Done(purpose, options):
            return [_done(purpose, view, schema) for view in options]
        case Propose("book"):
            return [Act("suggest", (Arg("action", "book"),))]
        case Propose():
            return [Act("request", ())]
        case Recalled(wishes=wishes, options=options, bookings=bookings):
            said = [Act("inform", (arg,)) for arg in _wished(wishes, schema)]
            return [*said, *(_told(view, schema) for view in (*options, *bookings))]
        case Reason(option, wishes):
            return [_told(option, schema)]
        case Courtesy(kind):
            return [Act(_COURTESIES[kind], ())] if kind in _COURTESIES else []
        case NotKnown():
            return [Act("canthelp", ())]
        case NotUnderstood():
            return [Act("reject", ())]
        case Empty():
            return [Act("sorry", ())]
        case Noted():
            return []
    return []


def _asked(slot: str, schema: Schema) -> Sequence[str]:
    known = schema.slot(slot)
    return ("n_adults",) if known and known.kind == "party" else (slot,)


def _named(view: OptionView, schema: Schema) -> list[Arg]:
    return [Arg(schema.name, view.name), *([Arg(schema.place, view.place)] if view.place and schema.place else [])]


def _values(view: OptionView, schema: Schema) -> list[Arg]:
    told = [Arg(slot, _plain(value)) for slot, value in view.values.items()]
    return [*told, *_party(view.party)]


def _party(party: Party | None) -> list[Arg]:
    return []


def _plain(value: Value) -> str | bool:
    return value.value if isinstance(value, Flag) else surface(value)


def _option(name: str, view: OptionView, schema: Schema) -> Act:
    return Act(name, (*_named(view, schema), *_values(view, schema), Arg("id", view.frame)))


def _told(view: OptionView, schema: Schema) -> Act:
    naming = tuple(_named(view, schema))
    return Act("inform", (*naming, *_values(view, schema), Arg("write", (Ref(view.frame, naming),))))


def _held(view: OptionView, wish: Wish, schema: Schema, so: bool) -> Act:
    values = wish.constraint.values
    flag = values and isinstance(values[0], Flag)
    naming = tuple(_named(view, schema))
    told = [Arg(wish.slot, so)] if flag and wish.slot not in view.values else _values(view, schema)
    return Act("inform", (*naming, *told, Arg("write", (Ref(view.frame, naming),))))


def _done(purpose: str, view: OptionView, schema: Schema) -> Act:
    naming = tuple(_named(view, schema))
    return Act("inform", (Arg("action", purpose), *naming, *_values(view, schema), Arg("write", (Ref(view.frame, naming),))))


def _wished(wishes: Sequence[Wish], schema: Schema) -> list[Arg]:
    found = list[Arg]()
    for wish in wishes:
        slot = schema.slot(wish.slot)
        key = slot.wish.get(wish.constraint.op, wish.slot) if slot else wish.slot
        for value in wish.constraint.values:
            if isinstance(value, Party):
                found.append(Arg("n_adults", str(value.adults)))
            else:
                found.append(Arg(key, _plain(value)))
    return found

