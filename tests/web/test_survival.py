"""What was answered stays answered, whenever the server dies."""

import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")

import httpx2

from postgres import running
from serving import Nursery, free_port

TEXTS = (
    "From Montreal to Tokyo between August 23 and September 1", "how much is the first one?", "and in business class?",
    "What about Berlin?", "Back to the Tokyo one", "does it have wifi?", "hello", "thanks",
)  # fmt: skip
DEATHS = 100


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "talks.sqlite")
    else:
        with running() as url:
            yield url


class Talker(threading.Thread):
    """Says one thing after the other until the line breaks; a turn without an answer is said again, with its key."""

    def __init__(self, at: str, answered: list[tuple[str, str]]) -> None:
        super().__init__()
        self.at, self.answered = at, answered

    def run(self) -> None:
        with httpx2.Client(timeout=10) as client:
            while True:
                key = f"k{len(self.answered)}"
                text = TEXTS[len(self.answered) % len(TEXTS)]
                try:
                    reply = client.post(self.at, json={"text": text, "key": key})
                except httpx2.HTTPError:
                    return
                if reply.status_code == 429:
                    time.sleep(0.01)
                    continue
                assert reply.status_code == 200, reply.text
                self.answered.append((text, reply.json()["reply"]))


@pytest.mark.timeout(240)
def test_no_turn_that_was_answered_is_lost_or_doubled(catalogue_path: Path, store: str) -> None:
    chance, port = random.Random(7), free_port()
    root, name, answered = f"http://127.0.0.1:{port}/api/conversations", "", list[tuple[str, str]]()
    with Nursery(str(catalogue_path), store) as nursery:
        for _ in range(DEATHS):
            with nursery.serving(port) as server:
                if not name or len(answered) > 30:
                    name, answered = httpx2.post(root).json()["id"], []
                kept = _turns(f"{root}/{name}")
                assert kept[: len(answered)] == answered
                assert len(kept) <= len(answered) + 1  # the last one may have been kept before its answer was lost
                talker = Talker(f"{root}/{name}/turns", answered)
                talker.start()
                time.sleep(chance.uniform(0, 0.06))
                os.kill(server, signal.SIGKILL)
                talker.join()


def _turns(at: str) -> list[tuple[str, str]]:
    found: Any = httpx2.get(at).json()
    return [(turn["text"], turn["reply"]) for turn in found["turns"]]


def test_two_servers_on_one_database_share_a_conversation(catalogue_path: Path) -> None:
    with running() as store, Nursery(str(catalogue_path), store) as nursery:
        ports = free_port(), free_port()
        with nursery.serving(ports[0]), nursery.serving(ports[1]):
            roots = [f"http://127.0.0.1:{port}/api/conversations" for port in ports]
            name = httpx2.post(roots[0]).json()["id"]

            def talk(who: int) -> None:
                for turn in range(5):
                    said = {"text": f"turn {who}.{turn}: to Tokyo", "key": f"{who}-{turn}"}
                    assert httpx2.post(f"{roots[who]}/{name}/turns", json=said, timeout=30).status_code == 200

            people = [threading.Thread(target=talk, args=(who,)) for who in (0, 1)]
            for person in people:
                person.start()
            for person in people:
                person.join()
            texts = [text for text, _ in _turns(f"{roots[1]}/{name}")]
            assert len(texts) == 10
            for who in (0, 1):
                mine = [text for text in texts if text.startswith(f"turn {who}")]
                assert mine == [f"turn {who}.{turn}: to Tokyo" for turn in range(5)]
            assert _turns(f"{roots[0]}/{name}") == _turns(f"{roots[1]}/{name}")
