from pathlib import Path
from threading import Thread

import pytest

from wayframe.errors import InputError
from wayframe.packages import Plan, default_catalogue, default_path, home


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAYFRAME_HOME", str(tmp_path / "new" / "home"))
    monkeypatch.setattr(home, "Plan", lambda: Plan(cities=4, hotels=5, packages=500))


def test_made_on_first_use_and_kept(tmp_path: Path) -> None:
    with default_catalogue() as catalogue:
        assert catalogue.path == default_path()
        assert catalogue.path.parent == tmp_path / "new" / "home"
        assert len(catalogue) == 500
    before = default_path().stat().st_mtime_ns
    default_catalogue().close()
    assert default_path().stat().st_mtime_ns == before


def test_in_the_users_data_folder_unless_said_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WAYFRAME_HOME")
    assert default_path().parent.name == "wayframe"


def test_several_may_come_first_at_once() -> None:
    counts: list[int] = []

    def use() -> None:
        with default_catalogue() as catalogue:
            counts.append(len(catalogue))

    threads = [Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [500] * 4
    assert [path.name for path in default_path().parent.iterdir()] == [default_path().name]


def test_a_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("WAYFRAME_HOME", str(tmp_path / "file" / "home"))
    with pytest.raises(InputError, match="can't be made a folder"):
        default_catalogue()
