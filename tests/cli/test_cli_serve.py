import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")

import httpx2
import uvicorn

from commanding import wayframe
from serving import PATIENCE, free_port

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
    client = httpx2.Client(timeout=PATIENCE)
    with client, subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr
            assert process.stderr.readline() == f"http://127.0.0.1:{port}/  (Ctrl-C stops)\n"
            page = client.get(f"http://127.0.0.1:{port}/")  # what is announced can be had
            assert "A travel agent that remembers" in page.text
            api = f"http://127.0.0.1:{port}/api/conversations"
            talks = {name: client.post(api).json()["id"] for name in ("Zebedee", "Araminta")}
            for name, talk in talks.items():
                client.post(
                    f"{api}/{talk}/turns", json={"text": f"My name is {name}, to Rome please"}
                ).raise_for_status()
            assert b"Zebedee" in kept(tmp_path)
            client.delete(f"{api}/{talks['Zebedee']}").raise_for_status()
            assert b"Zebedee" not in kept(tmp_path), "forgotten while it serves"
            assert b"Araminta" in kept(tmp_path)
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) in (0, -signal.SIGTERM)
        finally:
            process.kill()
    assert [path.name for path in tmp_path.iterdir()] == ["t.sqlite"], "the log of changes went into the file"
    assert b"Araminta" in kept(tmp_path)


def kept(folder: Path) -> bytes:
    """All that lies in a folder."""
    return b"".join(path.read_bytes() for path in folder.iterdir())


def test_it_may_be_the_first_command_on_a_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WAYFRAME_SERVING", raising=False)
    monkeypatch.setattr(uvicorn.Server, "run", lambda server: setattr(server, "started", True))
    table = Path(__file__).parents[2] / "examples" / "laptops.csv"
    home = tmp_path / "share" / "wayframe"
    before = set(threading.enumerate())
    done = wayframe("serve", "--catalogue", table, "--port", free_port(), WAYFRAME_HOME=str(home))
    assert done.returncode == 0, done.stderr
    assert (home / "conversations.sqlite").exists()
    for thread in set(threading.enumerate()) - before:
        thread.join(60)
        assert not thread.is_alive(), "nobody waits any longer for a server that has stopped"


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
