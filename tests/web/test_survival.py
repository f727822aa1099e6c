"""What was answered stays answered, whenever the server dies."""

import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")

import httpx2

from postgres import running
from serving import PATIENCE, Nursery, free_port

pytestmark = pytest.mark.long

TEXTS = (
    "From Montreal to Tokyo between August 23 and September 1", "how much is the first one?", "and in business class?",
    "What about Berlin?", "Back to the Tokyo one", "does it have wifi?", "hello", "thanks",
)  # fmt: skip
DEATHS = 30


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "talks.sqlite")
    else:
        with running() as url:
            yield url


@pytest.fixture(scope="module")
def client() -> Iterator[httpx2.Client]:
    with httpx2.Client(timeout=PATIENCE, verify=False) as found:  # no certificates to read
        yield found


class Talker(threading.Thread):
    """Says one thing after the other until the line breaks; a turn without an answer is said again, with its key."""

    def __init__(self, client: httpx2.Client, at: str, answered: list[tuple[str, str]]) -> None:
        super().__init__()
        self.client, self.at, self.answered = client, at, answered

    def run(self) -> None:
        while True:
            key = f"k{len(self.answered)}"
            text = TEXTS[len(self.answered) % len(TEXTS)]
            try:
                reply = self.client.post(self.at, json={"text": text, "key": key})
            except httpx2.HTTPError:
                return
            if reply.status_code == 429:
                time.sleep(0.01)
                continue
            assert reply.status_code == 200, reply.text
            self.answered.append((text, reply.json()["reply"]))


class Changer(threading.Thread):
    """Loads a conversation of four exchanges, takes two back, forgets it, and so on until the line breaks.

    `standing` is how many exchanges each may have (None: it is gone).
    """

    def __init__(self, client: httpx2.Client, root: str, saved: Any) -> None:
        super().__init__()
        self.client, self.root, self.saved, self.standing = client, root, saved, dict[str, set[int | None]]()

    def run(self) -> None:
        with suppress(httpx2.HTTPError):
            while True:
                loaded = self.client.post(f"{self.root}/load", json=self.saved)
                if loaded.status_code == 429:
                    time.sleep(0.01)
                    continue
                at = f"{self.root}/{loaded.json()['id']}"
                self.standing[at] = {4}
                for number in (4, 3):
                    self.standing[at] = {number, number - 1}
                    assert self.client.post(f"{at}/undo", json={"number": number}).status_code == 200
                    self.standing[at] = {number - 1}
                self.standing[at] = {2, None}
                assert self.client.delete(at).status_code == 204
                self.standing[at] = {None}


def test_no_turn_that_was_answered_is_lost_or_doubled(catalogue_path: Path, store: str, client: httpx2.Client) -> None:
    chance, port = random.Random(7), free_port()
    root, name, answered = f"http://127.0.0.1:{port}/api/conversations", "", list[tuple[str, str]]()
    with Nursery(str(catalogue_path), store) as nursery:
        for _ in range(DEATHS):
            with nursery.serving(port) as server:
                if not name or len(answered) > 30:
                    name, answered = client.post(root).json()["id"], []
                kept = _turns(client, f"{root}/{name}")
                assert kept[: len(answered)] == answered
                assert len(kept) <= len(answered) + 1  # the last one may have been kept before its answer was lost
                talker = Talker(client, f"{root}/{name}/turns", answered)
                talker.start()
                time.sleep(chance.uniform(0, 0.06))
                os.kill(server, signal.SIGKILL)
                talker.join()


def test_what_is_loaded_taken_back_or_forgotten_is_so_wholly_or_not_at_all(
    catalogue_path: Path, store: str, client: httpx2.Client
) -> None:
    chance, port = random.Random(11), free_port()
    root = f"http://127.0.0.1:{port}/api/conversations"
    with Nursery(str(catalogue_path), store) as nursery:
        with nursery.serving(port):
            name = client.post(root).json()["id"]
            for text in TEXTS[:4]:
                client.post(f"{root}/{name}/turns", json={"text": text})
            saved, whole = client.get(f"{root}/{name}/export").json(), _turns(client, f"{root}/{name}")
        for _ in range(DEATHS // 3):
            with nursery.serving(port) as server:
                changer = Changer(client, root, saved)
                changer.start()
                time.sleep(chance.uniform(0.01, 0.1))
                os.kill(server, signal.SIGKILL)
                changer.join()
            with nursery.serving(port):
                for at, lengths in changer.standing.items():
                    found = client.get(at)
                    turns = None if found.status_code == 404 else _turns(client, at)
                    assert (None if turns is None else len(turns)) in lengths
                    assert turns is None or turns == whole[: len(turns)]


def _turns(client: httpx2.Client, at: str) -> list[tuple[str, str]]:
    found: Any = client.get(at).json()
    return [(turn["text"], turn["reply"]) for turn in found["turns"]]


def test_two_servers_on_one_database_share_a_conversation(
    catalogue_path: Path, store: str, client: httpx2.Client
) -> None:
    with Nursery(str(catalogue_path), store) as nursery:
        ports = free_port(), free_port()
        with nursery.serving(ports[0]), nursery.serving(ports[1]):
            roots = [f"http://127.0.0.1:{port}/api/conversations" for port in ports]
            name = client.post(roots[0]).json()["id"]

            def talk(who: int) -> None:
                for turn in range(5):
                    said = {"text": f"turn {who}.{turn}: to Tokyo", "key": f"{who}-{turn}"}
                    assert client.post(f"{roots[who]}/{name}/turns", json=said).status_code == 200

            people = [threading.Thread(target=talk, args=(who,)) for who in (0, 1)]
            for person in people:
                person.start()
            for person in people:
                person.join()
            texts = [text for text, _ in _turns(client, f"{roots[1]}/{name}")]
            assert len(texts) == 10
            for who in (0, 1):
                mine = [text for text in texts if text.startswith(f"turn {who}")]
                assert mine == [f"turn {who}.{turn}: to Tokyo" for turn in range(5)]
            assert _turns(client, f"{roots[0]}/{name}") == _turns(client, f"{roots[1]}/{name}")
