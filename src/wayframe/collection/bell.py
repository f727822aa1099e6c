"""Who wants to know is told that something happened, in this process or in another one on the same database.

A bell says where to look ("talk/12", "person/…"); what there is, is read from the database. So a ring that comes twice
or late does no harm, and after a lost connection "*" says to look at everything. What is said in talks is told along,
as it is most of what happens: who has all that came before needn't look.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

Listener = Callable[[str], None]
NewsListener = Callable[[str, bytes], None]
Rings = Mapping[str, bytes]
"""Topics, each with the news of it; empty where one has to look."""

EVERYTHING = "*"
_CHANNEL = "wayframe_study"
_MOMENT = 0.5  # seconds between looks at whether the bell is still wanted
_LONGEST_PAUSE = 5.0  # seconds before the connection is tried again
_LONGEST_NEWS = 7_900  # bytes; PostgreSQL tells less than 8,000 at a time


class _Heard(NamedTuple):
    of: Listener
    news: NewsListener | None


class Bell:
    """Tells the listeners of this process."""

    def __init__(self) -> None:
        self._listeners: dict[int, _Heard] = {}
        self._last, self._lock = 0, threading.Lock()

    def hear(self, listener: Listener, news: NewsListener | None = None) -> Callable[[], None]:
        """Tell a listener from now on, on any thread; the function that comes back ends it.

        Where there are news and a listener for them, they go there instead.
        """
        with self._lock:
            self._last += 1
            number = self._last
            self._listeners = {**self._listeners, number: _Heard(listener, news)}

        def stop() -> None:
            with self._lock:
                self._listeners = {each: kept for each, kept in self._listeners.items() if each != number}

        return stop

    def call(self, connection: Any, rings: Rings) -> None:
        """Before a transaction ends: have the others told once it has."""

    def ring(self, rings: Rings) -> None:
        """After a transaction: tell the listeners here."""
        for topic, news in rings.items():
            for listener in self._listeners.values():
                if news and listener.news:
                    listener.news(topic, news)
                else:
                    listener.of(topic)

    def close(self) -> None:
        """Be still."""
        self._listeners = {}


class Telegraph(Bell):
    """Tells the listeners of all processes on a PostgreSQL database, by NOTIFY and LISTEN."""

    def __init__(self, url: Any) -> None:
        """`url` is SQLAlchemy's."""
        super().__init__()
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._name = secrets.token_hex(6)
        self._closed = threading.Event()
        self._listening = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="wayframe-bell", daemon=True)
        self._started = threading.Lock()

    def hear(self, listener: Listener, news: NewsListener | None = None) -> Callable[[], None]:
        """See `Bell`; the first listener opens the connection."""
        stop = super().hear(listener, news)
        with self._started:
            if not self._thread.ident:
                self._thread.start()
        self._listening.wait(_LONGEST_PAUSE)
        return stop

    def call(self, connection: Any, rings: Rings) -> None:
        """Within the transaction: PostgreSQL tells the others when it is committed, and only then."""
        for topic, news in rings.items():
            told = f"{self._name} {topic} ".encode()
            if len(told) + len(news) <= _LONGEST_NEWS:
                told += news
            connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (_CHANNEL, told.decode()))

    def close(self) -> None:
        """Be still, and let go of the connection."""
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
                    super().ring({EVERYTHING: b""})
                self._pass_on(connection)
            if not self._closed.is_set():
                time.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)

    def _pass_on(self, connection: Any) -> None:
        while not self._closed.is_set():
            for told in connection.notifies(timeout=_MOMENT):
                sender, topic, news = told.payload.split(" ", 2)
                if sender != self._name:
                    self.ring({topic: news.encode()})
