"""Lines to pages that are told how many exchanges a conversation has."""

from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")

from starlette.websockets import WebSocketDisconnect


def test_pages_are_told_of_every_change_and_of_the_end(client: Any) -> None:
    name = client.post("/api/conversations").json()["id"]
    with client.websocket_connect(f"/c/{name}/live") as one, client.websocket_connect(f"/c/{name}/live") as other:
        assert one.receive_json() == other.receive_json() == {"total": 0}
        client.post(f"/api/conversations/{name}/turns", json={"text": "From Montreal to Tokyo"})
        assert one.receive_json() == other.receive_json() == {"total": 1}
        client.post(f"/api/conversations/{name}/undo")
        assert one.receive_json() == {"total": 0}
        client.delete(f"/api/conversations/{name}")
        with pytest.raises(WebSocketDisconnect):
            one.receive_json()


def test_there_is_no_line_to_what_is_not_there_nor_for_pages_of_others(client: Any) -> None:
    name = client.post("/api/conversations").json()["id"]
    for at, headers in (("/c/nobody/live", {}), (f"/c/{name}/live", {"origin": "https://elsewhere.example"})):
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(at, headers=headers) as line:
            line.receive_json()


def test_a_page_fetches_what_it_lacks_and_is_made_anew_where_something_was_taken_back(client: Any) -> None:
    name = client.post("/api/conversations").json()["id"]
    for text in ("From Montreal to Tokyo", "the first one"):
        client.post(f"/api/conversations/{name}/turns", json={"text": text})
    changes = client.get(f"/c/{name}/changes?seen=1").text
    assert 'id="turn-2"' in changes
    assert 'class="exchange" id="turn-1"' not in changes
    assert client.get(f"/c/{name}/changes?seen=3").headers["hx-refresh"] == "true"
