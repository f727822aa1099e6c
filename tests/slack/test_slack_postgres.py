"""Several processes on one PostgreSQL database: the bot in one of them, a page in another one."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("slack_bolt")
pytest.importorskip("itsdangerous")
pytest.importorskip("ruamel.yaml")

import postgres
from slack_server import until
from slack_study import Now, agreed, apart, lease_passes_on, person, said, serving
from studies import Clock, collecting, come
from wayframe.collection.collection import StudyCollection
from wayframe.packages import Catalogue


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with postgres.running() as found:
        yield found


def test_the_lease(tmp_path: Path, catalogue: Catalogue, url: str) -> None:
    clock = Clock()
    with collecting(tmp_path, catalogue, url, clock) as collection:
        lease_passes_on(collection, clock)
        assert collection.storage.shared


def test_the_partner_is_on_a_page_of_another_process(tmp_path: Path, catalogue: Catalogue, url: str) -> None:
    async def play(page: StudyCollection) -> None:
        async with apart(tmp_path, catalogue, url=url) as (collection, slack), serving(collection, slack):
            anna, ben = await agreed(slack, "UANNA"), come(page, "wizard")
            await asyncio.to_thread(page.matchmaking.arrived, ben, "line 1")
            await asyncio.to_thread(page.matchmaking.available, ben, "wizard")
            await anna.says("available user")
            await anna.sees("You have a partner")
            number = collection.matchmaking.standing(person(collection, anna)).talk
            assert number
            await anna.says("Hello")
            await until(lambda: said(page, anna, number) == ["Hello"])
            for word in ("Good morning", "Where to?"):
                await asyncio.to_thread(page.sessions.say, ben, number, word)
            await anna.sees("Where to?")
            assert anna.relayed() == ["Good morning", "Where to?"]

    with collecting(tmp_path, catalogue, url, Now()) as page:
        asyncio.run(play(page))
