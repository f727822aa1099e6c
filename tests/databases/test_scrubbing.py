"""What was deleted is in none of SQLite's files, whatever stood in the way when it was deleted."""

import shutil
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy")

from wayframe.databases import scrubbing
from wayframe.databases.scrubbing import Scrubber
from wayframe.service import Storage
from wayframe.service.storage import ExchangeRow

PEOPLE = ("anna", "ben", "carl", "dora")
LENGTHS = (20, 700, 3_000, 9_000, 40_000)  # of which some are too long for a page of the file


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    """A storage to which everybody has said something, in turns."""
    found = Storage(str(tmp_path / "talks.sqlite"))
    for person in PEOPLE:
        found.open(person, 0)
    for number, length in enumerate(LENGTHS, 1):
        for person in PEOPLE:
            found.append(person, ExchangeRow(number, f"{number}", said(person) * (length // len(said(person)))))
    yield found
    found.close()


def said(person: str) -> bytes:
    return f"{person} said so. ".encode()


def told_of(folder: Path) -> set[str]:
    """Those whose words are in the files of the database that lies in a folder."""
    kept = b"".join(path.read_bytes() for path in folder.glob("talks.sqlite*"))
    return {person for person in PEOPLE if said(person) in kept}


def test_who_is_forgotten_is_in_no_file_any_more(storage: Storage, tmp_path: Path) -> None:
    assert told_of(tmp_path) == set(PEOPLE)
    storage.delete("ben")
    assert told_of(tmp_path) == {"anna", "carl", "dora"}
    assert len(storage.rows("anna")) == len(LENGTHS)


def test_of_many_who_are_forgotten_at_once_the_last_are_cleaned_away_later(
    storage: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = list[None]()
    write = Scrubber._write_anew

    def counted(scrubber: Scrubber, connection: object) -> bool:
        written.append(None)
        return write(scrubber, connection)

    monkeypatch.setattr(Scrubber, "_write_anew", counted)
    monkeypatch.setattr(scrubbing, "_SHARE", 10**9)
    for person in PEOPLE[:3]:
        storage.delete(person)
    assert len(written) == 1, "a file that was written anew just now isn't written again for every one"
    storage.close()
    assert len(written) == 2
    assert told_of(tmp_path) == {"dora"}


def test_it_is_done_as_soon_as_nobody_reads_any_more(
    storage: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scrubbing, "_AGAIN", 0.01)
    reader = sqlite3.connect(tmp_path / "talks.sqlite", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM exchanges").fetchall()
    with storage._database._engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA busy_timeout = 10")  # it is the one that is used again
    storage.delete("ben")
    assert "ben" in told_of(tmp_path), "as somebody still reads it"
    reader.execute("COMMIT")
    reader.close()
    for _ in range(600):
        if "ben" not in told_of(tmp_path):
            break
        time.sleep(0.05)
    assert told_of(tmp_path) == {"anna", "carl", "dora"}


def test_after_a_crash_it_is_done_at_the_next_start(
    storage: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Scrubber, "scrub", lambda scrubber: None)  # the process dies before it comes to that
        storage.delete("ben")
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for path in tmp_path.glob("talks.sqlite*"):
        shutil.copy(path, crashed)
    assert "ben" in told_of(crashed)
    Storage(str(crashed / "talks.sqlite")).close()
    assert told_of(crashed) == {"anna", "carl", "dora"}


def test_what_an_older_version_left_is_cleaned_away_once(storage: Storage, tmp_path: Path) -> None:
    storage.close()
    older = sqlite3.connect(tmp_path / "talks.sqlite", isolation_level=None)
    older.execute("PRAGMA secure_delete = OFF")
    older.execute("DROP TABLE wayframe_schemas")
    older.execute("DELETE FROM exchanges WHERE conversation = 'ben'")
    older.execute("DELETE FROM conversations WHERE id = 'ben'")
    older.close()
    assert "ben" in told_of(tmp_path)
    Storage(str(tmp_path / "talks.sqlite")).close()
    assert told_of(tmp_path) == {"anna", "carl", "dora"}


def test_a_full_disk_is_no_reason_to_fail(storage: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(scrubber: Scrubber, connection: object) -> bool:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Scrubber, "_write_anew", full)
        storage.delete("ben")
    storage.close()
    assert told_of(tmp_path) == {"anna", "carl", "dora"}


def test_closing_empties_the_log(storage: Storage, tmp_path: Path) -> None:
    other = Storage(str(tmp_path / "talks.sqlite"))  # while it is open, SQLite itself keeps the log
    assert other.exists("anna")
    assert (tmp_path / "talks.sqlite-wal").stat().st_size > 0
    storage.close()
    assert (tmp_path / "talks.sqlite-wal").stat().st_size == 0
    other.close()
    assert not (tmp_path / "talks.sqlite-wal").exists()
