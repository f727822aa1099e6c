"""Annotations in the study's database: a row for each dialogue and annotator, rewritten with each change.

A change names the version that it was made from. Where that isn't the latest one, as in a second tab, it is refused.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from sqlalchemy import exists, select

from wayframe.collection.annotation.labels import AnnotationWork
from wayframe.collection.records import DialogueRecord, ParticipantKind, StudyParticipant
from wayframe.collection.sessions import find_dialogue
from wayframe.collection.storage import ANNOTATIONS, MESSAGES, PEOPLE, TALKS
from wayframe.databases import ConflictError
from wayframe.dialogue import encode


class AnnotationHead(NamedTuple):
    """The head of a work: its talk, its annotator, as what they take part, whether they are done."""

    talk: int
    annotator: str
    kind: ParticipantKind
    done: bool


class AnnotationRow(NamedTuple):
    """A row: a head and the work itself."""

    talk: int
    annotator: str
    kind: ParticipantKind
    version: int
    done: bool
    at: float
    work: AnnotationWork


def heads(connection: Any) -> tuple[AnnotationHead, ...]:
    """All works but for what they hold, by talk and annotator."""
    return tuple(AnnotationHead(*row) for row in connection.execute(_HEADS))


def rows(connection: Any, *, talk: int | None = None, annotator: str | None = None) -> tuple[AnnotationRow, ...]:
    """The works on a talk, or of somebody, or all; by talk and annotator."""
    query = _ROWS
    if talk is not None:
        query = query.where(ANNOTATIONS.c.talk == talk)
    if annotator is not None:
        query = query.where(ANNOTATIONS.c.annotator == annotator)
    return tuple(
        AnnotationRow(row.talk, row.annotator, row.kind, row.version, row.done, row.at, _WORK.decode(row.content))
        for row in connection.execute(query)
    )


def row(connection: Any, talk: int, annotator: str) -> AnnotationRow | None:
    """Somebody's work on a talk."""
    return next(iter(rows(connection, talk=talk, annotator=annotator)), None)


def add(connection: Any, talk: int, annotator: str, work: AnnotationWork, at: float) -> None:
    """Begin a work. Raises `ConflictError` where it has begun."""
    values = {"talk": talk, "annotator": annotator, "version": 1, "content": encode(work), "done": False, "at": at}
    connection.execute(ANNOTATIONS.insert().values(**values))


def change(connection: Any, kept: AnnotationRow, work: AnnotationWork, at: float, *, done: bool = False) -> int:
    """Keep a changed work; its new version. Raises `ConflictError` where `kept` isn't the latest one any more."""
    new = kept.version + 1
    latest = _of(kept.talk, kept.annotator) & (ANNOTATIONS.c.version == kept.version)
    values = {"content": encode(work), "version": new, "done": done, "at": at}
    if connection.execute(ANNOTATIONS.update().where(latest).values(values)).rowcount != 1:
        raise ConflictError
    return new


def remove(connection: Any, talk: int, annotator: str) -> None:
    """Delete somebody's work on a talk."""
    connection.execute(ANNOTATIONS.delete().where(_of(talk, annotator)))


def _of(talk: int, annotator: str) -> Any:
    return (ANNOTATIONS.c.talk == talk) & (ANNOTATIONS.c.annotator == annotator)


def finished_talk(connection: Any, number: int, lock: bool = False) -> DialogueRecord | None:
    """A talk that is over; locked until the transaction ends, if asked for."""
    talk = find_dialogue(connection, number, lock) if 0 < number < 2**31 else None
    return talk if talk and talk.over else None


def finished_talks(connection: Any, person: StudyParticipant) -> list[int]:
    """Return the talks of others, in somebody's language, that users ended and wizards replied in, by number."""
    replied = exists().where(MESSAGES.c.talk == TALKS.c.number, MESSAGES.c.author == "wizard")
    strangers = (TALKS.c.language == person.language, TALKS.c.user != person.id, TALKS.c.wizard != person.id)
    found = select(TALKS.c.number).where(TALKS.c.how == "ended", replied, *strangers).order_by(TALKS.c.number)
    return list(connection.execute(found).scalars())


_WORK = msgspec.json.Decoder(AnnotationWork)
_ROWS = (
    select(ANNOTATIONS, PEOPLE.c.kind)
    .join(PEOPLE, PEOPLE.c.id == ANNOTATIONS.c.annotator)
    .order_by(ANNOTATIONS.c.talk, ANNOTATIONS.c.annotator)
)
_HEADS = _ROWS.with_only_columns(ANNOTATIONS.c.talk, ANNOTATIONS.c.annotator, PEOPLE.c.kind, ANNOTATIONS.c.done)
