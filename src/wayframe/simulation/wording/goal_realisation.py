"""Wishes in words: values as people write them, which wishes go together in a clause, and how clauses follow."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import chain
from random import Random
from typing import Literal, NamedTuple

from wayframe.dialogue import Arg
from wayframe.ontology import AMENITIES, VICINITY
from wayframe.simulation.wording import grammar
from wayframe.simulation.wording.grammar import TextBit, TextBits, WishForms, drawn
from wayframe.simulation.wording.style import ActPlan, TurnPart, UserStyle, capitalised, pronouns
from wayframe.values import DONT_CARE

Typed = str | int | float | bool | date

_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_DAYS = {7: ("a week", "one week", "7 days", "1 week"), 14: ("two weeks", "2 weeks", "14 days", "a fortnight"),
         10: ("10 days", "ten days"), 21: ("three weeks", "3 weeks", "21 days")}  # fmt: skip
_SEATS = {"business": ("business", "business", "biz"), "economy": ("economy", "economy", "coach")}  # fmt: skip


def value_bits(slot: str, value: Typed, rng: Random, *, near: date | None = None) -> TextBits:
    """A value in words, with what belongs to it but isn't it ("the 17th"). `near` is a day just named before it."""
    if isinstance(value, date):
        return _day(slot, value, rng, near)
    if value == DONT_CARE or isinstance(value, bool):
        return ()
    return (TextBit(_words(slot, value, rng), slot),)


def _words(slot: str, value: str | int | float, rng: Random) -> str:
    """Return a value as people write it."""
    if slot == "seat":
        return rng.choice(_SEATS.get(str(value), (str(value),)))
    if isinstance(value, str):
        return value
    if slot in ("budget", "price"):
        return _money(value, rng)
    if slot in ("max_duration", "min_duration", "duration"):
        return rng.choice(_DAYS.get(int(value), (f"{value} days", f"{_number(value)} days", f"{value} days")))
    return _number(value) if rng.random() < 0.35 else f"{value:g}"


def _number(value: float) -> str:
    """Return a small whole number in words, any other in digits."""
    return _WORDS[int(value)] if value == int(value) and value < len(_WORDS) else f"{value:g}"


def _money(amount: float, rng: Random) -> str:
    """Return an amount in one of its many forms."""
    whole = int(amount)
    forms = [f"${whole}", f"${whole:,}", f"{whole}$", f"{whole} dollars", f"{whole}", f"{whole} bucks", f"{whole} USD",
             f"${whole}", f"{whole:,} dollars", f"US${whole:,}", f"${whole}.00"]  # fmt: skip
    if whole % 100 == 0 and whole < 20_000:
        thousands = f"{whole / 1000:g}"
        forms += [f"${thousands}k", f"{thousands}k", f"{thousands}K"]
    if whole % 1000 == 0 and whole <= 20_000:
        forms += [
            f"{_WORDS[whole // 1000]} thousand",
            f"{_WORDS[whole // 1000]} thousand dollars",
            f"{whole // 1000} grand",
        ]
    elif whole % 100 == 0 and whole < 2000:
        forms += [f"{_WORDS[whole // 100]} hundred dollars", f"{_WORDS[whole // 100]} hundred"]
    return rng.choice(forms)


def _ordinal(day: int) -> str:
    """Return a day of a month as an ordinal number."""
    return f"{day}{'th' if 10 < day < 14 else {1: 'st', 2: 'nd', 3: 'rd'}.get(day % 10, 'th')}"


def _day(slot: str, day: date, rng: Random, near: date | None) -> TextBits:
    """Return a day in one of its many forms."""
    short, full, nth = f"{day:%b}", f"{day:%B}", _ordinal(day.day)
    short = "Sept" if short == "Sep" and rng.random() < 0.6 else short
    forms = [
        f"{full} {day.day}", f"{full} {nth}", f"{short} {day.day}", f"{short} {nth}", f"{day.day} {full}",
        f"{day.day} {short}", f"{day:%A}, {full} {day.day}", f"{day:%A} {full} {nth}", f"{day:%a} {short} {day.day}",
        f"{full.lower()} {day.day}", f"{full.lower()} {nth}", f"{short.lower()} {day.day}",
        f"{full} {day.day}, {day.year}", f"{short}. {day.day}", *([f"{day.month}/{day.day}"] * (day.day > 12)),
    ]  # fmt: skip
    if near and near.month == day.month and rng.random() < 0.4:
        return rng.choice(
            ((TextBit("the "), TextBit(nth, slot)), (TextBit(nth, slot),), (TextBit(str(day.day), slot),))
        )
    if rng.random() < 0.15:
        return TextBit("the "), TextBit(f"{nth} of {rng.choice((full, short, full.lower()))}", slot)
    return (TextBit(rng.choice(forms), slot),)


def month_part(first: date, last: date) -> str | None:
    """The month ("September") where a window is just that; None where it isn't."""
    after = date(first.year + first.month // 12, first.month % 12 + 1, 1) - timedelta(days=1)
    return f"{first:%B}" if first.day == 1 and last == after else None


Manner = Literal["open", "answer", "add", "change"]
Wished = Mapping[str, Sequence[Typed]]  # slot -> values; booleans for amenities, places and `flex`
_PAIRS = (("str_date", "end_date"), ("or_city", "dst_city"), ("n_adults", "n_children"))


class _WishClause(NamedTuple):
    """Slots that are said together: their phrasings and their values in words."""

    slots: tuple[str, ...]
    forms: WishForms
    values: Mapping[str, Sequence[TextBit]]
    plain: tuple[Arg, ...] = ()


def tell(wished: Wished, manner: Manner, style: UserStyle, rng: Random, *, kids: bool = False) -> list[TurnPart]:
    """Wishes as parts of a turn: the first carries the act. An opening says that it is about a trip to book.

    With `kids` in the party, adults are called adults: "there are four of us" would count everybody.
    """
    clauses = _clauses(wished, rng, kids)
    own = pronouns(style)
    clauses = [_indirect(clause, style, rng) for clause in clauses]
    texts = _opening(clauses, own, rng) if manner == "open" else _following(clauses, manner, own, rng)
    plain = tuple(chain.from_iterable(clause.plain for clause in clauses))
    if not texts:
        return []
    whole = _together(texts, style, rng)
    plans = [ActPlan("inform", plain, takes=True)] if wished else []
    if manner == "open":
        plans.insert(0, ActPlan("inform", (Arg("intent", "book"),)))
    return [TurnPart(whole, tuple(plans), asks=whole[0].text.lower().startswith(_ASKING))]


_ASKING = (
    "can ",
    "could ",
    "do you",
    "is there",
    "are there",
    "what ",
    "how about",
    "would ",
    "have you",
    "and if",
    "is ",
    "does ",
)


_FEW_MARKS = (" ", ", ", " and ")
_STOPS = (". ", "! ")
_MARKS = (". ", ", ", ". ", " and ", "! ", "; ", ", also ", ". Oh and ", ", and ")


def _together(texts: Sequence[TextBits], style: UserStyle, rng: Random) -> TextBits:
    """Clauses one after the other, as one part: a part has one act."""
    joints = _FEW_MARKS if style.marks == "few" else _MARKS
    whole = list(texts[0])
    for text in texts[1:]:
        joint = ". " if whole[-1].slot and text[0].slot else rng.choice(joints)
        if joint in _STOPS and style.case == "right":
            text = (capitalised(text[0]), *text[1:])
        whole += [TextBit(joint), *text]
    return tuple(whole)


def _opening(clauses: Sequence[_WishClause], own: Mapping[str, TextBits], rng: Random) -> list[TextBits]:
    """A head with some of the wishes after it, then the others in sentences; or sentences alone."""
    order = list(clauses)
    if rng.random() < 0.5:
        rng.shuffle(order)
        _departure_first(order)
    if order and rng.random() < 0.25:
        return [_said(clause, _full(clause), own, rng) for clause in order]
    count = min(len(order), rng.choice((1, 2, 2, 3, 3, 4)))
    text = [*drawn(rng.choice(grammar.heads()), rng, own)]
    for clause in order[:count]:
        joint = " " if rng.random() < 0.85 else ", "
        text += [TextBit(joint), *_said(clause, clause.forms.joined, own, rng)]
    return [tuple(text), *(_said(clause, _full(clause), own, rng) for clause in order[count:])]


def _departure_first(clauses: list[_WishClause]) -> None:
    """Put the day of leaving before that of coming back: in "returning on Monday on Friday" one can't be told."""
    slots = [clause.slots for clause in clauses]
    if ("str_date",) not in slots or ("end_date",) not in slots:
        return
    start, end = slots.index(("str_date",)), slots.index(("end_date",))
    if end < start:
        clauses[start], clauses[end] = clauses[end], clauses[start]


def _full(clause: _WishClause) -> tuple[str, ...]:
    """Phrasings that can be understood without a question before them; a destination alone, too."""
    places = "dst_city" in clause.slots
    return (*clause.forms.whole, *clause.forms.bare) if places else clause.forms.whole


def _following(
    clauses: Sequence[_WishClause], manner: Manner, own: Mapping[str, TextBits], rng: Random
) -> list[TextBits]:
    """Return clauses that follow what was said before."""
    texts = []
    for number, clause in enumerate(clauses):
        forms = clause.forms.whole
        if manner == "answer" and _is_clear(clause, clauses) and rng.random() < 0.6:
            forms = clause.forms.bare
        elif manner == "change" and clause.forms.changed:
            forms = _changed(clause, rng, first=number == 0)
        texts.append(_said(clause, forms, own, rng))
    return texts


def _is_clear(clause: _WishClause, clauses: Sequence[_WishClause]) -> bool:
    """Return whether a clause needs no words around its values: a number alone could be the value of any slot."""
    return len(clauses) == 1 or len(clause.slots) > 1


def _changed(clause: _WishClause, rng: Random, *, first: bool) -> tuple[str, ...]:
    """Return the forms of a clause that takes the place of another one."""
    if first or rng.random() < 0.4:
        return clause.forms.changed
    return (*clause.forms.joined, *clause.forms.whole)


def _indirect(clause: _WishClause, style: UserStyle, rng: Random) -> _WishClause:
    """Sometimes a wish can only be told from what is said."""
    if not clause.forms.indirect or rng.random() >= style.indirect:
        return clause
    ways = clause.forms.indirect
    return clause._replace(forms=WishForms(clause.forms.joined, ways, ways, clause.forms.changed))


def _said(clause: _WishClause, forms: Sequence[str], own: Mapping[str, TextBits], rng: Random) -> TextBits:
    """Return a clause in one of its forms."""
    return tuple(_agreeing(drawn(rng.choice(forms), rng, {**own, **clause.values})))


def _agreeing(bits: Sequence[TextBit]) -> Iterator[TextBit]:
    """Yield a text with the noun behind a one in the singular: "one kid"."""
    one = False
    for bit in bits:
        if one:
            bit = bit._replace(text=_PEOPLE.sub(lambda noun: _SINGULAR[noun[0]], bit.text, count=1))
        if bit.text.strip():
            one = bit.slot in _PARTY and bit.text in ("1", "one")
        yield bit


_PARTY = ("n_adults", "n_children")
_SINGULAR = {
    "kids": "kid",
    "children": "child",
    "little ones": "little one",
    "adults": "adult",
    "grown-ups": "grown-up",
}
_PEOPLE = re.compile(rf"(?<!\S)(?:{'|'.join(_SINGULAR)})\b")


def _clauses(wished: Wished, rng: Random, kids: bool) -> list[_WishClause]:
    """The wishes in the groups in which they are said."""
    left = dict(wished)
    clauses = list[_WishClause]()
    for pair in _PAIRS:
        if _goes_together(pair, left, rng):
            clauses.append(_pair(pair, left.pop(pair[0])[0], left.pop(pair[1])[0], rng))
    for group in (AMENITIES, VICINITY):
        some = [slot for slot in group if left.pop(slot, None)]
        clauses += _features(some, rng)
    return clauses + [_alone(slot, values, rng, kids) for slot, values in left.items()]


def _goes_together(pair: tuple[str, str], left: Wished, rng: Random) -> bool:
    """Draw whether two slots are said together; never those with several values, or days that are just a month."""
    if not all(_single(left.get(slot)) for slot in pair):
        return False
    return rng.random() < 0.65 and not _all_month(left, pair)


def _pair(slots: tuple[str, str], first: Typed, second: Typed, rng: Random) -> _WishClause:
    """Return two slots that are said together."""
    near = first if isinstance(first, date) else None
    values = {slots[0]: value_bits(slots[0], first, rng), slots[1]: value_bits(slots[1], second, rng, near=near)}
    return _WishClause(slots, grammar.forms(" ".join(slots)), values)


def _single(values: Sequence[Typed] | None) -> bool:
    """Return whether a slot has one value."""
    return values is not None and len(values) == 1 and values[0] != DONT_CARE


def _all_month(left: Mapping[str, Sequence[Typed]], pair: Sequence[str]) -> bool:
    """Return whether two days are just a month."""
    if pair[0] != "str_date":
        return False
    first, last = left["str_date"][0], left["end_date"][0]
    return isinstance(first, date) and isinstance(last, date) and month_part(first, last) is not None


def _alone(slot: str, values: Sequence[Typed], rng: Random, kids: bool) -> _WishClause:
    """Return a slot that is said by itself."""
    value = values[0]
    if value is True:
        return _WishClause((slot,), grammar.forms(slot), {}, (Arg(slot, True),))
    if value is False or value == DONT_CARE:
        forms = grammar.indifferent(slot)
        given = False if slot == "flex" else DONT_CARE
        return _WishClause((slot,), WishForms(forms, forms, forms, forms), {}, (Arg(slot, given),))
    key = slot
    if isinstance(value, int) and rng.random() < 0.6:
        key = _COUNTED.get((slot, value), slot)
    key = _ALWAYS.get((slot, value), key)
    if kids and slot == "n_adults":
        key = "adults"
    return _WishClause(
        (slot,), grammar.forms(key), {slot: _listed([value_bits(slot, each, rng) for each in values], rng)}
    )


_COUNTED: Mapping[tuple[str, Typed], str] = {("n_adults", 1): "alone", ("n_adults", 2): "couple"}
_ALWAYS: Mapping[tuple[str, Typed], str] = {("n_children", 1): "child"}


def _features(slots: Sequence[str], rng: Random) -> list[_WishClause]:
    """Return amenities and places as a clause: no word of the text is their value."""
    if not slots:
        return []
    plain = tuple(Arg(slot, True) for slot in slots)
    if slots == ["downtown"]:
        return [_WishClause(("downtown",), grammar.forms("in the centre"), {}, plain)]
    what = _listed([drawn(grammar.thing(slot), rng, {}) for slot in slots], rng, ("and", "and", "&"))
    return [
        _WishClause(tuple(slots), grammar.forms("with" if slots[0] in AMENITIES else "near"), {"what": what}, plain)
    ]


def _listed(
    items: Sequence[TextBits], rng: Random, joints: Sequence[str] = ("or", "or", "and", "or maybe")
) -> TextBits:
    """Return several values one after the other."""
    found = list(items[0])
    for place, item in enumerate(items[1:], 2):
        found += [TextBit(f" {rng.choice(joints)} " if place == len(items) else ", "), *item]
    return tuple(found)
