"""The agent's parts in a study: it reads for boards and annotators, sits at a wizard's side or in a wizard's place."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property

from wayframe.agent import Agent
from wayframe.collection.annotation.annotations import AnnotationService
from wayframe.collection.collection import StudyCollection
from wayframe.collection.conditions import AgentWizard, WizardAssistant
from wayframe.collection.event_bus import EVERYTHING
from wayframe.collection.labelling.protocol import DialogueLabeller
from wayframe.databases import ConflictError, UnavailableError
from wayframe.service import Storage
from wayframe.web.observing import log, trace

_PAUSE = 1.0  # seconds before a reply is tried again that the database didn't take


class StudyAgents:
    """The agent's parts, each made at the first need: models take a while to load."""

    def __init__(self, collection: StudyCollection) -> None:
        self._collection, self._study = collection, collection.study
        self._due = queue.SimpleQueue[int | None]()  # the talks that have to be answered
        self._timed = set[int]()  # those that will have to be

    @property
    def assists(self) -> bool:
        """Return whether there are wizards with the agent's proposals."""
        return bool(self._study.conditions.get("assisted"))

    @cached_property
    def reader(self) -> DialogueLabeller:
        """Return what reads talks. Raises `InputError` where its models can't be used."""
        return self._collection.domain.labeller()

    @cached_property
    def annotations(self) -> AnnotationService:
        """The study's annotations, which begin with what the agent reads."""
        return AnnotationService(self._collection.storage, self.reader, self._collection.clock)

    @cached_property
    def assistant(self) -> WizardAssistant:
        """Return what makes proposals to wizards."""
        return WizardAssistant(
            self._collection.storage, self.agent, self.reader, self._collection.domain.desk, self._collection.clock
        )

    @cached_property
    def _wizard(self) -> AgentWizard:
        return AgentWizard(
            self._collection.storage, self._exchanges, self._collection.sessions, self.agent, self._collection.clock,
            self._study.agent.words, self._later,
        )  # fmt: skip

    @cached_property
    def _exchanges(self) -> Storage:
        return Storage(self._study.database_url)

    @cached_property
    def agent(self) -> Agent:
        """The agent over the study's catalogue."""

        def now() -> int:
            return int(self._collection.clock() * 1000)

        return self._collection.domain.agent(self._study.seed, now)

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Meanwhile the agent answers those who talk to it; none if the study has no such condition."""
        if not self._study.conditions.get("agent"):
            yield
            return
        thread = threading.Thread(target=self._answer, name="wayframe-agent", daemon=True)

        def heard(topic: str) -> None:
            what, _, number = topic.partition("/")
            if what == "talk":
                self._due.put(int(number))
            elif topic == EVERYTHING:
                self._catch_up()

        stop = self._collection.storage.event_bus.subscribe(heard)
        self._catch_up()
        thread.start()
        try:
            yield
        finally:
            stop()
            self._due.put(None)
            thread.join()
            self._exchanges.close()

    def _catch_up(self) -> None:
        for number in self._wizard.waiting():
            self._due.put(number)

    def _later(self, number: int, seconds: float) -> None:
        """Have a talk answered in so many seconds, unless it will be anyway."""
        if number not in self._timed:
            self._timed.add(number)
            timer = threading.Timer(seconds, self._due.put, (number,))
            timer.daemon = True
            timer.start()

    def _answer(self) -> None:
        while (number := self._due.get()) is not None:
            try:
                self._timed.discard(number)
                self._wizard.answer(number)
            except (ConflictError, UnavailableError):
                self._later(number, _PAUSE)
            except Exception as error:  # one talk is left without an answer, not all others, too
                log().error("agent", **trace(error))
