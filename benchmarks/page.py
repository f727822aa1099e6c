"""The page's weight, and how long its first reply takes.

    python benchmarks/page.py [--replies 200]

The server is a process of its own on this machine's cores, as `wayframe serve` starts it, with the catalogue that comes
with the package. The weight is what a browser loads that has never been here, uncompressed, for the first screen and
for a conversation of three turns. A first reply is a first line sent as the page sends it, and the page it leads to.
"""

import argparse
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2

LINES = (
    "From Montreal to Tokyo or Berlin, between August 23 and September 1.",
    "We are two adults and a child, and our budget is $3,000. What is there from Paris to Rome?",
    "What is the cheapest way to get from Paris to New York in late August?",
    "When is it cheapest to fly from Montreal to Berlin?",
    "somewhere with a beach in September, from Toronto, for five days",
)
MOST_WEIGHT, MOST_WAIT = 150_000, 0.3
"""Bytes, and seconds of the slowest of twenty first replies, that the page may take."""

RESOURCE = re.compile(r'(?:src|href)="(/static/[^"]+)"')


@contextmanager
def serving() -> Iterator[str]:
    """A server's address."""
    with socket.socket() as found, tempfile.TemporaryDirectory() as folder:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
        found.close()
        command = [sys.executable, "-m", "wayframe", "serve", "--port", str(port), "--store", f"{folder}/talks.sqlite"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ)
        try:
            wait_for(port)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)


def wait_for(port: int) -> None:
    """Wait until somebody listens."""
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(f"no server listens at port {port}")


def weight(client: httpx2.Client, path: str) -> int:
    """Bytes of a page and of all that it loads."""
    page = client.get(path).text
    return sum(len(client.get(each).content) for each in sorted(set(RESOURCE.findall(page)))) + len(page.encode())


def conversation(client: httpx2.Client) -> str:
    """The path of a conversation of three turns."""
    path = str(client.post("/say", data={"text": LINES[0]}).headers["location"])
    for text in ("compare the first two", "book the cheapest"):
        client.post(f"{path}/say", data={"text": text})
    return path


def first_reply(client: httpx2.Client, text: str) -> float:
    """Seconds from a first line to the page with its answer."""
    started = time.perf_counter()
    path = client.post("/say", data={"text": text}).headers["location"]
    client.get(path).raise_for_status()
    return time.perf_counter() - started


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--replies", type=int, default=200)
    asked = options.parse_args()
    with serving() as root, httpx2.Client(base_url=root) as client:
        weights = {"first screen": weight(client, "/"), "conversation": weight(client, conversation(client))}
        for what, found in weights.items():
            print(f"{found / 1000:7.1f} KB  {what}")
        took = list[float]()
        for number in range(asked.replies):
            took.append(first_reply(client, LINES[number % len(LINES)]))
            time.sleep(0.17)  # an address may begin 60 conversations in 10 seconds
    *_, slow = statistics.quantiles(took, n=20)
    print(f"{statistics.median(took) * 1000:7.1f} ms  first reply, median of {len(took)}")
    print(f"{slow * 1000:7.1f} ms  first reply, 95th percentile")
    if max(weights.values()) > MOST_WEIGHT or slow > MOST_WAIT:
        sys.exit("The page is heavier or slower than it may be.")


if __name__ == "__main__":
    main()
