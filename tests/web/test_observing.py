"""What the service notes of itself."""

import json
import logging
from pathlib import Path
from typing import Any

import pytest

from wayframe.agent import Agent

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")

from starlette.testclient import TestClient

from wayframe.service import Conversations, Storage
from wayframe.web.app import application


class Broken(Conversations):
    """Conversations with a fault that says what it should not."""

    def export(self, name: str) -> Any:
        raise RuntimeError(f"secret {name}")


def logged(capfd: pytest.CaptureFixture[str]) -> tuple[list[Any], str]:
    text = capfd.readouterr().err
    return [json.loads(line) for line in text.splitlines()], text


def test_a_fault_is_noted_by_its_place_without_a_word_of_what_was_said(
    trips_agent: Agent, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    storage = Storage(str(tmp_path / "talks.sqlite"))
    with TestClient(application(Broken(trips_agent, storage), storage)) as client:
        name = client.post("/api/conversations").json()["id"]
        answer = client.get(f"/api/conversations/{name}/export")
    assert (answer.status_code, answer.json()) == (500, {"detail": "Something went wrong here; it has been noted."})
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    lines, text = logged(capfd)
    assert (lines[-1]["status"], lines[-1]["exception"]) == (500, "RuntimeError")
    assert lines[-1]["trace"][-1].endswith(" export")
    assert "secret" not in text
    assert name not in text


def test_what_the_server_complains_of_is_a_line_without_its_arguments(
    trips_agent: Agent, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    storage = Storage(str(tmp_path / "talks.sqlite"))
    application(Conversations(trips_agent, storage), storage)
    server = logging.getLogger("uvicorn.error")
    server.info('%s - "WebSocket %s" [accepted]', "127.0.0.1", "/c/key")
    try:
        raise ValueError("key")
    except ValueError:
        server.exception("Exception in %s", "key")
    lines, _ = logged(capfd)
    assert [(line["said"], line["exception"]) for line in lines] == [("Exception in %s", "ValueError")]


def test_a_turn_on_a_line_is_counted_and_logged_like_a_request(
    trips_agent: Agent, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    storage = Storage(str(tmp_path / "talks.sqlite"))
    with TestClient(application(Conversations(trips_agent, storage), storage)) as client:
        name = client.post("/api/conversations").json()["id"]
        with client.websocket_connect(f"/api/conversations/{name}/live") as line:
            for said in ('{"text": "a secret"}', "{"):
                line.send_text(said)
                line.receive_text()
        counts = client.get("/metrics").text
    at = 'method="WEBSOCKET",route="/api/conversations/{name}/live"'
    for status in (200, 422):
        assert f'wayframe_requests_total{{{at},status="{status}"}} 1.0' in counts
    lines, text = logged(capfd)
    turns = [(line["route"], line["status"]) for line in lines if line["method"] == "WEBSOCKET"]
    assert turns == [("/api/conversations/{name}/live", 200), ("/api/conversations/{name}/live", 422)]
    assert name not in text
    assert "secret" not in text
