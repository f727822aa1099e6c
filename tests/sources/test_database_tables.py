"""Large tables of databases answer as small ones do, from where they lie."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import postgres
from drawing import drawn
from sources_drawn import TODAY, day, queries, wish
from wayframe.errors import InputError
from wayframe.meaning.records import Number, Text
from wayframe.sources.conformance import check
from wayframe.sources.protocol import Query, Source
from wayframe.sources.tables import live, reading
from wayframe.sources.tables.opening import loaded
from wayframe.sources.tables.source import TableSource

sqlalchemy = pytest.importorskip("sqlalchemy")
SLOW = settings(deadline=None, max_examples=drawn(25), suppress_health_check=list(HealthCheck))
COLUMNS = (
    "id integer primary key, model text, brand text, ports text, price_eur numeric(9,2), ram_gb integer, "
    "released date, left_in_stock integer"
)
ROWS = [
    (1, "Aero", "Kestrel", "usb, hdmi", 1299.5, 16, "2026-01-03", 3),
    (2, "Bolt", "Kestrel", "usb", 999, 8, "2026-02-03", 0),
    (3, "Cord", "Orla", "usb, sd", 2450, 32, "2025-12-31", 2), (4, "Dune", "Orla", "sd", None, 32, None, 5),
    (5, "Echo", "Quill", "hdmi", 12.5, 16, "2026-03-01", 1), (6, "Fen", "Quill", "usb", 800, 16, "2026-03-02", None),
    (7, "Gale", None, None, 800, 8, "2026-03-05", 4), (8, "Hawk", "Orla", "usb, hdmi", 720, 64, "2026-04-05", 4),
]  # fmt: skip


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('shop')}/shop.db"
    else:
        with postgres.running() as address:
            yield address


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the machine takes, rows are counted and found in order."""
    from wayframe.sources.tables import database

    for limit in ("_COUNTING", "_IN_ORDER", "_IN_COVERING_ORDER", "_PATIENCE", "_PATIENCE_EACH"):
        monkeypatch.setattr(database, limit, 60.0)


@pytest.fixture(scope="module")
def address(url: str) -> str:
    engine = sqlalchemy.create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        connection.execute(sqlalchemy.text(f"create table laptops ({COLUMNS})"))
        for row in ROWS:
            cells = ", ".join("null" if cell is None else repr(cell) for cell in row)
            connection.execute(sqlalchemy.text(f"insert into laptops values ({cells})"))
    engine.dispose()
    return f"{url}#laptops"


@pytest.fixture(scope="module")
def pair(address: str) -> tuple[Source, Source]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "MANY", 0)
        large = live(address, today=TODAY)
    return large, loaded(address, today=TODAY).source


@pytest.mark.long
@SLOW
@given(data=st.data())
def test_a_table_of_a_database_conforms(pair: tuple[Source, Source], data: st.DataObject) -> None:
    large, plain = pair
    assert not isinstance(large, TableSource)
    query = data.draw(queries(large))
    check(large, [query])
    assert {item.key for item in large.search(query, 9).items} == {item.key for item in plain.search(query, 9).items}


def test_rows_are_as_in_a_small_table(pair: tuple[Source, Source]) -> None:
    large, plain = pair
    wished = Query((wish("left_in_stock", "any"), wish("released", "at_least", day("2026-01-01"))))
    names = [item.key for item in large.search(wished, 9).items]
    assert (
        names == [item.key for item in plain.search(wished, 9).items] == ["echo", "hawk", "fen", "gale", "bolt", "aero"]
    )
    (item,) = large.search(Query((wish("model", "is", Text("cord")),)), 9).items
    assert item.values["ram"] == Number(32, "GB")
    assert large.item(item.row) == item
    assert large.now(item) == item


def test_what_the_database_says_now_is_what_is_found(address: str, pair: tuple[Source, Source]) -> None:
    large, _ = pair
    item = large.search(Query((wish("model", "is", Text("Hawk")),)), 1).items[0]
    engine = sqlalchemy.create_engine(address.partition("#")[0].replace("postgresql://", "postgresql+psycopg://"))
    for stock in (0, 4):
        with engine.begin() as connection:
            connection.execute(sqlalchemy.text(f"update laptops set left_in_stock = {stock} where model = 'Hawk'"))
        assert (large.now(item) is None) == (stock == 0)
    engine.dispose()


def test_the_report_says_what_to_index(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MANY", 0)
    remarks = "\n".join(loaded(address, today=TODAY).report.remarks)
    assert "CREATE INDEX laptops_price_eur ON laptops (price_eur)" in remarks
    assert "lower(model)" in remarks


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)  # SQLite's indexes are ordered by all their columns
def test_an_index_with_all_that_is_searched_by_is_asked_for_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MANY", 0)
    said = [note for note in loaded(address, today=TODAY).report.notes if "INCLUDE" in note]
    assert len(said) == 1
    assert "(price_eur, id) INCLUDE" in said[0]
    engine = sqlalchemy.create_engine(address.partition("#")[0].replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        connection.execute(sqlalchemy.text(said[0].partition(": ")[2]))
    assert not any("INCLUDE" in note for note in loaded(address, today=TODAY).report.notes)
    with engine.begin() as connection:
        connection.execute(sqlalchemy.text("drop index laptops_price_eur_covering"))
    engine.dispose()


def test_text_in_the_place_of_numbers_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "shop.db"
    with sqlite3.connect(path) as database:
        database.execute("create table boats (id integer primary key, boat text, price text)")
        database.executemany("insert into boats (boat, price) values (?, ?)", [("Aero", "€1,200"), ("Bolt", "€900")])
    monkeypatch.setattr(reading, "MANY", 0)
    report = loaded(f"sqlite:///{path}#boats", today=TODAY).report
    assert any("price: in doubt: its type in the database is none of a money" in line for line in report.remarks)


def test_a_database_that_goes_away_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "shop.db"
    with sqlite3.connect(path) as database:
        database.execute("create table boats (id integer primary key, boat text, length real)")
        database.executemany("insert into boats (boat, length) values (?, ?)", [("Aero", 8), ("Bolt", 9)])
    monkeypatch.setattr(reading, "MANY", 0)
    source = live(f"sqlite:///{path}#boats", today=TODAY)
    with sqlite3.connect(path) as database:
        database.execute("drop table boats")
    with pytest.raises(InputError, match="no such table"):
        source.search(Query(), 1)


def test_many_are_counted_only_where_that_is_asked_for(
    pair: tuple[Source, Source], monkeypatch: pytest.MonkeyPatch
) -> None:
    from wayframe.sources.tables import database

    large, _ = pair
    monkeypatch.setattr(database, "COUNTED", 3)
    found = large.search(Query(), 2)
    assert (found.total, found.more) == (3, True)
    assert large.search(Query(counted=True), 1).total == 7


def test_one_that_fits_is_not_counted_on(pair: tuple[Source, Source]) -> None:
    large, _ = pair
    found = large.search(Query(), 1)
    assert (found.total, found.more) == (1, True)
    assert large.search(Query((wish("model", "is", Text("Cord")),)), 1) == found._replace(
        items=large.search(Query((wish("model", "is", Text("cord")),)), 1).items, more=False
    )


def test_what_takes_long_to_count_is_estimated(pair: tuple[Source, Source], monkeypatch: pytest.MonkeyPatch) -> None:
    from wayframe.sources.tables import database

    large, _ = pair
    monkeypatch.setattr(database, "_COUNTING", -1)
    monkeypatch.setattr(database, "_IN_ORDER", -1)
    found = large.search(Query(counted=True), 2)
    assert found.about == ("postgresql" in large.name)
    assert found.total > 2
    assert found.items == large.search(Query(), 3).items[:2]
    assert [item.key for item in found.items] == ["echo", "hawk"]


JOINED = """
select l.model as laptop, m.brand, l.price_eur, l.ram_gb, l.released
from laptops l join (select distinct brand from laptops) m on m.brand = l.brand where l.price_eur > 12.0 -- :all
"""


@pytest.fixture
def settings_file(address: str, tmp_path: Path) -> str:
    path = tmp_path / "joined.toml"
    database = address.partition("#")[0]
    path.write_text(f'items = "laptops"\ndatabase = "{database}"\nquery = """{JOINED}"""\n')
    return str(path)


@pytest.mark.parametrize("many", [0, 100])
def test_a_query_opens_like_a_table(settings_file: str, monkeypatch: pytest.MonkeyPatch, many: int) -> None:
    """Few rows are read, many are searched where they are, the query in the place of a table."""
    monkeypatch.setattr(reading, "MANY", many)
    source = live(settings_file, today=TODAY)
    found = source.search(Query((wish("ram", "at_least", Number(16, "GB")), wish("brand", "is", Text("Orla")))), 9)
    assert [item.key for item in found.items] == ["hawk", "cord"]
    assert source.now(found.items[0]) == found.items[0]


def test_a_large_query_conforms(settings_file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MANY", 0)
    opened = loaded(settings_file, today=TODAY)
    check(opened.source, [Query(), Query((wish("ram", "at_least", Number(16, "GB")),))])
    assert any("it is searched by price_eur, ram_gb" in note for note in opened.report.notes)


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ('query = "select 1"', "expected database, a URL, together with query"),
        ('database = "sqlite:///shop.db"', "expected database, a URL, together with query"),
        ('data = "a.csv"\ndatabase = "sqlite:///shop.db"\nquery = "select 1"', "expected either data or database"),
        ('database = "shop.db"\nquery = "select 1"', "database: expected a URL"),
        ('database = "postgresql://me:secret@nowhere.invalid/shop"\nquery = "select 1"', "postgresql://me@nowhere"),
    ],
)
def test_a_query_that_cannot_be_asked_is_said_and_no_password(tmp_path: Path, lines: str, found: str) -> None:
    path = tmp_path / "shop.toml"
    path.write_text(lines)
    with pytest.raises(InputError) as error:
        loaded(str(path), today=TODAY)
    assert found in str(error.value)
    assert "secret" not in str(error.value)


def test_a_mistake_in_a_query_is_said(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "shop.db").close()
    path = tmp_path / "shop.toml"
    path.write_text(f'database = "sqlite:///{tmp_path}/shop.db"\nquery = "select model from boats"\n')
    with pytest.raises(InputError, match=r"shop\.db: no such table: boats"):
        loaded(str(path), today=TODAY)
