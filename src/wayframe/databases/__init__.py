"""Databases that several processes share: SQLite in one file, or PostgreSQL by a URL."""

from __future__ import annotations

import math
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

from wayframe.errors import InputError, shown
from wayframe.extras import missing, needing

with needing("keeping conversations needs", "web"):
    import sqlalchemy

# isort: split
from wayframe.databases.schemas import DatabaseSchema, bring_up_to_date, is_up_to_date
from wayframe.databases.scrubbing import Scrubber

_IDLE = 1.0  # seconds after which a connection may have been lost without anybody's knowing
_PATIENCE = 10  # seconds that a process waits for another one's writing
_PAUSE = 0.01  # seconds between two tries
_DELETION = "wayframe deletion"  # under which a connection knows that its transaction deletes something


class UnavailableError(Exception):
    """The database doesn't answer, or can't keep what it should: it is down, locked, full."""


class ConflictError(Exception):
    """Somebody else was faster: what was to be added is there, or what it builds on is gone."""


class SharedDatabase:
    """A database with these tables. Safe for several threads and several processes."""

    def __init__(self, url: str, schema: DatabaseSchema) -> None:
        """Open the database at a URL, or the SQLite file at a path; its tables are made, or brought up to date.

        Raises `InputError` where there is no such database, no driver for it, or a newer Wayframe made the tables.
        """
        self._engine = _engine(url if "://" in url else f"sqlite:///{Path(url)}")
        self._writing = self._engine.execution_options(writes=True)
        self._schema = schema
        self._scrubber = None if self.shared else Scrubber(self._engine.raw_connection)
        try:
            with self._writing.begin() as connection:
                if bring_up_to_date(connection, schema):
                    self.mark_deletion(connection)  # older versions left traces of what they deleted
        except sqlalchemy.exc.SQLAlchemyError as error:
            self._engine.dispose()
            raise InputError(f"{self._engine.url!r}: {_reason(error)}") from error
        except InputError as error:
            self._engine.dispose()
            raise InputError(f"{self._engine.url!r}: {error}") from error
        if self._scrubber:
            self._scrubber.scrub()

    @property
    def url(self) -> Any:
        """SQLAlchemy's URL of it."""
        return self._engine.url

    @property
    def shared(self) -> bool:
        """Tell whether the database has a server, so that processes can wake one another."""
        return bool(self._engine.url.get_backend_name() == "postgresql")

    def close(self) -> None:
        """Let go of all connections; SQLite's log of changes is emptied first."""
        if self._scrubber:
            self._scrubber.close()
        self._engine.dispose()

    def check_version(self) -> None:
        """Raise `UnavailableError` where the database is away, or has tables of another version than the program's."""
        with self.reading() as connection:
            if not is_up_to_date(connection, self._schema):
                raise UnavailableError("the tables are of another version")

    def mark_deletion(self, connection: Any) -> None:
        """Note, in a transaction, that it deletes something of which no trace may stay.

        Once it is committed, SQLite's files are cleaned of it: where that can't be done at once (the disk is full,
        somebody reads for long), later. PostgreSQL sees to it by itself.
        """
        if self._scrubber:
            self._scrubber.owe(connection)
            connection.info[_DELETION] = True

    def reading(self) -> AbstractContextManager[Any]:
        """To read. Raises `UnavailableError`, and `InputError` for values that the database can't take."""
        return _available(self._engine.connect)

    @contextmanager
    def changing(self) -> Iterator[Any]:
        """To write, in one transaction. Raises as `reading` does, and `ConflictError` for what was there."""
        with _available(self._writing.begin) as connection:
            connection.info.pop(_DELETION, None)  # of a transaction that failed
            yield connection
            deleted = connection.info.pop(_DELETION, False)
        if self._scrubber and deleted:
            self._scrubber.scrub()


@contextmanager
def _available(connect: Callable[[], AbstractContextManager[Any]]) -> Iterator[Any]:
    try:
        with connect() as connection:
            yield connection
    except sqlalchemy.exc.IntegrityError as error:
        raise ConflictError from error
    except sqlalchemy.exc.DataError as error:  # as a zero byte in a text of PostgreSQL's
        raise InputError(f"the database can't take this: {_reason(error)}") from error
    except sqlalchemy.exc.SQLAlchemyError as error:
        raise UnavailableError(_reason(error)) from error


def _engine(url: str) -> Any:
    try:
        parsed = sqlalchemy.make_url(url)
        if parsed.drivername == "postgresql":
            parsed = parsed.set(drivername="postgresql+psycopg")
        if parsed.get_backend_name() != "sqlite":
            return _with_pings(sqlalchemy.create_engine(parsed))
        _make_private(parsed.database)
        engine = sqlalchemy.create_engine(parsed, connect_args={"timeout": _PATIENCE})
    except ModuleNotFoundError as error:
        raise missing(f"{shown(url)}: PostgreSQL needs psycopg", "postgres") from error
    except sqlalchemy.exc.ArgumentError as error:
        raise InputError(f"{shown(url)}: expected a path or the URL of a database") from error
    sqlalchemy.event.listen(engine, "connect", _set_up)
    sqlalchemy.event.listen(engine, "begin", _begin)
    return engine


def _with_pings(engine: Any) -> Any:
    """With connections that are tried before they are used again, unless they were used a moment ago."""

    def checked_in(_: Any, record: Any) -> None:
        record.info["used"] = time.monotonic()

    def checked_out(connection: Any, record: Any, _: Any) -> None:
        if time.monotonic() - record.info.get("used", math.inf) > _IDLE:
            try:
                engine.dialect.do_ping(connection)
            except engine.dialect.loaded_dbapi.Error as error:
                raise sqlalchemy.exc.InvalidatePoolError from error

    sqlalchemy.event.listen(engine, "checkin", checked_in)
    sqlalchemy.event.listen(engine, "checkout", checked_out)
    return engine


def _make_private(path: str | None) -> None:
    """Make the file of a database that only its owner may read: SQLite would let everybody."""
    if path and path != ":memory:" and not path.startswith("file:"):
        with suppress(OSError):  # what is wrong with it is SQLite's to say
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def _set_up(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # SQLAlchemy begins transactions, see `_begin`
    _log_ahead(connection)
    connection.execute("PRAGMA synchronous = NORMAL")  # what was committed outlives the process, if not the machine
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")  # what somebody asked to forget is gone from the file, too


def _log_ahead(connection: Any) -> None:
    """Switch a database to a write-ahead log; wait where another process is just doing so.

    SQLite turns away who comes at that moment, however long a connection is to wait for locks.
    """
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(_PAUSE)


def _begin(connection: Any) -> None:
    """Writers wait for their turn at the start: one that reads first and writes later would be turned away."""
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")


def _reason(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).strip().splitlines()[0]
