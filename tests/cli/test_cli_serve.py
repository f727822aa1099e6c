import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")

import httpx2

from commanding import wayframe
from serving import free_port

WAYFRAME = (sys.executable, "-m", "wayframe", "serve")


def test_it_serves_and_stops_when_told(catalogue_path: Path, tmp_path: Path) -> None:
    port = free_port()
    command = [
        *WAYFRAME,
        "--catalogue",
        str(catalogue_path),
        "--store",
        str(tmp_path / "t.sqlite"),
        "--port",
        str(port),
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        assert process.stderr.readline() == f"http://127.0.0.1:{port}/  (Ctrl-C stops)\n"
        page = httpx2.get(f"http://127.0.0.1:{port}/", timeout=None)  # what is announced can be had
        assert "A travel agent that remembers" in page.text
        process.send_signal(signal.SIGTERM)
        assert process.wait() in (0, -signal.SIGTERM)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--store", "nowhere/at/all.sqlite"), "nowhere/at/all.sqlite"),
        (("--catalogue", "none.sqlite"), "none.sqlite"),
        (("--port", "{taken}"), "address already in use"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    catalogue_path: Path, tmp_path: Path, options: tuple[str, str], complaint: str
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        asked = [option.format(taken=taken.getsockname()[1]) for option in options]
        usual = ["--catalogue", str(catalogue_path), "--store", str(tmp_path / "t.sqlite")]
        done = wayframe("serve", *usual, *asked, cwd=tmp_path)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1
