import os
import signal
import subprocess
import sys
import time
from itertools import count, islice
from math import isqrt
from pathlib import Path

import pytest

from wayframe.evaluation.engines import streamed

PROGRAM = """
import os
from itertools import repeat
from wayframe.evaluation.engines import streamed

def own_number(part: int) -> int:
    return os.getpid()

if __name__ == "__main__":
    for process in streamed(own_number, repeat(1), 2):
        print(process, flush=True)
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order_from_parts_without_end(jobs: int) -> None:
    assert list(islice(streamed(isqrt, count(), jobs), 50)) == [isqrt(number) for number in range(50)]


def test_parts_are_taken_when_they_are_due() -> None:
    parts = iter(range(1_000))
    assert list(islice(streamed(isqrt, parts, 2), 1)) == [0]
    assert next(parts) < 20


def test_processes_leave_with_the_one_that_started_them(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(PROGRAM, encoding="utf-8")
    started = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert started.stdout
    with started.stdout as output:
        workers = {int(next(output)) for _ in range(20)}
        started.send_signal(signal.SIGKILL)
        started.wait()
    while any(map(_lives, workers)):
        time.sleep(0.05)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    about = Path(f"/proc/{process}/stat")
    return not (about.exists() and ") Z " in about.read_text(encoding="utf-8"))  # ended, and nobody has asked how
