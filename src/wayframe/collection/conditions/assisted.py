"""The agent at the wizard's side: after each message of the user it proposes what to look for and what to say.

A proposal follows from what was said and looked for up to the user's message, as the reader reads it; no memory is kept
for it, and none is changed. What the wizard makes of it is recorded: taken as it stands, changed, or done by hand.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from wayframe.agent import Agent
from wayframe.collection.desk.protocol import SearchDesk
from wayframe.collection.labelling.protocol import DialogueLabeller
from wayframe.collection.records import ActionOrigin, AnySearch
from wayframe.collection.sessions import find_dialogue, keep, messages, searches
from wayframe.collection.storage import StudyStorage
from wayframe.collection.turns import UnlabelledTurn, turns
from wayframe.conversation import Conversation
from wayframe.dialogue import FramesRecord, encode

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
