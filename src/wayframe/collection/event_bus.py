"""The event bus: subscribers learn that something changed, in this process or in another one on the same database.

An event names a topic to look at ("talk/12", "person/…"); what there is, is read from the database. So an event that
comes twice or late does no harm, and after a lost connection the topic "*" says to look at everything. Messages of
dialogues are most of what happens, so they travel along as payloads: a subscriber that has all that came before needn't
look.
"""

from __future__ import annotations

import itertools
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

Listener = Callable[[str], None]
PayloadListener = Callable[[str, bytes], None]
Events = Mapping[str, bytes]
"""Topics, each with its payload; an empty one where the database has to be looked at."""

EVERYTHING = "*"
_CHANNEL = "wayframe_study"
_MOMENT = 0.5  # seconds between looks at whether the bus is closed
_LONGEST_PAUSE = 5.0  # seconds before the connection is tried again
_LONGEST_PAYLOAD = 7_900  # bytes; PostgreSQL sends less than 8,000 at a time


class _Subscription(NamedTuple):
    on_topic: Listener
    on_payload: PayloadListener | None


class EventBus:
    """Events for the subscribers of this process."""

    def __init__(self) -> None:
        self._subscriptions: dict[int, _Subscription] = {}
        self._numbers = itertools.count()

    def subscribe(self, listener: Listener, on_payload: PayloadListener | None = None) -> Callable[[], None]:
        """Call a listener for every event from now on, on any thread; the function that comes back ends it.

        Events with a payload go to `on_payload` instead, where it is given.
        """
        number = next(self._numbers)
        self._subscriptions[number] = _Subscription(listener, on_payload)

        def stop() -> None:
            self._subscriptions.pop(number, None)

        return stop

    def send(self, connection: Any, events: Events) -> None:
        """Send events to other processes, within the transaction that they are about."""

    def publish(self, events: Events) -> None:
        """Call the subscribers of this process, after the transaction."""
        for topic, payload in events.items():
            for subscription in tuple(self._subscriptions.values()):
                if payload and subscription.on_payload:
                    subscription.on_payload(topic, payload)
                else:
                    subscription.on_topic(topic)

    def close(self) -> None:
        """Drop all subscriptions."""
        self._subscriptions.clear()


class PostgresEventBus(EventBus):
    """Events for the subscribers of all processes on a PostgreSQL database, by NOTIFY and LISTEN."""

    def __init__(self, url: Any) -> None:
        """`url` is SQLAlchemy's."""
        super().__init__()
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._name = secrets.token_hex(6)
        self._closed = threading.Event()
        self._listening = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="wayframe-event-bus", daemon=True)
        self._started = threading.Lock()

    def subscribe(self, listener: Listener, on_payload: PayloadListener | None = None) -> Callable[[], None]:
        """See `EventBus`; the first subscription opens the connection."""
        stop = super().subscribe(listener, on_payload)
        with self._started:
            if not self._thread.ident:
                self._thread.start()
        self._listening.wait(_LONGEST_PAUSE)
        return stop

    def send(self, connection: Any, events: Events) -> None:
        """See `EventBus`: PostgreSQL delivers when the transaction is committed, and only then."""
        for topic, payload in events.items():
            told = f"{self._name} {topic} ".encode()
            if len(told) + len(payload) <= _LONGEST_PAYLOAD:
                told += payload
            connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (_CHANNEL, told.decode()))

    def close(self) -> None:
        """Drop all subscriptions, and let go of the connection."""
        super().close()
        self._closed.set()
        if self._thread.ident:
            self._thread.join(2 * _MOMENT)

    def _listen(self) -> None:
        import psycopg

        pause = 0.1
        while not self._closed.is_set():
            with suppress(psycopg.OperationalError), psycopg.connect(self._address, autocommit=True) as connection:
                connection.execute(f"LISTEN {_CHANNEL}")
                missed, pause = self._listening.is_set(), 0.1
                self._listening.set()
                if missed:
                    super().publish({EVERYTHING: b""})
                self._receive(connection)
            if not self._closed.is_set():
                time.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)

    def _receive(self, connection: Any) -> None:
        while not self._closed.is_set():
            for told in connection.notifies(timeout=_MOMENT):
                sender, topic, payload = told.payload.split(" ", 2)
                if sender != self._name:
                    self.publish({topic: payload.encode()})
