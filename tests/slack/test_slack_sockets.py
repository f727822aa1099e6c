"""Deliveries through a socket, which Slack closes now and then."""

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("slack_bolt")
pytest.importorskip("itsdangerous")
pytest.importorskip("ruamel.yaml")

from msgspec.structs import replace

from slack_people import Human
from slack_server import Slack, Trouble, until, workspace
from slack_study import apart, said, serving, settings, studying, talking
from wayframe.collection.collection import StudyCollection
from wayframe.errors import InputError
from wayframe.packages import Catalogue
from wayframe.slack import SlackBot, check


def test_another_socket_is_opened_when_slack_says_so(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue) as (collection, slack):
            anna, ben = await talking(slack)
            await anna.says("one")
            await slack.refresh()
            await until(lambda: slack.opened == 2)
            await anna.says("two")
            await ben.sees("two")
            assert said(collection, anna) == ben.relayed() == ["one", "two"]

    asyncio.run(play())


def test_another_socket_is_opened_when_one_breaks(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wayframe.slack.bot._PING", 0.2)

    async def play() -> None:
        async with studying(tmp_path, catalogue) as (collection, slack):
            anna, ben = await talking(slack)
            slack.cut()
            await anna.says("one")
            await ben.sees("one")
            assert slack.opened >= 2
            assert said(collection, anna) == ben.relayed() == ["one"]

    asyncio.run(play())


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"token": "xoxb-2"}, "SLACK_BOT_TOKEN: Slack says 'invalid_auth'"),
        ({"app_token": "xapp-2"}, "SLACK_APP_TOKEN: Slack says 'invalid_auth'"),
        ({"api": "http://127.0.0.1:9/api/"}, "SLACK_BOT_TOKEN: Slack didn't answer: ClientConnectorError"),
    ],
)
def test_tokens_are_checked(changes: dict[str, str], complaint: str) -> None:
    async def play() -> None:
        async with workspace() as slack:
            with pytest.raises(InputError, match=complaint):
                await asyncio.to_thread(check, replace(settings(slack), **changes))
            await asyncio.to_thread(check, settings(slack))

    asyncio.run(play())


def test_a_bot_waits_until_slack_answers(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with apart(tmp_path, catalogue) as (collection, slack):
            slack.troubles["auth.test"].append(Trouble(status=503))
            async with serving(collection, slack):
                anna = Human(slack, "UANNA")
                await anna.says("hello")
                await anna.sees("recorded")

    asyncio.run(play())


def test_the_next_process_takes_over_when_one_ends(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with apart(tmp_path, catalogue) as (collection, slack):
            async with serving(collection, slack, lease=8) as _:
                anna, ben = await talking(slack)
                waiting = asyncio.create_task(_served(collection, slack))
                await asyncio.sleep(0.3)
                assert slack.opened == 1
            await until(lambda: slack.opened == 2)
            await anna.says("one")
            await ben.sees("one")
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)

    asyncio.run(play())


async def _served(collection: StudyCollection, slack: Slack) -> None:
    async with SlackBot(collection, settings(slack), pace=0, settling=0, lease=8).open():
        await asyncio.sleep(3600)
