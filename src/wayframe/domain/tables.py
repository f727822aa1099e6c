"""Any catalogue but trips: labels, titles, cards and greetings that follow from its schema and its source."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import PurePath
from typing import Any

import msgspec
from msgspec import UnsetType

from wayframe.dialogue import Act, Dialogue, Frame, Turn
from wayframe.domain.protocol import OfferCard, Welcome
from wayframe.domain.trips import extremes
from wayframe.errors import InputError
from wayframe.language import load
from wayframe.meaning import decoded
from wayframe.meaning.records import Days, Flag, Money, Number, Text, Value
from wayframe.ontology import ACTS
from wayframe.realiser.nouns import plural, with_article
from wayframe.realiser.slots import feature_phrase, superlative
from wayframe.realiser.values import Locale, value_words
from wayframe.schema import Slot
from wayframe.sources.constraints import order
from wayframe.sources.protocol import Query
from wayframe.sources.tables import TableSource
from wayframe.sources.tables.cells import reread, said
from wayframe.sources.tables.records import Searches
from wayframe.values import DONT_CARE

LINE = 27  # characters that one line of a card holds
_MOST_VALUES = 1_000_000  # of a slot, so that all are counted
_EVERYTHING = Query()
_SEARCHES = msgspec.json.Decoder(Searches)
_OFFERS = msgspec.json.Decoder(dict[int, dict[str, str | bool]])
_BARE_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


class TableDomain:
    """See `wayframe.domain.Domain`."""

    def __init__(self, source: TableSource) -> None:
        self._source, self._schema = source, source.schema
        self.naming = (self._schema.name,)
        slots = sorted(self._schema.slots, key=lambda slot: (slot.kind != "money", not slot.shown))
        self.compared = tuple(slot.name for slot in slots)

    def label(self, slot: str) -> str:
        """See `Domain.label`."""
        known = self._schema.slot(slot)
        return known.label if known else slot.replace("_", " ").lower()

    def surface(self, slot: str, value: str | bool) -> str | bool:
        """Return a value with its unit, which frames and acts leave out: "16 GB"."""
        if value == DONT_CARE:
            return "any"
        known = self._schema.slot(slot)
        if known and known.kind == "number" and isinstance(value, str) and _BARE_NUMBER.fullmatch(value):
            return said(known, Number(float(value), known.unit))
        return value

    def title(self, frame: Frame) -> str:
        """Return its name, else what is wanted, else its number."""
        named = [str(v.val) for v in frame.info.get(self._schema.name, ()) if v.val and not v.negated]
        if named:
            return " or ".join(dict.fromkeys(named))
        wanted = [
            f"not {text}" if value.negated else str(text)
            for slot, values in frame.info.items()
            for value in values
            if slot in self._schema.by_name and isinstance(value.val, str) and value.val != DONT_CARE
            for text in (self.surface(slot, value.val),)
        ]
        return ", ".join(dict.fromkeys(wanted)) or f"Option {frame.frame_id}"

    def facts(self, offered: Any) -> Mapping[str, str | bool]:
        """See `Domain.facts`."""
        found: Mapping[str, str | bool] = offered
        return found

    def best(self, slot: str, values: Sequence[str | bool | None]) -> frozenset[int]:
        """See `Domain.best`."""
        known = self._schema.slot(slot)
        if known is None or not known.measured:
            return frozenset()
        return extremes([_number(known, value) for value in values], known.better)

    def card(self, act: Act) -> OfferCard | None:
        """Return the facts of an offer, a few a line, the price apart."""
        values = {arg.key: arg.value for arg in act.slots if isinstance(arg.value, str | bool)}
        title = str(values.pop(self._schema.name, f"Option {act.id}"))
        price = str(values.pop(self._schema.price.name, "")) if self._schema.price else ""
        facts = [self._fact(slot, value) for slot, value in values.items() if not self._told_by(title, slot, value)]
        return OfferCard(title, tuple(_lines([fact for fact in facts if fact])), price)

    def _fact(self, slot: str, value: str | bool) -> str:
        known, text = self._schema.slot(slot), self.surface(slot, value)
        if isinstance(text, bool):
            return self.label(slot) if text else f"no {self.label(slot)}"
        labelled = known is not None and (known.labelled or known.measured)
        return f"{self.label(slot)} {text}" if labelled else text

    def _told_by(self, title: str, slot: str, value: str | bool) -> bool:
        """Return whether a name says a value already: the brand of a "Kestrel Aero 14"."""
        known = self._schema.slot(slot)
        plain = known is not None and known.kind in ("category", "place") and isinstance(value, str)
        return plain and f" {str(value).casefold()} " in f" {title.casefold()} "

    def searches(self, turn: Turn) -> tuple[tuple[str, int], ...]:
        """See `Domain.searches`."""
        db = searched(turn)
        return tuple((self._sought(search), found) for search, found in zip(db.search, db.found, strict=False))

    def _sought(self, search: Mapping[str, Sequence[str | bool]]) -> str:
        parts = list[str]()
        for slot, values in search.items():
            texts = [
                "any" if v == DONT_CARE else "no" if v is False else "yes" if v is True else str(v) for v in values
            ]
            parts.append(f"{self.label(slot)} {' or '.join(texts)}")
        return ", ".join(parts) or f"all {self._schema.items}"

    def offered(self, turn: Turn) -> Mapping[int, Mapping[str, str | bool]]:
        """Return the row behind each offer: the one of the turn's results that has all that the offer says."""
        rows = [row for result in searched(turn).result for row in result]
        found = dict[int, Mapping[str, str | bool]]()
        for act in turn.acts if turn.author == "wizard" else ():
            row = next((row for row in rows if self._agrees(act, row)), None)
            if act.id is not None and row is not None:
                found[act.id] = row
        return found

    def _agrees(self, act: Act, row: Mapping[str, str | bool]) -> bool:
        """Return whether a row has what an offer says, in the words of the row or of the typed value behind it."""
        values = self._source.item(row).values
        return all(
            arg.value == row.get(arg.key) or (arg.key in values and arg.value in self._words(arg.key, values[arg.key]))
            for arg in act.slots
        )

    def _words(self, slot: str, value: Value) -> set[str | bool]:
        """Return a value in all words in which an act may have it; the year of a day may be left out."""
        if isinstance(value, Flag):
            return {value.value}
        years = (0, value.first.year) if isinstance(value, Days) else (0,)
        locales = [Locale(load().wording, self._schema, year) for year in years]
        return {value_words(locale, self._schema.by_name[slot], value) for locale in locales}

    def decoded(self, offers: bytes) -> Mapping[int, Mapping[str, str | bool]]:
        """See `Domain.decoded`."""
        return _OFFERS.decode(offers)

    def check(self, dialogue: Dialogue) -> None:
        """See `Domain.check`."""
        for number, turn in enumerate(dialogue.turns):
            known, meaning = len(turn.frames), turn.labels.meaning_json
            searched(turn)
            if not isinstance(meaning, UnsetType):
                decoded(bytes(meaning))
            if not 1 <= turn.active_frame <= known or [f.frame_id for f in turn.frames] != list(range(1, known + 1)):
                raise InputError(f"turn {number}: expected frames from 1 on, one of them active")
            if any((f.frame_parent_id or 0) >= f.frame_id or (f.frame_parent_id or 1) < 1 for f in turn.frames):
                raise InputError(f"turn {number}: expected frames whose parents come before them")
            if unknown := next((act.name for act in turn.acts if act.name not in ACTS), ""):
                raise InputError(f"turn {number}: there is no act {unknown!r}")


def searched(turn: Turn) -> Searches:
    """Return the searches of a turn. Raises `InputError` where they are none of a table."""
    if isinstance(turn.db_json, UnsetType):
        return Searches()
    try:
        return _SEARCHES.decode(turn.db_json)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"db: {error}") from error


def _number(slot: Slot, text: str | bool | None) -> float | None:
    """Return the number by which a value of a measured slot is in order."""
    if not isinstance(text, str):
        return None
    try:
        if slot.kind == "date":
            return float(datetime.strptime(text, "%B %d, %Y").toordinal())
        value = reread(slot, text)
    except ValueError:
        return None
    return None if value is None else order(value)


def _lines(facts: Sequence[str]) -> list[str]:
    """Return lines with as many facts as fit into each."""
    lines = list[str]()
    for fact in facts:
        if lines and len(lines[-1]) + len(fact) + 3 <= LINE:
            lines[-1] += f" · {fact}"
        else:
            lines.append(fact)
    return lines


def table_welcome(source: TableSource) -> Welcome:
    """Return the greeting over a table: how many rows, of how many places or brands; what one might say."""
    schema, locale = source.schema, Locale(load().wording, source.schema)
    groups = [
        slot for kind in ("place", "category") for slot in schema.slots if slot.kind == kind and not slot.labelled
    ]
    counted = f"{len(source):,} {schema.items if len(source) != 1 else schema.item}"
    if groups:
        known = len(source.distinct(_EVERYTHING, groups[0].name, _MOST_VALUES))
        joint = " in" if groups[0].kind == "place" else ","
        counted += f"{joint} {known:,} {groups[0].label if known == 1 else plural(locale.wording, groups[0].label)}"
    examples = tuple(dict.fromkeys(_examples(source, locale, groups)))
    return Welcome(
        f"an agent for {schema.items} that remembers",
        f"Talk about several {schema.items}, compare them, go back to an earlier one and decide.",
        f"{counted}; from {PurePath(source.name).name}",
        f"{examples[0].rstrip('.')}…",
        examples,
    )


def _examples(source: TableSource, locale: Locale, groups: Sequence[Slot]) -> list[str]:
    """Return what one might say, with values that there are."""
    schema, found = source.schema, list[str]()
    limit = _limit(source, schema.price) if schema.price else ""
    item = with_article(locale.wording, schema.item)
    common = source.distinct(_EVERYTHING, groups[0].name, 1) if groups else ()
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


def _limit(source: TableSource, price: Slot) -> str:
    """Return a limit at a round number from about the middle of the prices: "under €900"."""
    counted = source.distinct(_EVERYTHING, price.name, _MOST_VALUES)
    numbers = sorted(n for value, count in counted for n in [order(value)] * count if n is not None)
    if not numbers:
        return ""
    middle = numbers[len(numbers) // 2]
    step = 10 ** max(math.floor(math.log10(abs(middle) or 1)) - 1, 0)
    text = said(price, Money(float(math.ceil(middle / step) * step), price.unit))
    return f"{'over' if price.better == 'more' else 'under'} {text}"
