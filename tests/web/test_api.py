import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from wayframe.agent import Agent

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")

from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from wayframe.service import Conversations, Storage
from wayframe.web.app import application
from wayframe.web.rate_limits import RateLimits
from wayframe.web.request_limits import LONGEST_BODY

FIRST = "From Montreal to Tokyo between August 23 and September 1, please"
TALKS = "/api/conversations"


def serving(trips_agent: Agent, path: Path, limits: RateLimits | None = None) -> Any:
    storage = Storage(str(path / "talks.sqlite"))
    return TestClient(application(Conversations(trips_agent, storage), storage, limits))


@pytest.fixture
def client(trips_agent: Agent, tmp_path: Path) -> Iterator[Any]:
    with serving(trips_agent, tmp_path) as client:
        yield client


def begun(client: Any, *texts: str) -> str:
    name = client.post(TALKS).json()["id"]
    for text in texts:
        assert client.post(f"{TALKS}/{name}/turns", json={"text": text}).status_code == 200
    return str(name)


def test_begin_talk_look_compare_switch_undo_export_forget(client: Any) -> None:
    opened = client.post(TALKS)
    name = opened.json()["id"]
    assert opened.status_code == 201
    assert opened.json()["link"].endswith(f"/c/{name}")
    at = f"{TALKS}/{name}"
    said = client.post(f"{at}/turns", json={"text": FIRST}).json()
    assert (said["number"], said["active_frame"], said["again"]) == (1, 1, False)
    assert any(act.startswith("offer(name=") for act in said["wizard_acts"])
    cards = client.get(f"{at}/memory").json()["cards"]
    offered = [card["frame"] for card in cards if card["offered"]]
    assert len(offered) >= 2
    table = client.get(f"{at}/comparison", params={"frame": offered}).json()
    assert len(next(row for row in table["rows"] if row["slot"] == "price")["values"]) == len(offered)
    assert client.post(f"{at}/switch", json={"frame": offered[0]}).json()["active_frame"] == offered[0]
    assert len(client.post(f"{at}/undo").json()["turns"]) == 1
    dialogue = client.get(f"{at}/export").json()
    assert [turn["author"] for turn in dialogue[0]["turns"]] == ["user", "wizard"]
    loaded = client.post(f"{TALKS}/load", json=dialogue).json()["id"]
    assert client.get(f"{TALKS}/{loaded}").json()["turns"] == client.get(at).json()["turns"]
    assert client.delete(at).status_code == 204
    assert client.get(at).status_code == 404


def test_the_same_key_gets_the_same_answer(client: Any) -> None:
    at = f"{TALKS}/{begun(client)}/turns"
    first, again = (client.post(at, json={"text": FIRST, "key": "a"}).json() for _ in range(2))
    assert again == {**first, "again": True}
    other = client.post(at, json={"text": "no", "key": "a"})
    assert (other.status_code, other.json()["detail"]) == (422, "key 'a': was another turn's")


def test_a_line_answers_in_order_and_survives_what_it_cannot_read(client: Any) -> None:
    name = begun(client)
    with client.websocket_connect(f"{TALKS}/{name}/live") as line:
        line.send_text(json.dumps({"text": FIRST, "key": "1"}))
        assert json.loads(line.receive_text())["number"] == 1
        for odd in ("{", '{"text": ""}', '{"text": 3}', '{"text": "a", "more": 1}', "[]"):
            line.send_text(odd)
            assert json.loads(line.receive_text())["detail"]
        line.send_text(json.dumps({"text": "and Berlin?"}))
        assert json.loads(line.receive_text())["number"] == 2
    assert len(client.get(f"{TALKS}/{name}").json()["turns"]) == 2


def test_nobody_hears_what_is_said_in_another_conversation(client: Any) -> None:
    one, other = begun(client, FIRST), begun(client, "From Paris to Berlin in September")
    texts = json.dumps([client.get(f"{TALKS}/{other}{part}").json() for part in ("", "/memory", "/export")])
    assert "Montreal" not in texts
    assert one not in texts


@pytest.mark.parametrize("name", ["x", "..%2Fconversations", "%00", "a" * 300, "'; DROP TABLE exchanges; --"])
def test_an_id_that_is_none_leads_nowhere(client: Any, name: str) -> None:
    known = begun(client, FIRST)
    assert client.get(f"{TALKS}/{name}/memory").status_code == 404
    assert client.post(f"{TALKS}/{name}/turns", json={"text": "hi"}).status_code == 404
    assert client.delete(f"{TALKS}/{name}").status_code in (404, 405)
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"{TALKS}/{name}/live"):
        pass
    assert client.get(f"{TALKS}/{known}").status_code == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [({"text": ""}, 422), ({"text": "x" * 4001}, 422), ({"text": 1}, 422), ({}, 422), ({"text": "a", "b": 1}, 422)],
)
def test_what_is_not_a_turn_is_refused(client: Any, body: dict[str, Any], status: int) -> None:
    assert client.post(f"{TALKS}/{begun(client)}/turns", json=body).status_code == status


def test_a_frame_that_is_not_there_is_named(client: Any) -> None:
    at = f"{TALKS}/{begun(client, FIRST)}"
    assert "frame: expected 1 to" in client.get(f"{at}/comparison", params={"frame": [99]}).json()["detail"]
    assert "frame: expected 1 to 3" in client.post(f"{at}/switch", json={"frame": 99}).json()["detail"]


def test_what_is_no_dialogue_is_not_loaded(client: Any) -> None:
    good = client.get(f"{TALKS}/{begun(client, FIRST)}/export").json()
    cut = [{**good[0], "turns": good[0]["turns"][:1]}]
    for body in (b"{", b"[]", b"[1]", b"\xff", b"{}", json.dumps(good * 2).encode(), json.dumps(cut).encode()):
        answer = client.post(f"{TALKS}/load", content=body)
        assert answer.status_code == 422, body
        assert answer.json()["detail"]


def test_pages_of_other_sites_change_nothing(client: Any) -> None:
    name = begun(client, FIRST)
    for headers in ({"Origin": "https://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
        assert client.post(f"{TALKS}/{name}/undo", headers=headers).status_code == 403
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"{TALKS}/{name}/live", headers=headers):
            pass
    own = {"Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"}
    assert client.post(f"{TALKS}/{name}/undo", headers=own).status_code == 200


def test_every_answer_tells_browsers_what_they_may(client: Any) -> None:
    for path in (TALKS + "/x", "/healthz", "/nowhere"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["referrer-policy"] == "same-origin"
        assert headers["x-content-type-options"] == "nosniff"


def test_what_is_too_long_is_not_read(client: Any) -> None:
    pieces = (b" " * 65536 for _ in range(LONGEST_BODY // 65536 + 1))
    assert client.post(f"{TALKS}/load", content=b" " * (LONGEST_BODY + 1)).status_code == 413
    assert client.post(f"{TALKS}/load", content=pieces).status_code == 413


def test_who_is_too_fast_has_to_wait(trips_agent: Agent, tmp_path: Path) -> None:
    with serving(trips_agent, tmp_path, RateLimits(turns=2, visits=2, seconds=60)) as client:
        one, other = begun(client), begun(client)
        at = f"{TALKS}/{one}/turns"
        assert [client.post(at, json={"text": "hi"}).status_code for _ in range(3)] == [200, 200, 429]
        assert client.post(f"{TALKS}/{other}/turns", json={"text": "hi"}).status_code == 200
        refused = client.post(TALKS)
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "2")


def test_health_and_counts(client: Any, capsys: pytest.CaptureFixture[str]) -> None:
    name = begun(client, FIRST)
    assert client.get("/healthz").json() == {"status": "ok"}
    counts = client.get("/metrics").text
    route = 'route="/api/conversations/{name}/turns"'
    assert f'wayframe_requests_total{{method="POST",{route},status="200"}} 1.0' in counts
    assert name not in counts


def test_requests_are_logged_without_the_keys_to_conversations(
    trips_agent: Agent, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with serving(trips_agent, tmp_path) as client:
        name = begun(client, "Ünïcode\nand a line")
    logged = capfd.readouterr().err
    lines = [json.loads(line) for line in logged.splitlines()]
    assert [line["route"] for line in lines][-1] == "/api/conversations/{name}/turns"
    assert lines[-1]["status"] == 200
    assert name not in logged


def test_the_description_names_every_way_in(client: Any) -> None:
    described = client.get("/api/openapi.json").json()["paths"]
    assert set(described) >= {f"{TALKS}/{{name}}/{part}" for part in ("turns", "switch", "undo", "memory", "export")}


def test_sent_again_with_its_number_one_exchange_is_taken_back(client: Any) -> None:
    at = f"{TALKS}/{begun(client, FIRST, 'thanks')}/undo"
    assert [len(client.post(at, json={"number": 2}).json()["turns"]) for _ in range(2)] == [1, 1]
    assert client.post(at, json={"number": 0}).status_code == 422
    assert len(client.post(at).json()["turns"]) == 0


def test_a_long_conversation_is_read_page_by_page(client: Any) -> None:
    saved = client.get(f"{TALKS}/{begun(client, FIRST, 'thanks')}/export").json()
    saved[0]["turns"] += saved[0]["turns"][-2:] * 128
    at = f"{TALKS}/{client.post(f'{TALKS}/load', json=saved).json()['id']}"
    numbers, page = list[int](), client.get(at).json()
    while page["turns"]:
        assert page["total"] == 130
        numbers += [turn["number"] for turn in page["turns"]]
        page = client.get(at, params={"after": numbers[-1], "limit": 50}).json()
    assert numbers == list(range(1, 131))
    assert client.get(at, params={"limit": 101}).status_code == 422
    shown = client.get(at.replace(TALKS, "/c")).text
    assert 'id="turn-31"' in shown
    assert 'id="turn-30"' not in shown
    earlier = client.get(at.replace(TALKS, "/c") + "/earlier", params={"before": 31}).text
    assert 'id="turn-30"' in earlier
    assert 'id="turn-31"' not in earlier
