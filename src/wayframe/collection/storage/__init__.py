"""A study's database: SQLite in one file, or PostgreSQL shared by several processes."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any

from sqlalchemy import bindparam, select

from wayframe.collection.event_bus import EventBus, PostgresEventBus
from wayframe.collection.storage.tables import SCHEMA, SETTINGS
from wayframe.databases import ConflictError, SharedDatabase

_CHECKED = 8 << 10  # characters: as large as what is kept of a message may be
_EVENTS = "wayframe events"  # under which a connection's events wait for the end of its transaction


class StudyStorage:
    """The tables of a study, and the event bus that says when they changed."""

    def __init__(self, url: str) -> None:
        """Open the database at a URL, or the SQLite file at a path. Raises `InputError`."""
        self.database = SharedDatabase(url, SCHEMA)
        self.event_bus: EventBus = PostgresEventBus(self.database.url) if self.database.shared else EventBus()

    @property
    def shared(self) -> bool:
        """Return whether several processes may use it at once: their events reach each other."""
        return self.database.shared

    def close(self) -> None:
        """Let go of all connections; SQLite's log of changes is emptied first."""
        self.event_bus.close()
        self.database.close()

    def check(self) -> None:
        """Keep a setting and drop it again. Raises `UnavailableError` where that fails, as on a full disk
        or where another process has migrated the tables to a newer version.
        """
        self.database.check_version()
        name = f"check-{secrets.token_urlsafe(16)}"
        with self.database.changing() as connection:
            connection.execute(SETTINGS.insert().values(name=name, value=" " * _CHECKED))
            connection.execute(SETTINGS.delete().where(SETTINGS.c.name == name))

    def reading(self) -> AbstractContextManager[Any]:
        """A connection to read. Raises `UnavailableError`."""
        return self.database.reading()

    @contextmanager
    def changing(self) -> Iterator[Any]:
        """A connection to write in one transaction; its events are published once it is committed.

        Raises `UnavailableError`, and `ConflictError` where something is there already.
        """
        events = dict[str, bytes]()
        with self.database.changing() as connection:
            connection.info[_EVENTS] = events
            yield connection
            self.event_bus.send(connection, events)
        self.event_bus.publish(events)

    def publish(self, connection: Any, *topics: str, payload: bytes = b"") -> None:
        """Publish events, here and in other processes, when this connection's transaction is committed."""
        connection.info[_EVENTS].update(dict.fromkeys(topics, payload))

    def mark_deletion(self, connection: Any) -> None:
        """Note, in a transaction, that it deletes something of which no trace may stay; the database sees to that."""
        self.database.mark_deletion(connection)

    def setting(self, name: str) -> str:
        """A secret of the study, made at the first need."""
        with self.reading() as connection:
            found = connection.execute(_SETTING, {"name": name}).scalar_one_or_none()
        if found is None:
            with suppress(ConflictError), self.changing() as connection:  # another process may be faster
                connection.execute(SETTINGS.insert().values(name=name, value=secrets.token_urlsafe(32)))
            return self.setting(name)
        return str(found)

    def set(self, name: str, value: str) -> None:
        """Change a setting that is there."""
        with self.changing() as connection:
            connection.execute(SETTINGS.update().where(SETTINGS.c.name == name).values(value=value))


_SETTING = select(SETTINGS.c.value).where(SETTINGS.c.name == bindparam("name"))
