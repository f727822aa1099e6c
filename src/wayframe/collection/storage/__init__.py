"""A study's database: SQLite in one file, or PostgreSQL shared by several processes."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any

from sqlalchemy import bindparam, select

from wayframe.collection.bell import Bell, Telegraph
from wayframe.collection.storage.tables import SCHEMA, SETTINGS
from wayframe.databases import ConflictError, Database

_CHECKED = 8 << 10  # characters: as large as what is kept of a message may be
_RINGS = "wayframe rings"  # under which a connection's rings wait for the end of its transaction


class Storage:
    """The tables of a study, and the bell that says when they changed."""

    def __init__(self, url: str) -> None:
        """Open the database at a URL, or the SQLite file at a path. Raises `InputError`."""
        self.database = Database(url, SCHEMA)
        self.bell: Bell = Telegraph(self.database.url) if self.database.shared else Bell()

    @property
    def shared(self) -> bool:
        """Whether several processes may use it at once: they hear each other's bells."""
        return self.database.shared

    def close(self) -> None:
        """Let go of all connections; SQLite's log of changes is emptied first."""
        self.bell.close()
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
        """A connection to write in one transaction; who was rung for in it is told once it is committed.

        Raises `UnavailableError`, and `ConflictError` where something is there already.
        """
        rings = dict[str, bytes]()
        with self.database.changing() as connection:
            connection.info[_RINGS] = rings
            yield connection
            self.bell.call(connection, rings)
        self.bell.ring(rings)

    def ring(self, connection: Any, *topics: str, news: bytes = b"") -> None:
        """Tell those who listen, here and in other processes, when this connection's transaction is committed."""
        connection.info[_RINGS].update(dict.fromkeys(topics, news))

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
