"""Annotation of a study's dialogues: two annotators each, then an adjudicator.

Everything is checked here, whichever face asks: that somebody annotates at all, that the dialogue is theirs to
annotate. Each change is kept before it is answered.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from wayframe.collection import sessions
from wayframe.collection.annotation import storage
from wayframe.collection.annotation.agreement import (
    AnnotatorAgreement,
    AnnotatorPair,
    ComparedTurn,
    agreement,
    begun,
    beside,
    followed,
    taken,
)
from wayframe.collection.annotation.edits import LabelSheet
from wayframe.collection.annotation.labels import (
    AnnotationWork,
    LabelAdvice,
    Labellings,
    TextMark,
    advice,
    labelled,
    memories,
)
from wayframe.collection.annotation.storage import AnnotationHead, AnnotationRow
from wayframe.collection.labelling.protocol import DialogueLabeller
from wayframe.collection.records import ForbiddenError, StudyParticipant
from wayframe.collection.sessions import UnlabelledTurn, turns
from wayframe.collection.storage import StudyStorage
from wayframe.databases import ConflictError
from wayframe.dialogue import Author
from wayframe.errors import InputError
from wayframe.memory import Memory

ANNOTATORS = 2
"""Who annotate a dialogue before it is adjudicated."""

Edit = Callable[[LabelSheet], Labellings]

_NOT_YOURS = "There is no such dialogue of yours to annotate."
_DONE = "You are done with this dialogue. Reopen it to change it."
_ADJUDICATED = "This dialogue is being adjudicated: ask the adjudicator to hand it back."
_NO_ANNOTATOR = "Only annotators and adjudicators come in here."


class AnnotationItem(NamedTuple):
    """A dialogue in somebody's list: how many of its turns they looked at, whether they are done with it."""

    talk: int
    turns: int
    confirmed: int
    done: bool
    begins: str  # what the user says first


class OpenAnnotation(NamedTuple):
    """Somebody's work on a dialogue: what was said, the labels, the memory after each turn, what to look at.

    `others` are the two works that an adjudicator decides between, and `beside` the turns of these beside each other.
    `held` says that an adjudicator decides on it, so that it can't be reopened.
    """

    talk: int
    said: tuple[UnlabelledTurn, ...]
    work: AnnotationWork
    version: int
    done: bool
    memories: tuple[Memory, ...]
    advice: tuple[LabelAdvice, ...]
    others: tuple[Labellings, ...] = ()
    beside: tuple[ComparedTurn, ...] = ()
    held: bool = False

    @property
    def authors(self) -> tuple[Author, ...]:
        """Return who says each turn."""
        return tuple(each.author for each in self.said)


class AnnotatorProgress(NamedTuple):
    """Somebody's progress: dialogues begun and done, turns in them and those looked at."""

    annotator: str
    kind: str
    dialogues: int
    done: int
    turns: int
    confirmed: int


class AnnotationService:
    """The annotations of a study. Safe for several threads and, on PostgreSQL, several processes."""

    def __init__(self, store: StudyStorage, reader: DialogueLabeller, clock: Callable[[], float] = time.time) -> None:
        """`reader` gives the labels to begin with; `clock` seconds since the epoch."""
        self._storage, self._reader, self._clock = store, reader, clock

    def items(self, person: StudyParticipant) -> tuple[AnnotationItem, ...]:
        """The dialogues that somebody has begun: those to be done first, of these the latest."""
        _check(person)
        with self._storage.reading() as connection:
            mine = storage.rows(connection, annotator=person.id)
            said = {kept.talk: _said(connection, kept.talk) for kept in mine}
        items = (
            AnnotationItem(kept.talk, len(kept.work.turns), kept.work.confirmed, kept.done, said[kept.talk][0].text)
            for kept in mine
        )
        return tuple(sorted(items, key=lambda item: (item.done, -item.talk)))

    def waiting(self, person: StudyParticipant) -> int:
        """Return how many dialogues somebody could take."""
        _check(person)
        with self._storage.reading() as connection:
            return len(self._free(connection, person))

    def take(self, person: StudyParticipant) -> int | None:
        """Begin the dialogue that has the fewest annotators, the oldest of these; None where there is none to take.

        For an adjudicator one that two annotators are done with. Nobody gets what they took part in.
        """
        _check(person)
        with self._storage.reading() as connection:
            free = self._free(connection, person)
        for number in free:
            with self._storage.changing() as connection:
                talk = storage.finished_talk(connection, number, lock=True)
                if talk and number in self._free(connection, person):  # nobody was faster
                    self._begin(connection, person, number)
                    return number
        return None

    def open(self, person: StudyParticipant, talk: int) -> OpenAnnotation:
        """Somebody's work on a dialogue. Raises `ForbiddenError`."""
        _check(person)
        with self._storage.reading() as connection:
            kept = _mine(connection, person, talk)
            said, others = _said(connection, talk), _others(connection, person, talk)
            held = _is_held(connection, person, talk)
        return self._opened(kept, said, others)._replace(held=held)

    def edit(self, person: StudyParticipant, talk: int, version: int, edit: Edit) -> OpenAnnotation:
        """Change the labels. Raises `ConflictError` where another tab was faster, `InputError` once one is done."""
        return self._changed(person, talk, version, lambda work, sheet: work.changed(edit(sheet)))

    def undo(self, person: StudyParticipant, talk: int, version: int) -> OpenAnnotation:
        """Take the last change back."""
        return self._changed(person, talk, version, lambda work, sheet: work.undone())

    def adopt(
        self, person: StudyParticipant, talk: int, version: int, side: int, turn: int, act: int, instead: int | None
    ) -> OpenAnnotation:
        """An adjudicator takes an act of one of the two (side 0 or 1), instead of one that is there or beside these."""
        return self._decided(
            person, talk, version, side, lambda said, mine, other: taken(said, mine, other, turn, act, instead)
        )

    def follow(self, person: StudyParticipant, talk: int, version: int, side: int, turn: int) -> OpenAnnotation:
        """An adjudicator takes the active frame of one of the two."""
        return self._decided(person, talk, version, side, lambda said, mine, other: followed(said, mine, other, turn))

    def finish(self, person: StudyParticipant, talk: int, version: int) -> OpenAnnotation:
        """Say that one is done. Raises `InputError` naming what is still to be looked at."""
        opened = self.open(person, talk)
        left = [number + 1 for number, turn in enumerate(opened.work.turns) if not turn.confirmed]
        if left:
            raise InputError(
                f"turn {left[0]} isn't confirmed yet" + (f", nor {len(left) - 1} more" if left[1:] else "")
            )
        with self._storage.changing() as connection:
            kept = _mine(connection, person, talk, version)
            storage.change(connection, kept, kept.work, self._clock(), done=True)
        return self.open(person, talk)

    def reopen(self, person: StudyParticipant, talk: int, version: int) -> OpenAnnotation:
        """Take back that one is done. Raises `InputError` for an annotator whose work is being adjudicated."""
        _check(person)
        with self._storage.changing() as connection:
            storage.finished_talk(connection, talk, lock=True)  # no adjudicator begins meanwhile
            if _is_held(connection, person, talk):
                raise InputError(_ADJUDICATED)
            kept = _mine(connection, person, talk, version)
            if kept.done:
                storage.change(connection, kept, kept.work, self._clock())
        return self.open(person, talk)

    def hand_back(self, person: StudyParticipant, talk: int) -> None:
        """Give a dialogue back to its annotators, who can then change it; the adjudicator's decisions are deleted."""
        _check(person)
        if person.kind != "adjudicator":
            raise ForbiddenError(_NOT_YOURS)
        with self._storage.changing() as connection:
            storage.finished_talk(connection, talk, lock=True)
            _mine(connection, person, talk)
            storage.remove(connection, talk, person.id)
            for each in storage.rows(connection, talk=talk):
                if each.kind == "annotator" and each.done:
                    storage.change(connection, each, each.work, self._clock())

    def slots(self, opened: OpenAnnotation, turn: int, mark: TextMark | None, recent: Sequence[str]) -> tuple[str, ...]:
        """All slots for words of a turn, the likely ones first, of these the recent ones."""
        text = opened.said[turn].text if mark and 0 <= turn < len(opened.said) else ""
        return self._reader.ranked_slots(text, mark or TextMark(0, 0), recent)

    def progress(self) -> tuple[AnnotatorProgress, ...]:
        """Return how far everybody is, by name."""
        with self._storage.reading() as connection:
            kept = storage.rows(connection)
        works = dict[tuple[str, str], list[AnnotationRow]]()
        for each in kept:
            works.setdefault((each.annotator, each.kind), []).append(each)
        return tuple(_progress(*who, works[who]) for who in sorted(works))

    def agreement(self) -> AnnotatorAgreement:
        """Return how far annotators agree, over all dialogues that two of them are done with."""
        works, pairs = dict[int, list[AnnotationRow]](), list[AnnotatorPair]()
        with self._storage.reading() as connection:
            for each in storage.rows(connection):
                if each.done and each.kind == "annotator":
                    works.setdefault(each.talk, []).append(each)
            for talk, done in works.items():
                if len(done) == ANNOTATORS:
                    authors = tuple(each.author for each in _said(connection, talk))
                    pairs.append(AnnotatorPair(authors, done[0].work.turns, done[1].work.turns))
        return agreement(pairs)

    def _free(self, connection: Any, person: StudyParticipant) -> list[int]:
        """Return the talks that somebody may take, in the order in which they are to be taken."""
        heads = storage.heads(connection)
        mine = {head.talk for head in heads if head.annotator == person.id}
        free = [number for number in storage.finished_talks(connection, person) if number not in mine]
        if person.kind == "adjudicator":
            return _to_adjudicate(free, heads)
        return _to_annotate(free, heads)

    def _begin(self, connection: Any, person: StudyParticipant, talk: int) -> None:
        said, others = _said(connection, talk), _others(connection, person, talk)
        if others:
            first = begun(others[0], others[1], tuple(each.author for each in said))
        else:
            first = labelled(self._reader.read(said).turns)
        storage.add(connection, talk, person.id, AnnotationWork(first), self._clock())

    def _changed(
        self,
        person: StudyParticipant,
        talk: int,
        version: int,
        change: Callable[[AnnotationWork, LabelSheet], AnnotationWork],
    ) -> OpenAnnotation:
        _check(person)
        with self._storage.changing() as connection:
            kept = _mine(connection, person, talk, version)
            if kept.done:
                raise InputError(_ADJUDICATED if _is_held(connection, person, talk) else _DONE)
            said, others = _said(connection, talk), _others(connection, person, talk)
            work = change(kept.work, LabelSheet(said, kept.work.turns))
            if work != kept.work:
                new = storage.change(connection, kept, work, self._clock())
                kept = kept._replace(work=work, version=new, done=False)
        return self._opened(kept, said, others)

    def _decided(
        self,
        person: StudyParticipant,
        talk: int,
        version: int,
        side: int,
        decide: Callable[[Sequence[UnlabelledTurn], Labellings, Labellings], Labellings],
    ) -> OpenAnnotation:
        others = self.open(person, talk).others
        if not 0 <= side < len(others):
            raise InputError(f"expected one of {len(others)} annotations, found {side + 1}")
        return self._changed(
            person, talk, version, lambda work, sheet: work.changed(decide(sheet.said, sheet.labels, others[side]))
        )

    def _opened(
        self, kept: AnnotationRow, said: tuple[UnlabelledTurn, ...], others: tuple[Labellings, ...]
    ) -> OpenAnnotation:
        today, labels = self._reader.today, kept.work.turns
        compared = beside(others[0], others[1], tuple(each.author for each in said)) if others else ()
        return OpenAnnotation(
            kept.talk, said, kept.work, kept.version, kept.done, memories(said, labels, today),
            advice(said, labels, today), others, compared,
        )  # fmt: skip


def _progress(name: str, kind: str, works: Sequence[AnnotationRow]) -> AnnotatorProgress:
    turns = sum(len(each.work.turns) for each in works)
    confirmed = sum(each.work.confirmed for each in works)
    return AnnotatorProgress(name, kind, len(works), sum(each.done for each in works), turns, confirmed)


def _to_adjudicate(free: Sequence[int], heads: Sequence[AnnotationHead]) -> list[int]:
    """Return the talks that two annotators are done with and nobody decides yet."""
    done = Counter(head.talk for head in heads if head.kind == "annotator" and head.done)
    decided = {head.talk for head in heads if head.kind == "adjudicator"}
    return [number for number in free if done[number] >= ANNOTATORS and number not in decided]


def _to_annotate(free: Sequence[int], heads: Sequence[AnnotationHead]) -> list[int]:
    """Return the talks that lack annotators, those with the fewest first."""
    annotators = Counter(head.talk for head in heads if head.kind == "annotator")
    wanted = [number for number in free if annotators[number] < ANNOTATORS]
    return sorted(wanted, key=lambda number: (annotators[number], number))


def _check(person: StudyParticipant) -> None:
    if person.kind not in ("annotator", "adjudicator"):
        raise ForbiddenError(_NO_ANNOTATOR)


def _mine(connection: Any, person: StudyParticipant, talk: int, version: int | None = None) -> AnnotationRow:
    kept = storage.row(connection, talk, person.id) if 0 < talk < 2**31 else None
    if kept is None:
        raise ForbiddenError(_NOT_YOURS)
    if version not in (None, kept.version):
        raise ConflictError
    return kept


def _others(connection: Any, person: StudyParticipant, talk: int) -> tuple[Labellings, ...]:
    """The works that an adjudicator decides between; none for anybody else, who must not see them, and none where one
    of the two was deleted with its annotator.
    """
    if person.kind != "adjudicator":
        return ()
    done = [each for each in storage.rows(connection, talk=talk) if each.kind == "annotator" and each.done]
    return tuple(each.work.turns for each in done[:ANNOTATORS]) if len(done) >= ANNOTATORS else ()


def _is_held(connection: Any, person: StudyParticipant, talk: int) -> bool:
    return person.kind == "annotator" and any(
        head.talk == talk and head.kind == "adjudicator" for head in storage.heads(connection)
    )


def _said(connection: Any, talk: int) -> tuple[UnlabelledTurn, ...]:
    return turns(sessions.messages(connection, talk), sessions.searches(connection, talk))
