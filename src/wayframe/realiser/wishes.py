"""Wishes in words: among others ("at most $2,500 in all, no airport nearby"), after "Nothing" ("at $300 or less")."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wayframe.meaning.records import Constraint, Days, Flag, Money, Named, Value, Wish
from wayframe.realiser.slots import (
    Phrase,
    Predicate,
    extreme,
    feature_phrase,
    feature_predicate,
    filled,
    forms_of,
    merged,
    slot_of,
    stay_slots,
    superlative,
)
from wayframe.realiser.values import Locale, day_words, is_month, listing, plain, value_words
from wayframe.schema import Slot

FIRST_DAY_OPERATORS = ("is", "at_least")
LAST_DAY_OPERATORS = ("is", "at_most")
WITHOUT_VALUES = ("any", "least", "most", "more", "less")


def wish_words(locale: Locale, wishes: Iterable[Wish]) -> str:
    """Return wishes in words: "from Chicago to Rome, in August, at most $2,500 in all, with wifi and a gym"."""
    ordered = in_schema_order(locale, wishes)
    places = [wish for wish in ordered if slot_of(locale, wish.slot).kind == "place"]
    others = [wish for wish in ordered if wish not in places]
    route = " ".join(phrase.text for phrase in (wish_phrase(locale, wish) for wish in places))
    return ", ".join(text for text in (route, *merged(locale, stay_phrases(locale, others))) if text)


def nothing_words(locale: Locale, wishes: Iterable[Wish]) -> str:
    """Return wishes as they stand after "Nothing": "to Rome at $300 or less with wifi"."""
    phrases = [nothing_phrase(locale, wish) for wish in in_schema_order(locale, wishes)]
    return " ".join(merged(locale, phrases))


def in_schema_order(locale: Locale, wishes: Iterable[Wish]) -> list[Wish]:
    """Return wishes without repetition, in the order of the schema's slots."""
    order = {slot.name: number for number, slot in enumerate(locale.schema.slots)}
    return sorted(dict.fromkeys(wishes), key=lambda wish: order.get(wish.slot, len(order)))


def stay_phrases(locale: Locale, wishes: Sequence[Wish]) -> list[Phrase]:
    """Return the phrases of wishes; those for a stay's first and last day become one: "August 15 to September 5"."""
    first, last = stay_slots(locale)
    start = next((w for w in wishes if w.slot == first and w.constraint.op in FIRST_DAY_OPERATORS), None)
    end = next((w for w in wishes if w.slot == last and w.constraint.op in LAST_DAY_OPERATORS), None)
    stay = stay_days(start.constraint, end.constraint) if start and end else None
    phrases = []
    for wish in wishes:
        if stay and wish is start:
            phrases.append(Phrase(day_words(locale, stay)))
        elif not (stay and wish is end):
            phrases.append(wish_phrase(locale, wish))
    return phrases


def stay_days(start: Constraint, end: Constraint) -> Days | None:
    """Return the days between two constraints that name one day each and include it; None where they don't."""
    if start.strict or end.strict or len(start.values) != 1 or len(end.values) != 1:
        return None
    first, last = start.values[0], end.values[0]
    if isinstance(first, Days) and isinstance(last, Days) and first.exact and last.exact and first.first <= last.last:
        return Days(first.first, last.last)
    return None


def wish_phrase(locale: Locale, wish: Wish) -> Phrase:
    """Return a wish as it stands among others: "at most $2,500 in all", "not Munich", "with" + "wifi"."""
    slot, constraint = slot_of(locale, wish.slot), wish.constraint
    if (holds := flag_of(constraint)) is not None:
        return feature_phrase(locale, slot, holds)
    if constraint.op in WITHOUT_VALUES:
        return Phrase(bounded(locale, slot, constraint))
    forms = forms_of(locale, slot)
    template = forms.wish or forms.phrase
    if constraint.op != "not":
        return Phrase(filled(locale, template, slot, bounded(locale, slot, constraint), one=is_one(constraint)))
    values = value_list(locale, slot, constraint.values)
    if forms.excluded:
        return Phrase(filled(locale, forms.excluded, slot, values))
    said = filled(locale, template, slot, values)
    return Phrase(locale.wording.bounds["excluded"].format(phrase=said))


def nothing_phrase(locale: Locale, wish: Wish) -> Phrase:
    """Return a wish as it stands after "Nothing": "at $300 or less", "without" + "wifi", "with at least 4 stars"."""
    slot, constraint = slot_of(locale, wish.slot), wish.constraint
    bounds = locale.wording.bounds
    if (holds := flag_of(constraint)) is not None:
        return feature_phrase(locale, slot, holds, after_nothing=True)
    if constraint.op in WITHOUT_VALUES:
        return Phrase(bounded(locale, slot, constraint))
    forms = forms_of(locale, slot)
    if slot.kind == "money" and not forms.nothing:
        return Phrase(bounded(locale, slot, constraint, position="nothing_"))
    if constraint.op == "not":
        return Phrase(bounds["nothing_excluded"].format(value=value_list(locale, slot, constraint.values)))
    template = forms.nothing or forms.wish or forms.phrase
    return Phrase(filled(locale, template, slot, bounded(locale, slot, constraint), one=is_one(constraint)))


def wish_predicate(locale: Locale, wish: Wish) -> Predicate:
    """Return a wish as it is said of an option: "cost" + "at most $2,500", "have" + "a gym", denied for "not"."""
    slot, constraint = slot_of(locale, wish.slot), wish.constraint
    if (holds := flag_of(constraint)) is not None:
        return feature_predicate(locale, slot, holds)
    if constraint.op in WITHOUT_VALUES:
        if constraint.op in ("least", "most"):
            return extreme(locale, slot, constraint.op)
        return Predicate("be", bounded(locale, slot, constraint))
    forms = forms_of(locale, slot)
    if constraint.op == "not":
        values = value_list(locale, slot, constraint.values)
        return Predicate(forms.verb, filled(locale, forms.object, slot, values), denied=True)
    words = bounded(locale, slot, constraint)
    return Predicate(forms.verb, filled(locale, forms.object, slot, words, one=is_one(constraint)))


def flag_of(constraint: Constraint) -> bool | None:
    """Return what a constraint wants of a yes/no slot; None where it is for another kind."""
    flags = [value.value for value in constraint.values if isinstance(value, Flag)]
    if not flags:
        return None
    return flags[0] != (constraint.op == "not")


def is_one(constraint: Constraint) -> bool:
    """Return whether a constraint's last value is the number 1, so that a noun behind it is in the singular."""
    return bool(constraint.values) and getattr(constraint.values[-1], "value", None) == 1


def value_list(locale: Locale, slot: Slot, values: Iterable[Value]) -> str:
    """Return the values of a slot as alternatives: "Rome or Paris"."""
    return listing(locale, [value_words(locale, slot, value) for value in values], "or")


def bounded(locale: Locale, slot: Slot, constraint: Constraint, *, position: str = "") -> str:
    """Return the values of a constraint with its bound and scope: "at most $2,500 in all"."""
    if constraint.op in WITHOUT_VALUES:
        return without_values(locale, slot, constraint)
    bounds = {**locale.wording.bounds, **forms_of(locale, slot).bounds}
    if constraint.values and isinstance(constraint.values[0], Days):
        return bounded_days(locale, slot, constraint)
    operator = {"at_most": "under", "at_least": "over"}.get(constraint.op, "") if constraint.strict else constraint.op
    words = [value_words(locale, slot, value) for value in constraint.values]
    text = bounds[position + (operator or constraint.op)].format(
        value=listing(locale, words, "or"), first=words[0] if words else "", last=words[-1] if words else ""
    )
    scope = locale.wording.scopes.get(constraint.scope, "")
    return f"{text} {scope}".strip() if any(isinstance(value, Money) for value in constraint.values) else text


def bounded_days(locale: Locale, slot: Slot, constraint: Constraint) -> str:
    """Return days with their bound: "by August 29", "in August", "August 20 to 30"."""
    bounds = locale.wording.day_bounds
    days = days_said(constraint)
    operator = constraint.op
    if operator == "between":
        return bounds["between"].format(value=day_words(locale, days[0]))
    if operator in ("at_most", "at_least"):
        name = {"at_most": "under", "at_least": "over"}[operator] if constraint.strict else operator
        return bounds[name].format(value=day_words(locale, days[0]))
    if operator == "is" and all(is_month(day) for day in days):
        return bounds["is_month"].format(value=value_list(locale, slot, days))
    return bounds[operator].format(value=value_list(locale, slot, days))


def days_said(constraint: Constraint) -> list[Days]:
    """Return the days with which a constraint is said: a bound by its outer day ("by August 31" of a month)."""
    days = [value for value in constraint.values if isinstance(value, Days)]
    if constraint.op == "between":
        return [Days(days[0].first, max(days[0].first, days[-1].last))]
    if constraint.op not in ("at_most", "at_least"):
        return days
    outer = (constraint.op == "at_most") != constraint.strict
    edge = days[0].last if outer else days[0].first
    return [Days(edge, edge)]


def without_values(locale: Locale, slot: Slot, constraint: Constraint) -> str:
    """Return a wish that names no value to hold: "any price", "the cheapest", "3 days later"."""
    bounds = locale.wording.bounds
    operator = constraint.op
    if operator == "any":
        return bounds["any"].format(label=slot.label)
    if operator in ("least", "most"):
        return bounds["extreme"].format(superlative=superlative(locale, slot, operator))
    adjectives = slot.more if operator == "more" else slot.less
    adjective = adjectives[0] if adjectives else bounds[f"{operator}_plain"].format(label=slot.label)
    text = adjective
    if constraint.values:
        amount = value_words(locale, slot, constraint.values[0])
        text = bounds[f"{operator}_by"].format(value=amount, more=adjective, less=adjective)
    if isinstance(constraint.than, Named):
        text = bounds["than"].format(comparison=text, name=plain(constraint.than.name))
    return text
