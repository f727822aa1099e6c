"""The talks of a study's database that are over, read for good."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from sqlalchemy import func, select

from wayframe.collection.records import Answers, AnySearch, ChatMessage, Condition, DialogueRecord
from wayframe.collection.sessions import dialogue_of_row, messages, searches
from wayframe.collection.storage import StudyStorage
from wayframe.collection.storage.tables import PEOPLE, SURVEYS, TALKS
from wayframe.collection.surveys import FULFILLED, RATING
from wayframe.dialogue import Author


class CollectedDialogue(NamedTuple):
    """A talk that is over, with all that was said, looked for and answered in it."""

    held: DialogueRecord
    messages: tuple[ChatMessage, ...]
    searches: tuple[AnySearch, ...]
    answers: dict[Author, Answers]

    @property
    def minutes(self) -> float:
        """From its first message to its last, in minutes."""
        times = [message.at for message in self.messages]
        return (times[-1] - times[0]) / 60_000 if times else 0.0

    @property
    def rating(self) -> int | None:
        """The user's rating, 1 to 5."""
        answer = self.answers.get("user", {}).get(RATING)
        return answer if isinstance(answer, int) else None

    @property
    def fulfilled(self) -> bool | None:
        """Return whether the wizard saw the task done."""
        answer = self.answers.get("wizard", {}).get(FULFILLED)
        return answer if isinstance(answer, bool) else None


def count(storage: StudyStorage) -> int:
    """Return how many talks are over."""
    return int(storage.value(select(func.count()).select_from(TALKS).where(_IS_OVER)))


def collected(storage: StudyStorage) -> Iterator[CollectedDialogue]:
    """The talks that are over, in the order of their numbers."""
    with storage.reading() as connection:
        for row in connection.execute(select(TALKS).where(_IS_OVER).order_by(TALKS.c.number)).all():
            number = row.number
            surveys = connection.execute(select(SURVEYS.c.side, SURVEYS.c.answers).where(SURVEYS.c.talk == number))
            answers = {side: _ANSWERS.decode(given) for side, given in surveys}
            said, sought = messages(connection, number), searches(connection, number)
            yield CollectedDialogue(dialogue_of_row(row), said, sought, answers)


def conditions(storage: StudyStorage) -> frozenset[Condition]:
    """The conditions of which there are talks."""
    return frozenset(condition for (condition,) in storage.rows(select(TALKS.c.condition).distinct()))


def elsewhere(storage: StudyStorage) -> dict[str, str]:
    """Return who people are elsewhere, by their id: what others may call them by in a text."""
    known = select(PEOPLE.c.id, PEOPLE.c.external).where(PEOPLE.c.external.is_not(None))
    return {row.id: row.external for row in storage.rows(known)}


_ANSWERS = msgspec.json.Decoder(Answers)
_IS_OVER = TALKS.c.until.is_not(None)
