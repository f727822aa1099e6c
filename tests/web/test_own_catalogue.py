"""A table over HTTP: the page, the board, the comparison, a saved conversation."""

import json
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")

from starlette.testclient import TestClient

from assisting import agent_over, example, table
from wayframe.service import Conversations, Storage
from wayframe.sources.protocol import Source
from wayframe.web.app import application

TALKS = "/api/conversations"


def serving(over: Source, path: Path) -> TestClient:
    storage = Storage(str(path / "talks.sqlite"))
    return TestClient(application(Conversations(agent_over(over), storage), storage))


def test_a_table_is_talked_about_over_the_wire(tmp_path: Path) -> None:
    with serving(example("laptops.csv"), tmp_path) as client:
        name = client.post(TALKS).json()["id"]
        for text in ("at least 16 GB under 1500", "the second one"):
            assert client.post(f"{TALKS}/{name}/turns", json={"text": text}).status_code == 200
        cards = client.get(f"{TALKS}/{name}/memory").json()["cards"]
        offers = [card["title"] for card in cards if card["offered"]]
        assert (cards[0]["offered"], len(offers)) == (False, 3)
        assert "16 GB" in cards[0]["title"]
        assert "price" in {entry["label"] for entry in cards[0]["entries"]}
        rows = client.get(f"{TALKS}/{name}/comparison?frame=2&frame=3").json()["rows"]
        best = {row["label"]: row["best"] for row in rows}
        assert (best["price"], best["colour"]) == ([0], [])
        assert best["weight"] in ([0], [1])
        switched = client.post(f"{TALKS}/{name}/switch", json={"frame": 2}).json()
        assert offers[0] in switched["text"]


def test_the_page_speaks_of_the_table_and_shows_why(tmp_path: Path) -> None:
    with serving(example("restaurants.csv"), tmp_path) as client:
        page = client.get("/").text
        assert "An agent for restaurants that remembers" in page
        assert "60 restaurants in 6 neighbourhoods" in page
        talk = client.post("/say", data={"text": "something Italian"}).text
        assert "cuisine Italian: " in talk
        assert "Montreal" not in page + talk


def test_ones_own_conversation_is_replayed_with_its_searches(tmp_path: Path) -> None:
    with serving(example("laptops.csv"), tmp_path) as client:
        name = client.post(TALKS).json()["id"]
        client.post(f"{TALKS}/{name}/turns", json={"text": "a Kestrel"})
        page = client.get(f"/c/{name}/replay?turn=1").text
        assert "brand Kestrel: " in page


def test_a_saved_conversation_is_loaded_and_goes_on(tmp_path: Path) -> None:
    with serving(example("laptops.csv"), tmp_path) as client:
        name = client.post(TALKS).json()["id"]
        client.post(f"{TALKS}/{name}/turns", json={"text": "a Kestrel"})
        saved = client.get(f"{TALKS}/{name}/export").content
        again = client.post(f"{TALKS}/load", content=saved).json()["id"]
        reply = client.post(f"{TALKS}/{again}/turns", json={"text": "how heavy is the second one?"}).json()
        assert "kg" in reply["reply"]
        broken = json.loads(saved)
        broken[0]["turns"][1]["db"] = {"search": 3}
        assert client.post(f"{TALKS}/load", content=json.dumps(broken)).status_code == 422


def test_text_of_the_table_is_escaped(tmp_path: Path) -> None:
    evil = table("name | kind", "<script>alert(1)</script> | <b>x</b>", "Other | <b>x</b>", items="<i>things</i>")
    with serving(evil, tmp_path) as client:
        page = client.get("/").text + client.post("/say", data={"text": "show me Other and <b>x</b>"}).text
    assert "<script>alert" not in page
    assert "<i>things" not in page
    assert "<b>x" not in page
