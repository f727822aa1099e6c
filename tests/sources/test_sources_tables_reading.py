import gzip
import sqlite3
import sys
from datetime import date
from pathlib import Path

import pytest

from postgres import running
from wayframe.errors import InputError
from wayframe.sources.protocol import Query, Source
from wayframe.sources.tables import opened, reading
from wayframe.sources.tables.delimited import MOST_ROWS
from wayframe.sources.tables.opening import described
from wayframe.sources.tables.reading import called, is_table, load

TEXT = "model;price;ram\nAero;€1,000;16 GB\nBolt;€500;8 GB\n"
TODAY = date(2026, 9, 1)


def recorded(found: Source) -> list[dict[str, str | bool]]:
    """All rows as a dialogue records them, the cheapest first."""
    return [dict(item.row) for item in found.search(Query(), 100).items]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "laptops.csv"
    path.write_text(TEXT)
    return path


def test_delimiters_quotes_and_compression(tmp_path: Path, path: Path) -> None:
    comma, packed = tmp_path / "c.csv", tmp_path / "laptops.csv.gz"
    comma.write_text('\ufeffmodel,price,ram\n"Aero","€1,000",16 GB\n\nBolt,€500,8 GB\n', encoding="utf-8")
    packed.write_bytes(gzip.compress(TEXT.encode()))
    assert load(str(path)).header == load(str(comma)).header == load(str(packed)).header == ("model", "price", "ram")
    assert [row for _, row in load(str(comma)).rows] == [row for _, row in load(str(path)).rows]
    assert called(str(packed)) == "laptops"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "found an empty file"),
        (b"  \n \n", "found an empty file"),
        (b"model,price\n", "found no rows"),
        (b"model,price\na,1\nb,2,3\n", "line 3: expected 2 cells, found 3"),
        (b"model,price\na,1\n\nb\nc,2\n", "line 4: expected 2 cells, found 1"),
        (b'model,price\na,"1\n', "line 2: unexpected end of data"),
        (b"model,price\na\0,1\n", "found a zero byte"),
    ],
)
def test_a_file_that_is_no_table_is_refused_in_one_line(tmp_path: Path, content: bytes, complaint: str) -> None:
    path = tmp_path / "bad.csv"
    path.write_bytes(content)
    with pytest.raises(InputError, match=complaint) as refused:
        opened(str(path), today=TODAY)
    assert str(refused.value).startswith(str(path))
    assert "\n" not in str(refused.value)


def test_what_is_a_table_goes_by_the_name() -> None:
    assert all(map(is_table, ("a.csv", "a.tsv.gz", "a.parquet", "a.toml", "sqlite:///a.db#t")))
    assert not any(map(is_table, ("a.sqlite", "a", "kb.jsonl#3")))


def test_the_written_file_says_the_same_and_can_be_changed(path: Path) -> None:
    settings = path.with_suffix(".toml")
    text = described(str(path), settings)
    settings.write_text(text)
    assert opened(str(settings), today=TODAY).schema == opened(str(path), today=TODAY).schema
    settings.write_text(f'{text}values = {{ "16" = ["plenty"] }}\n'.replace('label = "price"', 'label = "tag"'))
    assert opened(str(settings), today=TODAY).schema.slots[1].label == "tag"


def test_settings_name_the_column_of_those_who_pay(path: Path) -> None:
    settings = path.with_suffix(".toml")
    settings.write_text("data = 'laptops.csv'\nguests = 'ram'")
    assert opened(str(settings), today=TODAY).schema.guests == "ram"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("data = 3", "Expected `str`"),
        ("item = 'x'", "data: expected the table's path"),
        ("data = 'laptops.csv'\ncolour = 1", "unknown field `colour`"),
        ("data = 'laptops.csv'\n[columns.ram]\nkinds = 'number'", "unknown field `kinds`"),
        ("data = 'laptops.csv'\n[columns.ram]\nkind = 'size'", "Invalid enum value 'size'"),
        (
            "data = 'laptops.csv'\n[columns.memory]\nunit = 'GB'",
            "no column 'memory': expected one of model, price, ram",
        ),
        ("data = 'laptops.csv'\nname = 'nothing'", "no column 'nothing'"),
        ("data = 'laptops.csv'\nguests = 'model'", "guests: expected a column of numbers, found one of name"),
        ("data = 'laptops.csv'\nstock = 'model'", "stock: expected a column of numbers or of yes and no, found one"),
        ("data = 'laptops.csv'\n[columns.price]\nkind = 'date'", "line 2: price: expected a date, found '€1,000'"),
        ("data = ", "Invalid value"),
        ("data = 'nowhere.csv'", "nowhere.csv: no such file"),
    ],
)
def test_a_settings_file_that_is_wrong_is_refused_in_one_line(path: Path, text: str, complaint: str) -> None:
    settings = path.with_suffix(".toml")
    settings.write_text(text)
    with pytest.raises(InputError, match=complaint) as refused:
        opened(str(settings), today=TODAY)
    assert "\n" not in str(refused.value)


def test_rows_that_nothing_tells_apart_can_be_named_by_hand(tmp_path: Path) -> None:
    (tmp_path / "cars.csv").write_text("make,seats\nTern,5\nTern,5\nTern,5\n")
    (tmp_path / "cars.toml").write_text("data = 'cars.csv'\nname = 'make'\nitem = 'car'")
    assert opened(str(tmp_path / "cars.toml"), today=TODAY).schema.name == "make"


def test_parquet(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    columns = {"name": ["A", "B"], "price": [1.5, None], "pets": [True, False], "from": [date(2026, 5, 1)] * 2}
    path = tmp_path / "flats.parquet"
    parquet.write_table(pyarrow.table(columns), path)
    found = opened(str(path), today=TODAY)
    assert [slot.kind for slot in found.schema.slots] == ["name", "money", "yes_no", "date"]
    assert recorded(found)[0] == {"flat_name": "A", "flat_price": "1.50", "pets": True, "from": "May 1, 2026"}
    (tmp_path / "bad.parquet").write_bytes(b"nothing")
    with pytest.raises(InputError, match="no Parquet file"):
        opened(str(tmp_path / "bad.parquet"), today=TODAY)


def test_a_parquet_file_is_asked_for_its_size_before_it_is_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(reading, "SMALL", 1 << 20)
    monkeypatch.setattr(parquet.ParquetFile, "read", lambda file: pytest.fail("it was unpacked"))
    path = tmp_path / "bomb.parquet"
    for column, said in (
        (["A"] * (MOST_ROWS + 1), "more than 200,000 rows"),
        (["A" * (30 << 20)], "200 times its size"),
    ):
        parquet.write_table(pyarrow.table({"name": column}), path, compression="zstd")
        with pytest.raises(InputError, match=said):
            opened(str(path), today=TODAY)


def test_a_table_of_a_database(tmp_path: Path) -> None:
    pytest.importorskip("sqlalchemy")
    path = tmp_path / "shop.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE laptops (model TEXT, price REAL, weight_kg REAL)")
        database.execute("INSERT INTO laptops VALUES ('Aero', 999, 1.2), ('Bolt', 500, NULL)")
    database.close()
    found = opened(f"sqlite:///{path}#laptops", today=TODAY)
    assert found.schema.items == "laptops"
    assert recorded(found)[-1] == {"model": "Aero", "laptop_price": "999", "weight": "1.2 kg"}


def test_a_table_of_postgresql() -> None:
    psycopg = pytest.importorskip("psycopg")
    pytest.importorskip("sqlalchemy")
    with running() as url:
        with psycopg.connect(url) as connection:
            connection.execute("CREATE SCHEMA shop")
            connection.execute("CREATE TABLE shop.laptops (model text, price numeric, touchscreen boolean, since date)")
            connection.execute("INSERT INTO shop.laptops VALUES ('Aero', 999.00, true, '2026-05-01')")
            connection.execute("INSERT INTO shop.laptops VALUES ('Bolt', 500.50, NULL, NULL)")
        found = opened(f"{url}#shop.laptops", today=TODAY)
        with pytest.raises(InputError, match="there is no table 'nothing'"):
            opened(f"{url}#nothing", today=TODAY)
    assert [slot.kind for slot in found.schema.slots] == ["name", "money", "yes_no", "date"]
    assert recorded(found)[0] == {"model": "Bolt", "laptop_price": "500.50"}


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("sqlite:///shop.db", "expected a URL, # and the table's name"),
        ("sqlite:////nowhere/shop.db#laptops", "no such file"),
        ("nonsense://x#laptops", "no URL of a database"),
        ("mysql+pymysql://x/shop#laptops", "needs pymysql, the database's driver, which isn't installed"),
    ],
)
def test_a_database_that_is_not_there_is_refused(url: str, complaint: str) -> None:
    pytest.importorskip("sqlalchemy")
    with pytest.raises(InputError, match=complaint):
        opened(url, today=TODAY)


def test_a_missing_driver_of_postgresql_comes_with_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sqlalchemy")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(InputError, match=r"needs psycopg: .*pip install .*\[postgres\]"):
        opened("postgresql://me@localhost/shop#laptops", today=TODAY)


def test_no_password_is_told() -> None:
    pytest.importorskip("sqlalchemy")
    pytest.importorskip("psycopg")
    with pytest.raises(InputError) as refused:
        load("postgresql://me:secret@127.0.0.1:1/shop#laptops")
    assert "secret" not in str(refused.value)
