"""The lobby as it is kept: every step in one transaction, with what follows from it.

What follows: who was paired has a talk with a task and a condition, a talk that is no more has ended, and all whom it
concerns are told.

Chance decides about conditions, under the study's seed, when somebody makes themselves available as a user, before
anybody knows whom they could be paired with: with the agent's share of the weights they talk to the agent at once,
otherwise they wait for a person, and whether that person has the agent's proposals is decided by the number of the
dialogue. So neither participants nor wizards choose, nor does who happens to be there. Those who would be either side
count as users here: else the agent would be met only by those who insist on being the user.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
from sqlalchemy import select

from wayframe.collection.pairing import AGENT, LobbyState, RunningDialogue
from wayframe.collection.records import Condition, Ending
from wayframe.collection.storage import StudyStorage
from wayframe.collection.storage.tables import LOBBY, TALKS
from wayframe.collection.study import StudySettings
from wayframe.collection.tasks import TaskPool
from wayframe.databases import ConflictError
from wayframe.dialogue import encode


def meets_agent(study: StudySettings, person: str, nth: int) -> bool:
    """Return whether somebody's `nth` dialogue is with the agent. Same arguments, same answer."""
    return Random(f"{study.seed} {person} {nth}").random() < _share(study, "agent")


def human_condition(study: StudySettings, number: int) -> Condition:
    """Return whether the person who is the wizard of dialogue `number` has the agent's proposals."""
    assisted, human = study.conditions.get("assisted", 0), study.conditions.get("human", 0)
    if not assisted + human:
        return "human"
    return "assisted" if Random(f"{study.seed} {number}").random() * (assisted + human) < assisted else "human"


def _share(study: StudySettings, condition: Condition) -> float:
    return study.conditions.get(condition, 0) / sum(study.conditions.values())


Step = Callable[[LobbyState], LobbyState]
_THE_ONE = 1


class LobbyStore:
    """The lobby of a study, in its database."""

    def __init__(self, study: StudySettings, storage: StudyStorage, pool: TaskPool) -> None:
        self._study, self._storage, self._pool = study, storage, pool
        with storage.reading() as connection:
            there = connection.execute(_LOOK).first()
        if not there:
            with suppress(ConflictError), storage.changing() as connection:  # another process may be faster
                connection.execute(LOBBY.insert().values(number=_THE_ONE, content=encode(LobbyState())))

    def look(self, connection: Any) -> LobbyState:
        """The lobby as it stands."""
        return _LOBBY.decode(connection.execute(_LOOK).scalar_one())

    def step(self, connection: Any, step: Step, now: float, how: Ending) -> LobbyState:
        """Take a step; talks that it ends, end like this. Others wait until the transaction is over."""
        before = _LOBBY.decode(connection.execute(_LOCKED).scalar_one())
        after = step(before)
        if after != before:
            connection.execute(LOBBY.update().values(content=encode(after)))
            self._follow(connection, before, after, now, how)
        return after

    def _follow(self, connection: Any, before: LobbyState, after: LobbyState, now: float, how: Ending) -> None:
        were = {talk.number: talk for talk in before.talks}
        are = {talk.number: talk for talk in after.talks}
        for number in sorted(were.keys() - are.keys()):
            self._close(connection, were[number], now, how)
        for number in sorted(are.keys() - were.keys()):
            self._open(connection, are[number])
        changed = [number for number in were.keys() & are.keys() if were[number] != are[number]]
        self._storage.publish(connection, *(f"talk/{number}" for number in sorted(changed)))
        if before.waiting != after.waiting:  # everybody's place may be another one
            waited = {each.who for each in (*before.waiting, *after.waiting)}
            self._storage.publish(connection, *(f"person/{who}" for who in sorted(waited)))

    def _open(self, connection: Any, talk: RunningDialogue) -> None:
        agent = talk.wizard.startswith(AGENT)
        values = {name: getattr(talk, name) for name in ("number", "language", "user", "wizard", "since")}
        values["condition"] = "agent" if agent else human_condition(self._study, talk.number)
        values["task"] = encode(self._pool.take(connection, talk.number))
        connection.execute(TALKS.insert().values(values))
        self._ring(connection, talk)

    def _close(self, connection: Any, talk: RunningDialogue, now: float, how: Ending) -> None:
        ended = TALKS.update().where(TALKS.c.number == talk.number, TALKS.c.until.is_(None))
        connection.execute(ended.values(until=now, how=how))
        self._ring(connection, talk)

    def _ring(self, connection: Any, talk: RunningDialogue) -> None:
        self._storage.publish(connection, f"talk/{talk.number}", *(f"person/{who}" for who in talk.people))


_LOOK = select(LOBBY.c.content)
_LOCKED = _LOOK.with_for_update()
_LOBBY = msgspec.json.Decoder(LobbyState)
