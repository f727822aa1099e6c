"""A study at a glance: people who wait and talk, dialogues collected, tasks left."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from sqlalchemy import func, select

from wayframe.collection.collection import StudyCollection
from wayframe.collection.pairing import LobbyState
from wayframe.collection.records import Condition, Ending
from wayframe.collection.storage.tables import LOBBY, MESSAGES, PEOPLE, SURVEYS, TALKS
from wayframe.dialogue import FramesRecord


class DialogueListing(FramesRecord, frozen=True):
    """A talk in the list of all: how many messages it has, which sides have answered the survey."""

    number: int
    language: str
    condition: Condition
    since: float
    until: float | None
    how: Ending | None
    user: str
    wizard: str
    messages: int
    surveyed: int


class StudyOverview(FramesRecord, frozen=True):
    """Counts. `over` says how many talks ended in which way."""

    people: int
    waiting: int
    talking: int
    over: Mapping[str, int]
    tasks_left: int


def overview(collection: StudyCollection) -> StudyOverview:
    """The counts of now."""
    storage = collection.storage
    people = storage.value(select(func.count()).select_from(PEOPLE).where(PEOPLE.c.gone.is_(False)))
    over = {str(how): int(count) for how, count in storage.rows(_OVER)}
    lobby = msgspec.json.decode(storage.value(select(LOBBY.c.content)), type=LobbyState)
    return StudyOverview(int(people), len(lobby.waiting), len(lobby.talks), over, collection.pool.left())


def talks(collection: StudyCollection, limit: int | None = None) -> tuple[DialogueListing, ...]:
    """The talks, the newest first."""
    return tuple(DialogueListing(**row._mapping) for row in collection.storage.rows(_TALKS.limit(limit)))


_OVER = select(TALKS.c.how, func.count()).where(TALKS.c.how.is_not(None)).group_by(TALKS.c.how).order_by(TALKS.c.how)
_SAID = select(func.count()).where(MESSAGES.c.talk == TALKS.c.number).scalar_subquery().label("messages")
_SURVEYED = select(func.count()).where(SURVEYS.c.talk == TALKS.c.number).scalar_subquery().label("surveyed")
_LISTED = ("number", "language", "condition", "since", "until", "how", "user", "wizard")
_TALKS = select(*(TALKS.c[name].label(name) for name in _LISTED), _SAID, _SURVEYED).order_by(TALKS.c.number.desc())
