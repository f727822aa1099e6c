"""Figures in words: sums, differences, shares, counts, and the values that a slot has in the catalogue."""

from __future__ import annotations

from wayframe.meaning.records import Money, Number, Wish
from wayframe.planner.plan import Figure, ValuesOf
from wayframe.realiser.draft import Draft, item_nouns
from wayframe.realiser.slots import amount_words, forms_of, slot_of
from wayframe.realiser.values import count_word, plural, value_words
from wayframe.realiser.wishes import nothing_words, wish_words
from wayframe.schema import Slot


def figure(draft: Draft, part: Figure) -> str:
    """Return a number that was worked out."""
    return FIGURES[part.kind](draft, part)


def figure_slot(draft: Draft, part: Figure) -> Slot:
    """Return the slot that a figure is of; the price where it names none."""
    price = draft.locale.schema.price
    return price if price and not part.slot else slot_of(draft.locale, part.slot)


def total(draft: Draft, part: Figure) -> str:
    """Return a sum: "Together $4,136.91."."""
    value = value_words(draft.locale, figure_slot(draft, part), part.value)
    frames = tuple(option.frame for option in part.options)
    names = "" if frames == draft.focus or len(frames) == 1 else draft.names(part.options)
    draft.focus = frames
    return draft.fitting("sum_of", "sum", names=names, value=value)


def difference(draft: Draft, part: Figure) -> str:
    """Return a difference of two options: "The Anselm costs $192.46 more than the Terrazza."."""
    slot = figure_slot(draft, part)
    size = part.value.value if isinstance(part.value, Number | Money) else 0
    value = amount_words(draft.locale, slot, part.value)
    if len(part.options) != 2:
        return draft.say("difference_alone", value=value)
    first, second = (draft.name(option) for option in part.options)
    draft.focus = tuple(option.frame for option in part.options)
    if not size:
        return draft.say("difference_none", label=slot.label)
    if isinstance(part.value, Money):
        key = "difference_money_more" if size > 0 else "difference_money_less"
        return draft.say(key, first=first, second=second, value=value)
    adjectives = slot.more if size > 0 else slot.less
    bare = not adjectives or " " in adjectives[0]
    if bare:
        key = "difference_plain" if size > 0 else "difference_plain_less"
        return draft.say(key, first=first, second=second, value=value, label=slot.label)
    return draft.say("difference_worded", first=first, second=second, value=value, adjective=adjectives[0])


def share(draft: Draft, part: Figure) -> str:
    """Return a share: "$1,174.19 each", "$487.05 a night"."""
    parts = int(part.by)
    others = [option for option in part.options if option.frame not in draft.focus]
    return draft.fitting(
        "share_by",
        "share_scope_of",
        "share_scope",
        "sum",
        value=value_words(draft.locale, figure_slot(draft, part), part.value),
        by=count_word(draft.locale, parts) if parts else "",
        scope=draft.locale.wording.scopes.get(part.scope, ""),
        name=draft.name(others[0]) if len(others) == 1 else "",
    )


def count(draft: Draft, part: Figure) -> str:
    """Return how many items fulfil wishes."""
    number = int(part.value.value) if isinstance(part.value, Number | Money) else len(part.options)
    adjectives = [wish for wish in part.wishes if is_adjective(draft, wish)]
    words = nothing_words(draft.locale, [wish for wish in part.wishes if wish not in adjectives])
    wishes = draft.say("such", wishes=words) if words else ""
    item, items = item_nouns(draft.locale)
    if adjectives:
        adjective = wish_words(draft.locale, adjectives)
        item = draft.say("qualified", adjective=adjective, items=item)
        items = draft.say("qualified", adjective=adjective, items=items)
    key = {0: "count_none", 1: "count_one"}.get(number, "count_many")
    text = draft.say(key, value=draft.count(number), item=item, items=items, wishes=wishes)
    if number and part.options:
        named = draft.listing([draft.heading(option, place=False) for option in part.options])
        return text + " " + draft.say("candidates", options=named)
    return text


FIGURES = {"sum": total, "difference": difference, "share": share, "count": count}


def is_adjective(draft: Draft, wish: Wish) -> bool:
    """Return whether a wish can stand before the noun: "electric cars"."""
    plain_category = forms_of(draft.locale, slot_of(draft.locale, wish.slot)) == draft.locale.wording.kinds["category"]
    return plain_category and wish.constraint.op == "is"


def values_of(draft: Draft, part: ValuesOf) -> str:
    """Return the values that a slot has, or from where to where it goes."""
    slot = slot_of(draft.locale, part.slot)
    words = [value_words(draft.locale, slot, value) for value in part.values]
    if not words:
        return draft.say("missing_flags", labels=slot.label)
    if part.range:
        if words[0] == words[-1]:
            return draft.say("values_all", values=words[0])
        return draft.say("range", label=slot.label, first=words[0], last=words[-1])
    if part.total > len(words):
        labels = plural(draft.locale, slot.label)
        return draft.say("values_some", total=draft.count(part.total), labels=labels, values=", ".join(words))
    return draft.say("values_all", values=draft.listing(words))
