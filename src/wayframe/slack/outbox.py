"""An outbox for each participant: a single task that posts to them what there is, in order, each thing once.

What there is follows from the database (`wayframe.slack.notifications`), and so does what was posted already. Before
something is posted, it is noted that it is about to be. Where the process dies, or Slack's answer is lost, between that
and the note that it was posted, the channel's history tells: each post stands there with its name.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress

from wayframe.collection.event_bus import EVERYTHING
from wayframe.collection.records import ForbiddenError, ParticipantStatus, StudyParticipant
from wayframe.databases import UnavailableError
from wayframe.slack.blocks import SlackPost, paragraphs
from wayframe.slack.commands import address
from wayframe.slack.delivery_log import BEGUN, LEASE, DeliveryLog, PostedVersion
from wayframe.slack.dispatcher import EventDispatcher
from wayframe.slack.events import written_event
from wayframe.slack.notifications import NotificationTarget, broken_off, notifications_of, over
from wayframe.slack.posting import BotServices, LaterError, UnreachableError, places

WAIT = 1800.0
"""Seconds that somebody waits before the bot takes them for gone: Slack doesn't say who is there."""

_PAUSE, _LONGEST_PAUSE = 1.0, 30.0  # seconds before something is tried again
_QUEUE = "queue"  # the name under which it is kept that somebody waits, and since when
_log = logging.getLogger(__name__)


class ParticipantOutbox:
    """The posts for one participant."""

    def __init__(self, services: BotServices, person: StudyParticipant) -> None:
        self._collection, self._delivery_log, self._poster = services.collection, services.log, services.poster
        self._desk, self._name = services.desk, person.id
        self._user = address(person.external or "").user
        self._told: dict[str, PostedVersion] = {}
        self._channel = ""
        self._timer: asyncio.TimerHandle | None = None
        self._news, self._pause = asyncio.Event(), _PAUSE

    def wake(self) -> None:
        """There may be news."""
        self._news.set()

    async def run(self) -> None:
        """Post whatever there is, as long as there is somebody to post to."""
        while await self._served():
            await self._news.wait()

    async def _served(self) -> bool:
        """Post what there is, now or later; whether there may be more some day."""
        self._news.clear()
        try:
            going = await self._serve()
            self._pause = _PAUSE
            return going
        except UnreachableError as error:
            _log.warning("slack: somebody can't be reached any more: %s", error)
            await self._gone()
            return False
        except (LaterError, UnavailableError) as error:
            _log.warning("slack: somebody is told later: %s", error)
        except Exception as error:
            _log.error("slack: somebody can't be told: %s", places(error))
        await asyncio.sleep(self._pause)
        self._pause = min(2 * self._pause, _LONGEST_PAUSE)
        self._news.set()
        return True

    async def _serve(self) -> bool:
        person = await asyncio.to_thread(self._delivery_log.person, self._name)
        if person is None:
            return False
        self._told = self._told or await asyncio.to_thread(self._delivery_log.posted, self._name)
        if person.gone:
            await self._deliver(SlackPost("gone", "_You don't take part in this study any more._", anew="never"))
            return False
        standing = await asyncio.to_thread(self._collection.matchmaking.standing, person)
        for number in _talks(self._told, standing):
            posts = await asyncio.to_thread(self._talk, person, number)
            for post in posts:
                await self._deliver(post)
            await self._shorten(number, {post.name for post in posts})
        await self._wait_no_longer(person, standing)
        return True

    def _talk(self, person: StudyParticipant, number: int) -> tuple[SlackPost, ...]:
        standing = self._collection.matchmaking.standing
        try:
            session = self._collection.sessions.read(person, number)
        except ForbiddenError:
            return (broken_off(number, standing(person)),)
        study = self._collection.study
        # Where somebody is, is read after the talk: one that has just ended may have put them back into the queue.
        listener = NotificationTarget(
            person.kind, standing(person), self._told, study.texts[person.language], self._desk(person)
        )
        return notifications_of(session, listener, study)

    async def _deliver(self, post: SlackPost) -> None:
        """Post it, change what was posted, or leave it, if it says what was said."""
        before = await self._before(post.name)
        if before and (before.version == post.version or post.anew == "never"):
            return
        if before and before.ts and post.anew == "change":
            await self._keep(post.name, await self._poster.change(await self._open(), before.ts, post))
        else:
            await self._post(post)

    async def _before(self, name: str) -> PostedVersion | None:
        """Return what was posted under a name; if that isn't sure, what stands in the channel."""
        before = self._told.get(name)
        if before and before.ts == BEGUN:
            before = (await self._poster.history(await self._open())).posts.get(name)
            if before:
                await self._keep(name, before)
            else:
                del self._told[name]
        return before

    async def _post(self, post: SlackPost) -> None:
        channel = await self._open()
        await self._keep(post.name, PostedVersion(post.version, BEGUN))
        try:
            posted = await self._poster.post(channel, post)
        except LaterError as error:
            if not error.unsure:
                del self._told[post.name]
            raise
        await self._keep(post.name, posted)

    async def _shorten(self, number: int, names: set[str]) -> None:
        """Take back the last pieces of a long message that was made shorter."""
        for name in [name for name in self._told if name.startswith(f"{number}/") and "+" in name]:
            posted = await self._before(name) if name not in names else None
            if posted and posted.ts:
                await self._poster.take_back(await self._open(), posted.ts)
                await self._keep(name, PostedVersion("", ""))

    async def _open(self) -> str:
        if not self._channel:
            self._channel = await self._poster.channel(self._user)
        return self._channel

    async def _keep(self, name: str, posted: PostedVersion) -> None:
        self._told[name] = posted
        await asyncio.to_thread(self._delivery_log.record, self._name, name, posted)

    async def _wait_no_longer(self, person: StudyParticipant, standing: ParticipantStatus) -> None:
        """Note since when somebody waits; take out of the queue who has waited for too long."""
        noted, now = self._told.get(_QUEUE, PostedVersion("", "")), self._collection.clock()
        if standing.state != "waiting":
            if noted.version == "waiting":
                await self._keep(_QUEUE, PostedVersion("", ""))
            return
        if noted.version != "waiting":
            noted = PostedVersion("waiting", f"{now:.3f}")
            await self._keep(_QUEUE, noted)
        rest = float(noted.ts) + WAIT - now
        if rest > 0:
            self._wake_in(rest)
            return
        await asyncio.to_thread(self._collection.matchmaking.leave, person)
        text = "_Nobody came in half an hour, so you aren't waiting any more. Say `available` to go on._"
        await self._post(SlackPost(_QUEUE, text, paragraphs(text)))

    def _wake_in(self, seconds: float) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self.wake)

    async def _gone(self) -> None:
        if person := await asyncio.to_thread(self._delivery_log.person, self._name):
            await asyncio.to_thread(self._collection.matchmaking.leave, person)


def _talks(told: dict[str, PostedVersion], standing: ParticipantStatus) -> list[int]:
    """The talks to look at: those that aren't told to the end, the latest, the one that somebody is in."""
    begun = {int(name.partition("/")[0]) for name in told if name.endswith("/begin")}
    open_ = {number for number in begun if over(number) not in told}
    latest = {max(begun)} if begun else set[int]()
    return sorted(open_ | latest | ({standing.talk} if standing.talk else set()))


class OutboxRunner:
    """Tells everybody what there is, as long as it runs."""

    def __init__(self, services: BotServices, dispatcher: EventDispatcher) -> None:
        self._services, self._dispatcher = services, dispatcher
        self._collection, self._delivery_log, self._poster = services.collection, services.log, services.poster
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
                    outbox = ParticipantOutbox(self._services, person)
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
