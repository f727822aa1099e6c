"""A PostgreSQL server of the tests' own, where PostgreSQL is installed: a temporary cluster, on a socket."""

import atexit
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

_USER = "wayframe"
_AS_USER = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []  # PostgreSQL refuses to run as root


class Cluster:
    """A server that can be stopped and started; `url` is its first database."""

    def __init__(self, folder: Path, control: list[str]) -> None:
        self.url = f"postgresql://{_USER}@/postgres?host={folder}"
        self._folder, self._control = folder, control

    def start(self) -> None:
        """Start it."""
        options = f"-c listen_addresses='' -c unix_socket_directories={self._folder} -c max_connections=60"
        _run(*self._control, "-l", str(self._folder / "log"), "-o", options, "start")

    def stop(self) -> None:
        """Stop it at once, as a crash would."""
        _run(*self._control, "-m", "immediate", "stop")


@contextmanager
def running() -> Iterator[str]:
    """The URL of the server's first database; the test is skipped where there is no PostgreSQL."""
    with cluster() as found:
        yield found.url


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A server that runs; the test is skipped where there is no PostgreSQL."""
    pytest.importorskip("psycopg")
    control = [str(_programs() / "pg_ctl"), "-s", "-w", "-t", "300"]
    folder = _folder()
    try:
        _run(*_AS_USER, "cp", "-a", str(_new_data()), str(folder / "data"))
        server = Cluster(folder, [*_AS_USER, *control, "-D", str(folder / "data")])
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@cache
def _new_data() -> Path:
    """The files of a server that has never run; each server starts from a copy."""
    folder = _folder()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    initdb = str(_programs() / "initdb")
    _run(*_AS_USER, initdb, "-D", str(folder / "new"), "-U", _USER, "-A", "trust", "-E", "UTF8", "--no-sync")
    return folder / "new"


def _folder() -> Path:
    """A new folder that belongs to whoever runs the servers."""
    folder = Path(tempfile.mkdtemp(prefix="wayframe-pg"))
    if _AS_USER:
        shutil.chown(folder, "postgres")
    return folder


def _programs() -> Path:
    if found := shutil.which("initdb"):
        return Path(found).parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not versions:
        pytest.skip("needs PostgreSQL: initdb is not installed")
    return versions[-1].parent


def _run(*command: str) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")
