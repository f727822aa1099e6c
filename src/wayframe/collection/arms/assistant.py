"""The agent at the wizard's side: after each message of the user it proposes what to look for and what to say.

A proposal follows from what was said and looked for up to the user's message, as the reader reads it; no memory is kept
for it, and none is changed. What the wizard makes of it is recorded: taken as it stands, changed, or done by hand.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence

from wayframe.agent import Agent, Conversation
from wayframe.collection.arms.recorded import keep, queries_of, told
from wayframe.collection.reading import Reader
from wayframe.collection.records import Made
from wayframe.collection.rooms import held, messages, searches
from wayframe.collection.storage import Storage
from wayframe.collection.turns import Said, turns
from wayframe.dialogue import Database, Record
from wayframe.packages import Query

_REMEMBERED = 256  # proposals


class Proposal(Record, frozen=True):
    """What the agent would look for and say after message `message`; `db` are its searches and what they found."""

    message: int
    text: str
    db: Database

    @property
    def queries(self) -> tuple[Query, ...]:
        """What it would look for, as the wizard's form holds it."""
        return queries_of(self.db)


class Assistant:
    """Makes proposals in those talks whose wizard is assisted. Safe for several threads."""

    def __init__(self, storage: Storage, agent: Agent, reader: Reader, clock: Callable[[], float] = time.time) -> None:
        """`clock` gives seconds since the epoch."""
        self._storage, self._agent, self._reader, self._clock = storage, agent, reader, clock
        self._lock = threading.Lock()
        self._known = OrderedDict[tuple[int, int, str], Proposal]()

    def propose(self, number: int, message: int | None = None) -> Proposal | None:
        """What to do after a message of the user, by default the last of the talk.

        None where it isn't the wizard's turn, and in talks without an assistant.
        """
        with self._storage.reading() as connection:
            talk = held(connection, number)
            if talk is None or talk.arm != "assisted":
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

    def replied(self, number: int, message: int, text: str, *, used: bool) -> Made:
        """How a wizard's message came about that follows the proposal after `message`; `used`: it was put in the box.

        What was found for a reply that is taken or changed belongs to the talk from now on: it is about that.
        """
        proposal = self.propose(number, message)
        if proposal is None:
            return Made()
        if not used:
            return Made("hand", proposal.text)
        made = Made("taken" if text.strip() == proposal.text.strip() else "changed", proposal.text)
        with self._storage.changing() as connection:
            talk = held(connection, number, lock=True)
            if talk and not talk.over:
                keep(connection, number, message, proposal.db, self._clock(), Made("taken", told(proposal.queries)))
        return made

    def looked(self, number: int, message: int, query: Query, *, used: bool) -> Made:
        """How a wizard's search came about that follows the proposal after `message`; `used`: it filled the form."""
        proposal = self.propose(number, message)
        if proposal is None or not proposal.queries:
            return Made()
        if not used:
            return Made("hand", told(proposal.queries))
        return Made("taken" if query in proposal.queries else "changed", told(proposal.queries))

    def _proposal(self, number: int, last: int, said: Sequence[Said]) -> Proposal:
        read = self._reader.read(said[:-1], ("assistant", number))
        exchange = self._agent.respond(Conversation(read.turns, read.memory, read.offers), said[-1].text)
        return Proposal(last, exchange.wizard.text, exchange.wizard.db)
