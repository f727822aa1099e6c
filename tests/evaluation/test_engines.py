import sys
from pathlib import Path

import pytest

from small_corpus import dialogue, written
from wayframe.errors import InputError
from wayframe.evaluation import Plan, evaluate


@pytest.fixture
def path(tmp_path: Path) -> Path:
    users = ("U21RP4FCY", "U22K1SX9N", "U231PNNA3")
    return written(tmp_path / "some.json", *(dialogue(f"trip-{user}", user) for user in users))


def test_ray_gives_the_same_figures(path: Path) -> None:
    pytest.importorskip("ray")
    plan = Plan("random", ("rules",), free_running=True)
    assert evaluate(path, plan, jobs=2, engine="ray") == evaluate(path, plan)


def test_a_missing_ray_is_one_line(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(InputError, match=r"--engine ray needs ray: .*pip install .*\[ray\]"):
        evaluate(path, Plan("rules", ()), engine="ray")


@pytest.mark.parametrize("engine", ["local", "ray"])
def test_what_is_wrong_in_a_process_is_said_here(path: Path, engine: str) -> None:
    if engine == "ray":
        pytest.importorskip("ray")
    path.write_text(path.read_text().replace('"frame_parent_id":null', '"frame_parent_id":"none"'))
    with pytest.raises(InputError, match=r"some\.json: dialogue 'trip-U21RP4FCY'"):
        evaluate(path, Plan("rules", ()), jobs=2, engine="ray" if engine == "ray" else "local")
