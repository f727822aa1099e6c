"""Records of a study: people, messages, searches, tasks, dialogues."""

from __future__ import annotations

from typing import Literal

import msgspec

from wayframe.dialogue import Author, FramesRecord, Package
from wayframe.packages import Query
from wayframe.sources.protocol import Condition as SearchCondition
from wayframe.tasks import Task

ParticipantKind = Literal["user", "wizard", "either", "annotator", "adjudicator"]
"""What somebody is invited for; users, wizards and those who would be either talk."""

TALKING: tuple[ParticipantKind, ...] = ("user", "wizard", "either")

Condition = Literal["human", "assisted", "agent"]
"""Who is the wizard: a person, a person to whom the agent makes proposals, the agent."""

Ending = Literal["ended", "left", "lost", "expired"]
"""How a dialogue ended: somebody said so, went away, wasn't heard of any more; or its time was over."""


class ForbiddenError(Exception):
    """Somebody asks for what isn't theirs. The message is one that they may read: it tells nothing of what is there."""


class StudyParticipant(FramesRecord, frozen=True):
    """Somebody who takes part. `external` is who they are elsewhere ("slack:T1:U1"); `gone` if they were sent away."""

    id: str
    kind: ParticipantKind
    language: str
    joined: float  # seconds since the epoch, as all times here
    invitation: str | None = None
    external: str | None = None
    gone: bool = False


class StudyInvitation(FramesRecord, frozen=True):
    """A link for `cap` people; `used` of them came."""

    id: str
    kind: ParticipantKind
    cap: int
    made: float
    expires: float | None = None
    revoked: bool = False
    note: str = ""
    used: int = 0


class AuditEntry(FramesRecord, frozen=True):
    """A line of the audit log."""

    at: float
    who: str
    action: str
    detail: str


class ActionOrigin(FramesRecord, frozen=True):
    """The origin of a wizard's message or search: by hand, or a proposal that was taken as it stood or changed."""

    by: Literal["hand", "taken", "changed", "agent"] = "hand"
    proposal: str | None = None


class ChatMessage(FramesRecord, frozen=True):
    """Message `number`, from 1, of a talk. `at` is in milliseconds; `key` is what its sender knows it by."""

    number: int
    author: Author
    text: str
    at: int
    key: str | None = None
    made: ActionOrigin | None = None
    edited: bool = False


class RelaxedConstraint(FramesRecord, frozen=True):
    """A constraint that a suggestion gave up (`wayframe.packages.Relaxation`)."""

    slot: str
    asked: str | bool
    offered: str | bool


class SearchSuggestion(FramesRecord, frozen=True):
    """Packages that were shown although they don't fit, and the constraints that they miss."""

    relaxed: tuple[RelaxedConstraint, ...]
    packages: tuple[Package, ...]


class WizardSearch(FramesRecord, frozen=True):
    """A wizard's search: what was asked for after message `after`, and what was shown.

    `drawn` says that suggestions were to be shown if nothing fitted: chance decides (paper section 3.4). `made` says
    what became of the assistant's proposal, which it has as JSON; None where there was none.
    """

    number: int
    after: int
    at: float
    query: Query
    results: tuple[Package, ...] = ()
    suggestions: tuple[SearchSuggestion, ...] = ()
    drawn: bool = False
    made: ActionOrigin | None = None


TableRow = dict[str, str | bool]
"""A row of a table as a dialogue records it: slots and their values in words."""


class TableSuggestion(FramesRecord, frozen=True):
    """A row that nearly fits a search, and the constraints that it misses."""

    relaxed: tuple[RelaxedConstraint, ...]
    row: TableRow


class TableSearch(FramesRecord, frozen=True, tag_field="source", tag="table"):
    """A wizard's search of a table. `asked` is the query in words, `total` how many rows fit it in all.

    All else is as in `WizardSearch`.
    """

    number: int
    after: int
    at: float
    query: tuple[SearchCondition, ...]
    asked: dict[str, tuple[str | bool, ...]] = msgspec.field(default_factory=dict)
    total: int = 0
    results: tuple[TableRow, ...] = ()
    suggestions: tuple[TableSuggestion, ...] = ()
    drawn: bool = False
    made: ActionOrigin | None = None


AnySearch = WizardSearch | TableSearch


class TableStudyTask(FramesRecord, frozen=True, tag_field="source", tag="table"):
    """A task over a table: what a user is told, the wishes that it amounts to, whether any row fulfils them."""

    template: str
    text: str
    otherwise: str = ""
    wishes: tuple[SearchCondition, ...] = ()
    role: bool = False
    solvable: bool = True


AnyTask = Task | TableStudyTask

_TABLES = b'{"source":"table"'  # what the records of tables begin with; those of trips have no tag
_TABLE_SEARCH, _TRIP_SEARCH = msgspec.json.Decoder(TableSearch), msgspec.json.Decoder(WizardSearch)
_TABLE_TASK, _TRIP_TASK = msgspec.json.Decoder(TableStudyTask), msgspec.json.Decoder(Task)


def decoded_search(content: bytes) -> AnySearch:
    """Return a search as it is kept."""
    return _TABLE_SEARCH.decode(content) if content.startswith(_TABLES) else _TRIP_SEARCH.decode(content)


def decoded_task(content: bytes) -> AnyTask:
    """Return a task as it is kept."""
    return _TABLE_TASK.decode(content) if content.startswith(_TABLES) else _TRIP_TASK.decode(content)


class DialogueRecord(FramesRecord, frozen=True):
    """A talk as it is kept; `until` and `how` once it is over."""

    number: int
    language: str
    user: str
    wizard: str
    condition: Condition
    task: AnyTask
    since: float
    until: float | None = None
    how: Ending | None = None

    @property
    def over(self) -> bool:
        """Return whether it has ended."""
        return self.until is not None

    def side(self, who: str) -> Author:
        """Return which of the two somebody is."""
        return "user" if who == self.user else "wizard"


Answers = dict[str, str | int | bool | None]
"""A survey's answers by the names of its questions (`wayframe.collection.surveys`)."""


class ParticipantStatus(FramesRecord, frozen=True):
    """Somebody's place: nowhere, in the queue (the `place`-th of `waiting`), in a talk, or at its survey.

    `reason` says why the last talk ended, if it wasn't they who ended it.
    """

    state: Literal["idle", "waiting", "talking", "survey", "done"]
    waiting: int = 0
    place: int | None = None
    talk: int | None = None
    side: Author | None = None
    partner: Literal["here", "absent"] | None = None
    reason: Ending | None = None


class SessionView(FramesRecord, frozen=True):
    """A talk as one of its two sides may see it: the task is the user's until the end, the condition the wizard's."""

    number: int
    side: Author
    condition: Condition | None
    task: AnyTask | None
    messages: tuple[ChatMessage, ...]
    partner: Literal["here", "absent"] | None
    over: bool
    how: Ending | None
    surveyed: bool
