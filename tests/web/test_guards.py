"""Who may ask how much."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from wayframe.agent import Agent
from wayframe.dialogue import encode
from wayframe.packages import Catalogue

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")

import anyio
from starlette.testclient import TestClient
from starlette.types import Message
from starlette.websockets import WebSocketDisconnect

from wayframe.service import Conversations, Storage
from wayframe.web import guards
from wayframe.web.app import application
from wayframe.web.guards import BusyError, Guards, Places, Rate


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


def test_what_was_taken_is_counted_be_it_too_much_or_not() -> None:
    clock = Clock()
    rate = Rate(2, seconds=10, clock=clock)
    rate.count("a", 5)
    assert [rate.allows("a", 0), rate.allows("b", 0)] == [False, True]
    clock.now = 16
    assert rate.allows("a", 0)


@pytest.fixture
def talks(catalogue: Catalogue, tmp_path: Path) -> Iterator[tuple[Conversations, Storage]]:
    storage = Storage(str(tmp_path / "talks.sqlite"))
    yield Conversations(Agent(catalogue), storage), storage
    storage.close()


def test_an_address_asks_so_often_whatever_it_asks_for(talks: tuple[Conversations, Storage]) -> None:
    app = application(*talks, Guards(requests=3, seconds=60))
    client, other = TestClient(app, client=("10.0.0.1", 1)), TestClient(app, client=("10.0.0.2", 1))
    assert [client.get("/api/conversations/x").status_code for _ in range(4)] == [404, 404, 404, 429]
    refused = client.get("/")
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "2")
    assert other.get("/").status_code == 200
    assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("ask", [
    lambda client, at: client.post(f"{at}/turns", json={"text": "hello"}),
    lambda client, at: client.get(at),
    lambda client, at: client.get(f"{at}/memory"),
    lambda client, at: client.get(f"{at}/export"),
    lambda client, at: client.get(at.replace("/api/conversations", "/c")),
    lambda client, at: client.get(at.replace("/api/conversations", "/c") + "/replay"),
    lambda client, at: client.post("/api/conversations/load", json=client.saved),
    lambda client, at: client.post(
        "/load", files={"saved": ("a.json", json.dumps(client.saved))}, follow_redirects=False
    ),
])  # fmt: skip
def test_work_is_weighed_for_the_address_that_asked_for_it(
    talks: tuple[Conversations, Storage], ask: Callable[[Any, str], Any]
) -> None:
    name = talks[0].open()
    talks[0].say(name, "From Montreal to Tokyo")
    app = application(*talks, Guards(work=1e-7))
    client, other = TestClient(app, client=("10.0.0.1", 1)), TestClient(app, client=("10.0.0.2", 1))
    client.saved = other.saved = json.loads(encode(talks[0].export(name)))
    assert ask(client, f"/api/conversations/{name}").status_code < 400
    assert ask(client, f"/api/conversations/{name}").status_code == 429
    assert ask(other, f"/api/conversations/{name}").status_code < 400


def test_work_on_a_line_is_weighed_too(talks: tuple[Conversations, Storage]) -> None:
    app = application(*talks, Guards(work=1e-7))
    with TestClient(app).websocket_connect(f"/api/conversations/{talks[0].open()}/live") as line:
        line.send_text('{"text": "hello"}')
        assert "reply" in line.receive_text()
        line.send_text('{"text": "hello"}')
        assert "a lot of work" in line.receive_text()


def test_an_address_has_so_many_open_lines(talks: tuple[Conversations, Storage]) -> None:
    client = TestClient(application(*talks, Guards(sockets=1)))
    at = f"/api/conversations/{talks[0].open()}/live"
    with client.websocket_connect(at), pytest.raises(WebSocketDisconnect), client.websocket_connect(at):
        pass
    with client.websocket_connect(at):
        pass


def test_places_are_taken_and_left() -> None:
    places = Places(1)
    with places.taken("a", "full"), places.taken("b", "full"), pytest.raises(BusyError), places.taken("a", "full"):
        pass
    with places.taken("a", "full"):
        pass


def test_of_ipv6_a_network_is_one_address() -> None:
    hosts = "10.1.2.3", "2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", "somewhere"
    found = [guards.visitor({"client": (host, 1)}) for host in hosts]
    assert found == ["10.1.2.3", "2001:db8::/64", "2001:db8::/64", "2001:db8:0:1::/64", "somewhere"]
    assert guards.visitor({}) == ""


@pytest.mark.parametrize("path", ["/api/conversations/x/turns", "/api/conversations/load", "/say", "/load"])
@pytest.mark.parametrize("kind", ["application/json", "application/x-www-form-urlencoded"])
def test_what_does_not_arrive_is_not_waited_for(
    talks: tuple[Conversations, Storage], monkeypatch: pytest.MonkeyPatch, path: str, kind: str
) -> None:
    monkeypatch.setattr(guards, "PATIENCE", 0.05)
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
    pieces = (b" " * 65536 for _ in range(guards.LONGEST_BODY // 65536 + 1))
    answer = TestClient(application(*talks)).post(path, content=pieces, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["detail"]) == (413, "A request has at most 4,194,304 bytes.")
