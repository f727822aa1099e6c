"""What a study's database holds of each talk, read for good."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import func, select

from wayframe.collection.records import Answers, Arm, Held, Message, Searched
from wayframe.collection.rooms import kept_talk, messages, searches
from wayframe.collection.storage import Storage
from wayframe.collection.storage.tables import PEOPLE, SURVEYS, TALKS
from wayframe.collection.surveys import FULFILLED, RATING
from wayframe.dialogue import Author


class Collected(NamedTuple):
    """A talk that is over, with all that was said, looked for and answered in it."""

    held: Held
    messages: tuple[Message, ...]
    searches: tuple[Searched, ...]
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
        """Whether the wizard saw the task done."""
        answer = self.answers.get("wizard", {}).get(FULFILLED)
        return answer if isinstance(answer, bool) else None


def count(storage: Storage) -> int:
    """How many talks are over."""
    with storage.reading() as connection:
        return int(connection.execute(_COUNT).scalar_one())


def collected(storage: Storage) -> Iterator[Collected]:
    """The talks that are over, in the order of their numbers."""
    with storage.reading() as connection:
        for row in connection.execute(_OVER).all():
            number = row.number
            answers = _answers(connection, number)
            yield Collected(kept_talk(row), messages(connection, number), searches(connection, number), answers)


def arms(storage: Storage) -> frozenset[Arm]:
    """The arms of which there are talks."""
    with storage.reading() as connection:
        return frozenset(arm for (arm,) in connection.execute(select(TALKS.c.arm).distinct()))


def elsewhere(storage: Storage) -> dict[str, str]:
    """Who people are elsewhere, by their id: what others may call them by in a text."""
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
