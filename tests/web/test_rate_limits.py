"""Who may ask how much."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from wayframe.agent import Agent
from wayframe.dialogue import encode

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")

from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from wayframe.service import Conversations, Storage
from wayframe.web.app import application
from wayframe.web.rate_limits import ConcurrencyLimit, RateLimit, RateLimitError, RateLimits, client_address


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_so_much_at_once_and_again_when_time_has_passed() -> None:
    clock = Clock()
    rate = RateLimit(3, seconds=6, clock=clock)
    assert [rate.allows("a") for _ in range(5)] == [True, True, True, False, False]
    assert rate.allows("b")
    clock.now = 2
    assert [rate.allows("a"), rate.allows("a")] == [True, False]
    clock.now = 8
    assert [rate.allows("a") for _ in range(4)] == [True, True, True, False]


def test_who_asked_long_ago_is_forgotten() -> None:
    clock = Clock()
    rate = RateLimit(3, seconds=6, clock=clock)
    for number in range(100):
        rate.allows(f"visitor {number}")
    clock.now = 7
    rate.allows("another")
    assert len(rate._due) == 1


def test_what_was_taken_is_counted_be_it_too_much_or_not() -> None:
    clock = Clock()
    rate = RateLimit(2, seconds=10, clock=clock)
    rate.count("a", 5)
    assert [rate.allows("a", 0), rate.allows("b", 0)] == [False, True]
    clock.now = 16
    assert rate.allows("a", 0)


@pytest.fixture
def talks(trips_agent: Agent, tmp_path: Path) -> Iterator[tuple[Conversations, Storage]]:
    storage = Storage(str(tmp_path / "talks.sqlite"))
    yield Conversations(trips_agent, storage), storage
    storage.close()


def test_an_address_asks_so_often_whatever_it_asks_for(talks: tuple[Conversations, Storage]) -> None:
    app = application(*talks, RateLimits(requests=3, seconds=60))
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
    app = application(*talks, RateLimits(work=1e-7))
    client, other = TestClient(app, client=("10.0.0.1", 1)), TestClient(app, client=("10.0.0.2", 1))
    client.saved = other.saved = json.loads(encode(talks[0].export(name)))
    assert ask(client, f"/api/conversations/{name}").status_code < 400
    assert ask(client, f"/api/conversations/{name}").status_code == 429
    assert ask(other, f"/api/conversations/{name}").status_code < 400


def test_work_on_a_line_is_weighed_too(talks: tuple[Conversations, Storage]) -> None:
    app = application(*talks, RateLimits(work=1e-7))
    with TestClient(app).websocket_connect(f"/api/conversations/{talks[0].open()}/live") as line:
        line.send_text('{"text": "hello"}')
        assert "reply" in line.receive_text()
        line.send_text('{"text": "hello"}')
        assert "a lot of work" in line.receive_text()


def test_an_address_has_so_many_open_lines(talks: tuple[Conversations, Storage]) -> None:
    client = TestClient(application(*talks, RateLimits(sockets=1)))
    at = f"/api/conversations/{talks[0].open()}/live"
    with client.websocket_connect(at), pytest.raises(WebSocketDisconnect), client.websocket_connect(at):
        pass
    with client.websocket_connect(at):
        pass


def test_places_are_taken_and_left() -> None:
    places = ConcurrencyLimit(1)
    with places.taken("a", "full"), places.taken("b", "full"), pytest.raises(RateLimitError), places.taken("a", "full"):
        pass
    with places.taken("a", "full"):
        pass


def test_of_ipv6_a_network_is_one_address() -> None:
    hosts = "10.1.2.3", "2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", "somewhere"
    found = [client_address({"client": (host, 1)}) for host in hosts]
    assert found == ["10.1.2.3", "2001:db8::/64", "2001:db8::/64", "2001:db8:0:1::/64", "somewhere"]
    assert client_address({}) == ""
