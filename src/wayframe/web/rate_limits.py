"""Rate limits of an address: requests, work, open sockets, new conversations; and a conversation, turns.

All of it is counted in this process: of several (`--workers`) each allows as much.
"""

from __future__ import annotations

import functools
import inspect
import ipaddress
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from fastapi.routing import APIRoute
from starlette.types import Scope


class RateLimitError(Exception):
    """More was asked than is allowed in this time."""


class RateLimit:
    """So much at once, then as much in every so many seconds; keeps a number for each who asked lately."""

    def __init__(self, most: float, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` gives seconds."""
        self._step, self._span, self._clock = seconds / most, seconds, clock
        self._due: dict[str, float] = {}  # when what was asked for so far would have come at an even pace
        self._swept, self._lock = clock(), threading.Lock()

    def allows(self, who: str, cost: float = 1) -> bool:
        """Return whether this is not too much from them; if so, it is counted."""
        with self._lock:
            now, due = self._after(who, cost)
            if due - now > self._span * (1 + 1e-9):
                return False
            self._due[who] = due
            return True

    def count(self, who: str, cost: float) -> None:
        """Count what was taken, be it too much or not: until enough time has passed, nothing more is allowed."""
        with self._lock:
            self._due[who] = self._after(who, cost)[1]

    def _after(self, who: str, cost: float) -> tuple[float, float]:
        """Return what the time is, and when all would have come at an even pace, this too."""
        now = self._clock()
        if now - self._swept > self._span:
            self._due = {each: due for each, due in self._due.items() if due > now}
            self._swept = now
        return now, max(self._due.get(who, now), now) + self._step * cost


class RateLimits:
    """Rate limits of one address, and of the turns of one conversation."""

    def __init__(
        self,
        turns: float = 20,
        visits: float = 60,
        requests: float = 600,
        work: float = 3,
        waiting: int = 30,
        sockets: int = 100,
        seconds: float = 10,
        hosts: Collection[str] | None = None,
    ) -> None:
        """So much at once, and again in so many `seconds`: turns of a conversation, and of an address new
        conversations and requests. Of `work`, seconds of CPU, an address has as much again in twice that time. At the
        same time it may have so many requests `waiting` for their answer, and so many open sockets.

        `hosts` are the names under which this is served; None if any.
        """
        self.hosts = hosts
        self._turns, self._visits = RateLimit(turns, seconds), RateLimit(visits, seconds)
        self._requests, self._work = RateLimit(requests, seconds), RateLimit(work, 2 * seconds)
        self._waiting, self._sockets = ConcurrencyLimit(waiting), ConcurrencyLimit(sockets)

    @classmethod
    def unlimited(cls) -> RateLimits:
        """Limits that let everything pass: for measuring."""
        most = 10**9
        return cls(most, most, most, most, most, most)

    def check_turn(self, name: str) -> None:
        """Raises `RateLimitError` where too much was said in this conversation."""
        if not self._turns.allows(name[:64]):  # no longer than the id of a conversation: strangers may send any
            raise RateLimitError("Too fast: say less at a time.")

    def check_new_conversation(self, address: str) -> None:
        """Raises `RateLimitError` where too many conversations were begun from this address."""
        if not self._visits.allows(address):
            raise RateLimitError("Too many conversations: wait a little.")

    @contextmanager
    def asking(self, address: str) -> Iterator[None]:
        """Count a request while it is answered. Raises `RateLimitError` where there are too many of this address."""
        if not self._requests.allows(address):
            raise RateLimitError("Too many requests: wait a little.")
        with self._waiting.taken(address, "Too many requests at once: wait for their answers."):
            yield

    @contextmanager
    def listening(self, address: str) -> Iterator[None]:
        """Count a socket while it is open. Raises `RateLimitError` where there are too many of this address."""
        with self._sockets.taken(address, "Too many open lines."):
            yield

    @contextmanager
    def working(self, address: str) -> Iterator[None]:
        """Count the CPU that this thread takes. Raises `RateLimitError` where it was too much for this address."""
        if not self._work.allows(address, 0):
            raise RateLimitError("That was a lot of work: wait a little.")
        started = time.thread_time()
        try:
            yield
        finally:
            self._work.count(address, time.thread_time() - started)


class ConcurrencyLimit:
    """So many places for each address, taken and left."""

    def __init__(self, most: int) -> None:
        self._most, self._lock, self._taken = most, threading.Lock(), Counter[str]()

    @contextmanager
    def taken(self, address: str, refusal: str) -> Iterator[None]:
        """Take a place meanwhile. Raises `RateLimitError`, which says the `refusal`, where there is none."""
        with self._lock:
            if self._taken[address] >= self._most:
                raise RateLimitError(refusal)
            self._taken[address] += 1
        try:
            yield
        finally:
            with self._lock:
                self._taken[address] -= 1
                if not self._taken[address]:
                    del self._taken[address]


_METERED = "wayframe_metered"
ASKING: ContextVar[tuple[RateLimits, str] | None] = ContextVar("asking", default=None)


class MeteredRoute(APIRoute):
    """A route whose work is counted for the address that asked for it."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **settings: Any) -> None:
        waits = inspect.iscoroutinefunction(endpoint) or hasattr(endpoint, _METERED)
        super().__init__(path, endpoint if waits else metered(endpoint), **settings)


def metered(work: Callable[..., Any]) -> Callable[..., Any]:
    """Return the same work, counted for the address on whose request it is done. Raises `RateLimitError`, too."""

    @functools.wraps(work)
    def counted(*args: Any, **kwargs: Any) -> Any:
        if (asking := ASKING.get()) is None:
            return work(*args, **kwargs)
        limits, address = asking
        with limits.working(address):
            return work(*args, **kwargs)

    setattr(counted, _METERED, True)  # routes are made anew when a router is included: it is metered once
    return counted


def client_address(scope: Scope) -> str:
    """Return the address that a request comes from; of IPv6 the network, as one machine has all of its addresses."""
    host = str((scope.get("client") or ("",))[0])
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    return host if address.version == 4 else str(ipaddress.ip_network((address, 64), strict=False))
