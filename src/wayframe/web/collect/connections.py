"""Connections: one WebSocket a page, on which the waiting room and the conversations of this process are told.

Nothing here grows with the number of connections: an event wakes those that listen to its topic, and a message that it
carries goes to the connections of its talk without a look into the database, if they have told all before it. Whatever
else happened is read from there, by number, so that every message comes once and in order on every line.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from itertools import chain
from typing import Any, TypeVar

import anyio
import anyio.to_thread
import msgspec
from starlette.routing import WebSocketRoute
from starlette.types import Scope
from starlette.websockets import WebSocket

from wayframe.collection.collection import StudyCollection
from wayframe.collection.event_bus import EVERYTHING
from wayframe.collection.records import ActionOrigin, ChatMessage, ForbiddenError, ParticipantStatus, StudyParticipant
from wayframe.databases import ConflictError, UnavailableError
from wayframe.dialogue import Author, encode
from wayframe.errors import InputError
from wayframe.web.collect.agents import StudyAgents
from wayframe.web.collect.authentication import RequestAuthentication
from wayframe.web.collect.exception_handlers import explained
from wayframe.web.observing import log, record_message, trace
from wayframe.web.rate_limits import RateLimitError
from wayframe.web.request_limits import same_origin

THREADS = 4
"""That ask the database for the lines: it writes one thing at a time."""

SETTINGS: dict[str, Any] = {"ws_ping_interval": 5, "ws_ping_timeout": 10, "ws_max_size": 128 << 10}
"""The server's: seconds between two signs of life on a line, and until one that doesn't answer counts as lost; bytes
that come on it at once: a message of the longest kind that a study may allow.
"""

SWEEP = 1.0
"""Seconds between two looks at who is away."""

_TALK = "/talk/{number}/live"
_FORBIDDEN = 4403  # closed for good; the page goes home
_LONGEST_NUMBER = 10  # digits of a talk's
_MOST_LINES = 20  # of one person at once: tabs and devices
_MOST_UNSENT = 500  # objects that a line may lag behind before it is closed
_AGAIN = 2  # seconds after which what was refused for the moment is sent again

_Found = TypeVar("_Found")
Told = tuple[str, str]
"""A message as it is told to the other side, and to its author."""


class PageMessage(msgspec.Struct, frozen=True):
    """A message from a page: words with a key of its own, that somebody types, or that it wonders whether we are there.

    With words of an assisted wizard: the message `after` which there was a proposal, whether it was `used`.
    """

    say: str | None = None
    key: str | None = None
    after: int | None = None
    used: bool = False
    typing: bool = False
    there: bool = False


class LiveConnection:
    """An open line: what it listens to, what it has told so far, what it has yet to tell."""

    def __init__(self, person: StudyParticipant, talk: int | None, side: Author | None, last: int) -> None:
        self.person, self.talk, self.side, self.last = person, talk, side, last
        other = "wizard" if side == "user" else "user"
        of_talk = (f"talk/{talk}", f"typing/{talk}/{other}") if side else ()
        self.topics = (f"person/{person.id}", *of_talk)
        self.name = secrets.token_hex(12)
        self.unsent, self.news = deque[str](), asyncio.Event()
        self.looks, self.over = True, False
        self.standing: ParticipantStatus | None = None
        self.edited: ChatMessage | None = None

    def wake(self) -> None:
        """Something happened that has to be looked at."""
        self.looks = True
        self.news.set()

    def tell(self, what: str) -> None:
        """Something to be sent."""
        self.unsent.append(what)
        self.over = self.over or len(self.unsent) > _MOST_UNSENT
        self.news.set()

    def hear(self, message: ChatMessage, told: Told) -> bool:
        """Tell a message if it is the next one. False: one before it is missing."""
        if message.number == self.last + 1:
            self.last = message.number
            self.tell(told[self.side == message.author])
        return message.number <= self.last


class ConnectionRegistry:
    """The lines of this process."""

    def __init__(self, collection: StudyCollection, authentication: RequestAuthentication, agents: StudyAgents) -> None:
        self._collection, self._authentication, self._agents = collection, authentication, agents
        self._lines: dict[str, dict[str, LiveConnection]] = {}  # by topic, by name
        self._watchers = set[asyncio.Event]()
        self._threads = anyio.CapacityLimiter(THREADS)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Subscribe to events, and notice who is away."""
        loop = asyncio.get_running_loop()

        def published(topic: str) -> None:
            with suppress(RuntimeError):  # the loop is gone: the process ends
                loop.call_soon_threadsafe(self._wake, topic)

        def said(topic: str, message: bytes) -> None:
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._pass_on, topic, message)

        stop = self._collection.storage.event_bus.subscribe(published, said)
        async with anyio.create_task_group() as meanwhile:
            meanwhile.start_soon(self._sweep)
            try:
                yield
            finally:
                stop()
            meanwhile.cancel_scope.cancel()

    def routes(self) -> list[WebSocketRoute]:
        """Starlette's, not FastAPI's: those would hold exit stacks and dependencies for as long as a line is open."""
        return [
            WebSocketRoute("/live", self._page),
            WebSocketRoute(_TALK, self._page),
            WebSocketRoute("/admin/live", self._watching),
        ]

    async def _page(self, socket: WebSocket) -> None:
        """Serve the page of a talk, or the waiting room's, which has none."""
        number, after = socket.path_params.get("number"), socket.query_params.get("after", "")
        talk = None if number is None else 0  # which nobody has
        if number and number.isdecimal() and len(number) <= _LONGEST_NUMBER:
            talk = int(number)
        await self._serve(socket, talk, int(after[:9]) if after.isdecimal() else 0)

    async def _serve(self, socket: WebSocket, talk: int | None, last: int) -> None:
        if not same_origin(socket.headers):
            await socket.close(_FORBIDDEN)
            return
        try:
            person, side = await self._asked(self._admitted, socket, talk)
        except (ForbiddenError, RateLimitError, UnavailableError) as error:
            await socket.accept()
            await socket.close(_FORBIDDEN if isinstance(error, ForbiddenError) else 1013)
            return
        await socket.accept()
        line = LiveConnection(person, talk, side, last)
        for topic in line.topics:
            self._lines.setdefault(topic, {})[line.name] = line
        try:
            await self._asked(self._collection.matchmaking.arrived, person, line.name)
            teller = asyncio.create_task(self._tell(socket, line))
            try:
                await self._listen(socket, line)
            finally:
                teller.cancel()
        finally:
            self._forget(line)
            with suppress(UnavailableError), anyio.CancelScope(shield=True):
                await self._asked(self._collection.matchmaking.left, line.name)

    async def _watching(self, socket: WebSocket) -> None:
        """Tell an administrator's page that something happened, whatever it is, at most once in a while."""
        if not same_origin(socket.headers):
            await socket.close(_FORBIDDEN)
            return
        await socket.accept()
        try:
            await self._asked(self._authentication.check_administrator, socket)
        except ForbiddenError:
            await socket.close(_FORBIDDEN)
            return
        woken = asyncio.Event()
        woken.set()  # something may have happened since the page was made
        self._watchers.add(woken)
        teller = asyncio.create_task(self._tell_of(socket, woken))
        try:
            while (received := await socket.receive())["type"] == "websocket.receive":
                if "there" in (received.get("text") or ""):
                    await socket.send_text(_THERE)
        finally:
            self._watchers.discard(woken)
            teller.cancel()

    async def _tell_of(self, socket: WebSocket, woken: asyncio.Event) -> None:
        with suppress(RuntimeError):  # closed in the middle of it
            while await woken.wait():
                woken.clear()
                try:
                    await self._asked(self._authentication.check_administrator, socket)
                except ForbiddenError:  # the administrator's link was renewed
                    await socket.close(_FORBIDDEN)
                    return
                except UnavailableError:
                    woken.set()
                else:
                    await socket.send_text(_json(changed=True))
                await asyncio.sleep(SWEEP)

    def _admitted(self, socket: WebSocket, talk: int | None) -> tuple[StudyParticipant, Author | None]:
        person = self._authentication.person(socket)
        open_now = len(self._lines.get(f"person/{person.id}", ()))
        if open_now >= _MOST_LINES or not self._authentication.rates.lines.allows(person.id):
            raise RateLimitError("Too many lines.")
        return person, None if talk is None else self._collection.sessions.side(person, talk)

    # ---- from the page

    async def _listen(self, socket: WebSocket, line: LiveConnection) -> None:
        rates = self._authentication.rates
        while (received := await socket.receive())["type"] == "websocket.receive":
            if not rates.frames.allows(line.name):
                await socket.close(_FORBIDDEN)
                return
            try:
                sent = _SENT.decode(received.get("text") or received.get("bytes") or b"")
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                line.tell(_json(refused="That can’t be read."))
                continue
            if sent.there:
                line.tell(_THERE)
            if line.talk is None:
                continue
            if sent.say is not None:
                await self._said(socket.scope, line, line.talk, sent, sent.say)
            elif sent.typing and rates.typing.allows(line.person.id):
                await self._asked(self._types, f"typing/{line.talk}/{line.side}")

    async def _said(self, scope: Scope, line: LiveConnection, talk: int, sent: PageMessage, text: str) -> None:
        started = time.perf_counter()
        try:
            if not self._authentication.rates.messages.allows(line.person.id):
                raise RateLimitError("Too fast: say less at a time.")
            message = await self._asked(self._say, line, talk, sent, text)
        except (ForbiddenError, InputError, RateLimitError, UnavailableError, ConflictError) as error:
            record_message(scope, _TALK, explained(error)[0], time.perf_counter() - started)
            again = isinstance(error, RateLimitError | UnavailableError | ConflictError)
            line.tell(_json(refused=explained(error)[1], key=sent.key, **({"again": _AGAIN} if again else {})))
            return
        record_message(scope, _TALK, 200, time.perf_counter() - started)
        line.tell(_json(accepted=sent.key, number=message.number))

    def _say(self, line: LiveConnection, talk: int, sent: PageMessage, text: str) -> ChatMessage:
        made: ActionOrigin | None = None
        if sent.after is not None and line.side == "wizard" and self._agents.assists:
            made = self._agents.assistant.replied(talk, sent.after, text, used=sent.used)
        return self._collection.sessions.say(line.person, talk, text, sent.key, made)

    def _types(self, topic: str) -> None:
        storage = self._collection.storage
        if not storage.shared:
            storage.event_bus.publish({topic: b""})
            return
        with suppress(UnavailableError), storage.changing() as connection:  # the other side's line may be elsewhere
            storage.publish(connection, topic)

    # ---- to the page

    def _pass_on(self, topic: str, news: bytes) -> None:
        """A message that was said, here or in another process."""
        for watcher in self._watchers:
            watcher.set()
        if lines := self._lines.get(topic):
            message = _MESSAGE.decode(news)
            told = _told(message)
            for line in lines.values():
                if not line.hear(message, told):
                    line.wake()

    def _wake(self, topic: str) -> None:
        for watcher in self._watchers:
            watcher.set()
        every = self._lines if topic == EVERYTHING else (topic,)
        for each in tuple(chain.from_iterable(self._lines.get(name, {}).values() for name in every)):
            if topic.startswith("typing/"):
                each.tell(_TYPING)
            else:
                each.wake()

    async def _tell(self, socket: WebSocket, line: LiveConnection) -> None:
        """Send what there is to send, in order, until the line is closed."""
        with suppress(RuntimeError):  # closed in the middle of it
            while not line.over:
                if line.looks:
                    line.looks = False
                    await self._look(line)
                while line.unsent and not line.over:
                    await socket.send_text(line.unsent.popleft())
                if not line.looks and not line.over:
                    await line.news.wait()
                line.news.clear()
            await socket.close(_FORBIDDEN)

    async def _look(self, line: LiveConnection) -> None:
        """Read what is new for a line."""
        try:
            found, standing = await self._asked(self._news, line)
        except ForbiddenError:
            line.over = True
            return
        except UnavailableError:
            asyncio.get_running_loop().call_later(SWEEP, line.wake)
            return
        for message in found:
            if message.edited and message.number <= line.last and message != line.edited:
                line.edited = message
                line.tell(_json(changed=_public(message, own=line.side == message.author)))
            line.hear(message, _told(message))
        if standing != line.standing:
            line.standing = standing
            self._stands(line, standing)

    def _news(self, line: LiveConnection) -> tuple[tuple[ChatMessage, ...], ParticipantStatus]:
        access, sessions, matchmaking = self._collection.access, self._collection.sessions, self._collection.matchmaking
        person = access.person(line.person.id)
        found = () if line.talk is None else sessions.since(person, line.talk, max(line.last - 1, 0))
        return found, matchmaking.standing(person)

    def _stands(self, line: LiveConnection, standing: ParticipantStatus) -> None:
        if line.talk is None:
            line.tell(_json(standing=standing))
        elif standing.talk != line.talk or standing.state != "talking":
            line.tell(_json(ended=standing.reason or "ended"))
        else:
            line.tell(_json(partner=standing.partner))

    def _forget(self, line: LiveConnection) -> None:
        for topic in line.topics:
            rest = self._lines[topic]
            rest.pop(line.name, None)
            if not rest:
                del self._lines[topic]

    async def _sweep(self) -> None:
        while True:
            try:
                await self._asked(self._collection.matchmaking.sweep)
            except (UnavailableError, ConflictError):
                pass  # it is done the next time
            except Exception as error:  # the lines go on without it
                log().error("sweep", **trace(error))
            await asyncio.sleep(SWEEP)

    async def _asked(self, ask: Callable[..., _Found], *of: Any) -> _Found:
        return await anyio.to_thread.run_sync(ask, *of, limiter=self._threads)


def _json(**fields: Any) -> str:
    return encode(fields).decode()


def _told(message: ChatMessage) -> Told:
    other, own = (_json(messages=[_public(message, own=own)]) for own in (False, True))
    return other, own


def _public(message: ChatMessage, *, own: bool) -> dict[str, Any]:
    """A message as a side may see it: neither its origin nor the other's key, which both tell the study's condition."""
    return {"number": message.number, "author": message.author, "text": message.text, "at": message.at,
            "key": message.key if own else None, "edited": message.edited}  # fmt: skip


_SENT = msgspec.json.Decoder(PageMessage)
_MESSAGE = msgspec.json.Decoder(ChatMessage)
_THERE = _json(there=True)
_TYPING = _json(partner="typing")
