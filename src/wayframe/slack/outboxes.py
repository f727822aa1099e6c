"""Everybody's outbox, woken by the study's event bus; in one process at a time, the one that holds the lease."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress

from wayframe.collection.collection import StudyCollection
from wayframe.collection.event_bus import EVERYTHING
from wayframe.collection.records import StudyParticipant
from wayframe.databases import UnavailableError
from wayframe.slack.commands import address
from wayframe.slack.delivery_log import LEASE, DeliveryLog
from wayframe.slack.dispatcher import EventDispatcher
from wayframe.slack.events import written_event
from wayframe.slack.outbox import ParticipantOutbox
from wayframe.slack.posting import LaterError, SlackPoster, UnreachableError, places

_log = logging.getLogger(__name__)


class OutboxRunner:
    """Tells everybody what there is, as long as it runs."""

    def __init__(
        self,
        collection: StudyCollection,
        delivery_log: DeliveryLog,
        poster: SlackPoster,
        dispatcher: EventDispatcher,
        desk: Callable[[StudyParticipant], str],
    ) -> None:
        """`desk` gives the address of somebody's pages."""
        self._collection, self._delivery_log, self._poster, self._dispatcher = (
            collection,
            delivery_log,
            poster,
            dispatcher,
        )
        self._desk = desk
        self._outboxes: dict[str, ParticipantOutbox] = {}
        self._pairs: dict[int, tuple[str, ...]] = {}
        self._topics = asyncio.Queue[str]()

    async def run(self) -> None:
        """Wake every outbox, then those that an event is about; until it is cancelled."""
        loop = asyncio.get_running_loop()

        def heard(topic: str) -> None:
            with suppress(RuntimeError):  # the loop has just been closed
                loop.call_soon_threadsafe(self._topics.put_nowait, topic)

        stop = await asyncio.to_thread(self._collection.storage.event_bus.subscribe, heard)
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
                if person.id not in self._outboxes:
                    outbox = ParticipantOutbox(self._collection, self._delivery_log, self._poster, person, self._desk)
                    self._outboxes[person.id] = outbox
                    group.create_task(self._run(person.id, outbox))
                self._outboxes[person.id].wake()
        except UnavailableError as error:
            _log.warning("slack: what happened is looked at again: %s", error)
            asyncio.get_running_loop().call_later(1, self._topics.put_nowait, topic)

    def _concerned(self, topic: str) -> tuple[StudyParticipant, ...]:
        """Return whom of Slack an event's topic is about."""
        if topic == EVERYTHING:
            return self._delivery_log.everybody()
        kind, _, name = topic.partition("/")
        names: tuple[str, ...] = (name,)
        if kind == "talk":
            names = self._pairs.get(int(name)) or self._delivery_log.pair(int(name))
            self._pairs[int(name)] = names
        return tuple(person for each in names if (person := self._delivery_log.person(each)))

    async def _run(self, name: str, outbox: ParticipantOutbox) -> None:
        await outbox.run()
        self._outboxes.pop(name, None)

    async def _catch_up(self) -> None:
        """Take what was written in conversations while nobody listened: Slack gives up after some minutes."""
        for person in await asyncio.to_thread(self._delivery_log.everybody):
            try:
                await self._catch_up_with(person)
            except (UnreachableError, LaterError, UnavailableError) as error:
                _log.warning("slack: what was missed is not read: %s", error)
            except Exception as error:
                _log.error("slack: what was missed can't be read: %s", places(error))

    async def _catch_up_with(self, person: StudyParticipant) -> None:
        standing = await asyncio.to_thread(self._collection.matchmaking.standing, person)
        if standing.state != "talking" or standing.talk is None:
            return
        since = await asyncio.to_thread(self._delivery_log.since, standing.talk)
        channel = await self._poster.channel(address(person.external or "").user)
        for message in (await self._poster.history(channel)).written:
            event = written_event(message, channel)
            if event and float(event.ts) >= since:
                await self._dispatcher.take(event)
                if edited := message.get("edited"):
                    await self._dispatcher.take(event._replace(done="changed", at=edited["ts"]))


class LeaseWatch:
    """Holds the lease, if it can be had, and has something done as long as it does."""

    def __init__(self, delivery_log: DeliveryLog, work: Callable[[], Awaitable[None]], lease: float = LEASE) -> None:
        """`lease`: seconds for which it is held; it is renewed four times in that time."""
        self._delivery_log, self._work, self._lease = delivery_log, work, lease
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
                    self._delivery_log.hold(self._process, 0)

    async def _held(self) -> bool:
        try:
            return await asyncio.to_thread(self._delivery_log.hold, self._process, self._lease)
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
