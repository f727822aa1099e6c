from pathlib import Path

import pytest

from wayframe.conversion.source import making
from wayframe.errors import InputError


def test_a_folder_appears_when_it_is_whole(tmp_path: Path) -> None:
    with making(tmp_path / "new") as folder:
        (folder / "inner").mkdir()
        assert not (tmp_path / "new").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["new"]
    assert (tmp_path / "new" / "inner").is_dir()


def test_a_failure_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="half"), making(tmp_path / "new") as folder:
        int((folder / "half").name)
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_stays(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "file").write_text("first")
    for path in (taken, taken / "file", Path("/")):
        with pytest.raises(InputError, match="can't be written: it is there already"), making(path):
            pass
    assert (taken / "file").read_text() == "first"


def test_a_missing_parent_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "none" / "new"
    with pytest.raises(InputError, match=r"none/new: can't be written: no such file or directory"), making(path):
        pass


def test_the_troubles_of_the_block_are_its_own(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), making(tmp_path / "new"):
        (tmp_path / "elsewhere").read_text()
