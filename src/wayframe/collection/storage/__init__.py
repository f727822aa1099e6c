"""A study's database: SQLite in one file, or PostgreSQL shared by several processes."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import select

from wayframe.collection.event_bus import EventBus, PostgresEventBus
from wayframe.collection.storage.tables import SCHEMA, SETTINGS
from wayframe.databases import ConflictError, SharedDatabase

_CHECKED = 8 << 10  # characters: as large as what is kept of a message may be
_EVENTS = "wayframe events"  # under which a connection's events wait for the end of its transaction


class StudyStorage(SharedDatabase):
    """The tables of a study, and the event bus that says when they changed."""

    def __init__(self, url: str) -> None:
        """Open the database at a URL, or the SQLite file at a path. Raises `InputError`."""
        super().__init__(url, SCHEMA)
        self.event_bus: EventBus = PostgresEventBus(self.url) if self.shared else EventBus()

    def close(self) -> None:
        """Let go of all connections."""
        self.event_bus.close()
        super().close()

    def check(self) -> None:
        """Keep a setting and drop it again. Raises `UnavailableError` where that fails, as on a full disk
        or where another process has migrated the tables to a newer version.
        """
        self.check_version()
        name = f"check-{secrets.token_urlsafe(16)}"
        with super().changing() as connection:
            connection.execute(SETTINGS.insert().values(name=name, value=" " * _CHECKED))
            connection.execute(SETTINGS.delete().where(SETTINGS.c.name == name))

    @contextmanager
    def changing(self) -> Iterator[Any]:
        """A connection to write in one transaction; its events are published once it is committed."""
        events = dict[str, bytes]()
        with super().changing() as connection:
            connection.info[_EVENTS] = events
            yield connection
            self.event_bus.send(connection, events)
        self.event_bus.publish(events)

    def rows(self, query: Any) -> Any:
        """Return the rows of a query by itself."""
        with self.reading() as connection:
            return connection.execute(query).all()

    def value(self, query: Any) -> Any:
        """Return the only value of the only row that a query by itself finds, if there is one."""
        with self.reading() as connection:
            return connection.execute(query).scalar_one_or_none()

    def publish(self, connection: Any, *topics: str, payload: bytes = b"") -> None:
        """Publish events, here and in other processes, when this connection's transaction is committed."""
        connection.info[_EVENTS].update(dict.fromkeys(topics, payload))

    def setting(self, name: str) -> str:
        """A secret of the study, made at the first need."""
        found = self.value(select(SETTINGS.c.value).where(SETTINGS.c.name == name))
        if found is None:
            with suppress(ConflictError), self.changing() as connection:  # another process may be faster
                connection.execute(SETTINGS.insert().values(name=name, value=secrets.token_urlsafe(32)))
            return self.setting(name)
        return str(found)

    def set(self, name: str, value: str) -> None:
        """Change a setting that is there."""
        with self.changing() as connection:
            connection.execute(SETTINGS.update().where(SETTINGS.c.name == name).values(value=value))
