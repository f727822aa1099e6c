"""What a study keeps: who takes part, what they say, what wizards look for."""

from __future__ import annotations

from typing import Literal

from wayframe.dialogue import Author, Package, Record
from wayframe.packages import Query
from wayframe.tasks import Task

Kind = Literal["user", "wizard", "either", "annotator", "adjudicator"]
"""What somebody is invited for; users, wizards and those who would be either talk."""

TALKING: tuple[Kind, ...] = ("user", "wizard", "either")

Arm = Literal["human", "assisted", "agent"]
"""Who is the wizard: a person, a person to whom the agent makes proposals, the agent."""

Ending = Literal["ended", "left", "lost", "expired"]
"""How a dialogue ended: somebody said so, went away, wasn't heard of any more; or its time was over."""


class ForbiddenError(Exception):
    """Somebody asks for what isn't theirs. The message is one that they may read: it tells nothing of what is there."""


class Person(Record, frozen=True):
    """Somebody who takes part. `external` is who they are elsewhere ("slack:T1:U1"); `gone` if they were sent away."""

    id: str
    kind: Kind
    language: str
    joined: float  # seconds since the epoch, as all times here
    invitation: str | None = None
    external: str | None = None
    gone: bool = False


class Invitation(Record, frozen=True):
    """A link for `cap` people; `used` of them came."""

    id: str
    kind: Kind
    cap: int
    made: float
    expires: float | None = None
    revoked: bool = False
    note: str = ""
    used: int = 0


class Entry(Record, frozen=True):
    """A line of the audit log."""

    at: float
    who: str
    action: str
    detail: str


class Made(Record, frozen=True):
    """How a wizard's message came about: by hand, or from a proposal that was taken as it stood or changed."""

    by: Literal["hand", "taken", "changed", "agent"] = "hand"
    proposal: str | None = None


class Message(Record, frozen=True):
    """Message `number`, from 1, of a talk. `at` is in milliseconds; `key` is what its sender knows it by."""

    number: int
    author: Author
    text: str
    at: int
    key: str | None = None
    made: Made | None = None
    edited: bool = False


class Relaxed(Record, frozen=True):
    """A constraint that a suggestion gave up (`wayframe.packages.Relaxation`)."""

    slot: str
    asked: str | bool
    offered: str | bool


class Suggested(Record, frozen=True):
    """What was shown although it doesn't fit, and why not."""

    relaxed: tuple[Relaxed, ...]
    packages: tuple[Package, ...]


class Searched(Record, frozen=True):
    """A wizard's search: what was asked for after message `after`, and what was shown.

    `drawn` says that suggestions were to be shown if nothing fitted: chance decides (paper section 3.4). `made` says
    what became of the assistant's proposal, which it has as JSON; None where there was none.
    """

    number: int
    after: int
    at: float
    query: Query
    results: tuple[Package, ...] = ()
    suggestions: tuple[Suggested, ...] = ()
    drawn: bool = False
    made: Made | None = None


class Held(Record, frozen=True):
    """A talk as it is kept; `until` and `how` once it is over."""

    number: int
    language: str
    user: str
    wizard: str
    arm: Arm
    task: Task
    since: float
    until: float | None = None
    how: Ending | None = None

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.until is not None


Answers = dict[str, str | int | bool | None]
"""A survey's answers by the names of its questions (`wayframe.collection.surveys`)."""


class Standing(Record, frozen=True):
    """Where somebody is: nowhere, in the queue (the `place`-th of `waiting`), in a talk, or at its survey.

    `reason` says why the last talk ended, if it wasn't they who ended it.
    """

    state: Literal["idle", "waiting", "talking", "survey", "done"]
    waiting: int = 0
    place: int | None = None
    talk: int | None = None
    side: Author | None = None
    partner: Literal["here", "absent"] | None = None
    reason: Ending | None = None


class Room(Record, frozen=True):
    """A talk as one of its two sides may see it: the task is the user's until the end, the arm the wizard's."""

    number: int
    side: Author
    arm: Arm | None
    task: Task | None
    messages: tuple[Message, ...]
    partner: Literal["here", "absent"] | None
    over: bool
    how: Ending | None
    surveyed: bool
