"""What stands at the other end of stdin, stdout and stderr: closed, full, gone, of another encoding."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

HELLO = "Grüezi 😀\n"
NEEDS_FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")


def wayframe(command: str, stdin: str = HELLO, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command line by the shell, in which `wayframe` is this one."""
    function = f'wayframe() {{ "{sys.executable}" -m wayframe "$@"; }}; '
    environ = os.environ | {"COLUMNS": "80"} | environment
    return subprocess.run(["bash", "-c", function + command], input=stdin.encode(), capture_output=True, env=environ)


@pytest.mark.parametrize("command", ["chat --jsonl", "chat --demo"])
def test_what_goes_to_a_pipe_is_the_same_utf_8_everywhere(command: str) -> None:
    ascii_, latin, utf_8 = (
        wayframe(f"wayframe {command}", PYTHONIOENCODING=name) for name in ("ascii", "latin-1", "utf-8")
    )
    assert (utf_8.returncode, utf_8.stderr) == (0, b"")
    assert not utf_8.stdout.isascii()
    assert ascii_.stdout == latin.stdout == utf_8.stdout


@pytest.mark.parametrize(
    ("command", "closed"),
    [
        *(("chat --jsonl", closed) for closed in (">&-", "<&-", "<&- >&-", ">&- 2>&-")),
        ("packages --help", ">&- 2>&-"),
        ("corpus validate x", ">&- 2>&-"),
    ],
)
def test_closed_streams_end_no_command(command: str, closed: str) -> None:
    done = wayframe(f"wayframe {command} {closed}")
    assert done.returncode == (2 if "validate" in command else 0)
    assert not (done.stdout and ">&-" in closed)
    assert b"Traceback" not in done.stderr


@NEEDS_FULL
@pytest.mark.parametrize("command", ["chat --jsonl", "--help", "--version", "packages search"])
def test_a_full_disk_is_one_line(command: str) -> None:
    done = wayframe(f"wayframe {command} > /dev/full")
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == ["wayframe: standard output: no space left on device"]


@pytest.mark.parametrize("command", ["chat --jsonl", "chat"])
def test_a_reader_that_leaves_is_no_failure(command: str) -> None:
    done = wayframe(f"wayframe {command} | head -1; exit ${{PIPESTATUS[0]}}", stdin=HELLO * 200)
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(done.stdout.splitlines()) == 1
