"""A study in figures: who takes part, what was collected, how far annotation is, how the conditions compare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, get_args

import msgspec
from sqlalchemy import func, select

from wayframe.collection.annotation.storage import heads
from wayframe.collection.collection import StudyCollection
from wayframe.collection.export.outcomes import ConditionComparison, compare
from wayframe.collection.export.release import collected, outcome
from wayframe.collection.matchmaking import LobbyState
from wayframe.collection.records import Condition, Ending, ParticipantKind
from wayframe.collection.sessions import dialogue_of_row
from wayframe.collection.storage import LOBBY, MESSAGES, PEOPLE, SURVEYS, TALKS, StudyStorage
from wayframe.dialogue import FramesRecord


class DialogueListing(FramesRecord, frozen=True):
    """A talk in the list of all: how many messages it has, which sides have answered the survey."""

    number: int
    language: str
    condition: Condition
    since: float
    until: float | None
    how: Ending | None
    user: str
    wizard: str
    messages: int
    surveyed: int


class StudyOverview(FramesRecord, frozen=True):
    """Counts. `over` says how many talks ended in which way."""

    people: int
    waiting: int
    talking: int
    over: Mapping[str, int]
    tasks_left: int


def overview(collection: StudyCollection) -> StudyOverview:
    """The counts of now."""
    storage = collection.storage
    people = storage.value(select(func.count()).select_from(PEOPLE).where(PEOPLE.c.gone.is_(False)))
    over = {str(how): int(count) for how, count in storage.rows(_OVER)}
    lobby = msgspec.json.decode(storage.value(select(LOBBY.c.content)), type=LobbyState)
    return StudyOverview(int(people), len(lobby.waiting), len(lobby.talks), over, collection.pool.left())


def talks(collection: StudyCollection, limit: int | None = None) -> tuple[DialogueListing, ...]:
    """The talks, the newest first."""
    return tuple(DialogueListing(**row._mapping) for row in collection.storage.rows(_TALKS.limit(limit)))


_OVER = select(TALKS.c.how, func.count()).where(TALKS.c.how.is_not(None)).group_by(TALKS.c.how).order_by(TALKS.c.how)
_SAID = select(func.count()).where(MESSAGES.c.talk == TALKS.c.number).scalar_subquery().label("messages")
_SURVEYED = select(func.count()).where(SURVEYS.c.talk == TALKS.c.number).scalar_subquery().label("surveyed")
_LISTED = ("number", "language", "condition", "since", "until", "how", "user", "wizard")
_TALKS = select(*(TALKS.c[name].label(name) for name in _LISTED), _SAID, _SURVEYED).order_by(TALKS.c.number.desc())


class AnnotatorCount(FramesRecord, frozen=True):
    """Counts of the dialogues that somebody has begun to annotate and of those that are done."""

    annotator: str
    kind: ParticipantKind
    begun: int
    done: int


class StudyStatus(FramesRecord, frozen=True):
    """The counts of now; of people those who weren't sent away.

    Dialogues are by how they ended ("talking": not yet), and each so by condition; templates count those that were
    ended. `last_activity` is the latest time at which something was said or somebody came, to the second (UTC). In the
    comparison nothing is known of whether the tasks were reached: that takes labels, which an export reads.
    """

    study: str
    people: Mapping[ParticipantKind, int]
    waiting: int
    talking: int
    dialogues: Mapping[str, int]
    conditions: Mapping[Condition, Mapping[str, int]]
    templates: Mapping[str, int]
    tasks_left: int
    annotation: tuple[AnnotatorCount, ...]
    last_activity: str | None
    comparison: ConditionComparison


def status(collection: StudyCollection) -> StudyStatus:
    """Return how a study stands."""
    now = overview(collection)
    with collection.storage.reading() as connection:
        annotation = _annotation(connection)
    people = {kind: int(count) for kind, count in collection.storage.rows(_PEOPLE)}
    talks = [dialogue_of_row(row) for row in collection.storage.rows(select(TALKS).order_by(TALKS.c.number))]
    states = [(talk.condition, str(talk.how or "talking")) for talk in talks]
    ended = Counter(talk.task.template for talk in talks if talk.how == "ended")
    return StudyStatus(
        study=collection.study.name,
        people=people,
        waiting=now.waiting,
        talking=now.talking,
        dialogues=_sorted(Counter(how for _, how in states)),
        conditions={
            condition: _sorted(counts)
            for condition in get_args(Condition)
            if (counts := Counter(h for a, h in states if a == condition))
        },
        templates=_sorted(ended),
        tasks_left=now.tasks_left,
        annotation=annotation,
        last_activity=_last(collection.storage),
        comparison=compare(outcome(talk, None) for talk in collected(collection.storage)),
    )


def _sorted(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items()))


def _annotation(connection: Any) -> tuple[AnnotatorCount, ...]:
    begun, done = Counter[tuple[str, ParticipantKind]](), Counter[tuple[str, ParticipantKind]]()
    for head in heads(connection):
        begun[head.annotator, head.kind] += 1
        done[head.annotator, head.kind] += head.done
    return tuple(AnnotatorCount(*who, count, done[who]) for who, count in sorted(begun.items()))


def _last(storage: StudyStorage) -> str | None:
    said = storage.value(select(func.max(MESSAGES.c.at))) or 0
    came = storage.value(select(func.max(PEOPLE.c.joined))) or 0
    last = max(said / 1000, came)
    return f"{datetime.fromtimestamp(int(last), UTC):%Y-%m-%dT%H:%M:%SZ}" if last else None


_PEOPLE = (
    select(PEOPLE.c.kind, func.count()).where(PEOPLE.c.gone.is_(False)).group_by(PEOPLE.c.kind).order_by(PEOPLE.c.kind)
)
