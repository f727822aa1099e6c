"""What a table means to agent and faces: labels, titles, the best of a row, what is behind an offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UnsetType

from wayframe.dialogue import Act, Dialogue, Frame, Turn
from wayframe.domain import OfferCard
from wayframe.domain.trips import extremes
from wayframe.errors import InputError
from wayframe.ontology import ACTS
from wayframe.sources.tables.records import Searches
from wayframe.tables import wishes
from wayframe.tables.rows import Facts
from wayframe.tables.schema import Schema, is_adjective
from wayframe.values import DONT_CARE

LINE = 27  # characters that one line of a card holds


_SEARCHES = msgspec.json.Decoder(Searches)
_OFFERS = msgspec.json.Decoder(dict[int, dict[str, str | bool]])


class TableDomain:
    """See `wayframe.domain.Domain`."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._labels = {column.slot: column.label for column in schema.columns}
        self.naming = (schema.name.slot,)
        self.compared = tuple(c.slot for c in sorted(schema.columns, key=lambda c: (c.kind != "money", not c.shown)))

    def label(self, slot: str) -> str:
        """See `Domain.label`."""
        return self._labels.get(slot, slot.replace("_", " ").lower())

    def surface(self, slot: str, value: str | bool) -> str | bool:
        """See `Domain.surface`."""
        return "any" if value == DONT_CARE else value

    def title(self, frame: Frame) -> str:
        """Its name, what is wanted, or just its number."""
        named = [str(v.val) for v in frame.info.get(self._schema.name.slot, ()) if v.val and not v.negated]
        if named:
            return " or ".join(dict.fromkeys(named))
        wanted = (str(v.val) for s, vs in frame.info.items() if s in self._labels for v in vs if isinstance(v.val, str))
        return ", ".join(dict.fromkeys(w for w in wanted if w != DONT_CARE)) or f"Option {frame.frame_id}"

    def facts(self, offered: Any) -> Mapping[str, str | bool]:
        """See `Domain.facts`."""
        found: Mapping[str, str | bool] = offered
        return found

    def best(self, slot: str, values: Sequence[str | bool | None]) -> frozenset[int]:
        """See `Domain.best`."""
        column = self._schema.column(slot)
        if column is None or not column.measured:
            return frozenset()
        numbers = [wishes.number(column, value) if isinstance(value, str) else None for value in values]
        return extremes(numbers, column.better)

    def card(self, act: Act) -> OfferCard | None:
        """The facts of an offer, a few a line, the price apart."""
        said = {arg.key: arg.value for arg in act.slots if isinstance(arg.value, str | bool)}
        title = str(said.pop(self._schema.name.slot, f"Option {act.id}"))
        money = self._schema.money
        price = str(said.pop(money.slot, "")) if money else ""
        plain = {slot: value for slot, value in said.items() if not self._schema.told_by(title, slot, value)}
        facts = [text for slot, value in plain.items() if (text := self._fact(slot, value))]
        return OfferCard(title, tuple(_lines(facts)), price)

    def _fact(self, slot: str, value: str | bool) -> str:
        column = self._schema.column(slot)
        if isinstance(value, bool):
            denied = "not" if column and is_adjective(column) else "no"
            return self.label(slot) if value else f"{denied} {self.label(slot)}"
        labelled = column is not None and (column.labelled or column.measured)
        return f"{self.label(slot)} {value}" if labelled else value

    def searches(self, turn: Turn) -> tuple[tuple[str, int], ...]:
        """See `Domain.searches`."""
        db = searched(turn)
        return tuple((self._sought(search), found) for search, found in zip(db.search, db.found, strict=False))

    def _sought(self, search: Mapping[str, Sequence[str | bool]]) -> str:
        parts = []
        for slot, values in search.items():
            texts = [
                "any" if v == DONT_CARE else "no" if v is False else "yes" if v is True else str(v) for v in values
            ]
            parts.append(f"{self.label(slot)} {' or '.join(texts)}")
        return ", ".join(parts) or f"all {self._schema.items}"

    def offered(self, turn: Turn) -> Mapping[int, Facts]:
        """The row behind each offer: the one of the turn's results that has its name and all that it says."""
        rows = [row for result in searched(turn).result for row in result]
        found = {}
        for act in turn.acts if turn.author == "wizard" else ():
            row = next((row for row in rows if all(row.get(a.key) == a.value for a in act.slots)), None)
            if act.id is not None and row:
                found[act.id] = row
        return found

    def decoded(self, offers: bytes) -> Mapping[int, Facts]:
        """See `Domain.decoded`."""
        return _OFFERS.decode(offers)

    def check(self, dialogue: Dialogue) -> None:
        """See `Domain.check`."""
        for number, turn in enumerate(dialogue.turns):
            known = len(turn.frames)
            searched(turn)
            if not 1 <= turn.active_frame <= known or [f.frame_id for f in turn.frames] != list(range(1, known + 1)):
                raise InputError(f"turn {number}: expected frames from 1 on, one of them active")
            if any((f.frame_parent_id or 0) >= f.frame_id or (f.frame_parent_id or 1) < 1 for f in turn.frames):
                raise InputError(f"turn {number}: expected frames whose parents come before them")
            if unknown := next((act.name for act in turn.acts if act.name not in ACTS), ""):
                raise InputError(f"turn {number}: there is no act {unknown!r}")


def _lines(facts: Sequence[str]) -> list[str]:
    """As many facts a line as fit into it."""
    lines = list[str]()
    for fact in facts:
        if lines and len(lines[-1]) + len(fact) + 3 <= LINE:
            lines[-1] += f" · {fact}"
        else:
            lines.append(fact)
    return lines


def searched(turn: Turn) -> Searches:
    """The searches of a turn. Raises `InputError` where they are none of a table."""
    if isinstance(turn.db_json, UnsetType):
        return Searches()
    try:
        return _SEARCHES.decode(turn.db_json)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"db: {error}") from error
