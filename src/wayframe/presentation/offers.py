"""The items behind the offers of a saved turn."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from wayframe.dialogue import Act, Turn
from wayframe.meaning.records import Days, Flag, Value
from wayframe.presentation.presenter import PARTY
from wayframe.realiser.phrases import Locale, value_words
from wayframe.schema import Slot
from wayframe.sources.protocol import Item, Source
from wayframe.sources.tables.cells import said
from wayframe.values import canonical


def offered_rows(turn: Turn, source: Source, locale: Locale) -> dict[int, Any]:
    """Return the row behind each frame that a wizard's turn offers: the one of its searches that agrees with it.

    An offer with which no row agrees has none: a human wizard may have mistyped one.
    """
    offers = {act.id: act for act in turn.acts if act.id is not None}
    if turn.author != "wizard" or not offers:
        return {}
    items = list[Item]()
    for search in source.recorded(turn):
        items += map(source.item, search.rows)
    found = dict[int, Any]()
    for (number, act), item in product(offers.items(), items):
        if number not in found and _agrees(act, item, locale):
            found[number] = item.row
    return found


def _agrees(act: Act, item: Item, locale: Locale) -> bool:
    """Return whether all that an offer says is so of an item; whom the price is for is no fact of the item."""
    facts = [arg for arg in act.slots if arg.key not in PARTY]
    return all(_is_said(arg.key, arg.value, item, locale) for arg in facts)


def _is_said(name: str, text: object, item: Item, locale: Locale) -> bool:
    """Return whether a text says a fact of an item, in whatever words: "4 stars", "4-star", "4"."""
    if isinstance(item.row, Mapping) and text == item.row.get(name):
        return True
    slot = locale.schema.slot(name)
    value = item.values.get(name)
    if slot is None or value is None:
        return False
    if isinstance(value, Flag):
        return text is value.value
    if not isinstance(text, str):
        return False
    wordings = [canonical(name, words) for words in _wordings(slot, value, locale)]
    return canonical(name, text) in wordings


def _wordings(slot: Slot, value: Value, locale: Locale) -> list[str]:
    """Return the words in which an act may have a value; the year of a day may be left out."""
    locales = [locale]
    if isinstance(value, Days):
        locales.append(locale._replace(year=value.first.year))
    return [str(said(slot, value)), *(value_words(each, slot, value) for each in locales)]
