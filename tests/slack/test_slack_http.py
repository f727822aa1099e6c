"""Deliveries by HTTP: only those that Slack signed, just now."""

import asyncio
import json
import time
from pathlib import Path

import pytest

pytest.importorskip("slack_bolt")
pytest.importorskip("itsdangerous")
pytest.importorskip("ruamel.yaml")

from starlette.applications import Starlette

from slack_people import Human
from slack_server import signed
from slack_study import agreed, apart, listening, serving, settings, studying
from wayframe.packages import Catalogue
from wayframe.slack import PATH, SlackBot
from wayframe.web.collect.app import application

CHALLENGE = json.dumps({"type": "url_verification", "challenge": "3eZbrw1aB", "token": "t"})


def test_only_slack_is_heard(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue, "http") as (collection, slack):

            async def answer(headers: dict[str, str], content: str | bytes = CHALLENGE) -> tuple[int, str]:
                form = {"Content-Type": "application/json"}
                async with slack.session.post(slack.deliver_to, data=content, headers=form | headers) as got:
                    return got.status, await got.text()

            now = time.time()
            assert await answer(signed(CHALLENGE)) == (200, '{"challenge": "3eZbrw1aB"}')
            for forged in (
                {},
                signed(CHALLENGE, secret="guessed"),
                signed(CHALLENGE, at=now - 301),
                signed(CHALLENGE, at=now + 900),  # further than a slow machine catches up
                signed(CHALLENGE + " "),
                {**signed(CHALLENGE), "X-Slack-Request-Timestamp": "yesterday"},
                {**signed(CHALLENGE), "X-Slack-Request-Timestamp": str(int(now) - 1)},
            ):
                assert (await answer(forged))[0] == 401
            assert (await answer(signed(CHALLENGE), b"\xff\xfe"))[0] == 400
            async with slack.session.get(slack.deliver_to) as got:
                assert got.status == 405
            assert collection.access.people() == ()

    asyncio.run(play())


def test_a_bot_that_is_not_open_asks_for_patience(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with apart(tmp_path, catalogue) as (collection, slack):
            bot = SlackBot(collection, settings(slack, "http"))
            async with listening(Starlette(routes=bot.routes())) as port:
                url = f"http://127.0.0.1:{port}{PATH}"
                async with slack.session.post(url, data=CHALLENGE, headers=signed(CHALLENGE)) as got:
                    assert got.status == 503

    asyncio.run(play())


def test_a_study_is_served_with_its_bot(tmp_path: Path, catalogue: Catalogue) -> None:
    """The pages and the bot in one server, behind the same guards."""

    async def play() -> None:
        async with apart(tmp_path, catalogue) as (collection, slack):
            app = application(collection, hosts=("127.0.0.1",))
            SlackBot(collection, settings(slack, "http"), pace=0, settling=0).mount(app)
            async with listening(app) as port:
                slack.deliver_to = f"http://127.0.0.1:{port}{PATH}"
                anna = Human(slack, "UANNA")
                await anna.says("hello")
                await anna.sees("recorded")
                async with slack.session.get(f"http://127.0.0.1:{port}/healthz") as got:
                    assert got.status == 200

    asyncio.run(play())


def test_all_processes_listen_and_one_posts(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with (
            apart(tmp_path, catalogue) as (collection, slack),
            serving(collection, slack, "http", lease=3.0),
            serving(collection, slack, "http", lease=3.0),
        ):
            second = slack.deliver_to
            async with serving(collection, slack, "http", lease=3.0):
                assert slack.deliver_to != second
                anna, ben = await agreed(slack, "UANNA"), await agreed(slack, "UBEN")
                await anna.says("available user")
                await ben.says("available wizard")
                await anna.sees("You have a partner")
                await anna.says("one")
            slack.deliver_to = second
            await anna.says("two")
            await ben.sees("two")
            assert ben.relayed() == ["one", "two"]
            assert sum("You have a partner" in each for each in anna.screen()) == 1

    asyncio.run(play())
