"""The agent in a study: in the wizard's place, or at the wizard's side.

Both are pure towards the talk: what the agent says and looks for becomes messages and searches like a person's, and
nothing else of a talk is touched. Which dialogues it takes part in is decided by chance (`collection.matchmaking`).

In the wizard's place it gives one reply to each message of the user, whatever happens in between. Its conversation is
kept in the study's database (`wayframe.service`), exchange by exchange, under a name that only the study knows. A reply
is computed and kept there first, then it becomes a message; both steps know what was done before, so that doing them
again, here or in another process, changes nothing.

At the wizard's side it proposes after each message of the user what to look for and what to say. A proposal follows
from what was said and looked for up to that message, as the reader reads it; no memory is kept for it, and none is
changed. What the wizard makes of it is recorded: taken as it stands, changed, or done by hand.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import case, func, inspect, select

from wayframe.agent import Agent
from wayframe.collection.desk.protocol import SearchDesk
from wayframe.collection.labelling.protocol import DialogueLabeller
from wayframe.collection.records import ActionOrigin, AnySearch, ChatMessage, ForbiddenError
from wayframe.collection.sessions import (
    DialogueSessions,
    UnlabelledTurn,
    find_dialogue,
    keep,
    messages,
    searches,
    turns,
)
from wayframe.collection.storage import MESSAGES, SETTINGS, TALKS, StudyStorage
from wayframe.conversation import Conversation
from wayframe.databases import ConflictError, UnavailableError
from wayframe.dialogue import FramesRecord, Turn, encode
from wayframe.errors import InputError
from wayframe.service import Conversations, NotFoundError, delete_within
from wayframe.service import Storage as Exchanges
from wayframe.service.conversations import LONGEST_TEXT

# In the wizard's place


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


# At the wizard's side


_REMEMBERED = 256  # proposals


class WizardProposal(FramesRecord, frozen=True):
    """A reply that the agent would give after message `message`, and the searches that it would make for it."""

    message: int
    text: str
    searches: tuple[AnySearch, ...]

    @property
    def queries(self) -> tuple[Any, ...]:
        """Return what it would look for, as the wizard's form holds it."""
        return queries_of(self.searches)


class WizardAssistant:
    """Makes proposals in those talks whose wizard is assisted. Safe for several threads."""

    def __init__(
        self,
        storage: StudyStorage,
        agent: Agent,
        reader: DialogueLabeller,
        desk: SearchDesk,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`reader` says what the agent knows of a dialogue; `clock` gives seconds since the epoch."""
        self._storage, self._agent, self._reader, self._desk = storage, agent, reader, desk
        self._clock = clock
        self._lock = threading.Lock()
        self._known = OrderedDict[tuple[int, int, str], WizardProposal]()

    def propose(self, number: int, message: int | None = None) -> WizardProposal | None:
        """Return what to do after a message of the user, by default the last of the talk.

        None where it isn't the wizard's turn, and in talks without an assistant.
        """
        with self._storage.reading() as connection:
            talk = find_dialogue(connection, number)
            if talk is None or talk.condition != "assisted":
                return None
            said, sought = messages(connection, number), searches(connection, number)
        last = message or len(said)
        if not 0 < last <= len(said) or said[last - 1].author != "user":
            return None
        known = number, last, said[last - 1].text
        if proposal := self._known.get(known):
            return proposal
        proposal = self._proposal(number, last, turns(said[:last], [each for each in sought if each.after < last]))
        with self._lock:
            self._known[known] = proposal
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return proposal

    def replied(self, number: int, message: int, text: str, *, used: bool) -> ActionOrigin:
        """Return the origin of a wizard's message after the proposal for `message`; `used`: that was put in the box.

        What was found for a reply that is taken or changed belongs to the talk from now on: it is about that.
        """
        proposal = self.propose(number, message)
        if proposal is None:
            return ActionOrigin()
        if not used:
            return ActionOrigin("hand", proposal.text)
        origin = ActionOrigin("taken", told(proposal.queries))
        with self._storage.changing() as connection:
            talk = find_dialogue(connection, number, lock=True)
            if talk and not talk.over:
                keep(connection, number, message, proposal.searches, self._clock(), origin)
        return ActionOrigin("taken" if text.strip() == proposal.text.strip() else "changed", proposal.text)

    def looked(self, number: int, message: int, query: Any, *, used: bool) -> ActionOrigin:
        """Return the origin of a wizard's search after the proposal for `message`; `used`: that filled the form."""
        proposal = self.propose(number, message)
        if proposal is None or not proposal.queries:
            return ActionOrigin()
        if not used:
            return ActionOrigin("hand", told(proposal.queries))
        return ActionOrigin("taken" if query in proposal.queries else "changed", told(proposal.queries))

    def _proposal(self, number: int, last: int, said: Sequence[UnlabelledTurn]) -> WizardProposal:
        read = self._reader.read(said[:-1], ("assistant", number))
        exchange = self._agent.respond(Conversation(read.turns, read.memory, read.offers), said[-1].text)
        return WizardProposal(last, exchange.wizard.text, self._desk.of_agent(exchange.wizard))


def queries_of(made: Sequence[AnySearch]) -> tuple[Any, ...]:
    """Return the queries of searches, each once."""
    return tuple(dict.fromkeys(each.query for each in made))


def told(queries: Sequence[Any]) -> str:
    """Return queries as a proposal is kept: JSON."""
    return encode(queries).decode()
