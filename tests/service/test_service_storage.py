"""Where conversations are kept, and what becomes of them when that is in trouble."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy")

from postgres import cluster, running
from wayframe import databases
from wayframe.errors import InputError
from wayframe.service import ConflictError, NotFoundError, SharedComparison, Storage, UnavailableError
from wayframe.service.storage import ExchangeRow

FIRST = ExchangeRow(1, None, b"one")


def test_only_the_owner_reads_the_file(tmp_path: Path) -> None:
    previous = os.umask(0o022)
    try:
        storage = Storage(str(tmp_path / "talks.sqlite"))
        storage.open("a", 0)
        assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {0o600}
        storage.close()
    finally:
        os.umask(previous)


def test_another_programs_lock_is_waited_for_and_then_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "_PATIENCE", 0.05)
    storage = Storage(str(tmp_path / "talks.sqlite"))
    storage.open("a", 0)
    other = sqlite3.connect(tmp_path / "talks.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(UnavailableError, match="locked"):
        storage.append("a", FIRST)
    assert storage.rows("a") == ()
    other.execute("COMMIT")
    other.close()
    storage.append("a", FIRST)
    assert storage.rows("a") == (FIRST,)
    storage.close()


def test_a_full_disk_is_said_and_nothing_is_half_kept(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path / "talks.sqlite"))
    storage.open("a", 0)
    storage.append("a", FIRST)
    with storage._database._engine.connect() as connection:  # as large as it may become
        connection.exec_driver_sql("PRAGMA max_page_count = 1")
    with pytest.raises(UnavailableError, match="full"):
        storage.append("a", ExchangeRow(2, None, b"x" * 100_000))
    assert storage.rows("a") == (FIRST,)
    storage.close()


def test_a_database_that_comes_back_is_found_again() -> None:
    with cluster() as server:
        storage = Storage(server.url)
        storage.open("a", 0)
        storage.append("a", FIRST)
        server.stop()
        with pytest.raises(UnavailableError):
            storage.check()
        with pytest.raises(UnavailableError):
            storage.append("a", ExchangeRow(2, None, b"two"))
        server.start()
        storage.check()
        assert storage.rows("a") == (FIRST,)
        storage.append("a", ExchangeRow(2, None, b"two"))
        storage.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Storage]:
    with running() if request.param == "postgresql" else nullcontext(str(tmp_path / "talks.sqlite")) as url:
        found = Storage(url)
        yield found
        found.close()


def test_what_a_database_cant_take_isnt_taken_for_a_database_that_is_away() -> None:
    with running() as url:
        storage = Storage(url)
        with pytest.raises(InputError, match=r"can't take this: .*NUL"):
            storage.exists("a\0")
        with pytest.raises(InputError, match="can't take this: value too long"):
            storage.open("a" * 44, 0)
        storage.check()
        storage.close()


def test_who_comes_second_learns_it(storage: Storage) -> None:
    storage.open("a", 0)
    storage.append("a", ExchangeRow(1, "key", b"one"))
    for late in (
        ExchangeRow(1, None, b"other"),
        ExchangeRow(2, "key", b"other"),
        ExchangeRow(3, None, b"other"),
        ExchangeRow(1, "new", b"other"),
    ):
        with pytest.raises(ConflictError):
            storage.append("a", late)
    with pytest.raises(NotFoundError):
        storage.append("b", FIRST)
    assert storage.rows("a") == (ExchangeRow(1, "key", b"one"),)


def test_a_shared_comparison_keeps_its_id_and_goes_with_the_conversation(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path / "talks.sqlite"))
    storage.open("a", 0)
    shared = SharedComparison("a", (2, 5))
    assert storage.share("first", shared) == storage.share("second", shared) == "first"
    assert storage.shared("first") == shared
    with pytest.raises(NotFoundError):
        storage.share("third", SharedComparison("b", (1, 2)))
    storage.delete("a")
    with pytest.raises(NotFoundError):
        storage.shared("first")
    storage.close()


def test_totals_are_those_of_the_conversations_that_are_there(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path / "talks.sqlite"))
    for name in ("a", "b"):
        storage.open(name, 0)
    storage.append("a", FIRST)
    assert storage.totals(["a", "b", "c"]) == {"a": 1, "b": 0}
    storage.close()
