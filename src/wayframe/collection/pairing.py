"""Pairing as a pure state machine: a lobby as a value, and its steps when somebody comes, goes, or isn't heard of.

Nothing here knows of sockets, clocks or databases: times are seconds that the caller gives, and each step takes a lobby
and gives the next one. So a step can be redone when another process was faster, and tested without waiting.
"""

from __future__ import annotations

from itertools import combinations
from typing import Literal

from msgspec import field
from msgspec.structs import replace

from wayframe.dialogue import FramesRecord

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
