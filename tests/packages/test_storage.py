import os
import sqlite3
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.dialogue import Hotel, LocalTime
from wayframe.errors import InputError
from wayframe.packages import Catalogue
from wayframe.packages.storage import PackageRow, Place, day_number, day_of, minute_number, moment_of, write

META = {"today": "2016-08-01", "season_first": "2016-08-03", "season_last": "2016-10-20", "source": "a test"}
PLACES = [Place("Rome", "Italy", (41.9, 12.5)), Place("Bari", "Italy", None)]
HOTELS = [(Hotel("Amber Inn", "Bari", "Italy", "4.0 star hotel", 8.5, ("SPA", "GYM"), ()), 1)]
ROW = PackageRow(0, 0, 1, 12_345, 17_000, 17_007, 7, 24_480_600, 24_480_660, 60, 24_490_000, 24_490_060, 60)


@given(st.dates(date(1900, 1, 1), date(2200, 1, 1)))
def test_days_are_numbers(day: date) -> None:
    assert day_of(day_number(day)) == day


@given(st.datetimes())
def test_moments_are_numbers(when: date) -> None:
    moment = LocalTime(when.year, when.month, when.day, 23, 59)
    assert moment_of(minute_number(moment)) == moment


def test_what_is_written_is_read(tmp_path: Path) -> None:
    assert write(tmp_path / "one", META, PLACES, HOTELS, [ROW]) == 1
    with Catalogue(tmp_path / "one") as catalogue:
        assert catalogue.hotels() == [HOTELS[0][0]]
        assert catalogue.places == PLACES
        assert catalogue.source == "a test"


def test_an_interrupted_write_leaves_what_was_there(tmp_path: Path) -> None:
    def rows() -> Iterator[PackageRow]:
        yield ROW
        raise KeyboardInterrupt

    write(tmp_path / "one", META, PLACES, HOTELS, [ROW])
    before = (tmp_path / "one").read_bytes()
    with pytest.raises(KeyboardInterrupt):
        write(tmp_path / "one", META, PLACES, HOTELS, rows())
    assert (tmp_path / "one").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["one"]


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "missing" / "one", tmp_path, tmp_path / "pipe"):
        with pytest.raises(InputError, match="can't be written"):
            write(path, META, PLACES, HOTELS, [ROW])
    assert (tmp_path / "pipe").is_fifo()


def test_a_number_beyond_64_bits(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="64 bits"):
        write(tmp_path / "one", META, PLACES, HOTELS, [ROW._replace(out_minutes=2**63)])
    assert not list(tmp_path.iterdir())


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "one")
    write(tmp_path / "link", META, PLACES, HOTELS, [ROW])
    assert (tmp_path / "link").is_symlink()
    with Catalogue(tmp_path / "one") as catalogue:
        assert len(catalogue) == 1


def no_file(path: Path) -> None:
    pass


def empty(path: Path) -> None:
    path.touch()


def text(path: Path) -> None:
    path.write_text("not a catalogue at all, but long enough to hold a header" * 5)


def folder(path: Path) -> None:
    path.mkdir()


def other_database(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE package (id)")
    connection.close()


def newer(path: Path) -> None:
    write(path, META, PLACES, HOTELS, [ROW])
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()


def cut_off(path: Path) -> None:
    write(path, META, PLACES, HOTELS, [ROW])
    path.write_bytes(path.read_bytes()[:-100])


def scribbled(path: Path) -> None:
    write(path, META, PLACES, HOTELS, [ROW])
    data = path.read_bytes()
    path.write_bytes(data[:200] + b"\xff" * (len(data) - 200))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (no_file, "no such file"),
        (folder, "is a directory"),
        (empty, "is not a catalogue"),
        (text, "is not a catalogue"),
        (other_database, "is not a catalogue"),
        (newer, "expected a catalogue of version 1, found version 99"),
        (cut_off, "is cut off"),
        (scribbled, "damaged catalogue"),
    ],
)
def test_what_is_no_catalogue_says_so_in_one_line(tmp_path: Path, make: object, message: str) -> None:
    assert callable(make)
    make(tmp_path / "bad")
    with pytest.raises(InputError, match=message) as caught:
        Catalogue(tmp_path / "bad")
    assert str(caught.value).startswith(str(tmp_path / "bad"))
    assert "\n" not in str(caught.value)


def test_a_read_only_folder_and_odd_names_are_no_obstacle(tmp_path: Path) -> None:
    place = tmp_path / "odd ?#% name"
    place.mkdir()
    write(place / "mode=rwc&.sqlite", META, PLACES, HOTELS, [ROW])
    (place / "mode=rwc&.sqlite").chmod(0o400)
    place.chmod(0o500)
    try:
        with Catalogue(place / "mode=rwc&.sqlite") as catalogue:
            assert len(catalogue) == 1
    finally:
        place.chmod(0o700)
