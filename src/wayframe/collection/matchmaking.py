"""Matchmaking: people are made available, paired, noticed when they are away, let go in the end."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from operator import methodcaller
from typing import Any

from sqlalchemy import and_, bindparam, case, func, or_, select

from wayframe.collection.lobby_store import LobbyStore, meets_agent
from wayframe.collection.pairing import LobbyState, Role, RunningDialogue
from wayframe.collection.records import TALKING, ForbiddenError, ParticipantStatus, StudyParticipant
from wayframe.collection.storage import StudyStorage
from wayframe.collection.storage.tables import CONNECTIONS, PROCESSES, SURVEYS, TALKS
from wayframe.collection.study import StudySettings

GRACE = 5.0
"""Seconds without a line before somebody counts as away: a page that is loaded again takes less."""

DEAD = 15.0
"""Seconds without a sign of life after which a process' lines count as closed."""

RETURN = 75.0
"""Seconds that people have to come back after the server was started: browsers look at hidden pages once a minute."""


class MatchmakingQueue:
    """Everybody's way into a talk, and out of it."""

    def __init__(
        self, study: StudySettings, storage: StudyStorage, lobby: LobbyStore, clock: Callable[[], float] = time.time
    ) -> None:
        self._study, self._storage, self._lobby, self._clock = study, storage, lobby, clock
        self._process, self._said = secrets.token_hex(8), 0.0
        self._began: float | None = None  # when this process first looked who is away

    def available(self, person: StudyParticipant, role: Role) -> ParticipantStatus:
        """Somebody would like to talk; who waits already keeps the place. Raises `ForbiddenError`."""
        if person.gone or person.kind not in TALKING:
            raise ForbiddenError("This link is not for taking part in conversations.")
        if person.kind != "either" and role != person.kind:
            raise ForbiddenError(f"You were invited as the {person.kind}.")
        now = self._clock()
        with self._storage.changing() as connection:
            standing = self._standing(connection, person)
            if standing.state == "survey":
                raise ForbiddenError("Please answer the questions about the last conversation first.")
            if standing.state == "done":
                raise ForbiddenError("You have taken part as often as one may. Thank you!")
            self._lobby.step(connection, lambda lobby: self._let_in(lobby, person, role, now), now, "left")
            return self._standing(connection, person)

    def leave(self, person: StudyParticipant) -> ParticipantStatus:
        """Somebody goes: out of the queue, or out of a talk, whose other side waits again, first of all."""
        now = self._clock()
        with self._storage.changing() as connection:
            self._lobby.step(connection, lambda lobby: lobby.gone(person.id, now), now, "left")
            return self._standing(connection, person)

    def standing(self, person: StudyParticipant) -> ParticipantStatus:
        """Return where somebody is."""
        with self._storage.reading() as connection:
            return self._standing(connection, person)

    def arrived(self, person: StudyParticipant, line: str) -> None:
        """A line to somebody is open, and they are there. Who comes from elsewhere, as Slack, always is."""
        if person.external:
            return
        with self._storage.changing() as connection:
            self._live(connection)
            connection.execute(
                CONNECTIONS.delete().where(CONNECTIONS.c.person == person.id, CONNECTIONS.c.closed.is_not(None))
            )
            connection.execute(CONNECTIONS.insert().values(id=line, process=self._process, person=person.id))
            talk = self._lobby.look(connection).talk_of(person.id)
            if talk and person.id in talk.absent:
                self._lobby.step(connection, lambda lobby: lobby.heard(person.id), self._clock(), "left")

    def left(self, line: str) -> None:
        """A line was closed; whoever has no other one is away, if none is opened in a moment (`GRACE`)."""
        with self._storage.changing() as connection:
            connection.execute(CONNECTIONS.update().where(CONNECTIONS.c.id == line).values(closed=self._clock()))

    def sweep(self) -> None:
        """Time has passed: notice who is away, let go whoever is so for too long, and end what lasts too long."""
        now = self._clock()
        with self._storage.changing() as connection:
            self._live(connection)
            connection.execute(_CLOSE_DEAD, {"now": now, "before": now - DEAD})
            connection.execute(PROCESSES.delete().where(PROCESSES.c.seen < now - DEAD))
            away = self._away(connection, now)
            if away:
                connection.execute(CONNECTIONS.delete().where(CONNECTIONS.c.person.in_(away)))
            talks = self._lobby.look(connection).talks
            if away or any(talk.absent for talk in talks):
                self._lobby.step(connection, lambda lobby: self._without(lobby, away, now), now, "lost")
            for talk in talks:
                if now - talk.since > 60 * self._study.limits.minutes:
                    self._lobby.step(connection, methodcaller("ended", talk.number, now), now, "expired")

    def _away(self, connection: Any, now: float) -> list[str]:
        """Return who has no line any more. Who lost theirs before this process was there first gets time to return."""
        self._began = now if self._began is None else self._began
        query = _AWAY if now - self._began >= RETURN else _AWAY.where(CONNECTIONS.c.process == self._process)
        return [who for (who,) in connection.execute(query, {"before": now - GRACE})]

    def _live(self, connection: Any) -> None:
        """Say that this process lives, and so do its lines; once in a while is enough."""
        now = self._clock()
        if now - self._said < DEAD / 5:
            return
        self._said, seen = now, {"seen": now}
        if not connection.execute(PROCESSES.update().where(PROCESSES.c.id == self._process).values(seen)).rowcount:
            connection.execute(PROCESSES.insert().values(id=self._process, **seen))

    def _let_in(self, lobby: LobbyState, person: StudyParticipant, role: Role, now: float) -> LobbyState:
        there = lobby.talk_of(person.id) or lobby.place(person.id)
        nth = sum(lobby.played.get(person.id, (0, 0)))
        if role != "wizard" and not there and meets_agent(self._study, person.id, nth):
            return lobby.with_agent(person.id, role, now, person.language)
        return lobby.available(person.id, role, now, person.language)

    def _without(self, lobby: LobbyState, away: list[str], now: float) -> LobbyState:
        for who in away:
            lobby = lobby.silent(who, now)
        return lobby.passed(now, self._study.limits.patience)

    def _standing(self, connection: Any, person: StudyParticipant) -> ParticipantStatus:
        lobby = self._lobby.look(connection)
        if talk := lobby.talk_of(person.id):
            return _talking(talk, person.id)
        last = connection.execute(_LAST, {"who": person.id}).first()
        if place := lobby.place(person.id):
            released = last and lobby.waiting[place - 1].since == last.since  # they wait from when that talk began
            return ParticipantStatus("waiting", len(lobby.waiting), place, reason=last.how if released else None)
        how = last.how if last else None
        if last and how in _FINISHED and not last.answered:
            return ParticipantStatus("survey", talk=last.number, side=last.side, reason=how)
        most = self._study.limits.dialogues
        if most and connection.execute(_COUNT, {"who": person.id}).scalar_one() >= most:
            return ParticipantStatus("done")
        return ParticipantStatus("idle", len(lobby.waiting), reason="lost" if how == "lost" else None)


def _talking(talk: RunningDialogue, who: str) -> ParticipantStatus:
    partner = talk.partner(who)
    return ParticipantStatus(
        "talking", talk=talk.number, side=talk.side(who), partner="absent" if partner in talk.absent else "here"
    )


_OF = or_(TALKS.c.user == bindparam("who"), TALKS.c.wizard == bindparam("who"))
_SIDE = case((TALKS.c.user == bindparam("who"), "user"), else_="wizard")
_FINISHED = ("ended", "expired")
_LAST = (
    select(TALKS.c.number, _SIDE.label("side"), TALKS.c.since, TALKS.c.how, SURVEYS.c.at.label("answered"))
    .select_from(TALKS.outerjoin(SURVEYS, and_(SURVEYS.c.talk == TALKS.c.number, SURVEYS.c.side == _SIDE)))
    .where(_OF, TALKS.c.until.is_not(None))
    .order_by(TALKS.c.number.desc())
    .limit(1)
)
_COUNT = select(func.count()).select_from(TALKS).where(_OF, TALKS.c.how.in_(_FINISHED))
_AWAY = (
    select(CONNECTIONS.c.person)
    .group_by(CONNECTIONS.c.person)
    .having(func.count() == func.count(CONNECTIONS.c.closed), func.max(CONNECTIONS.c.closed) < bindparam("before"))
)
_ALIVE = select(PROCESSES.c.id).where(PROCESSES.c.seen >= bindparam("before"))
_CLOSE_DEAD = (
    CONNECTIONS.update()
    .where(CONNECTIONS.c.closed.is_(None), CONNECTIONS.c.process.not_in(_ALIVE))
    .values(closed=bindparam("now"))
)
