"""Many conversations at once over WebSockets, each a turn every so many seconds; beside it a line that only echoes.

    python benchmarks/serving.py [--conversations 500] [--seconds 30] [--every 2] [--workers 2]

The servers are processes of their own on one SQLite file, the talkers are another; all share this machine's cores. The
echo takes the same way without agent and database: what it takes is the sockets' and the machine's, the rest is ours.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import socket
import statistics
import tempfile
import time
from pathlib import Path

import uvicorn
import websockets
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from wayframe.agent import Agent
from wayframe.packages import Catalogue, default_catalogue
from wayframe.service import Conversations, Storage
from wayframe.web.app import application
from wayframe.web.guards import Guards

TEXTS = (
    "From Montreal to Tokyo between August 23 and September 1", "how much is the first one?", "and in business class?",
    "What about Berlin?", "Back to the Tokyo one", "does it have wifi?", "which is the cheapest?", "thanks",
)  # fmt: skip


def serve(catalogue: str, store: str, port: int) -> None:
    """The service, without its limits for one address."""
    storage = Storage(store)
    guards = Guards(turns=10**6, visits=10**6)
    app = application(Conversations(Agent(Catalogue(Path(catalogue))), storage), storage, guards)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    uvicorn.run(app, port=port, log_config=None, ws_per_message_deflate=False)


def echo(port: int) -> None:
    """A line that answers with what it heard."""

    async def heard(line: WebSocket) -> None:
        await line.accept()
        try:
            while True:
                await line.send_text(await line.receive_text())
        except WebSocketDisconnect:
            return

    uvicorn.run(
        Starlette(routes=[WebSocketRoute("/echo", heard)]), port=port, log_config=None, ws_per_message_deflate=False
    )


async def talk(url: str, seconds: float, every: float, number: int) -> tuple[list[float], int]:
    """One talker: the seconds that each answer took, and how many answers were none."""
    took, failed, chance = list[float](), 0, random.Random(number)
    async with websockets.connect(url, max_size=None) as line:
        await asyncio.sleep(chance.uniform(0, every))
        end, turn = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            start = time.monotonic()
            await line.send(json.dumps({"text": TEXTS[(number + turn) % len(TEXTS)]}))
            answer = json.loads(await line.recv())
            took.append(time.monotonic() - start)
            failed += "detail" in answer
            turn += 1
            await asyncio.sleep(max(0.0, every - (time.monotonic() - start)))
    return took, failed


async def load(urls: list[str], seconds: float, every: float) -> tuple[list[float], int]:
    results = await asyncio.gather(*(talk(url, seconds, every, number) for number, url in enumerate(urls)))
    return [each for took, _ in results for each in took], sum(failed for _, failed in results)


async def held(urls: list[str], processes: list[int]) -> float:
    """Kilobytes of the server for each line that is open and idle, once the server has served its first."""
    await opened(urls[:100])
    before = sum(map(resident, processes))
    lines = await opened(urls, leave=False)
    after = sum(map(resident, processes))
    for line in lines:
        await line.close()
    return (after - before) / len(urls)


async def opened(urls: list[str], leave: bool = True) -> list[websockets.ClientConnection]:
    """Lines, all open for a second."""
    lines = await asyncio.gather(*(websockets.connect(url).__aenter__() for url in urls))
    await asyncio.sleep(1)
    for line in lines if leave else ():
        await line.close()
    return lines


def resident(process: int) -> int:
    """Kilobytes of a process in memory."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


def cpu(process: int) -> float:
    """CPU seconds of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def started(target: object, *args: object) -> tuple[multiprocessing.Process, int]:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    process = multiprocessing.Process(target=target, args=(*args, port), daemon=True)  # type: ignore[arg-type]
    process.start()
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return process, port
        except OSError:
            time.sleep(0.05)


def report(name: str, took: list[float], failed: int) -> None:
    cuts = statistics.quantiles([each * 1000 for each in took], n=100)
    figures = "  ".join(f"p{cut} {cuts[cut - 1]:7.1f} ms" for cut in (50, 95, 99))
    print(f"{name:10} {len(took):7,} turns  {figures}  {failed} errors")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--conversations", type=int, default=500)
    options.add_argument("--seconds", type=float, default=30)
    options.add_argument("--every", type=float, default=2)
    options.add_argument("--workers", type=int, default=2)
    asked = options.parse_args()
    with default_catalogue() as trips, tempfile.TemporaryDirectory() as folder:
        store = str(Path(folder) / "talks.sqlite")
        storage = Storage(store)
        names = [f"benchmark-{number:06}" for number in range(asked.conversations)]
        for name in names:
            storage.open(name, 0)
        servers = [started(serve, str(trips.path), store) for _ in range(asked.workers)]
        urls = [
            f"ws://127.0.0.1:{servers[number % asked.workers][1]}/api/conversations/{name}/live"
            for number, name in enumerate(names)
        ]
        processes = [process.pid for process, _ in servers if process.pid]
        print(f"{asyncio.run(held(urls, processes)):.1f} KB a line that is open and idle")
        before = sum(map(cpu, processes))
        took, failed = asyncio.run(load(urls, asked.seconds, asked.every))
        report("agent", took, failed)
        print(f"{(sum(map(cpu, processes)) - before) / len(took) * 1000:.1f} ms of the servers' CPU a turn")
        for process, _ in servers:
            process.kill()
    process, port = started(echo)
    took, failed = asyncio.run(
        load([f"ws://127.0.0.1:{port}/echo"] * asked.conversations, asked.seconds / 3, asked.every)
    )
    report("echo", took, failed)
    process.kill()


if __name__ == "__main__":
    main()
