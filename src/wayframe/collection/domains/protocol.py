"""The interface of every study's domain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from wayframe.collection.desk.protocol import SearchDesk
from wayframe.collection.records import AnyTask
from wayframe.collection.task_pool import TaskSeries
from wayframe.dialogue import Dialogue

if TYPE_CHECKING:
    from wayframe.agent import Agent
    from wayframe.collection.labelling.protocol import DialogueLabeller
    from wayframe.conversation import Clock


class StudyDomain(Protocol):
    """The parts of a study that depend on its catalogue."""

    @property
    def desk(self) -> SearchDesk:
        """The searches of wizards."""
        ...

    @property
    def tasks(self) -> TaskSeries:
        """The tasks of users."""
        ...

    def agent(self, seed: int = 0, clock: Clock | None = None) -> Agent:
        """Return the agent over the catalogue. Raises `InputError` where its models can't be used."""
        ...

    def labeller(self) -> DialogueLabeller:
        """Return what labels dialogues. Raises `InputError` where its models can't be used."""
        ...

    def problem(self, dialogue: Dialogue) -> str:
        """Return how a dialogue contradicts the format; empty where it doesn't."""
        ...

    def counted(self, dialogue: Dialogue) -> Dialogue:
        """Return a dialogue as the figures of a corpus can count it."""
        ...

    def reached(self, task: AnyTask, dialogue: Dialogue, *, sure: bool) -> bool | None:
        """Return whether what was agreed on fits the task; None where it can't be known.

        `sure` says that somebody has looked at the labels.
        """
        ...

    def close(self) -> None:
        """Let go of the catalogue."""
        ...
