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


@contextmanager
def running() -> Iterator[str]:
    """The URL of the server's first database; the test is skipped where there is no PostgreSQL."""
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
        options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c max_connections=60"
        _run(*control, "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield f"postgresql://{_USER}@/postgres?host={folder}"
        finally:
            _run(*control, "-m", "immediate", "stop")
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
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/", timeout=60)
