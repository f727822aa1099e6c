"""What happens in one process is heard in another, on a PostgreSQL database that both use."""

import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue

import pytest

pytest.importorskip("sqlalchemy")
pytest.importorskip("itsdangerous")

from postgres import Cluster, cluster
from studies import collecting, come, paired
from wayframe.collection.event_bus import EVERYTHING, EventBus
from wayframe.collection.matchmaking import Role
from wayframe.collection.sessions import find_dialogue
from wayframe.databases import _IDLE
from wayframe.packages import Catalogue


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    with cluster() as started:
        yield started


def fresh(server: Cluster, name: str) -> str:
    """The URL of a database of its own."""
    host = server.url.partition("host=")[2]
    subprocess.run(["createdb", "-h", host, "-U", "wayframe", name], check=True, cwd="/")
    return server.url.replace("/postgres?", f"/{name}?")


def heard(event_bus: EventBus) -> "Queue[str]":
    """Topics of the events from now on."""
    queue = Queue[str]()
    event_bus.subscribe(queue.put)
    return queue


def await_topic(queue: "Queue[str]", topic: str) -> None:
    """Wait until a topic comes, as long as a test may run."""
    while queue.get() != topic:
        pass


def test_a_message_rings_in_the_other_process_once_it_can_be_read(
    tmp_path: Path, catalogue: Catalogue, server: Cluster
) -> None:
    url = fresh(server, "rings")
    with collecting(tmp_path, catalogue, url) as here, collecting(tmp_path, catalogue, url) as there:
        user, wizard, number = paired(here)
        queue = heard(there.storage.event_bus)
        read = list[int]()
        there.storage.event_bus.subscribe(lambda topic: read.append(len(there.sessions.read(wizard, number).messages)))
        here.sessions.say(user, number, "Hello")
        await_topic(queue, f"talk/{number}")
        while not read:
            time.sleep(0.02)
        assert read == [1]


def test_after_a_lost_connection_everything_is_to_be_looked_at(
    tmp_path: Path, catalogue: Catalogue, server: Cluster
) -> None:
    url = fresh(server, "lost")
    with collecting(tmp_path, catalogue, url) as here, collecting(tmp_path, catalogue, url) as there:
        queue = heard(there.storage.event_bus)
        server.stop()
        server.start()
        await_topic(queue, EVERYTHING)
        time.sleep(_IDLE)  # a connection that was used a moment ago isn't tried first
        user, _, number = paired(here)
        here.sessions.say(user, number, "Hello")
        await_topic(queue, f"talk/{number}")


def test_many_at_once_in_two_processes_are_paired_once_each(
    tmp_path: Path, catalogue: Catalogue, server: Cluster
) -> None:
    url = fresh(server, "crowd")
    with collecting(tmp_path, catalogue, url) as here, collecting(tmp_path, catalogue, url) as there:
        sides: tuple[Role, Role] = ("user", "wizard")
        people = [(come(here, side), side) for _ in range(15) for side in sides]
        start = threading.Barrier(10)

        def join(nth: int) -> None:
            start.wait()
            for person, side in people[nth::10]:
                (here if nth % 2 else there).matchmaking.available(person, side)

        with ThreadPoolExecutor(10) as threads:
            list(threads.map(join, range(10)))
        standings = [here.matchmaking.standing(person) for person, _ in people]
        assert {each.state for each in standings} == {"talking"}
        numbers = sorted(each.talk or 0 for each in standings)
        assert numbers == sorted([*range(1, 16), *range(1, 16)])
        with here.storage.reading() as connection:
            tasks = [talk.task for number in range(1, 16) if (talk := find_dialogue(connection, number))]
        assert len({task.text for task in tasks}) == 15  # none was given twice


def test_both_may_write_at_once(tmp_path: Path, catalogue: Catalogue, server: Cluster) -> None:
    url = fresh(server, "both")
    with collecting(tmp_path, catalogue, url) as here, collecting(tmp_path, catalogue, url) as there:
        user, wizard, number = paired(here)
        here.sessions.say(user, number, "first")

        def write(nth: int) -> None:
            study, who = (here, user) if nth % 2 else (there, wizard)
            for each in range(20):
                study.sessions.say(who, number, f"{nth} {each}", f"{nth}-{each}")

        with ThreadPoolExecutor(4) as threads:
            list(threads.map(write, range(4)))
        said = here.sessions.read(user, number).messages
        assert [each.number for each in said] == list(range(1, 82))
        for nth in range(4):
            assert [each.text for each in said if each.text.startswith(f"{nth} ")] == [f"{nth} {n}" for n in range(20)]


def test_that_somebody_types_is_told_by_the_other_process(
    tmp_path: Path, catalogue: Catalogue, server: Cluster
) -> None:
    for needed in ("fastapi", "httpx2"):
        pytest.importorskip(needed)
    from pages import visiting

    url = fresh(server, "typing")
    with visiting(tmp_path, catalogue, database=url) as here, visiting(tmp_path, catalogue, database=url) as there:
        user, wizard, number = paired(here.study)
        at = f"/talk/{number}/live"
        with here.as_(user).websocket_connect(at) as one, there.as_(wizard).websocket_connect(at) as other:
            for line in (one, other):
                assert line.receive_json() == {"partner": "here"}
            one.send_json({"typing": True})
            assert other.receive_json() == {"partner": "typing"}
            one.send_json({"there": True})
            assert one.receive_json() == {"there": True}, "who types isn't told"
