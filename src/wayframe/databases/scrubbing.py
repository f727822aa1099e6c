"""SQLite files in which nothing stays of what was deleted.

SQLite leaves it in the log of changes (-wal), and with `secure_delete`, too, in gaps of pages that were divided or
joined. So the file is written anew, and the log is emptied. While that is done nobody else can write, and a large file
takes seconds: so a file is written anew at once if it wasn't just now, else a little later, and at the latest when the
database is closed or, after a crash, opened again.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import sqlalchemy

_SHARE = 10  # of the time, at most one part in so many is spent on writing the file anew
_AGAIN = 60.0  # seconds after which it is tried again where it couldn't be


class Scrubber:
    """Writes a SQLite file anew after deletions. Safe for several threads and several processes.

    What is still to be done is counted in the file itself (`user_version`), so that every process knows.
    """

    def __init__(self, connect: Callable[[], Any]) -> None:
        """`connect` gives a connection of SQLAlchemy's pool, outside of transactions."""
        self._connect = connect
        self._lock = threading.Lock()
        self._rest = 0.0  # until when, by the monotonic clock, the file isn't written anew
        self._timer: threading.Timer | None = None

    def owe(self, connection: Any) -> None:
        """Note, within its transaction, that something is deleted of which nothing may stay."""
        owed = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        connection.exec_driver_sql(f"PRAGMA user_version = {owed % 0x7FFF_FFFF + 1}")

    def scrub(self) -> None:
        """Let nothing stay of what was deleted: at once, or a little later where the file was written anew just now."""
        with self._lock:
            if not self._tried(_owes):
                return
            if self._rest <= time.monotonic():
                self._tried(self._write_anew)
            if self._tried(_owes):
                self._tried(_empty_log)
                self._later(self._rest - time.monotonic())

    def close(self) -> None:
        """Do what is still to be done, and empty the log."""
        with self._lock:
            if self._timer:
                self._timer.cancel()
                self._timer = None
            if self._tried(_owes):
                self._tried(self._write_anew)
            self._tried(_empty_log)

    def _write_anew(self, connection: Any) -> bool:
        begun = time.monotonic()
        self._rest = begun + _AGAIN
        owed = _owed(connection)
        connection.execute("VACUUM")
        if not _empty_log(connection):
            return False
        connection.execute("BEGIN IMMEDIATE")
        if _owed(connection) == owed:  # else more was deleted meanwhile
            connection.execute("PRAGMA user_version = 0")
        connection.execute("COMMIT")
        ended = time.monotonic()
        self._rest = ended + (ended - begun) * _SHARE
        return True

    def _later(self, seconds: float) -> None:
        if self._timer is None:
            self._timer = threading.Timer(max(seconds, 0), self._scrub_later)
            self._timer.daemon = True
            self._timer.start()

    def _scrub_later(self) -> None:
        with self._lock:
            if self._timer is not threading.current_thread():
                return  # it was closed meanwhile
            self._timer = None
        self.scrub()

    def _tried(self, step: Callable[[Any], bool]) -> bool:
        """Return the result of a step on a connection of the driver's; False where it fails, as on a full disk."""
        with suppress(sqlite3.Error, sqlalchemy.exc.SQLAlchemyError):
            pooled = self._connect()
            try:
                return step(pooled.driver_connection)
            finally:
                pooled.close()
        return False


def _owes(connection: Any) -> bool:
    """Tell whether something was deleted since the file was written anew."""
    return _owed(connection) > 0


def _owed(connection: Any) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _empty_log(connection: Any) -> bool:
    """Empty the log of changes, and tell whether that worked: a reader may stand in the way."""
    return not connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
