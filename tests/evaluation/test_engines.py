import sys
from math import isqrt
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from small_corpus import dialogue, written
from wayframe.errors import InputError
from wayframe.evaluation import TrackerPlan, divided, evaluate
from wayframe.evaluation.engines import streamed

pytestmark = pytest.mark.long


@pytest.fixture
def path(tmp_path: Path) -> Path:
    users = ("U21RP4FCY", "U22K1SX9N", "U231PNNA3")
    return written(tmp_path / "some.json", *(dialogue(f"trip-{user}", user) for user in users))


class StandIn:
    """Stands in for the module `ray`: does at once what is asked of it, and notes when it is started and ended."""

    exceptions = SimpleNamespace(RayTaskError=RuntimeError)

    def __init__(self) -> None:
        self.life: list[str] = []

    def is_initialized(self) -> bool:
        return False

    def init(self, **options: Any) -> None:
        self.life.append(f"init with {options['num_cpus']} processes")

    def shutdown(self) -> None:
        self.life.append("shutdown")

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2}

    def remote(self, **options: Any) -> Any:
        return lambda work: SimpleNamespace(remote=work)

    def get(self, results: list[Any]) -> list[Any]:
        return results


def test_ray_is_started_and_ended_where_it_does_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = StandIn()
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    assert list(streamed(isqrt, [4, 9], 3, "ray")) == [2, 3]
    assert ray.life == ["init with 3 processes", "shutdown"]


def test_ray_gives_the_same_figures_and_runs_on_if_it_ran_before(path: Path, ray: Any) -> None:
    plan = TrackerPlan("random", ("rules",), free_running=True)
    assert evaluate(divided(path, jobs=2, engine="ray"), plan) == evaluate(divided(path), plan)
    assert ray.is_initialized()


def test_a_missing_ray_is_one_line(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(InputError, match=r"--engine ray needs ray: .*pip install .*\[ray\]"):
        evaluate(divided(path, engine="ray"), TrackerPlan("rules", ()))


@pytest.mark.parametrize("engine", ["local", "ray"])
def test_what_is_wrong_in_a_process_is_said_here(path: Path, engine: str, request: pytest.FixtureRequest) -> None:
    if engine == "ray":
        request.getfixturevalue("ray")
    path.write_text(path.read_text().replace('"frame_parent_id":null', '"frame_parent_id":"none"'))
    with pytest.raises(InputError, match=r"some\.json: dialogue 'trip-U21RP4FCY'"):
        evaluate(divided(path, jobs=2, engine="ray" if engine == "ray" else "local"), TrackerPlan("rules", ()))
