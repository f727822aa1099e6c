"""Between Slack and the reception: every delivery handled once and in order, its answer posted, buttons and forms."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Mapping
from typing import Any, NamedTuple

from wayframe.collection.collection import Collection
from wayframe.collection.records import ForbiddenError, Person, Room
from wayframe.collection.surveys import questions
from wayframe.errors import InputError
from wayframe.slack.blocks import Post, filled, pressed
from wayframe.slack.forms import answer, answered, survey_form
from wayframe.slack.letters import Letter
from wayframe.slack.news import key
from wayframe.slack.order import Queue
from wayframe.slack.posting import LaterError, Poster, UnreachableError
from wayframe.slack.reception import Address, Reception, declined
from wayframe.slack.relays import Relays

_PROMPT = 2.0  # seconds after which Slack is told that a delivery arrived, though its answer isn't posted yet
_REMEMBERED = 2_000  # deliveries that this process knows again
_log = logging.getLogger(__name__)


class Press(NamedTuple):
    """A button of the post at `ts` was pressed; with the trigger a form can be opened."""

    user: str
    channel: str
    ts: str
    trigger: str
    action: str
    at: float


class Clerk:
    """Takes what Slack delivers."""

    def __init__(
        self, collection: Collection, relays: Relays, reception: Reception, poster: Poster, team: str, queue: Queue
    ) -> None:
        """`team` is the workspace that the bot is in."""
        self._collection, self._relays, self._reception = collection, relays, reception
        self._poster, self._team, self._queue = poster, team, queue
        self._known: dict[tuple[str, ...], asyncio.Task[None]] = {}  # the oldest first
        self._doing = set[asyncio.Task[Any]]()

    async def take(self, letter: Letter) -> None:
        """Handle a delivery; the same one again, as Slack may send it, is handled already, or just being."""
        name = (letter.done, letter.channel, letter.ts, letter.at)
        task = self._known.get(name)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._known[name] = asyncio.create_task(self._handle(letter))
            self._forget()
        await asyncio.shield(task)

    async def command(self, user: str, channel: str, trigger: str, text: str) -> str:
        """Answer the slash command in the direct messages; what is shown where it was given."""
        who, locale = self._address(user), await self._locale(self._address(user))
        there = await self._poster.channel(user)
        async with self._queue.turn(there, self._collection.clock()):
            post = await asyncio.to_thread(self._reception.command, who, trigger, text, locale)
        self._soon(self._poster.post(there, post))
        return "" if channel == there else "I answer in our direct messages."

    async def press(self, press: Press) -> None:
        """Somebody pressed a button, after what they wrote before."""
        who, (action, value) = self._address(press.user), pressed(press.action)
        async with self._queue.turn(press.channel, press.at):
            if action in ("agree", "decline"):
                await self._consented(who, press, value if action == "agree" else None)
                return
            person = await asyncio.to_thread(self._collection.doors.known, who.external)
            if person is None or person.gone:
                return
            if action in ("rate", "survey"):
                await self._asked(person, press.trigger, *value.partition("=")[::2])
            elif post := await asyncio.to_thread(self._reception.pressed, person, press.trigger, action, value):
                self._soon(self._poster.post(press.channel, post))

    async def submit(self, user: str, private: str, values: dict[str, dict[str, Any]]) -> dict[str, str]:
        """Somebody sent the survey's form; what is wrong with it, by question."""
        person = await asyncio.to_thread(self._collection.doors.known, self._address(user).external)
        if person is None:
            return {}
        return await asyncio.to_thread(self._submitted, person, int(private), filled(values))

    def _submitted(self, person: Person, number: int, values: Mapping[str, str]) -> dict[str, str]:
        side = self._collection.rooms.side(person, number)
        study = self._collection.study
        try:
            self._collection.rooms.answer(person, number, answered(study, side, values), anew=True)
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
        """Know no more than so many deliveries, but those that are being handled."""
        oldest = next(iter(self._known))
        if len(self._known) > _REMEMBERED and self._known[oldest].done():
            del self._known[oldest]

    async def _handle(self, letter: Letter) -> None:
        who, name = self._address(letter.user), key(letter.channel, letter.ts)
        async with self._queue.turn(letter.channel, float(letter.at)):
            post = await self._answer(who, name, letter)
        if post:
            await asyncio.wait({self._soon(self._reply(who, letter.channel, post))}, timeout=_PROMPT)

    async def _reply(self, who: Address, channel: str, post: Post) -> None:
        posted = await self._poster.post(channel, post)
        await asyncio.to_thread(self._reception.answered, who, post.name, posted)

    def _soon(self, call: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do something that Slack need not wait for."""
        task = asyncio.create_task(self._quietly(call))
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)
        return task

    async def _answer(self, who: Address, name: str, letter: Letter) -> Post | None:
        if letter.done == "deleted":
            return await asyncio.to_thread(self._reception.deleted, who, name)
        if letter.done == "changed":
            return await asyncio.to_thread(self._reception.changed, who, name, letter.text, letter.at)
        locale = await self._locale(who)
        return await asyncio.to_thread(self._reception.said, who, name, letter.text, locale, letter.unfit)

    async def _consented(self, who: Address, press: Press, language: str | None) -> None:
        post = declined(press.trigger)
        if language:
            post = await asyncio.to_thread(self._reception.agreed, who, press.trigger, language)
        done = "_You agreed to take part._" if language else "_You didn't agree to take part._"
        self._soon(self._poster.change(press.channel, press.ts, Post("consent", done)))
        self._soon(self._poster.post(press.channel, post))

    async def _asked(self, person: Person, trigger: str, number: str, value: str) -> None:
        """The survey: a button answers its first question; the rest, if there is any, is asked by a form."""
        try:
            room = await asyncio.to_thread(self._collection.rooms.read, person, int(number))
        except ForbiddenError:
            return
        study, first = self._collection.study, questions(self._collection.study, room.side)[0]
        known = await asyncio.to_thread(self._relays.answers, room.number, room.side)
        if value and not known:
            known = {first.name: answer(first, value)}
            if await asyncio.to_thread(self._enough, person, room, known):
                return
        await self._quietly(self._poster.show(trigger, survey_form(study, room.side, room.number, known)))

    def _enough(self, person: Person, room: Room, answers: dict[str, str | int | bool | None]) -> bool:
        """Whether the answer to the first question is all that has to be answered; then it is kept."""
        try:
            self._collection.rooms.answer(person, room.number, answers)
        except InputError:
            return False
        return True

    async def _locale(self, who: Address) -> str | None:
        """The locale of somebody who is yet to choose, where there is a choice."""
        study = self._collection.study
        if len(study.languages) == 1 or (study.slack and study.slack.language):
            return None
        if await asyncio.to_thread(self._collection.doors.known, who.external):
            return None
        locale: str | None = await self._quietly(self._poster.locale(who.user))
        return locale

    async def _quietly(self, call: Coroutine[Any, Any, Any]) -> Any:
        """What isn't worth failing for; None where it fails."""
        try:
            return await call
        except (LaterError, UnreachableError) as error:
            _log.warning("slack: %s", error)
            return None

    def _address(self, user: str) -> Address:
        return Address(self._team, user)
