"""Where a release may be written, and that it stands there whole."""

from contextlib import suppress
from pathlib import Path

import pytest

from wayframe.collection.erasure import MARK
from wayframe.collection.export.exporting import check, staged
from wayframe.errors import InputError


def test_a_release_goes_where_nothing_is_or_over_another_one(tmp_path: Path) -> None:
    check(tmp_path / "new", force=False)
    check(tmp_path, force=False)
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(InputError, match="is no export and isn't empty"):
        check(tmp_path, force=False)
    check(tmp_path, force=True)
    (tmp_path / MARK).write_text("{}")
    check(tmp_path, force=False)


def test_a_study_is_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text("")
    with pytest.raises(InputError, match="is a study's folder"):
        check(tmp_path, force=True)


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="file: not a directory"):
        check(tmp_path / "file", force=True)


def test_files_come_all_together_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "release"
    with suppress(ZeroDivisionError), staged(path) as beside:
        (beside / "frames.json").write_text("[]")
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []
    with staged(path) as beside:
        (beside / "frames.json").write_text("[]")
    with staged(path) as beside:
        (beside / "frames.json").write_text("[1]")
        (beside / MARK).write_text("{}")
    assert sorted(each.name for each in path.iterdir()) == [MARK, "frames.json"]
    assert (path / "frames.json").read_text() == "[1]"
    assert list(tmp_path.iterdir()) == [path]


def test_a_release_is_for_its_owner_until_they_hand_it_on(tmp_path: Path) -> None:
    with staged(tmp_path / "release") as beside:
        (beside / "frames.json").write_text("[]")
        assert beside.stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "release" / "frames.json").stat().st_mode & 0o777 == 0o600
