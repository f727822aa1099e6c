"""The greeting of a face: who speaks, what there is, what one might say. All follows from a source and its schema."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date
from pathlib import PurePath
from typing import NamedTuple

from wayframe.meaning.records import Money, Text
from wayframe.realiser.phrases import Locale, comparing_verb, feature_phrase, plural, superlative, with_article
from wayframe.schema import Slot
from wayframe.sources.constraints import order
from wayframe.sources.protocol import Query, Source
from wayframe.sources.tables.cells import said

MOST_VALUES = 1_000_000  # of a slot, so that all are counted
EVERYTHING = Query()


class Welcome(NamedTuple):
    """What a face says before anything else was said: who speaks, what there is, what one might say.

    `today` says from which day days are counted, and why; it is empty where there are no days, or it is this very day.
    """

    title: str
    about: str
    world: str
    today: str
    hint: str
    examples: tuple[str, ...]


def welcome(source: Source, locale: Locale, today: date) -> Welcome:
    """Return the greeting over a source; what its schema doesn't say is worked out from what there is."""
    schema = source.schema
    groups = _groups(source)
    examples = schema.examples or _examples(source, locale, groups)
    facts = [_inventory(source, locale, groups)]
    if source.name:
        facts.append(f"from {PurePath(source.name).name}")
    explained = ""
    if schema.of_kind("date"):
        day = f"{today:%A}, {today:%B} {today.day}, {today.year}"
        facts.append(f"today is {day}")
        if today != date.today():
            explained = f"“Next Friday” is counted from {day}: that is the day of this catalogue."
    return Welcome(
        schema.greeting or f"an agent for {schema.items} that remembers",
        f"Talk about several {schema.items}, compare them, go back to an earlier one and decide.",
        "; ".join(facts),
        explained,
        schema.hint or f"{examples[0].rstrip('.')}…",
        examples,
    )


def _groups(source: Source) -> list[Slot]:
    """Return the slots by which items can be told apart into groups: places first, then categories."""
    schema = source.schema
    slots = [*schema.of_kind("place"), *schema.of_kind("category")]
    return [slot for slot in slots if not slot.labelled]


def _inventory(source: Source, locale: Locale, groups: Sequence[Slot]) -> str:
    """Return how many there are: "268 hotels in 109 destinations", "56 laptops, 6 brands"."""
    schema = source.schema
    text = ""
    counted = [schema.by_name[name] for name in schema.counted]
    if not counted:
        total = source.search(EVERYTHING._replace(counted=True), 1).total
        text = _count(total, schema.item, schema.items)
        counted = list(groups[:1])
    for slot in counted:
        values = _count(len(source.names(slot.name)), slot.label, plural(locale.wording, slot.label))
        if not text:
            text = values
        elif slot.kind == "place":
            text += f" in {values}"
        else:
            text += f", {values}"
    return text


def _count(number: int, singular: str, plural: str) -> str:
    noun = singular if number == 1 else plural
    return f"{number:,} {noun}"


def _examples(source: Source, locale: Locale, groups: Sequence[Slot]) -> tuple[str, ...]:
    """Return what one might say, with values that there are."""
    examples = (
        _example_of_a_wish(source, locale, groups),
        _example_of_an_extreme(source, locale),
        _example_of_a_feature(source, locale),
    )
    known = tuple(filter(None, examples))
    return known or (f"What {source.schema.items} are there?",)


def _example_of_a_wish(source: Source, locale: Locale, groups: Sequence[Slot]) -> str:
    """Return a wish for the most common group at a limited price, as far as there are groups and prices."""
    limit = _price_limit(source)
    item = with_article(locale.wording, source.schema.item)
    group = _most_common(source, groups[0]) if groups else ""
    if group:
        return f"I'm looking for {item}: {_joined(group, limit)}."
    return f"I'm looking for {item} {limit}." if limit else ""


def _most_common(source: Source, slot: Slot) -> str:
    """Return the value that most items have; empty where it is no text."""
    for value, _ in source.distinct(EVERYTHING, slot.name, 1):
        if isinstance(value, Text):
            return value.value
    return ""


def _example_of_an_extreme(source: Source, locale: Locale) -> str:
    """Return the question for the best of a number that has adjectives."""
    for slot in source.schema.of_kind("number"):
        if slot.better and slot.less + slot.more:
            best = superlative(locale, slot, slot.better)
            if comparing_verb(locale, slot, best) == "have":
                return f"What has the {best}?"
            if " " in best:
                return f"Which is the {best}?"
            return f"What is the {best} {source.schema.item}?"
    return ""


def _example_of_a_feature(source: Source, locale: Locale) -> str:
    """Return the question for the first feature."""
    for slot in source.schema.of_kind("yes_no"):
        phrase = feature_phrase(locale, slot, True)
        return f"Is there one {_joined(phrase.prefix, phrase.text, phrase.suffix)}?"
    return ""


def _price_limit(source: Source) -> str:
    """Return a limit at a round number from about the middle of the prices: "under €900"."""
    price = source.schema.price
    if price is None:
        return ""
    amounts = list[float]()
    for value, count in source.distinct(EVERYTHING, price.name, MOST_VALUES):
        amount = order(value)
        if amount is not None:
            amounts += [amount] * count
    if not amounts:
        return ""
    middle = sorted(amounts)[len(amounts) // 2]
    magnitude = math.floor(math.log10(abs(middle) or 1))
    step = 10 ** max(magnitude - 1, 0)
    text = said(price, Money(float(math.ceil(middle / step) * step), price.unit))
    return f"over {text}" if price.better == "more" else f"under {text}"


def _joined(*words: str) -> str:
    return " ".join(filter(None, words))
