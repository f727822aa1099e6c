"""The lobby as it is kept: every step in one transaction, with what follows from it.

What follows: who was paired has a talk with a task and an arm, a talk that is no more has ended, and all whom it
concerns are told.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import select

from wayframe.collection.assignment import human_arm
from wayframe.collection.pairing import AGENT, Lobby, Talk
from wayframe.collection.pool import Pool
from wayframe.collection.records import Ending
from wayframe.collection.storage import Storage
from wayframe.collection.storage.tables import LOBBY, TALKS
from wayframe.collection.study import Study
from wayframe.databases import ConflictError
from wayframe.dialogue import encode

Step = Callable[[Lobby], Lobby]
_THE_ONE = 1


class KeptLobby:
    """The lobby of a study, in its database."""

    def __init__(self, study: Study, storage: Storage, pool: Pool) -> None:
        self._study, self._storage, self._pool = study, storage, pool
        with storage.reading() as connection:
            there = connection.execute(_LOOK).first()
        if not there:
            with suppress(ConflictError), storage.changing() as connection:  # another process may be faster
                connection.execute(LOBBY.insert().values(number=_THE_ONE, content=encode(Lobby())))

    def look(self, connection: Any) -> Lobby:
        """The lobby as it stands."""
        return _LOBBY.decode(connection.execute(_LOOK).scalar_one())

    def step(self, connection: Any, step: Step, now: float, how: Ending) -> Lobby:
        """Take a step; talks that it ends, end like this. Others wait until the transaction is over."""
        before = _LOBBY.decode(connection.execute(_LOCKED).scalar_one())
        after = step(before)
        if after != before:
            connection.execute(LOBBY.update().values(content=encode(after)))
            self._follow(connection, before, after, now, how)
        return after

    def _follow(self, connection: Any, before: Lobby, after: Lobby, now: float, how: Ending) -> None:
        were, are = ({talk.number: talk for talk in lobby.talks} for lobby in (before, after))
        for number in sorted(were.keys() - are.keys()):
            self._close(connection, were[number], now, how)
        for number in sorted(are.keys() - were.keys()):
            self._open(connection, are[number])
        for number in sorted(were.keys() & are.keys()):
            if were[number] != are[number]:
                self._storage.ring(connection, f"talk/{number}")
        if before.waiting != after.waiting:  # everybody's place may be another one
            waited = {each.who for each in (*before.waiting, *after.waiting)}
            self._storage.ring(connection, *(f"person/{who}" for who in sorted(waited)))

    def _open(self, connection: Any, talk: Talk) -> None:
        connection.execute(
            TALKS.insert().values(
                number=talk.number,
                language=talk.language,
                user=talk.user,
                wizard=talk.wizard,
                arm="agent" if talk.wizard.startswith(AGENT) else human_arm(self._study, talk.number),
                task=encode(self._pool.take(connection, talk.number)),
                since=talk.since,
            )
        )
        self._ring(connection, talk)

    def _close(self, connection: Any, talk: Talk, now: float, how: Ending) -> None:
        ended = TALKS.update().where(TALKS.c.number == talk.number, TALKS.c.until.is_(None))
        connection.execute(ended.values(until=now, how=how))
        self._ring(connection, talk)

    def _ring(self, connection: Any, talk: Talk) -> None:
        self._storage.ring(connection, f"talk/{talk.number}", *(f"person/{who}" for who in talk.people))


_LOOK = select(LOBBY.c.content)
_LOCKED = _LOOK.with_for_update()
_LOBBY = msgspec.json.Decoder(Lobby)
