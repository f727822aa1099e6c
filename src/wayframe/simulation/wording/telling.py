"""Wishes in words: which go together in a clause, and how the clauses follow each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from random import Random
from typing import Literal, NamedTuple

from wayframe.dialogue import Arg
from wayframe.ontology import AMENITIES, VICINITY
from wayframe.simulation.wording import phrasebook
from wayframe.simulation.wording.amounts import Typed, bits, month_part
from wayframe.simulation.wording.grammar import Bit, Bits, drawn
from wayframe.simulation.wording.parts import Part, Plan
from wayframe.simulation.wording.phrasebook import Forms
from wayframe.simulation.wording.voice import Voice, pronouns
from wayframe.values import DONT_CARE

Manner = Literal["open", "answer", "add", "change"]
Wished = Mapping[str, Sequence[Typed]]  # slot -> values; booleans for amenities, places and `flex`
_PAIRS = (("str_date", "end_date"), ("or_city", "dst_city"), ("n_adults", "n_children"))


class _Clause(NamedTuple):
    """Slots that are said together: their phrasings and their values in words."""

    slots: tuple[str, ...]
    forms: Forms
    values: Mapping[str, Sequence[Bit]]
    plain: tuple[Arg, ...] = ()


def tell(wished: Wished, manner: Manner, speaks: Voice, rng: Random, *, kids: bool = False) -> list[Part]:
    """Wishes as parts of a turn: the first carries the act. An opening says that it is about a trip to book.

    With `kids` in the party, adults are called adults: "there are four of us" would count everybody.
    """
    clauses = _clauses(wished, rng, kids)
    own = pronouns(speaks)
    clauses = [_indirect(clause, speaks, rng) for clause in clauses]
    texts = _opening(clauses, own, rng) if manner == "open" else _following(clauses, manner, own, rng)
    plain = tuple(arg for clause in clauses for arg in clause.plain)
    if not texts:
        return []
    whole = _together(texts, speaks, rng)
    plans = [Plan("inform", plain, takes=True)] if wished else []
    if manner == "open":
        plans.insert(0, Plan("inform", (Arg("intent", "book"),)))
    return [Part(whole, tuple(plans), asks=whole[0].text.lower().startswith(_ASKING))]


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


def _together(texts: Sequence[Bits], speaks: Voice, rng: Random) -> Bits:
    """Clauses one after the other, as one part: a part has one act."""
    joints = (
        (" ", ", ", " and ")
        if speaks.marks == "few"
        else (". ", ", ", ". ", " and ", "! ", "; ", ", also ", ". Oh and ", ", and ")
    )
    whole = list(texts[0])
    for text in texts[1:]:
        joint = ". " if whole[-1].slot and text[0].slot else rng.choice(joints)
        if joint[0] in ".!" and speaks.case == "right" and not joint.endswith("and "):
            text = (text[0]._replace(text=text[0].text[:1].upper() + text[0].text[1:]), *text[1:])
        whole += [Bit(joint), *text]
    return tuple(whole)


def _opening(clauses: Sequence[_Clause], own: Mapping[str, Bits], rng: Random) -> list[Bits]:
    """A head with some of the wishes after it, then the others in sentences; or sentences alone."""
    order = list(clauses)
    if rng.random() < 0.5:
        rng.shuffle(order)
    if order and rng.random() < 0.25:
        return [_said(clause, _full(clause), own, rng) for clause in order]
    count = min(len(order), rng.choice((1, 2, 2, 3, 3, 4)))
    text = [*drawn(rng.choice(phrasebook.heads()), rng, own)]
    for clause in order[:count]:
        joint = " " if rng.random() < 0.85 else ", "
        text += [Bit(joint), *_said(clause, clause.forms.joined, own, rng)]
    return [tuple(text), *(_said(clause, _full(clause), own, rng) for clause in order[count:])]


def _full(clause: _Clause) -> tuple[str, ...]:
    """Phrasings that can be understood without a question before them; a destination alone, too."""
    places = "dst_city" in clause.slots
    return (*clause.forms.whole, *clause.forms.bare) if places else clause.forms.whole


def _following(clauses: Sequence[_Clause], manner: Manner, own: Mapping[str, Bits], rng: Random) -> list[Bits]:
    texts = []
    for number, clause in enumerate(clauses):
        clear = len(clauses) == 1 or len(clause.slots) > 1  # a number or a city alone could be the value of any slot
        forms = clause.forms.bare if manner == "answer" and clear and rng.random() < 0.6 else clause.forms.whole
        if manner == "change" and clause.forms.changed:
            forms = (
                clause.forms.changed
                if number == 0 or rng.random() < 0.4
                else (*clause.forms.joined, *clause.forms.whole)
            )
        texts.append(_said(clause, forms, own, rng))
    return texts


def _indirect(clause: _Clause, speaks: Voice, rng: Random) -> _Clause:
    """Sometimes a wish can only be told from what is said."""
    if not clause.forms.indirect or rng.random() >= speaks.indirect:
        return clause
    ways = clause.forms.indirect
    return clause._replace(forms=Forms(clause.forms.joined, ways, ways, clause.forms.changed))


def _said(clause: _Clause, forms: Sequence[str], own: Mapping[str, Bits], rng: Random) -> Bits:
    return drawn(rng.choice(forms), rng, {**own, **clause.values})


def _clauses(wished: Wished, rng: Random, kids: bool) -> list[_Clause]:
    """The wishes in the groups in which they are said."""
    left = {slot: list(values) for slot, values in wished.items()}
    clauses = []
    for pair in _PAIRS:
        if all(_single(left.get(slot)) for slot in pair) and rng.random() < 0.65 and not _all_month(left, pair):
            first, second = (left.pop(slot)[0] for slot in pair)
            near = first if isinstance(first, date) else None
            values = {pair[0]: bits(pair[0], first, rng), pair[1]: bits(pair[1], second, rng, near=near)}
            clauses.append(_Clause(pair, phrasebook.forms(" ".join(pair)), values))
    for group in (AMENITIES, VICINITY):
        if some := [slot for slot in group if left.pop(slot, None)]:
            clauses += _features(some, rng)
    return clauses + [_alone(slot, values, rng, kids) for slot, values in left.items()]


def _single(values: Sequence[Typed] | None) -> bool:
    return values is not None and len(values) == 1 and values[0] != DONT_CARE


def _all_month(left: Mapping[str, Sequence[Typed]], pair: Sequence[str]) -> bool:
    if pair[0] != "str_date":
        return False
    first, last = left["str_date"][0], left["end_date"][0]
    return isinstance(first, date) and isinstance(last, date) and month_part(first, last) is not None


def _alone(slot: str, values: Sequence[Typed], rng: Random, kids: bool) -> _Clause:
    value = values[0]
    if value == DONT_CARE or (slot == "flex" and value is False):
        forms = phrasebook.indifferent(slot)
        given: str | bool = False if slot == "flex" else DONT_CARE
        return _Clause((slot,), Forms(forms, forms, forms, forms), {}, (Arg(slot, given),))
    if slot == "flex":
        return _Clause((slot,), phrasebook.forms(slot), {}, (Arg(slot, True),))
    named = {("n_adults", 1): "alone", ("n_adults", 2): "couple", ("n_children", 1): "child"}
    key = named.get((slot, value), slot) if isinstance(value, int) and rng.random() < 0.6 else slot
    key = "adults" if kids and slot == "n_adults" else key
    return _Clause((slot,), phrasebook.forms(key), {slot: _listed([bits(slot, each, rng) for each in values], rng)})


def _features(slots: Sequence[str], rng: Random) -> list[_Clause]:
    """Amenities and places: no word of the text is their value."""
    plain = tuple(Arg(slot, True) for slot in slots)
    if slots == ["downtown"]:
        return [_Clause(("downtown",), phrasebook.forms("in the centre"), {}, plain)]
    what = _listed([drawn(phrasebook.thing(slot), rng, {}) for slot in slots], rng, ("and", "and", "&"))
    return [_Clause(tuple(slots), phrasebook.forms("with" if slots[0] in AMENITIES else "near"), {"what": what}, plain)]


def _listed(items: Sequence[Bits], rng: Random, joints: Sequence[str] = ("or", "or", "and", "or maybe")) -> Bits:
    found = list(items[0])
    for place, item in enumerate(items[1:], 2):
        found += [Bit(f" {rng.choice(joints)} " if place == len(items) else ", "), *item]
    return tuple(found)
