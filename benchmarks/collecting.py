"""Many pairs who chat at once in a study, each person a message every so many seconds; servers that die in between.

    python benchmarks/collecting.py [--pairs 200] [--seconds 30] [--every 2] [--kills 0] [--store postgresql://...]

On SQLite one process serves; on PostgreSQL two do, the users on one and the wizards on the other. All talkers are one
more process on this machine's cores. With --kills, a server is killed (SIGKILL) that often while they write, and
started again; whoever has lost the line comes back and sends again what was not accepted. In the end each message that
its author saw accepted must be there once, in the same order for both sides, and everybody back in their talk: else
this leaves with 1. Beside it a line that only echoes, which takes the same way without a study.
"""

import argparse
import asyncio
import gc
import json
import multiprocessing
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from multiprocessing.connection import Connection
from pathlib import Path

import uvicorn
import websockets
from lines import cpu, echo, load, report, started  # type: ignore[import-not-found]  # lies beside

from wayframe.collection.collection import StudyCollection, opened
from wayframe.collection.records import StudyParticipant
from wayframe.collection.study import init, read
from wayframe.web.collect.app import application
from wayframe.web.collect.authentication import ParticipantRates
from wayframe.web.collect.connections import SETTINGS

_TEXT = "What would the hotel in Montreal cost us, with breakfast, in the last week of August? {}"


class Talker:
    """One side of a talk, which writes at an even pace and notes what it sees."""

    def __init__(self, url: str, session: str, name: str, first: bool) -> None:
        self.url, self.session, self.name, self.first = url, session, name, first
        self.seen, self.took = list[str](), list[float]()
        self.waiting, self.accepted = dict[str, str](), set[str]()
        self.wrong, self.talking = list[str](), False
        self.partner: Talker | None = None
        self.sent = dict[str, float]()
        self.line: websockets.ClientConnection | None = None

    async def stay(self) -> None:
        """Be on the line, and back on it whenever it is lost."""
        chance = random.Random(self.name)
        while True:
            cookie = {"Cookie": f"wayframe_person={self.session}"}
            with suppress(OSError, websockets.WebSocketException, TimeoutError):
                url = f"{self.url}?after={len(self.seen)}"
                async with websockets.connect(url, additional_headers=cookie, open_timeout=30) as line:
                    for key, text in self.waiting.items():
                        await line.send(json.dumps({"say": text, "key": key}))
                    self.line = line
                    async for received in line:
                        self.hear(json.loads(received))
            self.line, self.talking = None, False
            await asyncio.sleep(chance.uniform(0.02, 0.12))

    def hear(self, told: dict[str, object]) -> None:
        """What the server tells."""
        match told:
            case {"messages": list(messages)}:
                for message in messages:
                    self.see(message["number"], message["text"])
            case {"accepted": str(key)}:
                self.accepted.add(key)
                self.waiting.pop(key, None)
            case {"partner": "here" | "absent"}:
                self.talking = True
            case {"ended": _} | {"refused": _}:
                self.wrong.append(f"{self.name}: {told}")

    def see(self, number: int, text: str) -> None:
        """A message, which has to be the next one."""
        if number != len(self.seen) + 1:
            self.wrong.append(f"{self.name}: message {number} after {len(self.seen)}")
        self.seen.append(text)
        if self.partner and (at := self.partner.sent.pop(text, None)):
            self.took.append(time.monotonic() - at)

    async def write(self, over: asyncio.Event, every: float) -> None:
        """Write until it is over; the user before the wizard."""
        chance, number = random.Random(self.name), 0
        await asyncio.sleep(chance.uniform(0, every))
        while not over.is_set():
            start = time.monotonic()
            if self.seen or self.first:
                text, key = _TEXT.format(f"{self.name} {number}"), f"{self.name}-{number}"
                self.waiting[key], number = text, number + 1
                if self.line:
                    self.sent[text] = start  # what waits for a new line isn't timed
                    with suppress(websockets.ConnectionClosed):
                        await self.line.send(json.dumps({"say": text, "key": key}))
            await asyncio.sleep(max(0.0, every - (time.monotonic() - start)))


class Servers:
    """Processes that serve a study: forks of one that has everything ready, so that they start in a moment."""

    def __init__(self, folder: Path, ports: Sequence[int]) -> None:
        forking = multiprocessing.get_context("fork")
        self._asking, asked = forking.Pipe()
        self._nursery = forking.Process(target=bear, args=(folder, asked))
        self._nursery.start()
        self.processes = {port: self._born(port) for port in ports}

    def _born(self, port: int) -> int:
        self._asking.send(port)
        number: int = self._asking.recv()
        return number

    def kill(self, port: int) -> None:
        """Kill the process at a port."""
        with suppress(ProcessLookupError):
            while True:
                os.kill(self.processes[port], signal.SIGKILL)
                time.sleep(0.002)

    def start(self, port: int) -> None:
        """Start another one there."""
        self.processes[port] = self._born(port)

    def close(self) -> None:
        """Kill all."""
        for port in self.processes:
            self.kill(port)
        self._nursery.kill()
        self._nursery.join()


def bear(folder: Path, asked: Connection) -> None:
    """The nursery: a fork for each port that is asked for. What all of them import and read once is there before."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the dead
    study = read(folder)
    first = opened(study)
    served(first, 0).load()
    first.close()  # no connection is shared with a child
    gc.freeze()
    while True:
        port = asked.recv()
        if not (number := os.fork()):
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            uvicorn.Server(served(opened(study), port)).run()
            os._exit(0)
        asked.send(number)


def served(collection: StudyCollection, port: int) -> uvicorn.Config:
    """A study as uvicorn serves it, without limits on how much one may do."""
    app = application(collection, ParticipantRates(messages=10**6, visits=10**6, lines=10**6))
    return uvicorn.Config(app, port=port, log_config=None, ws_per_message_deflate=False, **SETTINGS)


def pairs(folder: Path, count: int) -> list[tuple[int, StudyParticipant, str, StudyParticipant, str]]:
    """So many pairs in a study: the number of each talk, its sides and what they are known by."""
    with closing(opened(read(folder))) as collection:
        access, matchmaking = collection.access, collection.matchmaking
        links = [access.token(access.invite(kind, cap=count)) for kind in ("user", "wizard")]
        found = []
        for _ in range(count):
            user, wizard = (access.join(link, "en") for link in links)
            matchmaking.available(user, "user")
            number = matchmaking.available(wizard, "wizard").talk
            assert number
            found.append((number, user, access.session(user), wizard, access.session(wizard)))
    return found


async def chat(talkers: list[Talker], servers: Servers, seconds: float, every: float, kills: int) -> None:
    """All talk; servers are killed at even distances, or later, if it takes longer until everybody is back."""
    start = time.monotonic()
    lines = [asyncio.create_task(talker.stay()) for talker in talkers]
    await settled(talkers)
    print(f"{len(talkers)} lines open after {time.monotonic() - start:.1f} s")
    start, over = time.monotonic(), asyncio.Event()
    writing = [asyncio.create_task(talker.write(over, every)) for talker in talkers]
    ports = list(servers.processes)
    for number in range(kills):
        await asyncio.sleep(start + (number + 1) * seconds / (kills + 1) - time.monotonic())
        await until(lambda: all(talker.talking for talker in talkers))
        port = ports[number % len(ports)]
        await asyncio.to_thread(servers.kill, port)
        await asyncio.to_thread(servers.start, port)
    await asyncio.sleep(start + seconds - time.monotonic())
    over.set()
    await asyncio.gather(*writing)
    await settled(talkers)
    for line in lines:
        line.cancel()
    await asyncio.gather(*lines, return_exceptions=True)


async def settled(talkers: list[Talker]) -> None:
    """Wait until everybody is in their talk, all is accepted, and both sides have seen as much."""

    def is_settled() -> bool:
        there = all(talker.talking and not talker.waiting for talker in talkers)
        return there and all(talker.partner and len(talker.partner.seen) == len(talker.seen) for talker in talkers)

    await until(is_settled)


async def until(done: Callable[[], bool], patience: float = 60) -> None:
    """Wait until it is done, or for as many seconds: what isn't done then is noticed in the end."""
    end = time.monotonic() + patience
    while not done() and time.monotonic() < end:
        await asyncio.sleep(0.02)


def problems(talkers: list[Talker]) -> list[str]:
    """What isn't as it has to be."""
    found = [line for talker in talkers for line in talker.wrong]
    for talker in talkers:
        partner = talker.partner
        assert partner
        if talker.seen != partner.seen:
            found.append(f"{talker.name} saw {len(talker.seen)} messages, {partner.name} {len(partner.seen)}")
        if len(set(talker.seen)) != len(talker.seen):
            found.append(f"{talker.name} saw a message twice")
        if talker.waiting or not talker.talking:
            found.append(f"{talker.name} isn't back, or has {len(talker.waiting)} messages that weren't accepted")
        own = [int(text.rsplit(" ", 1)[1]) for text in talker.seen if f" {talker.name} " in text]
        if own != list(range(len(talker.accepted))):
            found.append(f"{talker.name} had {len(talker.accepted)} messages accepted, and sees {len(own)} in order")
    return found


def run(folder: Path, asked: argparse.Namespace) -> list[str]:
    """Have them talk; what went wrong."""
    init(folder)
    path = folder / "study.toml"
    if asked.store:
        path.write_text(path.read_text().replace('database = "study.sqlite"', f"database = {json.dumps(asked.store)}"))
    talks = pairs(folder, asked.pairs)
    servers = Servers(folder, [free_port() for _ in range(2 if asked.store else 1)])
    ports = list(servers.processes)
    talkers = list[Talker]()
    for number, _, user, _, wizard in talks:
        sides = [
            Talker(f"ws://127.0.0.1:{port}/talk/{number}/live", session, f"{side}{number}", side == "user")
            for side, session, port in (("user", user, ports[0]), ("wizard", wizard, ports[-1]))
        ]
        sides[0].partner, sides[1].partner = sides[1], sides[0]
        talkers += sides
    before = {port: cpu(process) for port, process in servers.processes.items()}
    asyncio.run(chat(talkers, servers, asked.seconds, asked.every, asked.kills))
    took = [each for talker in talkers for each in talker.took]
    found = problems(talkers)
    if len(took) > 1:
        report("study", took, len(found))
    print(f"{sum(len(talker.accepted) for talker in talkers):,} messages accepted, {asked.kills} kills")
    if not asked.kills:
        used = sum(cpu(process) - before[port] for port, process in servers.processes.items())
        print(f"{used / max(len(took), 1) * 1000:.2f} ms of the servers' CPU a message")
    servers.close()
    return found


def free_port() -> int:
    """A port at which nobody listens."""
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--pairs", type=int, default=200)
    options.add_argument("--seconds", type=float, default=30)
    options.add_argument("--every", type=float, default=2)
    options.add_argument("--kills", type=int, default=0)
    options.add_argument("--store", help="a PostgreSQL URL; without it, SQLite")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = run(Path(folder), asked)
    for line in found[:20]:
        print(line)
    if not asked.kills:
        process, port = started(echo)
        took, failed = asyncio.run(
            load([f"ws://127.0.0.1:{port}/echo"] * 2 * asked.pairs, asked.seconds / 3, asked.every)
        )
        report("echo", took, failed)
        process.kill()
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
