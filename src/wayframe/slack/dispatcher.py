"""The dispatcher: every delivery of Slack is handled once and in order, and its answer is posted."""

from __future__ import annotations

import asyncio
import logging
from bisect import insort
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from wayframe.collection.records import ForbiddenError, SessionView, StudyParticipant
from wayframe.collection.surveys import questions
from wayframe.errors import InputError
from wayframe.slack.blocks import SlackPost, filled, pressed
from wayframe.slack.commands import CommandHandler, SlackAddress, declined
from wayframe.slack.events import MessageEvent
from wayframe.slack.notifications import answer, answered, key, survey_form
from wayframe.slack.posting import BotServices, LaterError, UnreachableError

_PROMPT = 2.0  # seconds after which Slack is told that a delivery arrived, though its answer isn't posted yet
_REMEMBERED = 2_000  # deliveries that this process knows again
_log = logging.getLogger(__name__)


SETTLING = 0.25
"""Seconds in which what was written before may still arrive: Slack doesn't always deliver in order."""


class ChannelQueue:
    """Lets what comes nearly together pass in the order of its time stamps, one after the other, in each channel."""

    def __init__(self, settling: float = SETTLING) -> None:
        """`settling`: seconds that everything waits for what may have been before it."""
        self._settling = settling
        self._waiting: dict[str, list[float]] = {}
        self._passing: set[str] = set()
        self._moved = asyncio.Condition()

    @asynccontextmanager
    async def turn(self, channel: str, ts: float) -> AsyncIterator[None]:
        """Wait for the turn of what was written at `ts`; in the block it is that."""
        waiting = self._waiting.setdefault(channel, [])
        insort(waiting, ts)
        try:
            await asyncio.sleep(self._settling)
            async with self._moved:
                await self._moved.wait_for(lambda: waiting[0] == ts and channel not in self._passing)
                self._passing.add(channel)
            try:
                yield
            finally:
                self._passing.discard(channel)
        finally:
            waiting.remove(ts)
            if not waiting:
                self._waiting.pop(channel, None)
            async with self._moved:
                self._moved.notify_all()


class ButtonPress(NamedTuple):
    """A button of the post at `ts` was pressed; with the trigger a form can be opened."""

    user: str
    channel: str
    ts: str
    trigger: str
    action: str
    at: float


class EventDispatcher:
    """Takes what Slack delivers."""

    def __init__(self, services: BotServices, commands: CommandHandler, team: str, queue: ChannelQueue) -> None:
        """`team` is the workspace that the bot is in."""
        self._collection, self._delivery_log, self._poster = services.collection, services.log, services.poster
        self._commands, self._team, self._queue = commands, team, queue
        self._known: dict[tuple[str, ...], asyncio.Task[None]] = {}  # the oldest first
        self._doing = set[asyncio.Task[Any]]()

    async def take(self, event: MessageEvent) -> None:
        """Handle a delivery; the same one again, as Slack may send it, is handled already, or just being."""
        name = (event.done, event.channel, event.ts, event.at)
        task = self._known.get(name)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._known[name] = asyncio.create_task(self._handle(event))
            self._forget()
        await asyncio.shield(task)

    async def command(self, user: str, channel: str, trigger: str, text: str) -> str:
        """Answer the slash command in the direct messages; what is shown where it was given."""
        who, locale = self._address(user), await self._locale(self._address(user))
        there = await self._poster.channel(user)
        async with self._queue.turn(there, self._collection.clock()):
            post = await asyncio.to_thread(self._commands.command, who, trigger, text, locale)
        self._soon(self._poster.post(there, post))
        return "" if channel == there else "I answer in our direct messages."

    async def press(self, press: ButtonPress) -> None:
        """Somebody pressed a button, after what they wrote before."""
        who, (action, value) = self._address(press.user), pressed(press.action)
        async with self._queue.turn(press.channel, press.at):
            if action in ("agree", "decline"):
                await self._consented(who, press, value if action == "agree" else None)
                return
            person = await asyncio.to_thread(self._collection.access.known, who.external)
            if person is None or person.gone:
                return
            if action in ("rate", "survey"):
                await self._asked(person, press.trigger, *value.partition("=")[::2])
            elif post := await asyncio.to_thread(self._commands.pressed, person, press.trigger, action, value):
                self._soon(self._poster.post(press.channel, post))

    async def submit(self, user: str, private: str, values: dict[str, dict[str, Any]]) -> dict[str, str]:
        """Somebody sent the survey's form; what is wrong with it, by question."""
        person = await asyncio.to_thread(self._collection.access.known, self._address(user).external)
        if person is None:
            return {}
        return await asyncio.to_thread(self._submitted, person, int(private), filled(values))

    def _submitted(self, person: StudyParticipant, number: int, values: Mapping[str, str]) -> dict[str, str]:
        side = self._collection.sessions.side(person, number)
        study = self._collection.study
        try:
            self._collection.sessions.answer(person, number, answered(study, side, values), anew=True)
        except InputError as error:
            name, _, reason = str(error).partition(": ")
            return {name: reason}
        return {}

    async def close(self) -> None:
        """Stop; what was answered, but not posted yet, isn't."""
        tasks = [*self._doing, *(task for task in self._known.values() if not task.done())]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget(self) -> None:
        oldest = next(iter(self._known))
        if len(self._known) > _REMEMBERED and self._known[oldest].done():
            del self._known[oldest]

    async def _handle(self, event: MessageEvent) -> None:
        who, name = self._address(event.user), key(event.channel, event.ts)
        async with self._queue.turn(event.channel, float(event.at)):
            post = await self._answer(who, name, event)
        if post:
            await asyncio.wait({self._soon(self._reply(who, event.channel, post))}, timeout=_PROMPT)

    async def _reply(self, who: SlackAddress, channel: str, post: SlackPost) -> None:
        posted = await self._poster.post(channel, post)
        await asyncio.to_thread(self._commands.answered, who, post.name, posted)

    def _soon(self, call: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(self._quietly(call))
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)
        return task

    async def _answer(self, who: SlackAddress, name: str, event: MessageEvent) -> SlackPost | None:
        if event.done == "deleted":
            return await asyncio.to_thread(self._commands.deleted, who, name)
        if event.done == "changed":
            return await asyncio.to_thread(self._commands.changed, who, name, event.text, event.at)
        locale = await self._locale(who)
        return await asyncio.to_thread(self._commands.said, who, name, event.text, locale, event.unfit)

    async def _consented(self, who: SlackAddress, press: ButtonPress, language: str | None) -> None:
        post = declined(press.trigger)
        if language:
            post = await asyncio.to_thread(self._commands.agreed, who, press.trigger, language)
        done = "_You agreed to take part._" if language else "_You didn't agree to take part._"
        self._soon(self._poster.change(press.channel, press.ts, SlackPost("consent", done)))
        self._soon(self._poster.post(press.channel, post))

    async def _asked(self, person: StudyParticipant, trigger: str, number: str, value: str) -> None:
        """The survey: a button answers its first question; the rest, if there is any, is asked by a form."""
        try:
            session = await asyncio.to_thread(self._collection.sessions.read, person, int(number))
        except ForbiddenError:
            return
        study, first = self._collection.study, questions(self._collection.study, session.side)[0]
        known = await asyncio.to_thread(self._delivery_log.answers, session.number, session.side)
        if value and not known:
            known = {first.name: answer(first, value)}
            if await asyncio.to_thread(self._enough, person, session, known):
                return
        await self._quietly(self._poster.show(trigger, survey_form(study, session.side, session.number, known)))

    def _enough(
        self, person: StudyParticipant, session: SessionView, answers: dict[str, str | int | bool | None]
    ) -> bool:
        """Return whether the answer to the first question is all that has to be answered; then it is kept."""
        try:
            self._collection.sessions.answer(person, session.number, answers)
        except InputError:
            return False
        return True

    async def _locale(self, who: SlackAddress) -> str | None:
        """The locale of somebody who is yet to choose, where there is a choice."""
        study = self._collection.study
        if len(study.languages) == 1 or (study.slack and study.slack.language):
            return None
        if await asyncio.to_thread(self._collection.access.known, who.external):
            return None
        locale: str | None = await self._quietly(self._poster.locale(who.user))
        return locale

    async def _quietly(self, call: Coroutine[Any, Any, Any]) -> Any:
        """Return what isn't worth failing for; None where it fails."""
        try:
            return await call
        except (LaterError, UnreachableError) as error:
            _log.warning("slack: %s", error)
            return None

    def _address(self, user: str) -> SlackAddress:
        return SlackAddress(self._team, user)
