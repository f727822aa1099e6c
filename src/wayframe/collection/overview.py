"""How a study stands: who waits and talks, what was collected, how many tasks are left."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from sqlalchemy import func, select

from wayframe.collection.collection import Collection
from wayframe.collection.pairing import Lobby
from wayframe.collection.records import Arm, Ending
from wayframe.collection.storage.tables import LOBBY, MESSAGES, PEOPLE, SURVEYS, TALKS
from wayframe.dialogue import Record


class Listed(Record, frozen=True):
    """A talk in the list of all: how many messages it has, which sides have answered the survey."""

    number: int
    language: str
    arm: Arm
    since: float
    until: float | None
    how: Ending | None
    user: str
    wizard: str
    messages: int
    surveyed: int


class Overview(Record, frozen=True):
    """Counts. `over` says how many talks ended in which way."""

    people: int
    waiting: int
    talking: int
    over: Mapping[str, int]
    tasks_left: int


def overview(collection: Collection) -> Overview:
    """The counts of now."""
    with collection.storage.reading() as connection:
        people = int(connection.execute(_PEOPLE).scalar_one())
        over = {str(how): int(count) for how, count in connection.execute(_OVER)}
        lobby = msgspec.json.decode(connection.execute(select(LOBBY.c.content)).scalar_one(), type=Lobby)
    return Overview(people, len(lobby.waiting), len(lobby.talks), over, collection.pool.left())


def talks(collection: Collection, limit: int | None = None) -> tuple[Listed, ...]:
    """The talks, the newest first."""
    with collection.storage.reading() as connection:
        return tuple(Listed(**row._mapping) for row in connection.execute(_TALKS.limit(limit)))


_PEOPLE = select(func.count()).select_from(PEOPLE).where(PEOPLE.c.gone.is_(False))
_OVER = select(TALKS.c.how, func.count()).where(TALKS.c.how.is_not(None)).group_by(TALKS.c.how).order_by(TALKS.c.how)
_SAID = select(func.count()).where(MESSAGES.c.talk == TALKS.c.number).scalar_subquery().label("messages")
_SURVEYED = select(func.count()).where(SURVEYS.c.talk == TALKS.c.number).scalar_subquery().label("surveyed")
_LISTED = (TALKS.c.number, TALKS.c.language, TALKS.c.arm, TALKS.c.since, TALKS.c.until, TALKS.c.how, TALKS.c.user)
_TALKS = select(*_LISTED, TALKS.c.wizard, _SAID, _SURVEYED).order_by(TALKS.c.number.desc())
