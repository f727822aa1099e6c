"""Whatever is sent is answered; what is answered gives nothing away."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from wayframe.agent import Agent

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")

from starlette.testclient import TestClient

from wayframe.service import Conversations, Storage
from wayframe.web.app import application

TALKS = "/api/conversations"
JSON = {"content-type": "application/json"}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "talks.sqlite"


@pytest.fixture
def client(trips_agent: Agent, store: Path) -> Iterator[Any]:
    storage = Storage(str(store))
    with TestClient(application(Conversations(trips_agent, storage), storage)) as client:
        yield client


def begun(client: Any) -> str:
    return str(client.post(TALKS).json()["id"])


@pytest.mark.parametrize(
    "body",
    [
        b'{"text": "\\ud800"}', b'{"text": "a", "key": "\\ud800"}', b'{"text": NaN}', b'{"text": "a", "\\ud800": 1}',
        b'{"frame": 1e999}', b'{"frame": -Infinity}', b'{"frame": "\\ud800"}', b'{"text":' * 50_000, b"[" * 500_000,
        b'{"frame": ' + b"9" * 5_000 + b"}", b"\xff", b"", b"null", b'"\\u0000"',
    ],
)  # fmt: skip
def test_what_no_field_can_hold_is_refused(client: Any, body: bytes) -> None:
    name = begun(client)
    for part in ("turns", "switch"):
        answer = client.post(f"{TALKS}/{name}/{part}", content=body, headers=JSON)
        assert answer.status_code in (400, 422)
        assert answer.json()["detail"]
        assert len(answer.content) < 2_000


@pytest.mark.parametrize("text", ["\0", "a\0b", "\u202e\u0085x", "\ufffe"])
def test_a_turn_of_odd_characters_is_a_turn(client: Any, text: str) -> None:
    at = f"{TALKS}/{begun(client)}"
    assert client.post(f"{at}/turns", json={"text": text}).json()["text"] == text
    assert client.get(at).json()["turns"][0]["text"] == text


def test_a_field_of_the_page_that_is_none_is_named_on_a_page(client: Any) -> None:
    name = begun(client)
    answer = client.post(f"/c/{name}/switch", data={"back": "x"})
    assert (answer.status_code, answer.headers["content-type"]) == (422, "text/html; charset=utf-8")
    assert "body.back: " in answer.text
    assert "hx-partial" in client.post(f"/c/{name}/switch", data={"back": "x"}, headers={"hx-request": "true"}).text
    assert "<html" in client.get("/nowhere").text


@pytest.mark.parametrize(
    ("asked_by", "told_at"),
    [
        ("p#problem-wish-2", "problem-wish-2"), ("div#shared-link", "problem"), ("", "problem"),
        ('p#problem"><script>', "problem"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_in_the_menu_that_asked(client: Any, asked_by: str, told_at: str) -> None:
    form, headers = {"slot": "price", "value": "much"}, {"hx-request": "true", "hx-target": asked_by}
    answer = client.post(f"/c/{begun(client)}/wish", data=form, headers=headers)
    assert f'hx-target="#{told_at}"' in answer.text
    assert "“much” is not a number" in answer.text


def test_without_scripts_what_is_wrong_leads_back_to_the_conversation(client: Any) -> None:
    name = begun(client)
    refused = client.post(f"/c/{name}/wish", data={"slot": "price", "value": "much"})
    assert "is not a number" in refused.text
    assert f'href="/c/{name}"' in refused.text
    gone = client.get("/c/nobody")
    assert "/c/nobody" not in gone.text
    assert 'href="/"' in gone.text


def test_a_line_reads_bytes_and_survives_half_a_character(client: Any) -> None:
    with client.websocket_connect(f"{TALKS}/{begun(client)}/live") as line:
        for odd in (b"\xff", b'{"text": "\\ud800"}', b"[" * 60_000, b""):
            line.send_bytes(odd)
            assert json.loads(line.receive_text())["detail"]
        line.send_bytes(b'{"text": "hello"}')
        assert json.loads(line.receive_text())["number"] == 1


@pytest.mark.parametrize("origin", ["http://[", "null", "http://", "testserver", "http://testserver.evil.example"])
def test_an_origin_that_is_none_of_ours_is_refused(client: Any, origin: str) -> None:
    assert client.post(TALKS, headers={"origin": origin}).status_code == 403


def test_a_database_that_is_gone_is_said_and_noted(
    trips_agent: Agent, store: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    storage = Storage(str(store))
    with TestClient(application(Conversations(trips_agent, storage), storage)) as client:
        name = begun(client)
        other = sqlite3.connect(store)
        other.execute("DROP TABLE exchanges")
        other.close()
        with client.websocket_connect(f"{TALKS}/{name}/live") as line:
            line.send_text('{"text": "a secret"}')
            assert "can't be reached" in line.receive_text()
        answer = client.post(f"{TALKS}/{name}/turns", json={"text": "a secret"})
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
        assert "can&#39;t be reached" in client.get(f"/c/{name}").text
    logged = capfd.readouterr().err
    assert '"reason": "no such table: exchanges"' in logged
    assert name not in logged
    assert "secret" not in logged


def test_methods_that_are_none_are_counted_together(client: Any) -> None:
    for number in range(3):
        client.request(f"ODD{number}", "/")
    counts = client.get("/metrics").text
    assert "ODD" not in counts
    assert 'method="other"' in counts
