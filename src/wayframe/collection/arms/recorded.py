"""The agent's searches as those of a study: what a wizard's form would hold, with what was found."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

from msgspec import UnsetType

from wayframe.collection.records import Made, Searched
from wayframe.collection.rooms import searches
from wayframe.collection.storage.tables import SEARCHES
from wayframe.dialogue import Database, Search, encode
from wayframe.packages import Query

_DAY = 86_400_000  # milliseconds


def query_of(search: Search) -> Query:
    """What a search asked for, by the fields of the paper's table 7: the inverse of `packages.search_record`."""
    return Query(
        or_city=_set(search.ORIGIN_CITY),
        dst_city=_set(search.DESTINATION_CITY),
        start=_day(search.START_TIME),
        end=_day(search.END_TIME),
        flexible=_set(search.ARE_DATES_FLEXIBLE) == "true",
        adults=int(_set(search.NUM_ADULTS) or 0),
        children=int(_set(search.NUM_CHILDREN) or 0),
        price_max=_amount(search.PRICE_MAX),
        price_min=_amount(search.PRICE_MIN),
        max_duration=None if isinstance(search.MAX_DURATION, UnsetType) else int(search.MAX_DURATION) // _DAY,
    )


def queries_of(db: Database) -> tuple[Query, ...]:
    """What was asked for, each once."""
    return tuple(dict.fromkeys(map(query_of, db.search)))


def keep(connection: Any, talk: int, after: int, db: Database, at: float, made: Made) -> None:
    """Keep searches of a locked talk, made after message `after`; those that were made since then stay one."""
    there = searches(connection, talk)
    known = {each.query for each in there if each.after >= after}
    number = max((each.number for each in there), default=0)
    for search, found in zip(db.search, db.result, strict=True):
        query = query_of(search)
        if query not in known:
            number += 1
            content = encode(Searched(number, after, at, query, tuple(found), made=made))
            connection.execute(SEARCHES.insert().values(talk=talk, number=number, content=content))
            known.add(query)


def told(queries: Sequence[Query]) -> str:
    """Queries as a proposal is kept: JSON."""
    return encode(queries).decode()


def _set(text: str | UnsetType) -> str | None:
    return None if isinstance(text, UnsetType) else text


def _day(milliseconds: str | UnsetType) -> date | None:
    return None if isinstance(milliseconds, UnsetType) else datetime.fromtimestamp(int(milliseconds) / 1000, UTC).date()


def _amount(dollars: str | UnsetType) -> float | None:
    return None if isinstance(dollars, UnsetType) else float(dollars)
