"""The service in a process of its own, started in a moment and killed at any: a fork of one that is ready to serve."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PATIENCE = 200
"""Seconds that anything of a server may take, however busy the machine is."""


class Nursery:
    """A process that has the application ready and makes servers of itself."""

    def __init__(self, catalogue: str, store: str) -> None:
        command = [sys.executable, __file__, catalogue, store]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> "Nursery":
        return self

    def __exit__(self, *exception: object) -> None:
        self._process.kill()
        self._process.communicate(timeout=PATIENCE)

    @contextmanager
    def serving(self, port: int) -> Iterator[int]:
        """The process number of a server that answers; killed (SIGKILL) in the end, if it still runs."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{port}\n")
        self._process.stdin.flush()
        number = int(self._process.stdout.readline())
        try:
            _wait(port)
            yield number
        finally:
            _kill(number)


def _kill(number: int) -> None:
    """Kill a process and wait until it is gone, and with it what it listened at."""
    end = time.monotonic() + PATIENCE
    with suppress(ProcessLookupError):
        while time.monotonic() < end:
            os.kill(number, signal.SIGKILL)
            time.sleep(0.002)
        raise TimeoutError(f"process {number} can't be killed")


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _wait(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
            return
        except ConnectionRefusedError:
            time.sleep(0.005)
    raise TimeoutError(f"no server listens at port {port}")


def _bear(catalogue: str, store: str) -> None:
    import gc

    import uvicorn

    from wayframe.catalogues import agent_over
    from wayframe.packages import Catalogue
    from wayframe.service import Conversations, Storage
    from wayframe.web.app import application

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the dead
    storage = Storage(store)
    agent = agent_over(Catalogue(catalogue))
    app = application(Conversations(agent, storage), storage)
    storage.close()  # no connection is shared with a child
    uvicorn.Config(app, log_config=None).load()  # what is imported here is there in every child
    agent.respond(agent.open(), "From Montreal to Tokyo on August 23 for $900")
    gc.freeze()
    for line in sys.stdin:
        if not (number := os.fork()):
            sys.stderr = open(os.devnull, "w")  # noqa: SIM115  (for as long as the process lives)
            uvicorn.run(app, port=int(line), log_config=None)
            os._exit(0)
        print(number, flush=True)


if __name__ == "__main__":
    _bear(*sys.argv[1:])
