import logging
import sqlite3
from pathlib import Path

import pytest

from sources_drawn import TODAY, wish
from wayframe.meaning.records import Flag, Money, Number
from wayframe.sources.protocol import Query, Source
from wayframe.sources.tables import live

HEADER = "model,price,stock\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "laptops.csv"
    path.write_text(f"{HEADER}Aero,€999,3\nBolt,€450,0\nCord,€700,1\n", encoding="utf-8")
    return path


def models(source: Source) -> list[str]:
    return [str(item.row["model"]) for item in source.search(Query(), 10).items]


def test_a_file_is_read_again_when_it_changes(file: Path) -> None:
    source = live(str(file), today=TODAY)
    assert models(source) == ["Cord", "Aero"]
    before = source.version()
    assert source.version() == before
    file.write_text(f"{HEADER}Aero,€899,3\nNib,€300,2\n", encoding="utf-8")
    assert models(source) == ["Cord", "Aero"]  # until somebody looks
    assert source.version() != before
    assert models(source) == ["Nib", "Aero"]


def test_the_settings_of_a_table_are_part_of_it(file: Path) -> None:
    settings = file.with_suffix(".toml")
    settings.write_text('data = "laptops.csv"\n', encoding="utf-8")
    source = live(str(settings), today=TODAY)
    settings.write_text('data = "laptops.csv"\nstock = ""\n', encoding="utf-8")
    source.version()
    assert models(source) == ["Bolt", "Cord", "Aero"]


def test_a_file_that_is_being_written_changes_nothing(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    source = live(str(file), today=TODAY)
    file.write_text("", encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        source.version()
    assert models(source) == ["Cord", "Aero"]
    assert "the table stays as it was read before" in caplog.text
    file.unlink()
    source.version()
    assert models(source) == ["Cord", "Aero"]


def test_a_database_is_read_again_when_it_changes(tmp_path: Path) -> None:
    pytest.importorskip("sqlalchemy")
    path = tmp_path / "shop.db"
    with sqlite3.connect(path) as database:
        database.execute("create table laptops (model text, price real)")
        database.executemany("insert into laptops values (?, ?)", [("Aero", 999.5), ("Bolt", 450), ("Cord", 700)])
    source = live(f"sqlite:///{path}#laptops", today=TODAY)
    assert models(source) == ["Bolt", "Cord", "Aero"]
    with sqlite3.connect(path) as database:
        database.execute("update laptops set price = 100 where model = 'Aero'")
    source.version()
    assert models(source) == ["Aero", "Bolt", "Cord"]


def test_an_item_keeps_what_was_told_of_it(file: Path) -> None:
    source = live(str(file), today=TODAY)
    row = source.search(Query(), 1).items[0].row
    file.write_text(f"{HEADER}Cord,€649,1\nAero,€999,3\nNib,€300,2\n", encoding="utf-8")
    source.version()
    told = source.item(row)
    assert told.values["laptop_price"] == Money(700, "EUR")
    now = source.now(told)
    assert now is not None
    assert now.key == told.key
    assert now.values["laptop_price"] == Money(649, "EUR")


def test_what_is_gone_or_sold_out_is_no_more(file: Path) -> None:
    source = live(str(file), today=TODAY)
    cord, aero = source.search(Query(), 2).items
    file.write_text(f"{HEADER}Aero,€999,0\nNib,€300,2\nBolt,€450,1\n", encoding="utf-8")
    source.version()
    assert source.now(cord) is None
    assert source.now(aero) is None


def test_what_is_out_of_stock_is_found_where_it_is_asked_for(file: Path) -> None:
    source = live(str(file), today=TODAY)
    assert source.search(Query(), 10).total == 2
    found = source.search(Query((wish("stock", "at_most", Number(0)),)), 10)
    assert [item.row["model"] for item in found.items] == ["Bolt"]
    nearest = source.relax(Query((wish("laptop_price", "at_most", Money(500)),)), 1)
    assert nearest[0].item.row["model"] == "Cord"
    assert source.extreme(Query(), "laptop_price", "least") == nearest[0].item


def test_a_bound_of_what_is_left_finds_what_can_be_had(file: Path) -> None:
    source = live(str(file), today=TODAY)
    few = source.search(Query((wish("stock", "at_most", Number(4)),)), 10)
    assert "Bolt" not in [item.row["model"] for item in few.items]
    whatever = source.search(Query((wish("stock", "any"),)), 10)
    assert "Bolt" in [item.row["model"] for item in whatever.items]


def test_a_column_of_yes_and_no_says_what_is_in_stock(tmp_path: Path) -> None:
    path = tmp_path / "boats.csv"
    path.write_text("boat,length,in stock\nAero,12,yes\nBolt,8,no\nCord,9,yes\n", encoding="utf-8")
    source = live(str(path), today=TODAY)
    assert source.schema.stock == "in_stock"
    assert source.search(Query(), 10).total == 2
    assert source.search(Query((wish("in_stock", "is", Flag(False)),)), 10).total == 1
