"""Health is told whatever else is going on; who waited for a server that stops is told to come again."""

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from wayframe.agent import Agent, Show, unseen
from wayframe.catalogues import agent_over
from wayframe.conversation import Conversation, Exchange
from wayframe.packages import Catalogue
from wayframe.packages.source import TripsSource

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")

import sqlalchemy
from starlette.testclient import TestClient
from starlette.types import Message

from wayframe.databases import UnavailableError
from wayframe.service import Conversations, Storage
from wayframe.web.app import application
from wayframe.web.health import ServiceHealth


class Waiting(Agent):
    """An agent that works until it is told to stop."""

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(TripsSource(catalogue))
        self.at_work, self.go_on = threading.Event(), threading.Event()

    def respond(self, conversation: Conversation, text: str, show: Show = unseen) -> Exchange:
        self.at_work.set()
        self.go_on.wait(60)
        return super().respond(conversation, text)


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    found = Storage(str(tmp_path / "talks.sqlite"))
    yield found
    found.close()


async def asked(app: Any, method: str, path: str, body: bytes = b"") -> tuple[int, dict[bytes, bytes], bytes]:
    """The status, headers and content of an answer."""
    sent, unread = list[Message](), [{"type": "http.request", "body": body}]

    async def receive() -> Message:
        return unread.pop() if unread else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(b"content-type", b"application/json")]
    scope = {"type": "http", "method": method, "path": path, "query_string": b"", "headers": headers}
    await app(scope, receive, send)
    return sent[0]["status"], dict(sent[0]["headers"]), sent[1]["body"]


def test_health_and_counts_are_told_beside_a_turn_and_a_stop_says_when_to_come_again(
    catalogue: Catalogue, storage: Storage, capfd: pytest.CaptureFixture[str]
) -> None:
    agent = Waiting(catalogue)
    talks = Conversations(agent, storage)
    app, name = application(talks, storage), talks.open()

    async def at_once() -> tuple[int, dict[bytes, bytes], bytes]:
        async with app.router.lifespan_context(app):
            turn = asyncio.create_task(
                asked(app, "POST", f"/api/conversations/{name}/turns", b'{"text": "hello", "key": "k"}')
            )
            while not agent.at_work.is_set():
                await asyncio.sleep(0.01)
            assert (await asked(app, "GET", "/healthz"))[0] == 200
            assert (await asked(app, "GET", "/metrics"))[0] == 200
            turn.cancel()  # as the server does when it has waited long enough
            stopped = await turn
            agent.go_on.set()
            return stopped

    status, headers, body = asyncio.run(at_once())
    assert (status, headers[b"retry-after"]) == (503, b"2")
    assert "ask again" in json.loads(body)["detail"]
    assert '"reason": "the server stops"' in capfd.readouterr().err
    assert talks.say(name, "hello", "k").number == 1  # asked again, it gets its answer


def test_a_full_disk_is_no_health(catalogue: Catalogue, storage: Storage, capfd: pytest.CaptureFixture[str]) -> None:
    client = TestClient(application(Conversations(agent_over(catalogue), storage), storage))
    with storage._database.changing() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    sqlalchemy.event.listen(
        storage._database._engine,
        "begin",
        lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}"),
    )
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (503, {"status": "what is said can't be kept"})
    assert "database or disk is full" in capfd.readouterr().err


def test_a_check_leaves_nothing_behind(storage: Storage) -> None:
    storage.check()
    assert storage.count() == 0


def test_the_database_is_asked_once_a_second() -> None:
    now, asked, trouble = [0.0], list[int](), [""]

    def check() -> None:
        asked.append(1)
        if trouble[0]:
            raise UnavailableError(trouble[0])

    async def said() -> str:
        return await health.trouble()

    health = ServiceHealth(check, lambda: now[0])
    assert [asyncio.run(said()) for _ in range(3)] == [""] * 3
    trouble[0], now[0] = "full", 2.0
    assert asyncio.run(said()) == "full"
    trouble[0], now[0] = "", 4.0
    assert asyncio.run(said()) == ""
    assert len(asked) == 3
