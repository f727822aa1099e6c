"""The first line that is sent from the page begins one conversation, however often it arrives."""

import re
import threading
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

WISH = "From Montreal to Tokyo, between August 23 and September 1"


@pytest.fixture
def client(trips_agent: Agent, tmp_path: Path) -> Iterator[Any]:
    storage = Storage(str(tmp_path / "talks.sqlite"))
    with TestClient(application(Conversations(trips_agent, storage), storage), follow_redirects=False) as client:
        yield client
    storage.close()


def key(client: Any) -> str:
    """The key of the line on a page without a conversation."""
    found = re.search(r'name="key" value="([^"]+)"', client.get("/").text)
    assert found
    return found[1]


def begun(client: Any, text: str, key: str | None) -> str:
    """Where sending a first line leads to."""
    answer = client.post("/say", data={"text": text} if key is None else {"text": text, "key": key})
    assert answer.status_code == 303
    return str(answer.headers["location"])


def test_sent_twice_it_is_one_conversation_with_one_line(client: Any) -> None:
    own = key(client)
    first, again = begun(client, WISH, own), begun(client, WISH, own)
    assert first == again
    assert client.get(first).text.count('class="exchange"') == 1


def test_sent_twice_at_once_it_is_still_one(client: Any) -> None:
    own, found = key(client), list[str]()
    senders = [threading.Thread(target=lambda: found.append(begun(client, WISH, own))) for _ in range(4)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    assert len(found) == 4
    assert len(set(found)) == 1
    assert client.get(found[0]).text.count('class="exchange"') == 1


def test_another_line_or_another_page_begins_another_conversation(client: Any) -> None:
    own = key(client)
    places = [begun(client, WISH, own), begun(client, "Hello", own), begun(client, WISH, key(client))]
    assert len(set(places)) == 3


@pytest.mark.parametrize("weak", [None, "", "1", "a" * 21, "a" * 23, "ä" * 22])
def test_a_key_that_no_page_carries_leads_nowhere_that_could_be_guessed(client: Any, weak: str | None) -> None:
    assert begun(client, WISH, weak) != begun(client, WISH, weak)


def test_the_place_does_not_give_the_key_away(client: Any) -> None:
    own = key(client)
    place = begun(client, WISH, own)
    assert own not in place
    assert len(place.removeprefix("/c/")) >= 22  # 128 bits
