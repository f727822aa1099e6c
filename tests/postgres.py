"""A PostgreSQL server of the tests' own, where PostgreSQL is installed: a temporary cluster, on a socket."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_USER = "wayframe"


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
    programs = _programs()
    folder = Path(tempfile.mkdtemp(prefix="wayframe-pg"))
    as_user: list[str] = []
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        shutil.chown(folder, "postgres")
        as_user = ["runuser", "-u", "postgres", "--"]
    data, control = folder / "data", [*as_user, str(programs / "pg_ctl"), "-s", "-w", "-D", str(folder / "data")]
    try:
        _run(*as_user, str(programs / "initdb"), "-D", str(data), "-U", _USER, "-A", "trust", "-E", "UTF8", "--no-sync")
        server = Cluster(folder, control)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _programs() -> Path:
    if found := shutil.which("initdb"):
        return Path(found).parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not versions:
        pytest.skip("needs PostgreSQL: initdb is not installed")
    return versions[-1].parent


def _run(*command: str) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")
