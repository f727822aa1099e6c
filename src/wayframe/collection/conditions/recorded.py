"""The agent's searches kept as those of a study: what a wizard's form would hold, with what was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from wayframe.collection.records import ActionOrigin, AnySearch
from wayframe.collection.sessions import searches
from wayframe.collection.storage.tables import SEARCHES
from wayframe.dialogue import encode


def queries_of(made: Sequence[AnySearch]) -> tuple[Any, ...]:
    """Return the queries of searches, each once."""
    return tuple(dict.fromkeys(each.query for each in made))


def keep(connection: Any, talk: int, after: int, made: Sequence[AnySearch], at: float, origin: ActionOrigin) -> None:
    """Keep searches of a locked talk, made after message `after`; those that were made since then stay one."""
    there = searches(connection, talk)
    known = {each.query for each in there if each.after >= after}
    number = max((each.number for each in there), default=0)
    for search in made:
        if search.query not in known:
            number += 1
            kept = replace(search, number=number, after=after, at=at, made=origin)
            connection.execute(SEARCHES.insert().values(talk=talk, number=number, content=encode(kept)))
            known.add(search.query)


def told(queries: Sequence[Any]) -> str:
    """Return queries as a proposal is kept: JSON."""
    return encode(queries).decode()
