"""Wishes in the page's forms: a menu made for the kind of a slot, and what comes back from it as constraints."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Annotated, Any, NamedTuple

from msgspec.structs import replace
from pydantic import BaseModel, Field

from wayframe.errors import InputError, shown
from wayframe.meaning.records import Constraint, Days, Flag, Party, Scope, Text, Value
from wayframe.presentation.presenter import Presenter
from wayframe.presentation.wishes import UnderstoodWish
from wayframe.realiser.phrases import party_words
from wayframe.schema import Slot
from wayframe.schema.records import KINDS
from wayframe.sources.protocol import Condition, Query, Source
from wayframe.state.records import Option
from wayframe.tools.encoding import slot_named, value_json
from wayframe.tools.known import UnknownValueError, wished

MOST_LISTED, MOST_NAMED = 12, 300
"""Values that a menu shows one by one, and those that it knows when one types the beginning."""

MOST_PEOPLE = 99

MOST_SUGGESTED = 2
"""Values that are named where one isn't in the catalogue."""

ORDERED = {"number": "number", "money": "number", "date": "date", "time": "time"}
"""The kinds of slots whose values have an order, and the kind of field that takes one."""

OPERATORS = {
    "number": {
        "is": "exactly", "at_most": "at most", "at_least": "at least", "around": "about", "between": "between",
        "least": "as little as there is", "most": "as much as there is",
    },
    "date": {
        "is": "on", "at_least": "on or after", "at_most": "on or before", "around": "around", "between": "between",
        "least": "as early as there is", "most": "as late as there is",
    },
    "time": {
        "at_least": "at or after", "at_most": "at or before", "around": "around", "between": "between",
        "least": "as early as there is", "most": "as late as there is",
    },
}  # fmt: skip
"""The operators of ordered slots by the kind of their field, in words."""

SCOPES = {"": "in all", "person": "each", "night": "a night"}
"""The scopes of an amount in words."""


class WishMenu(NamedTuple):
    """A wish and the fields by which it is changed, filled in as it stands.

    `field` says which there are: two ends of an order (number, date, time), people, yes or no, or choices. `today` is
    the first day of a calendar.
    """

    slot: str
    label: str
    text: str
    field: str
    op: str = ""
    value: Any = ""
    until: Any = ""
    per: str = ""
    unit: str = ""
    operators: Mapping[str, str] = {}
    scopes: Mapping[str, str] = {}
    chosen: Sequence[str] = ()
    excluded: Sequence[str] = ()
    choices: Sequence[str] = ()
    adults: int = 1
    children: int = 0
    today: str = ""


def menu(wish: UnderstoodWish, source: Source) -> WishMenu:
    """Return the menu for a wish."""
    slot, first = wish.slot, wish.constraints[0]
    plain = WishMenu(slot.name, slot.label, wish.text, "choices")
    if slot.kind in ORDERED:
        return _ordered_menu(plain, wish, source)
    if slot.kind == "party":
        party = first.values[0]
        assert isinstance(party, Party)
        return plain._replace(field="people", adults=party.adults or party.total, children=party.children)
    if slot.kind == "yes_no":
        return plain._replace(field="yes_no", value=Flag(True) in first.values and first.op == "is")
    values = _texts(wish, "is"), _texts(wish, "not")
    return plain._replace(chosen=values[0], excluded=values[1], choices=source.names(slot.name)[:MOST_NAMED])


def blank_menu(slot: Slot, source: Source) -> WishMenu:
    """Return the menu for a wish that isn't there yet, filled in with what most would wish for."""
    return menu(UnderstoodWish(slot, "", (_usual_wish(slot),)), source)


def _usual_wish(slot: Slot) -> Constraint:
    """Return the constraint that a menu begins with: a bound on the side that is better, with the feature, an adult."""
    if slot.kind == "party":
        return Constraint("is", (Party(adults=1),))
    if slot.kind == "yes_no":
        return Constraint("is", (Flag(True),))
    if slot.kind == "time" or slot.better == "more":
        return Constraint("at_least")
    return Constraint("at_most" if slot.kind == "money" or slot.better == "less" else "is")


def addable(wishes: Sequence[UnderstoodWish], source: Source) -> list[Slot]:
    """Return the slots that can be wished for and aren't yet."""
    wished_for = [wish.slot for wish in wishes]
    return [slot for slot in source.schema.slots if slot.wishable and not slot.is_address and slot not in wished_for]


def booking_menus(presenter: Presenter, option: Option, source: Source) -> list[WishMenu]:
    """Return the menus for what a booking can be changed in, each with how it is now.

    These are its days, its travellers, and what else there is in the same place.
    """
    schema = source.schema
    texts = presenter.facts(option.item)
    values: dict[str, Value | None] = {slot: option.item.values.get(slot) for slot in schema.windows}
    if schema.party:
        values[schema.party] = option.party
        texts[schema.party] = party_words(presenter.locale, option.party)
    menus = [
        menu(UnderstoodWish(schema.by_name[slot], texts.get(slot, ""), (Constraint("is", (value,)),)), source)
        for slot, value in values.items()
        if value is not None
    ]
    others = _others_there(option, source)
    if others:
        name = schema.by_name[schema.name]
        menus.append(WishMenu(name.name, name.label, presenter.name(option.item), "choices", choices=others))
    return menus


def _others_there(option: Option, source: Source) -> list[str]:
    """Return the names of what else there is in an option's place, from where it starts, most first."""
    schema, values = source.schema, option.item.values
    places = [slot for slot in (schema.place, schema.source) if slot in values]
    if not schema.name or schema.place not in places:
        return []
    there = Query(tuple(Condition(slot, Constraint("is", (values[slot],))) for slot in places))
    found = [value for value, _ in source.distinct(there, schema.name, MOST_LISTED + 1)]
    names = [value.value for value in found if isinstance(value, Text) and value != values.get(schema.name)]
    return names[:MOST_LISTED]


def _ordered_menu(plain: WishMenu, wish: UnderstoodWish, source: Source) -> WishMenu:
    slot = wish.slot
    field = ORDERED[slot.kind]
    op, value, until = _ends(wish.constraints)
    per = wish.constraints[0].scope
    whole = "" if per == "" and wish.text else "total"
    scopes = {scope or whole: words for scope, words in SCOPES.items() if not scope or scope in slot.scopes}
    return plain._replace(
        field=field, op=op, value=value, until=until, per=per, unit=slot.unit,
        operators=OPERATORS[field], scopes=scopes if len(scopes) > 1 else {}, today=source.today.isoformat(),
    )  # fmt: skip


def _ends(constraints: Sequence[Constraint]) -> tuple[str, Any, Any]:
    """Return an operator with one value, or two ends: two bounds and a span of days lie between them."""
    by_operator = {constraint.op: constraint for constraint in constraints}
    if {"at_least", "at_most"} <= by_operator.keys():
        ends = [by_operator[op].values[0] for op in ("at_least", "at_most")]
        return "between", *map(_first_json, ends)
    first = constraints[0]
    if not first.values:
        return first.op, "", ""
    low, high = first.values[0], first.values[-1]
    if isinstance(low, Days) and isinstance(high, Days):
        if first.op in ("is", "between", "around") and low.first != high.last:
            return "between", low.first.isoformat(), high.last.isoformat()
        if first.op == "at_most":
            return first.op, low.last.isoformat(), ""
    if first.op == "between":
        return "between", value_json(low), value_json(high)
    return first.op, _first_json(low), ""


def _first_json(value: Any) -> Any:
    """Return a value as a field holds it; of a span of days the first."""
    return value.first.isoformat() if isinstance(value, Days) else value_json(value)


def _texts(wish: UnderstoodWish, op: str) -> list[str]:
    """Return the texts that a wish names with an operator."""
    values = [value for constraint in wish.constraints if constraint.op == op for value in constraint.values]
    return [str(value_json(value)) for value in values]


class WishForm(BaseModel):
    """The fields of a menu as they come back; `seen` is how many exchanges stand on the page."""

    slot: str
    seen: int | None = None
    drop: bool = False
    op: str = "is"
    value: list[str] = []
    excluded: list[str] = []
    until: str = ""
    per: Scope = ""
    adults: Annotated[int, Field(ge=0, le=MOST_PEOPLE)] = 1
    children: Annotated[int, Field(ge=0, le=MOST_PEOPLE)] = 0


def constraints(form: WishForm, source: Source) -> list[Constraint]:
    """Return what a menu's fields say; none where the wish is to be dropped.

    Raises `InputError` in the words of the page: who sees it knows no slots.
    """
    slot = slot_named(source.schema, form.slot)
    if form.drop:
        return []
    said = _SAID[slot.kind](form, slot)
    try:
        found = wished(source, form.slot, said) if said != {} else []
    except UnknownValueError as error:
        lacking = f"The {slot.label} “{error.value}” isn't in the catalogue"
        if error.elsewhere:
            raise InputError(f"{lacking}, and neither is {error.elsewhere}.") from None
        meant = f" Did you mean {' or '.join(error.meant[:MOST_SUGGESTED])}?" if error.meant else ""
        raise InputError(f"{lacking}.{meant}") from None
    return [replace(each, scope=form.per) for each in found] if form.per == "total" else found


class BookingForm(WishForm):
    """The fields of a menu that changes the booking of an option."""

    frame: int


def _ordered(form: WishForm, slot: Slot) -> dict[str, Any]:
    field = ORDERED[slot.kind]
    if form.op in ("least", "most"):
        return {"best": form.op}
    if form.op not in OPERATORS[field]:
        raise InputError(f"op: expected one of {', '.join(OPERATORS[field])}, found {shown(form.op)}")
    scope = {"per": form.per} if form.per not in ("", "total") else {}
    value = _typed(form.value[0] if form.value else "", slot)
    if form.op == "between" and form.until:
        until = _typed(form.until, slot)
        if until < value:
            ends = f"{_end_words(until)} comes before {_end_words(value)}"
            raise InputError(f"{ends}, so nothing lies between them.")
        return {"at_least": value, "at_most": until, **scope}
    return {"at_least" if form.op == "between" else form.op: value, **scope}


def _typed(text: str, slot: Slot) -> Any:
    """Return what was put into a field as JSON has it. Raises `InputError`."""
    field = ORDERED[slot.kind]
    if not text.strip():
        raise InputError(f"The {slot.label} needs a {field}.")
    try:
        return _READ[field](text)
    except ValueError:
        raise InputError(f"“{text}” is not a {field}: the {slot.label} needs one.") from None


def _end_words(end: Any) -> str:
    """Return an end of a span as people write it: "August 10", "500"."""
    if isinstance(end, float):
        return f"{end:,.15g}"
    try:
        day = date.fromisoformat(end)
    except ValueError:  # a time
        return str(end)
    return f"{day:%B} {day.day}"


def _day(text: str) -> str:
    return date.fromisoformat(text).isoformat()


def _number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


_READ: Mapping[str, Callable[[str], Any]] = {"number": _number, "date": _day, "time": str}


def _choices(form: WishForm, slot: Slot) -> dict[str, Any]:
    chosen = {"is": [text for text in form.value if text.strip()], "not": form.excluded}
    return {op: texts for op, texts in chosen.items() if texts}


def _people(form: WishForm, slot: Slot) -> dict[str, Any]:
    if not form.adults + form.children:
        raise InputError(f"Say how many {slot.label} there are: at least one.")
    return {"adults": form.adults, "children": form.children}


def _yes(form: WishForm, slot: Slot) -> bool:
    return form.value == ["yes"]


_SAID: Mapping[str, Callable[[WishForm, Slot], Any]] = {
    **dict.fromkeys(KINDS, _choices),
    **dict.fromkeys(ORDERED, _ordered),
    "party": _people,
    "yes_no": _yes,
}
"""The JSON form of what a menu's fields say, by the kind of the slot."""
