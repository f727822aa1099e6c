"""A study with a bot in a workspace of the tests' own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette

from slack_people import Human
from slack_server import APP_TOKEN, SECRET, TEAM, TOKEN, Slack, until, workspace
from studies import Clock, collecting
from wayframe.collection.collection import StudyCollection
from wayframe.collection.records import StudyParticipant
from wayframe.collection.study import SlackSettings as SlackTable
from wayframe.packages import Catalogue
from wayframe.slack import PATH, BotSettings, SlackBot
from wayframe.slack.delivery_log import LEASE, DeliveryLog

PAGES = "https://study.example.org"


class Now(Clock):
    """The time of day: Slack's messages carry it."""

    def __call__(self) -> float:
        return time.time() + self.now

    def __init__(self) -> None:
        self.now = 0.0


def settings(slack: Slack, mode: str = "socket") -> BotSettings:
    """What the bot has to know of the workspace."""
    if mode == "http":
        return BotSettings(TOKEN, slack.url, PAGES, secret=SECRET)
    return BotSettings(TOKEN, slack.url, PAGES, app_token=APP_TOKEN)


@asynccontextmanager
async def serving(
    collection: StudyCollection, slack: Slack, mode: str = "socket", **quick: float
) -> AsyncIterator[SlackBot]:
    """The bot at work, faster than in life."""
    bot = SlackBot(collection, settings(slack, mode), **{"pace": 0.0, "settling": 0.02, **quick})
    async with bot.open():
        if mode == "http":
            await until(lambda: bot.ready)
            async with listening(Starlette(routes=bot.routes())) as port:
                slack.deliver_to = f"http://127.0.0.1:{port}{PATH}"
                yield bot
        else:
            await until(lambda: bool(slack.sockets))
            yield bot


@asynccontextmanager
async def listening(app: Any) -> AsyncIterator[int]:
    """A server with this application; its port."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, lifespan="on"))
    task = asyncio.create_task(server.serve())
    await until(lambda: server.started)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await task


@asynccontextmanager
async def apart(folder: Path, catalogue: Catalogue, **changes: Any) -> AsyncIterator[tuple[StudyCollection, Slack]]:
    """A study and a workspace."""
    with collecting(folder, catalogue, clock=Now(), **{"slack": SlackTable(), **changes}) as collection:
        async with workspace() as slack:
            yield collection, slack


@asynccontextmanager
async def studying(
    folder: Path, catalogue: Catalogue, mode: str = "socket", quick: dict[str, float] | None = None, **changes: Any
) -> AsyncIterator[tuple[StudyCollection, Slack]]:
    """A study, a workspace, and a bot between them."""
    async with (
        apart(folder, catalogue, **changes) as (collection, slack),
        serving(collection, slack, mode, **(quick or {})),
    ):
        yield collection, slack


async def agreed(slack: Slack, user: str) -> Human:
    """Somebody who takes part."""
    human = Human(slack, user)
    await human.says("hello")
    await human.sees("recorded")
    await human.presses("agree:en")
    await human.sees("You take part")
    return human


async def talking(slack: Slack, user: str = "UANNA", wizard: str = "UBEN") -> tuple[Human, Human]:
    """A user and a wizard who were paired."""
    anna, ben = await agreed(slack, user), await agreed(slack, wizard)
    await anna.presses("available:user")
    await anna.sees("You are waiting")
    await ben.presses("available:wizard")
    await anna.sees("You have a partner")
    await ben.sees("You have a partner")
    return anna, ben


def person(collection: StudyCollection, human: Human) -> StudyParticipant:
    """Who somebody is in the study."""
    found = collection.access.known(f"slack:{TEAM}:{human.user}")
    assert found
    return found


def said(collection: StudyCollection, human: Human, number: int = 1) -> list[str]:
    """What stands in a talk, in order."""
    return [message.text for message in collection.sessions.read(person(collection, human), number).messages]


def lease_passes_on(collection: StudyCollection, clock: Clock) -> None:
    """The lease is held by one, renewed, lost in time, given back."""
    one, other = (DeliveryLog(collection.storage, clock) for _ in range(2))
    assert one.hold("one")
    assert not other.hold("other")
    clock.pass_(LEASE / 2)
    assert one.hold("one")
    clock.pass_(LEASE * 0.9)
    assert not other.hold("other")
    clock.pass_(LEASE * 0.2)
    assert other.hold("other")
    assert not one.hold("one")
    assert other.hold("other", 0)
    assert one.hold("one")
