import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from small_corpus import dialogue, written
from wayframe.errors import InputError
from wayframe.evaluation import Plan, evaluate


@pytest.fixture
def path(tmp_path: Path) -> Path:
    users = ("U21RP4FCY", "U22K1SX9N", "U231PNNA3")
    return written(tmp_path / "some.json", *(dialogue(f"trip-{user}", user) for user in users))


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    """Ray, started once: that takes longer than anything that is asked of it here."""
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False, logging_level=logging.ERROR, log_to_driver=False)
    yield ray
    ray.shutdown()


def test_ray_gives_the_same_figures_and_runs_on_if_it_ran_before(path: Path, ray: Any) -> None:
    plan = Plan("random", ("rules",), free_running=True)
    assert evaluate(path, plan, jobs=2, engine="ray") == evaluate(path, plan)
    assert ray.is_initialized()


def test_a_missing_ray_is_one_line(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(InputError, match=r"--engine ray needs ray: pip install 'wayframe\[ray\]'"):
        evaluate(path, Plan("rules", ()), engine="ray")


@pytest.mark.parametrize("engine", ["local", "ray"])
def test_what_is_wrong_in_a_process_is_said_here(path: Path, engine: str, request: pytest.FixtureRequest) -> None:
    if engine == "ray":
        request.getfixturevalue("ray")
    path.write_text(path.read_text().replace('"frame_parent_id":null', '"frame_parent_id":"none"'))
    with pytest.raises(InputError, match=r"some\.json: dialogue 'trip-U21RP4FCY'"):
        evaluate(path, Plan("rules", ()), jobs=2, engine="ray" if engine == "ray" else "local")
