"""The agent as the wizard: one reply to each message of the user, whatever happens in between.

The agent's conversation is kept in the study's database (`wayframe.service`), exchange by exchange, under a name that
only the study knows. A reply is computed and kept there first, then it becomes a message; both steps know what was
done before, so that doing them again, here or in another process, changes nothing.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import case, func, inspect, select

from wayframe.agent import Agent
from wayframe.collection.records import ActionOrigin, ChatMessage, ForbiddenError
from wayframe.collection.sessions import DialogueSessions, find_dialogue, keep, messages
from wayframe.collection.storage import StudyStorage
from wayframe.collection.storage.tables import MESSAGES, SETTINGS, TALKS
from wayframe.databases import ConflictError, UnavailableError
from wayframe.dialogue import Turn
from wayframe.errors import InputError
from wayframe.service import Conversations, NotFoundError, delete_within
from wayframe.service import Storage as Exchanges
from wayframe.service.conversations import LONGEST_TEXT

_MADE = ActionOrigin("agent")
_SECRET = "agent"  # the setting that names of conversations are made with
_EXCHANGES = "exchanges"  # the table of `wayframe.service` that comes last
_SEEN = 2.5  # seconds after which it is told again that it types
_TRIES = 20  # to say something while the user is writing


class AgentWizard:
    """Answers the users of those talks whose wizard is the agent."""

    def __init__(
        self,
        storage: StudyStorage,
        exchanges: Exchanges,
        sessions: DialogueSessions,
        agent: Agent,
        clock: Callable[[], float] = time.time,
        words: float = 0,
        later: Callable[[int, float], None] = lambda number, seconds: None,
    ) -> None:
        """`exchanges` keeps the agent's conversations, in the same database; `clock` gives seconds.

        So many `words` a second are typed, where it isn't 0; while it types, `later` is told the talk that has to be
        answered again, and in how many seconds.
        """
        self._storage, self._exchanges, self._sessions, self._clock = storage, exchanges, sessions, clock
        self._words, self._later = words, later
        self._conversations = Conversations(agent, exchanges, clock)

    def waiting(self) -> tuple[int, ...]:
        """The talks in which somebody waits for the agent's reply: after a start, those that a crash left so."""
        with self._storage.reading() as connection:
            return tuple(number for (number,) in connection.execute(_WAITING))

    def answer(self, number: int) -> tuple[ChatMessage, ...]:
        """Reply to what wasn't replied to yet; the new messages. Nothing in talks of others and in those that are over.

        May be called at any time, by several processes at once.
        """
        said = list[ChatMessage]()
        with self._storage.reading() as connection:
            talk = find_dialogue(connection, number)
            there = messages(connection, number) if talk and talk.condition == "agent" and not talk.over else ()
        users = [message for message in there if message.author == "user"]
        replied = _replied(there)
        for nth, message in enumerate(users, 1):
            if _key(message) not in replied:
                with suppress(ForbiddenError, NotFoundError):  # the talk has ended meanwhile, or was forgotten
                    turn = self._turn(number, nth, message)
                    before = [each.at for each in (*there, *said) if each.author == "wizard"]
                    if self._types(number, turn, max([message.at, *before])):
                        break
                    said += self._say(number, message, turn)
        return tuple(said)

    def _types(self, number: int, turn: Turn, since: int) -> bool:
        """Return whether a reply begun at a time (milliseconds) is still being typed; if so, the user sees that."""
        left = since / 1000 + len(turn.text.split()) / self._words - self._clock() if self._words else 0
        if left > 0:
            with self._storage.changing() as connection:
                self._storage.publish(connection, f"typing/{number}/wizard")
            self._later(number, min(left, _SEEN))
        return left > 0

    def _turn(self, number: int, nth: int, message: ChatMessage) -> Turn:
        """The agent's reply to the user's `nth` message; the one that it gave, unless the message was changed since."""
        name, text = conversation_name(self._storage, number), message.text[:LONGEST_TEXT]
        if not self._conversations.exists(name):
            with suppress(ConflictError):
                self._exchanges.open(name, int(self._clock()))
        for _ in range(_TRIES):
            with suppress(InputError):
                return self._conversations.say(name, text, _key(message)).exchange.wizard
            self._conversations.take_back(name, nth)  # what it replied to was changed
        raise UnavailableError("the agent's reply can't be kept")

    def _say(self, number: int, message: ChatMessage, turn: Turn) -> Sequence[ChatMessage]:
        """The reply as a message; none where it is there, or the user has changed what it replies to."""
        for _ in range(_TRIES):
            with suppress(ConflictError):  # the user has said something more
                return self._said(number, message, turn)
        raise UnavailableError("too many write at once")

    def _said(self, number: int, message: ChatMessage, turn: Turn) -> Sequence[ChatMessage]:
        with self._storage.changing() as connection:
            talk = find_dialogue(connection, number, lock=True)
            if talk is None:  # it was forgotten while the agent was thinking: so is what came of that
                self._storage.mark_deletion(connection)
                erase(connection, (number,))
                return ()
            there = messages(connection, number)
            if message not in there or _key(message) in _replied(there):
                return ()
            keep(connection, number, message.number, self._sessions.desk.of_agent(turn), self._clock(), _MADE)
            return (self._sessions.add(connection, talk.wizard, number, turn.text, _key(message), _MADE),)


def conversation_name(storage: StudyStorage, talk: int) -> str:
    """The name of the agent's conversation in a talk; whoever hasn't got the study's secret can't guess it."""
    return _named(storage.setting(_SECRET), talk)


def erase(connection: Any, numbers: Iterable[int]) -> None:
    """Forget what the agent kept of talks, within a transaction, also where the study has no agent any more."""
    secret = connection.execute(select(SETTINGS.c.value).where(SETTINGS.c.name == _SECRET)).scalar_one_or_none()
    if secret is not None and inspect(connection).has_table(_EXCHANGES):  # else no agent has ever kept anything here
        delete_within(connection, [_named(secret, number) for number in numbers])


def _named(secret: str, talk: int) -> str:
    keyed = hmac.new(secret.encode(), str(talk).encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(keyed).decode().rstrip("=")


def _key(message: ChatMessage) -> str:
    """The key of the reply to a message, and of the exchange behind it."""
    return f"to-{message.number}"


def _replied(there: Iterable[ChatMessage]) -> set[str | None]:
    """The keys of the wizard's messages; users may call theirs what they like."""
    return {message.key for message in there if message.author == "wizard"}


def _of(author: str) -> Any:
    return func.sum(case((MESSAGES.c.author == author, 1), else_=0))


_WAITING = (
    select(TALKS.c.number)
    .join(MESSAGES, MESSAGES.c.talk == TALKS.c.number)
    .where(TALKS.c.condition == "agent", TALKS.c.until.is_(None))
    .group_by(TALKS.c.number)
    .having(_of("user") > _of("wizard"))
    .order_by(TALKS.c.number)
)
