"""Many conversations at once over WebSockets, each a turn every so many seconds; beside it a line that only echoes.

    python benchmarks/serving.py [--conversations 500] [--seconds 30] [--every 2] [--workers 2]

The servers are processes of their own on one SQLite file, the talkers are another; all share this machine's cores. The
echo takes the same way without agent and database: what it takes is the sockets' and the machine's, the rest is ours.
"""

import argparse
import asyncio
import os
import tempfile
from pathlib import Path

import uvicorn
import websockets
from lines import cpu, echo, load, report, resident, started  # type: ignore[import-not-found]  # lies beside

from wayframe.catalogues import agent_over
from wayframe.packages import Catalogue, default_catalogue
from wayframe.service import Conversations, Storage
from wayframe.web.app import application
from wayframe.web.rate_limits import RateLimits


def serve(catalogue: str, store: str, port: int) -> None:
    """The service, without its limits for one address."""
    storage = Storage(store)
    limits = RateLimits.unlimited()
    app = application(Conversations(agent_over(Catalogue(Path(catalogue))), storage), storage, limits)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    uvicorn.run(app, port=port, log_config=None, ws_per_message_deflate=False)


async def held(urls: list[str], processes: list[int]) -> float:
    """Kilobytes of the server for each line that is open and idle, once the server has served its first."""
    await opened(urls[:100])
    before = sum(map(resident, processes))
    lines = await opened(urls, leave=False)
    after = sum(map(resident, processes))
    for line in lines:
        await line.close()
    return float(after - before) / len(urls)


async def opened(urls: list[str], leave: bool = True) -> list[websockets.ClientConnection]:
    """Lines, all open for a second."""
    lines = await asyncio.gather(*(websockets.connect(url).__aenter__() for url in urls))
    await asyncio.sleep(1)
    for line in lines if leave else ():
        await line.close()
    return lines


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
