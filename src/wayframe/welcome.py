"""The greeting of a face: who speaks, what there is, what one might say. All follows from a source and its schema."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date
from pathlib import PurePath
from typing import NamedTuple

from wayframe.meaning.records import Money, Text
from wayframe.realiser.phrases import Locale, feature_phrase, plural, superlative, with_article
from wayframe.schema import Slot
from wayframe.sources.constraints import order
from wayframe.sources.protocol import Query, Source
from wayframe.sources.tables.cells import said

MOST_VALUES = 1_000_000  # of a slot, so that all are counted
EVERYTHING = Query()


class Welcome(NamedTuple):
    """What a face says before anything else was said: who speaks, what there is, what one might say."""

    title: str
    about: str
    world: str
    hint: str
    examples: tuple[str, ...]


def welcome(source: Source, locale: Locale, today: date) -> Welcome:
    """Return the greeting over a source; what its schema doesn't say is worked out from what there is."""
    schema = source.schema
    groups = _groups(source)
    examples = schema.examples or tuple(dict.fromkeys(_examples(source, locale, groups)))
    facts = [_counted(source, locale, groups)]
    if source.name:
        facts.append(f"from {PurePath(source.name).name}")
    if schema.of_kind("date"):
        facts.append(f"today is {today:%A}, {today:%B} {today.day}, {today.year}")
    return Welcome(
        schema.greeting or f"an agent for {schema.items} that remembers",
        f"Talk about several {schema.items}, compare them, go back to an earlier one and decide.",
        "; ".join(facts),
        schema.hint or f"{examples[0].rstrip('.')}…",
        examples,
    )


def _groups(source: Source) -> list[Slot]:
    """Return the slots by which items can be told apart into groups: places first, then categories."""
    slots = source.schema.slots
    return [slot for kind in ("place", "category") for slot in slots if slot.kind == kind and not slot.labelled]


def _counted(source: Source, locale: Locale, groups: Sequence[Slot]) -> str:
    """Return how many there are: "268 hotels in 109 destinations", "56 laptops, 6 brands"."""
    schema, text = source.schema, ""
    if not schema.counted:
        total = source.search(EVERYTHING, 1).total
        text = f"{total:,} {schema.items if total != 1 else schema.item}"
    for slot in [schema.by_name[name] for name in schema.counted] or groups[:1]:
        known = len(source.names(slot.name))
        joint = " in " if slot.kind == "place" else ", "
        text += (
            joint if text else ""
        ) + f"{known:,} {slot.label if known == 1 else plural(locale.wording, slot.label)}"
    return text


def _examples(source: Source, locale: Locale, groups: Sequence[Slot]) -> list[str]:
    """Return what one might say, with values that there are."""
    schema, found = source.schema, list[str]()
    limit = _limit(source, schema.price) if schema.price else ""
    item = with_article(locale.wording, schema.item)
    common = source.distinct(EVERYTHING, groups[0].name, 1) if groups else ()
    if common and isinstance(common[0][0], Text):
        found.append(f"I'm looking for {item}: {' '.join(filter(None, (common[0][0].value, limit)))}.")
    elif limit:
        found.append(f"I'm looking for {item} {limit}.")
    measured = [slot for slot in schema.slots if slot.kind == "number" and slot.better and (slot.less or slot.more)]
    for slot in measured[:1]:
        best = superlative(locale, slot, slot.better or "less")
        found.append(f"What has the {best}?" if " " in best else f"What is the {best} {schema.item}?")
    features = [slot for slot in schema.slots if slot.kind == "yes_no"]
    for slot in features[:1]:
        phrase = feature_phrase(locale, slot, True)
        found.append(f"Is there one {' '.join(filter(None, (phrase.prefix, phrase.text, phrase.suffix)))}?")
    return found or [f"What {schema.items} are there?"]


def _limit(source: Source, price: Slot) -> str:
    """Return a limit at a round number from about the middle of the prices: "under €900"."""
    counted = source.distinct(EVERYTHING, price.name, MOST_VALUES)
    numbers = sorted(n for value, count in counted for n in [order(value)] * count if n is not None)
    if not numbers:
        return ""
    middle = numbers[len(numbers) // 2]
    step = 10 ** max(math.floor(math.log10(abs(middle) or 1)) - 1, 0)
    text = said(price, Money(float(math.ceil(middle / step) * step), price.unit))
    return f"{'over' if price.better == 'more' else 'under'} {text}"
