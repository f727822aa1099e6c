"""The delivery log: what was posted to whom, in the study's database; and the lease by which one process may post.

Everything that a participant is told of a talk has a name ("12/3": message 3 of talk 12). A row says that it was about
to be posted, then that it was, where (Slack's time stamp, by which it can be changed), and what it said.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

import msgspec
from sqlalchemy import or_, select

from wayframe.collection.records import Answers, StudyParticipant
from wayframe.collection.storage import DELIVERIES, MESSAGES, PEOPLE, SETTINGS, SURVEYS, TALKS, StudyStorage
from wayframe.databases import ConflictError
from wayframe.dialogue import Author

LEASE = 10.0
"""Seconds after which a process that wasn't heard of has lost the right to post."""

ALONE = 2.0
"""The same where no other process is to be expected: after a crash the next one need not wait for longer."""

_HOLDER = "slack relay"  # the setting that names who may post, and until when

BEGUN = "?"
"""In place of a time stamp: it was about to be posted, and perhaps was."""


class PostedVersion(NamedTuple):
    """A row: a digest of what was posted, and Slack's time stamp of it, "" where there is nothing to be seen."""

    version: str
    ts: str


class DeliveryLog:
    """The bot's own memory."""

    def __init__(self, storage: StudyStorage, clock: Callable[[], float]) -> None:
        self._storage, self._clock = storage, clock

    def posted(self, person: str) -> dict[str, PostedVersion]:
        """All that somebody was told."""
        columns = (DELIVERIES.c.name, DELIVERIES.c.version, DELIVERIES.c.ts)
        rows = self._storage.rows(select(*columns).where(DELIVERIES.c.person == person))
        return {name: PostedVersion(version, ts) for name, version, ts in rows}

    def record(self, person: str, name: str, posted: PostedVersion) -> None:
        """Somebody was told; of somebody who asked to be forgotten nothing is kept."""
        which = (DELIVERIES.c.person == person) & (DELIVERIES.c.name == name)
        with suppress(ConflictError), self._storage.changing() as connection:
            if not connection.execute(DELIVERIES.update().where(which).values(posted._asdict())).rowcount:
                connection.execute(DELIVERIES.insert().values(person=person, name=name, **posted._asdict()))

    def person(self, name: str) -> StudyParticipant | None:
        """Somebody of the study, if they come from Slack."""
        found = self._storage.rows(_PEOPLE.where(PEOPLE.c.id == name, PEOPLE.c.external.is_not(None)))
        return StudyParticipant(**found[0]._mapping) if found else None

    def everybody(self) -> tuple[StudyParticipant, ...]:
        """Everybody who came from Slack and still takes part, in the order of their coming."""
        found = self._storage.rows(
            _PEOPLE.where(PEOPLE.c.external.like("slack:%"), ~PEOPLE.c.gone).order_by(PEOPLE.c.joined)
        )
        return tuple(StudyParticipant(**row._mapping) for row in found)

    def ts(self, person: str, name: str) -> str | None:
        """Slack's time stamp of something that somebody was told or answered; None if they weren't."""
        which = (DELIVERIES.c.person == person) & (DELIVERIES.c.name == name)
        found: str | None = self._storage.value(select(DELIVERIES.c.ts).where(which))
        return found

    def talk(self, person: str, key: str) -> int | None:
        """The talk in which somebody sent the message with this key."""
        theirs = or_(TALKS.c.user == person, TALKS.c.wizard == person)
        found: int | None = self._storage.value(
            select(MESSAGES.c.talk).join(TALKS).where(MESSAGES.c.key == key, theirs)
        )
        return found

    def since(self, talk: int) -> float:
        """Return when a talk began."""
        return float(self._storage.value(select(TALKS.c.since).where(TALKS.c.number == talk)))

    def answers(self, talk: int, side: Author) -> Answers:
        """Return what one side of a talk has answered to the survey so far."""
        found = self._storage.value(select(SURVEYS.c.answers).where(SURVEYS.c.talk == talk, SURVEYS.c.side == side))
        return {} if found is None else msgspec.json.decode(found, type=Answers)

    def pair(self, talk: int) -> tuple[str, ...]:
        """The two sides of a talk, whatever face they have."""
        found = self._storage.rows(select(TALKS.c.user, TALKS.c.wizard).where(TALKS.c.number == talk))
        return tuple(found[0]) if found else ()

    def hold(self, process: str, seconds: float = LEASE) -> bool:
        """Return whether a process may post for so long: only if nobody else may. With 0 seconds it gives up."""
        held = SETTINGS.c.name == _HOLDER
        with suppress(ConflictError), self._storage.changing() as connection:
            now = self._clock()
            value = f"{now + seconds:.3f} {process}"
            row = connection.execute(select(SETTINGS.c.value).where(held).with_for_update()).scalar_one_or_none()
            if row is None:
                connection.execute(SETTINGS.insert().values(name=_HOLDER, value=value))
                return True
            until, _, holder = row.partition(" ")
            if holder == process or float(until) <= now:
                connection.execute(SETTINGS.update().where(held).values(value=value))
                return True
        return False


_PEOPLE = select(*(PEOPLE.c[name] for name in StudyParticipant.__struct_fields__))
