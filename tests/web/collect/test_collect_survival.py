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

pytestmark = pytest.mark.long

CHAT = Path(__file__).parents[3] / "benchmarks" / "collecting.py"  # leaves with 1 where anything is lost


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest) -> Iterator[tuple[str, ...]]:
    if request.param == "sqlite":
        yield ("--kills", "8")
    else:
        with running() as url:
            yield "--kills", "8", "--store", url  # one dies, the other one serves on


def test_deaths_in_the_middle_of_it(store: tuple[str, ...]) -> None:
    asked = ("--pairs", "5", "--seconds", "2", "--every", "0.2", *store)
    done = subprocess.run([sys.executable, str(CHAT), *asked], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{store[1]} kills" in done.stdout
