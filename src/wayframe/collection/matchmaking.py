"""Matchmaking: people are made available, paired, noticed when they are away, let go in the end.

Pairing is a pure state machine: the lobby is a value, and each step takes a lobby and gives the next one; times are
seconds that the caller gives. So a step can be redone when another process was faster, and tested without waiting.
Every step is kept in one transaction, with what follows from it: who was paired has a talk with a task and a condition,
a talk that is no more has ended, and all whom it concerns are told.

Chance decides about conditions, under the study's seed, when somebody makes themselves available as a user, before
anybody knows whom they could be paired with: with the agent's share of the weights they talk to the agent at once,
otherwise they wait for a person, and whether that person has the agent's proposals is decided by the number of the
dialogue. So neither participants nor wizards choose, nor does who happens to be there. Those who would be either side
count as users here: else the agent would be met only by those who insist on being the user.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import combinations
from operator import methodcaller
from random import Random
from typing import Any, Literal

import msgspec
from msgspec import field
from msgspec.structs import replace
from sqlalchemy import and_, bindparam, case, func, or_, select

from wayframe.collection.records import TALKING, Condition, Ending, ForbiddenError, ParticipantStatus, StudyParticipant
from wayframe.collection.storage import CONNECTIONS, LOBBY, PROCESSES, SURVEYS, TALKS, StudyStorage
from wayframe.collection.study import StudySettings
from wayframe.collection.tasks import TaskPool
from wayframe.databases import ConflictError
from wayframe.dialogue import FramesRecord, encode

# The lobby as a value


Role = Literal["user", "wizard", "either"]
Side = Literal["user", "wizard"]
AGENT = "agent/"
"""What the names of agents in the wizard's place begin with; they are there at once, and never wait."""
OLD_FACES = 120.0
"""Seconds that others who wait are put before two who have met; so nobody is passed over for ever."""


class WaitingPerson(FramesRecord, frozen=True):
    """Somebody who would like to talk, since when, and in which language: pairs share it."""

    who: str
    role: Role
    since: float
    language: str = "en"


class RunningDialogue(FramesRecord, frozen=True):
    """Two people who talk. `absent` says of those who aren't there since when; `back` what each would do after it."""

    number: int
    user: str
    wizard: str
    since: float
    user_role: Role
    wizard_role: Role
    language: str = "en"
    absent: dict[str, float] = field(default_factory=dict)

    @property
    def people(self) -> tuple[str, str]:
        """The user and the wizard."""
        return self.user, self.wizard

    def partner(self, who: str) -> str:
        """The other one."""
        return self.wizard if who == self.user else self.user

    def side(self, who: str) -> Side:
        """Return which of the two somebody is."""
        return "user" if who == self.user else "wizard"

    def role(self, who: str) -> Role:
        """Return what somebody had said that they would like to be."""
        return self.user_role if who == self.user else self.wizard_role


class LobbyState(FramesRecord, frozen=True):
    """Everybody who waits or talks, and who has met whom.

    Whoever waits is listed in the order of their coming; no two who wait could be paired (`_paired` sees to it).
    `played` counts for everybody the talks as user and as wizard.
    """

    waiting: tuple[WaitingPerson, ...] = ()
    talks: tuple[RunningDialogue, ...] = ()
    met: frozenset[tuple[str, str]] = frozenset()
    played: dict[str, tuple[int, int]] = field(default_factory=dict)
    last: int = 0  # the number of the latest talk

    def talk_of(self, who: str) -> RunningDialogue | None:
        """The talk that somebody is in."""
        return next((talk for talk in self.talks if who in talk.people), None)

    def place(self, who: str) -> int | None:
        """Return how many wait before somebody, themselves counted; None where they don't wait."""
        return next((place for place, each in enumerate(self.waiting, 1) if each.who == who), None)

    def available(self, who: str, role: Role, now: float, language: str = "en") -> LobbyState:
        """Somebody would like to talk. Who waits keeps the place, with the new role; who talks goes on talking."""
        if self.talk_of(who):
            return self
        there = [each for each in self.waiting if each.who == who]
        since = there[0].since if there else now
        others = [each for each in self.waiting if each.who != who]
        queue = sorted((*others, WaitingPerson(who, role, since, language)), key=lambda each: each.since)
        return replace(self, waiting=tuple(queue))._paired(now)

    def with_agent(self, who: str, role: Role, now: float, language: str = "en") -> LobbyState:
        """Somebody talks to an agent, at once. Who talks goes on talking."""
        if self.talk_of(who):
            return self
        number = self.last + 1
        return self._opened(RunningDialogue(number, who, f"{AGENT}{number}", now, role, "wizard", language))

    def forgotten(self, who: str, now: float) -> LobbyState:
        """As if somebody had never been there: neither waiting, talking, met nor counted."""
        lobby = self.gone(who, now)
        met = frozenset(pair for pair in lobby.met if who not in pair)
        return replace(lobby, met=met, played={each: n for each, n in lobby.played.items() if each != who})

    def gone(self, who: str, now: float) -> LobbyState:
        """Somebody leaves: the queue, or the talk, whose other side, if it is there, then waits again, first of all."""
        waiting = tuple(each for each in self.waiting if each.who != who)
        talk = self.talk_of(who)
        if not talk:
            return replace(self, waiting=waiting)
        return replace(self, waiting=waiting)._released(talk, [talk.partner(who)], now)

    def ended(self, number: int, now: float) -> LobbyState:
        """A talk has come to its end; both are free, and wait only when they say so again."""
        talk = next((each for each in self.talks if each.number == number), None)
        return self._released(talk, [], now) if talk else self

    def silent(self, who: str, now: float) -> LobbyState:
        """Nothing is heard of somebody: who waits doesn't any more, who talks is absent from now on."""
        talk = self.talk_of(who)
        if not talk:
            return self.gone(who, now)
        return self if who in talk.absent else self._with(replace(talk, absent={**talk.absent, who: now}))

    def heard(self, who: str) -> LobbyState:
        """Somebody who was absent is back."""
        talk = self.talk_of(who)
        if not talk or who not in talk.absent:
            return self
        return self._with(replace(talk, absent={each: at for each, at in talk.absent.items() if each != who}))

    def passed(self, now: float, patience: float) -> LobbyState:
        """Time has passed: who is absent for longer than `patience` is gone, and whom they left waits again."""
        lobby = self
        for talk in self.talks:
            lost = [who for who, since in talk.absent.items() if now - since >= patience]
            if lost:
                lobby = lobby._released(talk, [who for who in talk.people if who not in lost], now)
        return lobby

    def _with(self, talk: RunningDialogue) -> LobbyState:
        return replace(self, talks=tuple(talk if each.number == talk.number else each for each in self.talks))

    def _released(self, talk: RunningDialogue, again: list[str], now: float) -> LobbyState:
        """Without a talk; those of it who would like another one wait from when it began: they were there first.

        Who is absent doesn't wait: their absence was noticed once, and would not be again.
        """
        back = tuple(
            WaitingPerson(who, talk.role(who), talk.since, talk.language)
            for who in again
            if who not in talk.absent and not who.startswith(AGENT)
        )
        queue = sorted((*self.waiting, *back), key=lambda each: each.since)
        talks = tuple(each for each in self.talks if each.number != talk.number)
        return replace(self, waiting=tuple(queue), talks=talks)._paired(now)

    def _paired(self, now: float) -> LobbyState:
        """With everybody paired who can be: the longest waiting first, two who have met later than others."""
        lobby = self
        while pair := lobby._next_pair():
            lobby = lobby._joined(*pair, now)
        return lobby

    def _next_pair(self) -> tuple[WaitingPerson, WaitingPerson] | None:
        fitting = [(one, other) for one, other in combinations(self.waiting, 2) if _fit(one, other)]
        return min(fitting, key=self._turn, default=None)

    def _turn(self, pair: tuple[WaitingPerson, WaitingPerson]) -> float:
        """Return when it is a pair's turn: since the first of them waits, later if they have met."""
        one, other = pair
        return min(one.since, other.since) + (OLD_FACES if _pair(one.who, other.who) in self.met else 0)

    def _joined(self, one: WaitingPerson, other: WaitingPerson, now: float) -> LobbyState:
        user, wizard = (one, other) if self._is_user(one, other) else (other, one)
        talk = RunningDialogue(self.last + 1, user.who, wizard.who, now, user.role, wizard.role, user.language)
        return replace(self._opened(talk), met=self.met | {_pair(one.who, other.who)})

    def _opened(self, talk: RunningDialogue) -> LobbyState:
        """With a talk that begins: its two wait no more, and their parts count."""
        played = dict(self.played)
        as_user, as_wizard = played.get(talk.user, (0, 0))
        played[talk.user] = as_user + 1, as_wizard
        if not talk.wizard.startswith(AGENT):
            as_user, as_wizard = played.get(talk.wizard, (0, 0))
            played[talk.wizard] = as_user, as_wizard + 1
        waiting = tuple(each for each in self.waiting if each.who not in talk.people)
        return replace(self, waiting=waiting, talks=(*self.talks, talk), played=played, last=talk.number)

    def _is_user(self, one: WaitingPerson, other: WaitingPerson) -> bool:
        """Of two who could be either, the one who was the user less often, in proportion."""
        if one.role != "either" or other.role != "either":
            return one.role == "user" or other.role == "wizard"
        return self._share(one.who) <= self._share(other.who)

    def _share(self, who: str) -> float:
        as_user, as_wizard = self.played.get(who, (0, 0))
        return as_user / (as_user + as_wizard) if as_user + as_wizard else 0.5


def _fit(one: WaitingPerson, other: WaitingPerson) -> bool:
    return one.language == other.language and (one.role != other.role or one.role == "either")


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


# The lobby in the database


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
        changed = [number for number in sorted(were.keys() & are.keys()) if were[number] != are[number]]
        self._storage.publish(connection, *map("talk/{}".format, changed))
        if before.waiting != after.waiting:  # everybody's place may be another one
            waited = {each.who for each in (*before.waiting, *after.waiting)}
            self._storage.publish(connection, *map("person/{}".format, sorted(waited)))

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


# The queue


GRACE = 12.0
"""Seconds without a line before somebody counts as away: a page that is loaded again takes less, also on a phone."""

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
            return _waiting(lobby, place, last)
        how = last.how if last else None
        if how in _FINISHED and not last.answered:
            return ParticipantStatus("survey", talk=last.number, side=last.side, reason=how)
        most = self._study.limits.dialogues
        if most and connection.execute(_COUNT, {"who": person.id}).scalar_one() >= most:
            return ParticipantStatus("done")
        return ParticipantStatus("idle", len(lobby.waiting), reason="lost" if how == "lost" else None)


def _waiting(lobby: LobbyState, place: int, last: Any) -> ParticipantStatus:
    released = last and lobby.waiting[place - 1].since == last.since  # they wait from when that talk began
    return ParticipantStatus("waiting", len(lobby.waiting), place, reason=last.how if released else None)


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
