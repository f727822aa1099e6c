"""What was accepted is there once and in order for both, whenever a server dies; everybody finds their talk again."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("itsdangerous")
pytest.importorskip("websockets")

from postgres import running

CHAT = Path(__file__).parents[3] / "benchmarks" / "collecting.py"  # leaves with 1 where anything is lost


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    if request.param == "sqlite":
        yield []
    else:
        with running() as url:
            yield ["--store", url]


def test_twenty_deaths_in_the_middle_of_it(store: list[str]) -> None:
    asked = ("--pairs", "5", "--seconds", "6", "--every", "0.25", "--kills", "20")
    done = subprocess.run([sys.executable, str(CHAT), *asked, *store], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "20 kills" in done.stdout
