"""Requests that are turned away."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from wayframe.agent import Agent

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")

import anyio
from starlette.testclient import TestClient
from starlette.types import Message
from starlette.websockets import WebSocketDisconnect

from wayframe.service import Conversations, Storage
from wayframe.web import request_limits
from wayframe.web.app import application
from wayframe.web.rate_limits import RateLimits


@pytest.fixture
def talks(trips_agent: Agent, tmp_path: Path) -> Iterator[tuple[Conversations, Storage]]:
    storage = Storage(str(tmp_path / "talks.sqlite"))
    yield Conversations(trips_agent, storage), storage
    storage.close()


def test_under_another_name_nothing_is_served(trips_agent: Agent, tmp_path: Path) -> None:
    storage = Storage(str(tmp_path / "talks.sqlite"))
    own_names = RateLimits(hosts=("localhost", "[::1]"))
    client = TestClient(application(Conversations(trips_agent, storage), storage, own_names))
    for own in ("localhost", "localhost:8000", "[::1]:8000"):
        assert client.get("/healthz", headers={"host": own}).status_code == 200
    for other in ("evil.example", "localhost.evil.example:8000", "[::2]:8000", ""):
        assert client.get("/", headers={"host": other}).status_code == 421
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/x/live", headers={"host": other}):
            pass


@pytest.mark.parametrize("path", ["/api/conversations/x/turns", "/api/conversations/load", "/say", "/load"])
@pytest.mark.parametrize("kind", ["application/json", "application/x-www-form-urlencoded"])
def test_what_does_not_arrive_is_not_waited_for(
    talks: tuple[Conversations, Storage], monkeypatch: pytest.MonkeyPatch, path: str, kind: str
) -> None:
    monkeypatch.setattr(request_limits, "PATIENCE", 0.05)
    sent = list[Message]()

    async def receive() -> Message:
        if not sent:
            await anyio.sleep(60)
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(b"content-type", kind.encode()), (b"transfer-encoding", b"chunked")]
    scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": headers}
    anyio.run(application(*talks), scope, receive, send)
    if not path.startswith("/api") and kind == "application/json":
        assert sent[0]["status"] == 422  # a form isn't read from JSON
        return
    assert sent[0]["status"] == 408
    assert (b"connection", b"close") in sent[0]["headers"]


@pytest.mark.parametrize("path", ["/api/conversations/x/turns", "/api/conversations/load"])
def test_a_body_in_pieces_may_not_be_too_long_either(talks: tuple[Conversations, Storage], path: str) -> None:
    pieces = (b" " * 65536 for _ in range(request_limits.LONGEST_BODY // 65536 + 1))
    answer = TestClient(application(*talks)).post(path, content=pieces, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["detail"]) == (413, "A request has at most 4,194,304 bytes.")
