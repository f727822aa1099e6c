"""The bot killed in the middle of a conversation: nothing is lost, doubled or out of order."""

import asyncio
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("slack_bolt")
pytest.importorskip("itsdangerous")
pytest.importorskip("ruamel.yaml")

from slack_people import Human
from slack_process import Nursery, kill
from slack_server import until
from slack_study import apart, said, talking
from wayframe.packages import Catalogue

pytestmark = pytest.mark.long

KILLS, EACH = 5, 30


def test_a_bot_that_is_killed_again_and_again(tmp_path: Path, catalogue: Catalogue, catalogue_path: Path) -> None:
    async def play() -> None:
        async with apart(tmp_path, catalogue) as (collection, slack):
            with Nursery(tmp_path, catalogue_path, slack.url) as nursery:
                bot, chance = await asyncio.to_thread(nursery.bot), Random(8)
                anna, ben = await talking(slack)

                async def writes(human: Human) -> None:
                    for nth in range(EACH):
                        await human.says(f"{human.user} {nth}")
                        await asyncio.sleep(chance.uniform(0, 0.05))

                slack.slowness = 0.03
                await anna.says("Hello")
                await ben.sees("Hello")
                writing = asyncio.gather(writes(anna), writes(ben))
                for _ in range(KILLS):
                    await asyncio.sleep(chance.uniform(0.1, 0.4))
                    kill(bot)
                    bot = await asyncio.to_thread(nursery.bot)
                await writing
                await until(lambda: len(anna.relayed()) == EACH and len(ben.relayed()) == EACH + 1)
                kept = said(collection, anna)
                for writer, reader in ((anna, ben), (ben, anna)):
                    written = [f"{writer.user} {nth}" for nth in range(EACH)]
                    assert [text for text in kept if text.startswith(writer.user)] == written
                    assert [text for text in reader.relayed() if text != "Hello"] == written

    asyncio.run(play())
