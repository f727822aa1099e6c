"""A study's database: SQLite in one file, or PostgreSQL shared by several processes."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import sqlalchemy
from sqlalchemy import Boolean, Column, Float, ForeignKey, Integer, LargeBinary, String, UniqueConstraint, select

from wayframe.collection.event_bus import EventBus, PostgresEventBus
from wayframe.databases import ConflictError, SharedDatabase
from wayframe.databases.schemas import DatabaseSchema, VersionSign

METADATA = sqlalchemy.MetaData()
_ID = String(64)
_OF_TALK = {"ondelete": "CASCADE"}

SETTINGS = sqlalchemy.Table(
    "study_settings",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", String, nullable=False),
)
INVITATIONS = sqlalchemy.Table(
    "study_invitations",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("kind", String(12), nullable=False),
    Column("cap", Integer, nullable=False),
    Column("made", Float, nullable=False),
    Column("expires", Float),
    Column("revoked", Boolean, nullable=False, default=False),
    Column("note", String, nullable=False, default=""),
    Column("used", Integer, nullable=False, default=0),
)
PEOPLE = sqlalchemy.Table(
    "study_people",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("kind", String(12), nullable=False),
    Column("language", String(12), nullable=False),
    Column("joined", Float, nullable=False),
    Column("invitation", _ID, index=True),
    Column("external", String(200), unique=True),
    Column("gone", Boolean, nullable=False, default=False),
)
LOBBY = sqlalchemy.Table(  # one row
    "study_lobby",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("content", LargeBinary, nullable=False),  # a `LobbyState` as JSON
)
PROCESSES = sqlalchemy.Table(  # that serve, and when each was last heard of
    "study_processes",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("seen", Float, nullable=False),
)
CONNECTIONS = sqlalchemy.Table(  # the sockets of people: open, or closed a moment ago
    "study_lines",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("process", _ID, nullable=False, index=True),
    Column("person", _ID, nullable=False, index=True),
    Column("closed", Float),
)
TALKS = sqlalchemy.Table(
    "study_talks",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("language", String(12), nullable=False),
    Column("user", _ID, nullable=False, index=True),
    Column("wizard", _ID, nullable=False, index=True),
    Column("arm", String(12), key="condition", nullable=False),
    Column("task", LargeBinary, nullable=False),  # an `AnyTask` as JSON
    Column("since", Float, nullable=False),
    Column("until", Float),
    Column("how", String(12)),
)
MESSAGES = sqlalchemy.Table(
    "study_messages",
    METADATA,
    Column("talk", ForeignKey(TALKS.c.number, **_OF_TALK), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("author", String(6), nullable=False),
    Column("text", String, nullable=False),
    Column("at", sqlalchemy.BigInteger, nullable=False),  # milliseconds since the epoch
    Column("key", String(64)),
    Column("made", LargeBinary),  # an `ActionOrigin` as JSON
    Column("edited", Boolean, nullable=False, default=False),
    UniqueConstraint("talk", "author", "key"),
)
SEARCHES = sqlalchemy.Table(
    "study_searches",
    METADATA,
    Column("talk", ForeignKey(TALKS.c.number, **_OF_TALK), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("content", LargeBinary, nullable=False),  # an `AnySearch` as JSON
)
SURVEYS = sqlalchemy.Table(
    "study_surveys",
    METADATA,
    Column("talk", ForeignKey(TALKS.c.number, **_OF_TALK), primary_key=True),
    Column("side", String(6), primary_key=True),
    Column("at", Float, nullable=False),
    Column("answers", LargeBinary, nullable=False),
)
TASKS = sqlalchemy.Table(  # the pool: drawn ahead, given out in order
    "study_tasks",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("content", LargeBinary, nullable=False),
    Column("talk", Integer, index=True),  # that it was given to
)
DELIVERIES = sqlalchemy.Table(  # what was posted to whom in Slack (`wayframe.slack.delivery_log`)
    "study_relays",
    METADATA,
    Column("person", ForeignKey(PEOPLE.c.id, ondelete="CASCADE"), primary_key=True),
    Column("name", String(80), primary_key=True),
    Column("version", String(16), nullable=False),
    Column("ts", String(24), nullable=False),
)
ANNOTATIONS = sqlalchemy.Table(
    "study_annotations",
    METADATA,
    Column("talk", ForeignKey(TALKS.c.number, **_OF_TALK), primary_key=True),
    Column("annotator", _ID, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("done", Boolean, nullable=False, default=False),
    Column("at", Float, nullable=False),
)
AUDIT = sqlalchemy.Table(
    "study_audit",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("who", String(80), nullable=False),
    Column("action", String(40), nullable=False),
    Column("detail", String, nullable=False),
)

_RELAYS_BY_NAME = (
    "DROP TABLE study_relays",
    """
    CREATE TABLE study_relays (
        person VARCHAR(64) NOT NULL,
        name VARCHAR(80) NOT NULL,
        version VARCHAR(16) NOT NULL,
        ts VARCHAR(24) NOT NULL,
        PRIMARY KEY (person, name),
        FOREIGN KEY (person) REFERENCES study_people (id) ON DELETE CASCADE
    )
    """,
    # Where the bot had served, it had kept its rows in a table of its own.
    "CREATE TABLE IF NOT EXISTS study_slack_posts AS SELECT * FROM study_relays",
    "INSERT INTO study_relays SELECT person, name, version, ts FROM study_slack_posts",
    "DROP TABLE study_slack_posts",
)

SCHEMA = DatabaseSchema(
    "study",
    METADATA,
    signs=(VersionSign(1, "study_relays", "last"), VersionSign(2, "study_relays", "ts")),
    migrations=(_RELAYS_BY_NAME,),
)
"""The tables and their versions. A change of a table is one more entry of `migrations`."""


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
