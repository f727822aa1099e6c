"""Wishes in words: "from Chicago to Rome, for $2,500 or less in all, away from the airport"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from wayframe.meaning.records import Constraint, Days, Flag, Money, Named, Value, Wish
from wayframe.realiser.nouns import listing
from wayframe.realiser.slots import (
    Phrase,
    Predicate,
    extreme,
    feature_phrase,
    feature_predicate,
    filled,
    forms_key,
    forms_of,
    is_one,
    merged,
    slot_of,
    superlative,
)
from wayframe.realiser.values import Locale, day_words, is_month, plain, value_words
from wayframe.schema import Slot

FIRST_DAY_OPERATORS = ("is", "at_least")
LAST_DAY_OPERATORS = ("is", "at_most")


def wish_words(locale: Locale, wishes: Iterable[Wish]) -> str:
    """Return wishes one after the other: "from Chicago to Rome, in August, for $2,500 or less in all, with a gym"."""
    route, others = wish_groups(locale, wishes)
    return ", ".join(filter(None, (route, *others)))


def condition_words(locale: Locale, wishes: Iterable[Wish]) -> str:
    """Return wishes as they stand behind a noun: "to Rome for $300 or less and with wifi"."""
    route, others = wish_groups(locale, wishes)
    return f"{route} {listing(locale.wording, others)}".strip()


def wish_groups(locale: Locale, wishes: Iterable[Wish]) -> tuple[str, list[str]]:
    """Return wishes in the schema's order: the places in one piece, then the others, merged where they share words."""
    order = {slot.name: number for number, slot in enumerate(locale.schema.slots)}
    ordered = sorted(
        dict.fromkeys(wishes), key=lambda wish: (order.get(wish.slot, len(order)), wish.constraint.op == "not")
    )
    places = [wish for wish in ordered if slot_of(locale, wish.slot).kind == "place"]
    others = [wish for wish in ordered if wish not in places]
    route = " ".join(wish_phrase(locale, wish).text for wish in places)
    return route, merged(locale, stay_phrases(locale, others))


def adjective_wishes(locale: Locale, wishes: Iterable[Wish]) -> list[Wish]:
    """Return the wishes that can stand before the noun: "electric" cars."""
    return [wish for wish in wishes if is_adjective(locale, wish)]


def is_adjective(locale: Locale, wish: Wish) -> bool:
    """Return whether a wish is for one value of a category that tells itself: "electric", "Italian"."""
    slot = slot_of(locale, wish.slot)
    plain_forms = forms_of(locale, slot) == locale.wording.kinds["category"]
    return plain_forms and forms_key(locale, slot) == "category" and wish.constraint.op == "is"


def adjective_words(locale: Locale, wishes: Iterable[Wish]) -> str:
    """Return wishes for categories as adjectives: "electric", "red or blue"."""
    return ", ".join(value_list(locale, slot_of(locale, wish.slot), wish.constraint.values) for wish in wishes)


def value_list(locale: Locale, slot: Slot, values: Iterable[Value]) -> str:
    """Return the values of a slot as alternatives: "Rome or Paris"."""
    return listing(locale.wording, [value_words(locale, slot, value) for value in values], "or")


# One wish


def wish_phrase(locale: Locale, wish: Wish) -> Phrase:
    """Return a wish as it stands behind a noun: "for $2,500 or less in all", "not in Munich", "with" + "wifi"."""
    slot, constraint = slot_of(locale, wish.slot), wish.constraint
    wanted = wanted_flag(constraint)
    if wanted is not None:
        return feature_phrase(locale, slot, wanted)
    if constraint.op in UNBOUNDED:
        return Phrase(unbounded(locale, slot, constraint))
    words = bounded(locale, slot, constraint)
    if constraint.op == "not":
        return Phrase(locale.wording.bounds["excluded"].format(value=words))
    forms = forms_of(locale, slot)
    return Phrase(filled(locale, forms.wish or forms.phrase, slot, words, one=is_one(constraint.values[-1])))


def wish_predicate(locale: Locale, wish: Wish) -> Predicate:
    """Return a wish as it is said of an option: "cost" + "at most $2,500", "have" + "a gym", denied for "not"."""
    slot, constraint = slot_of(locale, wish.slot), wish.constraint
    wanted = wanted_flag(constraint)
    if wanted is not None:
        return feature_predicate(locale, slot, wanted)
    if constraint.op in ("least", "most"):
        return extreme(locale, slot, constraint.op)
    if constraint.op in UNBOUNDED:
        return Predicate("be", unbounded(locale, slot, constraint))
    forms = forms_of(locale, slot)
    words = bounded(locale, slot, constraint)
    said = filled(locale, forms.object, slot, words, one=is_one(constraint.values[-1]))
    return Predicate(forms.verb, said, denied=constraint.op == "not")


def wanted_flag(constraint: Constraint) -> bool | None:
    """Return what a constraint wants of a yes/no slot; None where it is for another kind."""
    first = next(iter(constraint.values), None)
    if not isinstance(first, Flag):
        return None
    return first.value != (constraint.op == "not")


# Bounds

STRICT = {"at_most": "under", "at_least": "over"}
"""The bounds that leave out their value."""


def bounded(locale: Locale, slot: Slot, constraint: Constraint) -> str:
    """Return the values of a constraint with its bound and scope: "$2,500 or less in all"; those of "not" alone."""
    if isinstance(constraint.values[0], Days):
        return bounded_days(locale, slot, constraint)
    bounds = {**locale.wording.bounds, **forms_of(locale, slot).bounds}
    words = [value_words(locale, slot, value) for value in constraint.values]
    text = bounds[bound_of(constraint)].format(
        value=listing(locale.wording, words, "or"), first=words[0], last=words[-1]
    )
    scope = locale.wording.scopes.get(constraint.scope, "")
    return f"{text} {scope}".strip() if isinstance(constraint.values[0], Money) else text


def bound_of(constraint: Constraint) -> str:
    """Return the name of a constraint's bound."""
    return STRICT.get(constraint.op, constraint.op) if constraint.strict else constraint.op


def bounded_days(locale: Locale, slot: Slot, constraint: Constraint) -> str:
    """Return days with their bound: "by August 29", "in August", "August 20 to 30"."""
    days = days_said(constraint)
    bound = bound_of(constraint)
    if bound in SPANNED and not all(day.exact for day in days):
        bound = "is_month" if all(map(is_month, days)) else "is"
    return locale.wording.day_bounds[bound].format(value=value_list(locale, slot, days))


SPANNED = ("is", "around")
"""The bounds that days from one to another are said without."""


def days_said(constraint: Constraint) -> list[Days]:
    """Return the days with which a constraint is said: a bound by its outer day ("by August 31" of a month)."""
    days = [value for value in constraint.values if isinstance(value, Days)]
    if not days:
        return []
    if constraint.op == "between":
        return [Days(days[0].first, max(days[0].first, days[-1].last))]
    if constraint.op not in STRICT:
        return days
    upper = (constraint.op == "at_most") != constraint.strict
    edge = days[0].last if upper else days[0].first
    return [Days(edge, edge)]


# Stays


def stay_phrases(locale: Locale, wishes: Sequence[Wish]) -> list[Phrase]:
    """Return the phrases of wishes; those for a stay's first and last day become one: "August 15 to September 5"."""
    phrases = {wish: wish_phrase(locale, wish) for wish in wishes}
    start = end_of_stay(wishes, locale.schema.start, FIRST_DAY_OPERATORS)
    end = end_of_stay(wishes, locale.schema.end, LAST_DAY_OPERATORS)
    if start and end and days_of(start).first <= days_of(end).last:
        phrases[start] = Phrase(day_words(locale, Days(days_of(start).first, days_of(end).last)))
        del phrases[end]
    return list(phrases.values())


def end_of_stay(wishes: Sequence[Wish], slot: str, operators: Sequence[str]) -> Wish | None:
    """Return the wish that names one day as the first or last of a stay, itself included; None where there is none."""
    candidates = [wish for wish in wishes if wish.slot == slot]
    named = [wish for wish in candidates if wish.constraint.op in operators and names_a_day(wish.constraint)]
    return next(iter(named), None)


def names_a_day(constraint: Constraint) -> bool:
    """Return whether a constraint names one day and includes it."""
    exact = [isinstance(value, Days) and value.exact for value in constraint.values]
    return exact == [True] and not constraint.strict


def days_of(wish: Wish) -> Days:
    """Return the days that a wish names first."""
    days = wish.constraint.values[0]
    assert isinstance(days, Days)
    return days


# Wishes without a value to hold


def unbounded(locale: Locale, slot: Slot, constraint: Constraint) -> str:
    """Return a wish that names no value to hold: "any price", "the cheapest", "3 days later"."""
    return UNBOUNDED[constraint.op](locale, slot, constraint)


def of_any(locale: Locale, slot: Slot, constraint: Constraint) -> str:
    """Return that any value of a slot will do."""
    return locale.wording.bounds["any"].format(label=slot.label)


def at_extreme(locale: Locale, slot: Slot, constraint: Constraint) -> str:
    """Return the extreme of a slot."""
    return locale.wording.bounds["extreme"].format(superlative=superlative(locale, slot, constraint.op))


def compared(locale: Locale, slot: Slot, constraint: Constraint) -> str:
    """Return less or more of a slot, by how much and than what."""
    bounds = locale.wording.bounds
    adjectives = {"less": slot.less, "more": slot.more}[constraint.op]
    text = next(iter(adjectives), bounds[f"{constraint.op}_plain"].format(label=slot.label))
    if constraint.values:
        text = bounds["compared_by"].format(value=value_words(locale, slot, constraint.values[0]), comparison=text)
    if isinstance(constraint.than, Named):
        text = bounds["than"].format(comparison=text, name=plain(constraint.than.name))
    return text


UNBOUNDED: dict[str, Callable[[Locale, Slot, Constraint], str]] = {
    "any": of_any,
    "least": at_extreme,
    "most": at_extreme,
    "less": compared,
    "more": compared,
}
