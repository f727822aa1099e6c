"""Storage of conversations: SQLite in one file, or PostgreSQL by a URL; an exchange is a row that never changes.

Several processes may share one database. `append` adds an exchange only if it is the next one, so that of two that
answer the same turn one learns that it was too late.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

from wayframe.databases import ConflictError, SharedDatabase  # first, as it says what is missing where SQLAlchemy is

# isort: split
import sqlalchemy
from sqlalchemy import Column, ForeignKey, Integer, LargeBinary, String, UniqueConstraint, bindparam, func, select

from wayframe.databases.schemas import DatabaseSchema, VersionSign

_METADATA = sqlalchemy.MetaData()
_CONVERSATIONS = sqlalchemy.Table(
    "conversations",
    _METADATA,
    Column("id", String(43), primary_key=True),
    Column("made", Integer, nullable=False),  # seconds since the epoch
)
_EXCHANGES = sqlalchemy.Table(
    "exchanges",
    _METADATA,
    Column("conversation", ForeignKey("conversations.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1
    Column("key", String(64)),
    Column("content", LargeBinary, nullable=False),
    UniqueConstraint("conversation", "key"),
)
_COMPARISONS = sqlalchemy.Table(
    "comparisons",
    _METADATA,
    Column("id", String(43), primary_key=True),
    Column("conversation", ForeignKey("conversations.id", ondelete="CASCADE"), nullable=False),
    Column("frames", String(100), nullable=False),
    UniqueConstraint("conversation", "frames"),
)
SCHEMA = DatabaseSchema("conversations", _METADATA, signs=(VersionSign(1, "exchanges", "content"),))
"""The tables and their versions. A change of a table is one more entry of `migrations`."""

_CHECKED = 32 << 10  # bytes: as large as an exchange may be after many turns

_LAST = (
    select(func.coalesce(func.max(_EXCHANGES.c.number), 0))
    .where(_EXCHANGES.c.conversation == bindparam("name"))
    .scalar_subquery()
)
# One statement, as it is the one that every turn waits for: the next exchange of a conversation that is there.
_APPEND = (
    _EXCHANGES.insert()
    .from_select(
        ["conversation", "number", "key", "content"],
        select(
            _CONVERSATIONS.c.id,
            bindparam("number", type_=Integer),
            bindparam("key", type_=String),
            bindparam("content", type_=LargeBinary),
        ).where(_CONVERSATIONS.c.id == bindparam("name"), bindparam("before", type_=Integer) == _LAST),
    )
    .execution_options(preserve_rowcount=True)  # else PostgreSQL says -1 of an INSERT, be it one row or none
)
_ROWS = (
    select(_EXCHANGES.c.number, _EXCHANGES.c.key, _EXCHANGES.c.content)
    .where(_EXCHANGES.c.conversation == bindparam("name"))
    .order_by(_EXCHANGES.c.number)
)
_TOTALS = (
    select(_CONVERSATIONS.c.id, func.coalesce(func.max(_EXCHANGES.c.number), 0))
    .outerjoin(_EXCHANGES, _EXCHANGES.c.conversation == _CONVERSATIONS.c.id)
    .where(_CONVERSATIONS.c.id.in_(bindparam("names", expanding=True)))
    .group_by(_CONVERSATIONS.c.id)
)
_MOST_NAMED = 500  # conversations in one statement


class NotFoundError(LookupError):
    """There is no such conversation."""


class ExchangeRow(NamedTuple):
    """An exchange as it is kept: its number from 1, the key that its sender gave it, what was said."""

    number: int
    key: str | None
    content: bytes


class SharedComparison(NamedTuple):
    """A comparison that has a link of its own: the conversation, and the frames that stand side by side."""

    conversation: str
    frames: tuple[int, ...]


class Storage:
    """Conversations in a database. Safe for several threads and several processes."""

    def __init__(self, url: str) -> None:
        """Open the database at a URL, or the SQLite file at a path; its tables are made, or brought up to date.

        Raises `InputError` where there is no such database, no driver for it, or a newer Wayframe made the tables.
        """
        self._database = SharedDatabase(url, SCHEMA)

    def close(self) -> None:
        """Let go of all connections; SQLite's log of changes is emptied first."""
        self._database.close()

    def check(self) -> None:
        """Keep an exchange and drop it again. Raises `UnavailableError` where that fails, as on a full disk
        or where another process has migrated the tables to a newer version.
        """
        self._database.check_version()
        name = f"check-{secrets.token_urlsafe(16)}"
        with self._database.changing() as connection:
            connection.execute(_CONVERSATIONS.insert().values(id=name, made=0))
            connection.execute(_EXCHANGES.insert().values(conversation=name, number=1, content=bytes(_CHECKED)))
            delete_within(connection, [name])

    def open(self, name: str, at: int) -> None:
        """A new conversation of this id, made at this second."""
        with self._database.changing() as connection:
            connection.execute(_CONVERSATIONS.insert().values(id=name, made=at))

    def exists(self, name: str) -> bool:
        """Return whether there is such a conversation."""
        with self._database.reading() as connection:
            return _exists(connection, name)

    def rows(self, name: str) -> tuple[ExchangeRow, ...]:
        """The exchanges of a conversation, in order. Raises `NotFoundError`."""
        with self._database.reading() as connection:
            return _rows(connection, name)

    def totals(self, names: Sequence[str]) -> dict[str, int]:
        """Return how many exchanges each of some conversations has; those that aren't there are left out."""
        found = dict[str, int]()
        with self._database.reading() as connection:
            for start in range(0, len(names), _MOST_NAMED):
                part = list(names[start : start + _MOST_NAMED])
                for name, total in connection.execute(_TOTALS, {"names": part}):
                    found[name] = int(total)
        return found

    def append(self, name: str, row: ExchangeRow) -> None:
        """Add the next exchange. When this returns, it is kept, whatever becomes of this process.

        Raises `NotFoundError`, and `ConflictError` where there already is an exchange of this number or key, or the one
        before is missing.
        """
        with self._database.changing() as connection:
            values = {"name": name, "before": row.number - 1, **row._asdict()}
            if not connection.execute(_APPEND, values).rowcount:
                _check(connection, name)
                raise ConflictError

    def fill(self, name: str, at: int, rows: tuple[ExchangeRow, ...]) -> None:
        """A new conversation with these exchanges, whole or not at all."""
        with self._database.changing() as connection:
            connection.execute(_CONVERSATIONS.insert().values(id=name, made=at))
            if rows:
                connection.execute(_EXCHANGES.insert(), [{"conversation": name, **row._asdict()} for row in rows])

    def drop_last(self, name: str, number: int) -> None:
        """Take back the last exchange. Raises `NotFoundError`, and `ConflictError` where the last is another one."""
        with self._database.changing() as connection:
            if number != _last(connection, name):
                raise ConflictError
            at = (_EXCHANGES.c.conversation == name) & (_EXCHANGES.c.number == number)
            connection.execute(_EXCHANGES.delete().where(at))

    def share(self, id: str, shared: SharedComparison) -> str:
        """Keep a comparison under an id; the id that it has already, where it was shared before.

        Raises `NotFoundError` where there is no such conversation.
        """
        columns = _COMPARISONS.c
        frames = " ".join(map(str, shared.frames))
        with self._database.changing() as connection:
            _check(connection, shared.conversation)
            same = (columns.conversation == shared.conversation) & (columns.frames == frames)
            known = connection.execute(select(columns.id).where(same)).scalar_one_or_none()
            if known is None:
                connection.execute(_COMPARISONS.insert().values(id=id, conversation=shared.conversation, frames=frames))
        return id if known is None else str(known)

    def shared(self, id: str) -> SharedComparison:
        """Return the comparison under an id. Raises `NotFoundError`."""
        columns = _COMPARISONS.c
        asked = select(columns.conversation, columns.frames).where(columns.id == id)
        with self._database.reading() as connection:
            found = connection.execute(asked).one_or_none()
        if found is None:
            raise NotFoundError(id)
        conversation, frames = found
        return SharedComparison(conversation, tuple(map(int, frames.split())))

    def delete(self, name: str) -> None:
        """Forget a conversation and all that was said in it: no file of the database holds it any more.

        Where many are forgotten one after the other, SQLite's file may be cleaned a little later. Raises
        `NotFoundError`.
        """
        with self._database.changing() as connection:
            self._database.mark_deletion(connection)
            connection.execute(_EXCHANGES.delete().where(_EXCHANGES.c.conversation == name))
            connection.execute(_COMPARISONS.delete().where(_COMPARISONS.c.conversation == name))
            if not connection.execute(_CONVERSATIONS.delete().where(_CONVERSATIONS.c.id == name)).rowcount:
                raise NotFoundError(name)

    def count(self) -> int:
        """Return how many conversations there are."""
        with self._database.reading() as connection:
            return int(connection.execute(select(func.count()).select_from(_CONVERSATIONS)).scalar_one())


def delete_within(connection: Any, names: Sequence[str]) -> None:
    """Forget those of the conversations that are there, within a transaction of somebody else on the same database."""
    connection.execute(_EXCHANGES.delete().where(_EXCHANGES.c.conversation.in_(names)))
    connection.execute(_COMPARISONS.delete().where(_COMPARISONS.c.conversation.in_(names)))
    connection.execute(_CONVERSATIONS.delete().where(_CONVERSATIONS.c.id.in_(names)))


def _rows(connection: Any, name: str) -> tuple[ExchangeRow, ...]:
    rows = tuple(
        ExchangeRow(number, key, bytes(content)) for number, key, content in connection.execute(_ROWS, {"name": name})
    )
    if not rows:
        _check(connection, name)
    return rows


def _last(connection: Any, name: str) -> int:
    number = int(connection.execute(select(_LAST), {"name": name}).scalar_one())
    if not number:
        _check(connection, name)
    return number


def _check(connection: Any, name: str) -> None:
    if not _exists(connection, name):
        raise NotFoundError(name)


def _exists(connection: Any, name: str) -> bool:
    return connection.execute(select(1).where(_CONVERSATIONS.c.id == name)).first() is not None
