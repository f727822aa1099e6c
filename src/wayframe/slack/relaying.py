"""Everybody's lane, woken by the study's bell; in one process at a time, the one that holds the lease."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress

from wayframe.collection.bell import EVERYTHING
from wayframe.collection.collection import Collection
from wayframe.collection.records import Person
from wayframe.databases import UnavailableError
from wayframe.slack.clerk import Clerk
from wayframe.slack.lanes import Lane
from wayframe.slack.letters import said
from wayframe.slack.posting import LaterError, Poster, UnreachableError, places
from wayframe.slack.reception import address
from wayframe.slack.relays import LEASE, Relays

_log = logging.getLogger(__name__)


class Relaying:
    """Tells everybody what there is, as long as it runs."""

    def __init__(
        self, collection: Collection, relays: Relays, poster: Poster, clerk: Clerk, desk: Callable[[Person], str]
    ) -> None:
        """`desk` gives the address of somebody's pages."""
        self._collection, self._relays, self._poster, self._clerk = collection, relays, poster, clerk
        self._desk = desk
        self._lanes: dict[str, Lane] = {}
        self._pairs: dict[int, tuple[str, ...]] = {}
        self._topics = asyncio.Queue[str]()

    async def run(self) -> None:
        """Wake everybody's lane, then whose bell rings; until it is cancelled."""
        loop = asyncio.get_running_loop()

        def heard(topic: str) -> None:
            with suppress(RuntimeError):  # the loop has just been closed
                loop.call_soon_threadsafe(self._topics.put_nowait, topic)

        stop = await asyncio.to_thread(self._collection.storage.bell.hear, heard)
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._catch_up())
                self._topics.put_nowait(EVERYTHING)
                while True:
                    await self._pass_on(await self._topics.get(), group)
        finally:
            stop()

    async def _pass_on(self, topic: str, group: asyncio.TaskGroup) -> None:
        try:
            for person in await asyncio.to_thread(self._concerned, topic):
                if person.id not in self._lanes:
                    lane = Lane(self._collection, self._relays, self._poster, person, self._desk)
                    self._lanes[person.id] = lane
                    group.create_task(self._run(person.id, lane))
                self._lanes[person.id].wake()
        except UnavailableError as error:
            _log.warning("slack: what happened is looked at again: %s", error)
            asyncio.get_running_loop().call_later(1, self._topics.put_nowait, topic)

    def _concerned(self, topic: str) -> tuple[Person, ...]:
        """Whom of Slack a topic of the bell is about."""
        if topic == EVERYTHING:
            return self._relays.everybody()
        kind, _, name = topic.partition("/")
        names: tuple[str, ...] = (name,)
        if kind == "talk":
            names = self._pairs.get(int(name)) or self._relays.pair(int(name))
            self._pairs[int(name)] = names
        return tuple(person for each in names if (person := self._relays.person(each)))

    async def _run(self, name: str, lane: Lane) -> None:
        await lane.run()
        self._lanes.pop(name, None)

    async def _catch_up(self) -> None:
        """Take what was written in conversations while nobody listened: Slack gives up after some minutes."""
        for person in await asyncio.to_thread(self._relays.everybody):
            try:
                await self._catch_up_with(person)
            except (UnreachableError, LaterError, UnavailableError) as error:
                _log.warning("slack: what was missed is not read: %s", error)
            except Exception as error:
                _log.error("slack: what was missed can't be read: %s", places(error))

    async def _catch_up_with(self, person: Person) -> None:
        standing = await asyncio.to_thread(self._collection.hall.standing, person)
        if standing.state != "talking" or standing.talk is None:
            return
        since = await asyncio.to_thread(self._relays.since, standing.talk)
        channel = await self._poster.channel(address(person.external or "").user)
        for message in (await self._poster.history(channel)).written:
            letter = said(message, channel)
            if letter and float(letter.ts) >= since:
                await self._clerk.take(letter)
                if edited := message.get("edited"):
                    await self._clerk.take(letter._replace(done="changed", at=edited["ts"]))


class Watch:
    """Holds the lease, if it can be had, and has something done as long as it does."""

    def __init__(self, relays: Relays, work: Callable[[], Awaitable[None]], lease: float = LEASE) -> None:
        """`lease`: seconds for which it is held; it is renewed four times in that time."""
        self._relays, self._work, self._lease = relays, work, lease
        self._process = secrets.token_hex(8)

    async def run(self) -> None:
        """Try for the lease again and again; cancelled, give it back."""
        task: asyncio.Task[None] | None = None
        try:
            while True:
                held = await self._held()
                if task and (task.done() or not held):
                    await _ended(task)
                    task = None
                if held and task is None:
                    task = asyncio.create_task(_until_cancelled(self._work))
                await asyncio.sleep(self._lease / 4)
        finally:
            if task:
                await _ended(task)
                with suppress(UnavailableError):
                    self._relays.hold(self._process, 0)

    async def _held(self) -> bool:
        try:
            return await asyncio.to_thread(self._relays.hold, self._process, self._lease)
        except UnavailableError as error:
            _log.warning("slack: the database doesn't answer: %s", error)
            return False


async def _until_cancelled(work: Callable[[], Awaitable[None]]) -> None:
    try:
        await work()
    except Exception as error:
        _log.error("slack: relaying is begun again: %s", places(error))


async def _ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
