"""The records of a simulation: its plan, and what came of each conversation."""

from __future__ import annotations

from typing import NamedTuple

from wayframe.dialogue import Dialogue, FramesRecord
from wayframe.simulation.verdicts import Verdict

USERS = 10
"""Names that tasks are given to in turn, so that what learns can be tested on other users."""


class SimulationPlan(FramesRecord, frozen=True, gc=False):
    """The parameters of a simulation. Same plan and catalogue, same conversations."""

    catalogue: str
    tasks: int
    trials: int = 1
    seed: int = 0
    agent: str = "rules"
    tracker: str = "rules"
    noise: float = 0.2
    memory: bool = True


class ConversationResult(FramesRecord, frozen=True, gc=False):
    """The outcome of one conversation, without the conversation."""

    task: int
    trial: int
    template: str
    course: str
    write: bool  # whether the right end is a booking
    success: bool
    probes: tuple[Verdict, ...]
    turns: int
    repeated: int
    unfaithful: tuple[str, ...]  # values in replies that come from nowhere
    replies: int = 0  # that were checked
    unfaithful_replies: int = 0
    answers: tuple[Verdict, ...] = ()  # to questions about the option at hand
    unmeant: int = 0  # bookings and cancellations that the user didn't mean


class SimulatedConversation(NamedTuple):
    """A conversation: its outcome, as it was meant, as it was understood."""

    result: ConversationResult
    meant: Dialogue
    understood: Dialogue
