"""Who may ask how much."""

from pathlib import Path

import pytest

from wayframe.agent import Agent
from wayframe.packages import Catalogue

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")

import anyio
from starlette.requests import Request
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from wayframe.service import Conversations, Storage
from wayframe.web import guards
from wayframe.web.app import application
from wayframe.web.guards import Guards, Rate


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_so_much_at_once_and_again_when_time_has_passed() -> None:
    clock = Clock()
    rate = Rate(3, seconds=6, clock=clock)
    assert [rate.allows("a") for _ in range(5)] == [True, True, True, False, False]
    assert rate.allows("b")
    clock.now = 2
    assert [rate.allows("a"), rate.allows("a")] == [True, False]
    clock.now = 8
    assert [rate.allows("a") for _ in range(4)] == [True, True, True, False]


def test_who_asked_long_ago_is_forgotten() -> None:
    clock = Clock()
    rate = Rate(3, seconds=6, clock=clock)
    for number in range(100):
        rate.allows(f"visitor {number}")
    clock.now = 7
    rate.allows("another")
    assert len(rate._due) == 1


def test_under_another_name_nothing_is_served(catalogue: Catalogue, tmp_path: Path) -> None:
    storage = Storage(str(tmp_path / "talks.sqlite"))
    own_names = Guards(hosts=("localhost", "[::1]"))
    client = TestClient(application(Conversations(Agent(catalogue), storage), storage, own_names))
    for own in ("localhost", "localhost:8000", "[::1]:8000"):
        assert client.get("/healthz", headers={"host": own}).status_code == 200
    for other in ("evil.example", "localhost.evil.example:8000", "[::2]:8000", ""):
        assert client.get("/", headers={"host": other}).status_code == 421
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/x/live", headers={"host": other}):
            pass


def test_what_does_not_arrive_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards, "PATIENCE", 0.05)
    sent = list[Message]()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await Request(scope, receive).body()

    async def receive() -> Message:
        if not sent:
            await anyio.sleep(60)
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/", "headers": []}
    anyio.run(guards.Doorkeeper(app), scope, receive, send)
    assert sent[0]["status"] == 408
    assert (b"connection", b"close") in sent[0]["headers"]
