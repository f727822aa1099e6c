"""A model behind the service: sentences come as they are proved, and a conversation goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openai")
pytest.importorskip("fastapi")
pytest.importorskip("httpx2")

from starlette.testclient import TestClient

from llm_server import Reply, model, streamed
from wayframe.catalogues import agent_over
from wayframe.llm import Client, Endpoint
from wayframe.llm.endpoint import Role
from wayframe.service import Conversations, Storage
from wayframe.sources.tables import opened
from wayframe.web.app import application

LAPTOPS = Path(__file__).parents[2] / "examples" / "laptops.csv"
CALLS = streamed("", ("remember", {"wishes": {"ram": {"at_least": 16}}}), ("search", {}))
FOUND = streamed("The Lumen Page 13 Plus [2] costs €559. The Orla Lite 14 [3] costs €639.")
SENTENCES = ["The Lumen Page 13 Plus costs €559.", "The Orla Lite 14 costs €639."]


@contextmanager
def served(path: Path, *replies: Reply, role: Role = "tools") -> Iterator[Any]:
    """A service whose model gives these replies."""
    left, storage = iter(replies), Storage(str(path / "talks.sqlite"))
    with model(lambda asked, number: next(left)) as server:
        client = Client(Endpoint(server.url, "m", role=role))
        agent = agent_over(opened(str(LAPTOPS), today=date(2026, 8, 3)), llm=client)
        with TestClient(application(Conversations(agent, storage), storage)) as client:
            client.asked = server.asked
            yield client
    storage.close()


def begun(client: Any) -> str:
    return str(client.post("/api/conversations").json()["id"])


def test_sentences_come_on_a_line_before_the_turn_where_that_is_asked_for(tmp_path: Path) -> None:
    with served(tmp_path, CALLS, FOUND, streamed("Gladly.")) as client:
        name = begun(client)
        with client.websocket_connect(f"/api/conversations/{name}/live") as line:
            line.send_json({"text": "I need 16 GB", "stream": True})
            told = [line.receive_json() for _ in range(3)]
            line.send_json({"text": "so it goes"})
            whole = line.receive_json()
    assert [each.get("sentence") for each in told] == [*SENTENCES, None]
    assert told[-1]["reply"] == " ".join(SENTENCES)
    assert whole["reply"] == "Gladly."


def test_so_do_sentences_that_a_model_words(tmp_path: Path) -> None:
    with served(tmp_path, streamed("Hi, and welcome!"), role="nlg") as client:
        name = begun(client)
        with client.websocket_connect(f"/api/conversations/{name}/live") as line:
            line.send_json({"text": "hello there", "stream": True})
            told = [line.receive_json() for _ in range(3)]
    assert told[0] == {"sentence": "Hi, and welcome!"}
    assert told[2]["reply"] == " ".join(each["sentence"] for each in told[:2])


def test_sentences_are_told_to_the_page_that_waits(tmp_path: Path) -> None:
    with served(tmp_path, CALLS, FOUND) as client:
        name = begun(client)
        with client.websocket_connect(f"/c/{name}/live") as page:
            assert page.receive_json() == {"total": 0}
            client.post(f"/c/{name}/say", data={"text": "I need 16 GB"})
            assert [page.receive_json() for _ in range(3)] == [
                *({"sentence": each} for each in SENTENCES),
                {"total": 1},
            ]


def test_what_tools_did_is_kept_exported_and_loaded(tmp_path: Path) -> None:
    with served(tmp_path, CALLS, FOUND, streamed("Gladly."), streamed("Gladly.")) as client:
        name = begun(client)
        client.post(f"/api/conversations/{name}/turns", json={"text": "I need 16 GB"})
        saved = client.get(f"/api/conversations/{name}/export").json()
        loaded = client.post("/api/conversations/load", json=saved).json()["id"]
        for each in (name, loaded):
            client.post(f"/api/conversations/{each}/turns", json={"text": "so it goes"})
        boards = [client.get(f"/api/conversations/{each}/memory").json() for each in (name, loaded)]
        told = [json.loads(asked["messages"][1]["content"]) for asked in client.asked]
    assert boards[0] == boards[1]
    assert [[option[0] for option in each["options"]] for each in told[2:]] == [[2, 3, 4]] * 2
    assert told[2]["wishes"] == told[3]["wishes"] == "wish(ram, at_least(number(16, unit=GB)))"
