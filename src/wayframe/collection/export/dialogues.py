"""The talks of a study's database that are over, read for good."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

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
    with storage.reading() as connection:
        return int(connection.execute(_COUNT).scalar_one())


def collected(storage: StudyStorage) -> Iterator[CollectedDialogue]:
    """The talks that are over, in the order of their numbers."""
    with storage.reading() as connection:
        for row in connection.execute(_OVER).all():
            number = row.number
            answers = _answers(connection, number)
            yield CollectedDialogue(
                dialogue_of_row(row), messages(connection, number), searches(connection, number), answers
            )


def conditions(storage: StudyStorage) -> frozenset[Condition]:
    """The conditions of which there are talks."""
    with storage.reading() as connection:
        return frozenset(condition for (condition,) in connection.execute(select(TALKS.c.condition).distinct()))


def elsewhere(storage: StudyStorage) -> dict[str, str]:
    """Return who people are elsewhere, by their id: what others may call them by in a text."""
    with storage.reading() as connection:
        return {row.id: row.external for row in connection.execute(_EXTERNAL)}


def _answers(connection: Any, number: int) -> dict[Author, Answers]:
    rows = connection.execute(select(SURVEYS.c.side, SURVEYS.c.answers).where(SURVEYS.c.talk == number))
    return {row.side: _ANSWERS.decode(row.answers) for row in rows}


_ANSWERS = msgspec.json.Decoder(Answers)
_IS_OVER = TALKS.c.until.is_not(None)
_OVER = select(TALKS).where(_IS_OVER).order_by(TALKS.c.number)
_COUNT = select(func.count()).select_from(TALKS).where(_IS_OVER)
_EXTERNAL = select(PEOPLE.c.id, PEOPLE.c.external).where(PEOPLE.c.external.is_not(None))
