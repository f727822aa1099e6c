"""Lines to servers in processes of their own: what they take, and an echo that takes the same way and does nothing."""

import asyncio
import json
import multiprocessing
import os
import random
import socket
import statistics
import time
from pathlib import Path

import uvicorn
import websockets
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

TEXTS = (
    "From Montreal to Tokyo between August 23 and September 1", "how much is the first one?", "and in business class?",
    "What about Berlin?", "Back to the Tokyo one", "does it have wifi?", "which is the cheapest?", "thanks",
)  # fmt: skip


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
