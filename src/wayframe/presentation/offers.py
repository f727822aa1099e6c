"""The items behind the offers of a saved turn."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
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
    rows = chain.from_iterable(search.rows for search in source.recorded(turn))
    items = [source.item(row) for row in rows]
    found = dict[int, Any]()
    for number, act in offers.items():
        row = next((item.row for item in items if _agrees(act, item, locale)), None)
        if row is not None:
            found[number] = row
    return found


def _agrees(act: Act, item: Item, locale: Locale) -> bool:
    facts = [arg for arg in act.slots if arg.key not in PARTY]  # whom the price is for is no fact of the item
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
