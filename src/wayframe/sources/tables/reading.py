"""Tables from where they lie, all cells text: text files, JSON, spreadsheets, Parquet, a table of an SQL database."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time
from decimal import Decimal
from functools import partial, singledispatch
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from wayframe.errors import InputError, shown
from wayframe.extras import missing
from wayframe.files import MOST, SMALL, reading
from wayframe.schema.tables import RawTable, ReadingSettings
from wayframe.sources.tables import delimited
from wayframe.sources.tables.delimited import decode


@singledispatch
def text_of(value: object) -> str:
    """Return a value as a cell of text."""
    return " ".join(str(value).split())


@text_of.register(type(None))
def _nothing(value: None) -> str:
    return ""


@text_of.register(bool)
def _flag(value: bool) -> str:
    return "yes" if value else "no"


@text_of.register(date)
def _day(value: date) -> str:
    return value.isoformat()


@text_of.register(datetime)
def _day_of(value: datetime) -> str:
    return value.date().isoformat()


@text_of.register(time)
def _time(value: time) -> str:
    return f"{value:%H:%M}"


@text_of.register(list)
@text_of.register(tuple)
def _list(value: Sequence[object]) -> str:
    return ", ".join(map(text_of, value))


@text_of.register(float)
def _number(value: float) -> str:
    if value != value:  # not a number
        return ""
    return str(int(value)) if value.is_integer() else str(value)


def _texts(values: Iterable[object]) -> list[str]:
    return list(map(text_of, values))


def flattened(record: Mapping[str, object]) -> dict[str, str]:
    """Return the fields of a record as texts; those of a record in it go by both names: "address.city"."""
    found = dict[str, str]()
    for field, value in record.items():
        if isinstance(value, Mapping):
            found |= {f"{field}.{inner}": text for inner, text in flattened(value).items()}
        else:
            found[field] = text_of(value)
    return found


PLAIN = (".csv", ".tsv", ".txt")
DOCUMENTS = (".json", ".jsonl", ".ndjson")
COLUMNAR = (".parquet", ".arrow", ".feather")
SHEETS = (".xlsx", ".xls", ".xlsm", ".ods")
PACKED = (".gz", ".xz")

_PLAINLY = ReadingSettings()


def is_table(where: str) -> bool:
    """Return whether an address is that of a table: a file of one, the TOML file beside one, or a database's URL."""
    return "://" in where or suffix(where) in (*PLAIN, *DOCUMENTS, *COLUMNAR, *SHEETS, ".toml")


def load(where: str, said: ReadingSettings = _PLAINLY) -> RawTable:
    """Return the table at a path or URL (`sqlite:///shop.db#laptops`, `shop.xlsx#flats`). Raises `InputError`."""
    if "://" in where:
        return _load_database(where)
    kind, (path, sheet) = suffix(where), _parted(where)
    if kind in SHEETS:
        return _load_sheet(path, sheet, said)
    if kind in COLUMNAR:
        return _load_columnar(where)
    if kind in DOCUMENTS:
        return _load_document(where, said.encoding)
    return delimited.load(where, said)


LARGE, LARGE_PACKED, MANY = 24 << 20, 6 << 20, 100_000
"""Bytes of a file from which on it gets an index, of a packed or columnar one, which holds more; and rows."""

_SURELY_FEW = 1 << 18  # bytes of a file whose rows needn't be counted


def is_large(where: str) -> bool:
    """Return whether a table lies in a file that is large enough for an index."""
    kind = suffix(where)
    if "://" in where or kind not in (*PLAIN, *COLUMNAR) or not Path(where).is_file():
        return False
    packed = kind in COLUMNAR or not where.lower().endswith(kind)
    size = Path(where).stat().st_size
    if size >= (LARGE_PACKED if packed else LARGE):
        return True
    return size > _SURELY_FEW and _count(where, kind) > MANY


def _count(path: str, kind: str) -> int:
    """Return how many rows a file has, of text how many lines; none of one that can't be read."""
    if kind not in COLUMNAR:
        with reading(path) as file:
            return sum(block.count(b"\n") for block in iter(partial(file.read, 1 << 20), b""))
    try:
        from pyarrow import ArrowException, parquet

        return int(parquet.read_metadata(path).num_rows) if kind == ".parquet" else 0
    except (ModuleNotFoundError, ArrowException, OSError):
        return 0


def files_of(where: str) -> list[str]:
    """Return the files in which a table lies, whether or not they are there; none of one on a server."""
    if "://" not in where:
        return [_parted(where)[0]]
    scheme, _, rest = where.partition("#")[0].partition(":///")
    if not scheme.startswith("sqlite") or not rest:
        return []
    path = rest.partition("?")[0]
    return [path, f"{path}-wal"]


def called(where: str) -> str:
    """Return what the rows of a table are called, by its own name: laptops of shop/laptops.csv."""
    stem = where.rpartition("#")[2].rpartition(".")[2] if "://" in where else Path(_unpacked(where)).stem
    spaced = stem.translate(str.maketrans("_-.", "   "))
    words = [word for word in spaced.split() if word.isalpha()]
    return " ".join(words).casefold() or "options"


def suffix(where: str) -> str:
    """Return how a file's name ends, without how it is packed and the sheet in it."""
    return Path(_unpacked(_parted(where)[0])).suffix.lower()


def _parted(where: str) -> tuple[str, str]:
    """Return the path and the sheet of an address: "shop.xlsx#flats"."""
    path, mark, sheet = where.rpartition("#")
    is_sheet = mark and Path(path).suffix.lower() in SHEETS
    return (path, sheet) if is_sheet else (where, "")


def _unpacked(where: str) -> str:
    for suffix_ in PACKED:
        where = where.removesuffix(suffix_)
    return where


def _load_document(path: str, encoding: str) -> RawTable:
    """Return the table in a file: records in a list, a list in a record, or a record a line. Raises `InputError`."""
    with reading(path) as file:
        text = decode(file.read(), path, encoding).text
    try:
        found = _records(text)
    except msgspec.DecodeError as error:
        raise InputError(f"{path}: {error}") from error
    records = [flattened(each) for each in found if isinstance(each, Mapping)]
    if not records or len(records) < len(found):
        raise InputError(f"{path}: expected a list of records, found something else")
    names = list(dict.fromkeys(chain.from_iterable(records)))
    empty = dict.fromkeys(names, "")
    return delimited.rows_table(path, names, [list((empty | record).values()) for record in records])


def _records(text: str) -> list[Any]:
    """Return the records of a list or of lines, or the longest list of a single record."""
    if text.lstrip().startswith("["):
        return list(msgspec.json.decode(text))
    try:
        whole = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return msgspec.json.Decoder().decode_lines(text)
    if not isinstance(whole, dict):
        return [whole]
    lists = [value for value in whole.values() if isinstance(value, list)]
    return max(lists, key=len, default=[whole])


def _load_columnar(path: str) -> RawTable:
    """Return the table in a file. Raises `InputError`."""
    try:
        from pyarrow import ArrowException
    except ModuleNotFoundError as error:
        raise missing(f"{path}: this kind of file needs pyarrow", "tables") from error
    kind, read = ("Parquet", _parquet) if path.lower().endswith(".parquet") else ("Arrow", _arrow)
    try:
        table = read(path)
    except (ArrowException, OSError) as error:
        raise InputError(f"{path}: no {kind} file: {' '.join(str(error).split())}") from error
    columns = [_texts(column.to_pylist()) for column in table.columns]
    return delimited.rows_table(path, table.column_names, list(zip(*columns, strict=True)))


def _parquet(path: str) -> Any:
    from pyarrow import parquet

    with reading(path) as file:
        found = parquet.ParquetFile(file)
        _check_size(path, found.metadata)
        return found.read()


def _arrow(path: str) -> Any:
    from pyarrow import feather

    return feather.read_table(path)


def _check_size(path: str, metadata: Any) -> None:
    """Raise `InputError` where a Parquet file says itself that it unpacks to more than a table may hold."""
    if metadata.num_rows > delimited.MOST_ROWS:
        raise InputError(f"{path}: more than {delimited.MOST_ROWS:,} rows")
    size = sum(metadata.row_group(number).total_byte_size for number in range(metadata.num_row_groups))
    if size > max(SMALL, MOST * Path(path).stat().st_size):
        raise InputError(f"{path}: unpacks to more than {MOST} times its size, far more than tables do")


def _load_sheet(path: str, sheet: str, said: ReadingSettings) -> RawTable:
    """Return the table on a sheet, by default the first. Raises `InputError`."""
    try:
        from python_calamine import CalamineError, CalamineWorkbook
    except ModuleNotFoundError as error:
        raise missing(f"{path}: spreadsheets need python-calamine", "tables") from error
    try:
        with reading(path) as file:
            book = CalamineWorkbook.from_filelike(file)
            if sheet and sheet not in book.sheet_names:
                raise InputError(f"{path}: no sheet {shown(sheet)}: expected one of {', '.join(book.sheet_names)}")
            rows = book.get_sheet_by_name(sheet or book.sheet_names[0]).to_python(skip_empty_area=False)
    except (CalamineError, OSError) as error:
        raise InputError(f"{path}: no spreadsheet: {' '.join(str(error).split())}") from error
    lines = [delimited.Line(number, _texts(row)) for number, row in enumerate(rows, 1)]
    return delimited.table(path, [line for line in lines if line.filled], said)


class DatabaseConnection(NamedTuple):
    """A table of a database: the engine, the table as SQLAlchemy knows it, its address without a password.

    Of what a `query` selects, the table is that as a subquery.
    """

    engine: Any
    table: Any
    source: str
    query: str = ""

    @property
    def keys(self) -> list[Any]:
        """The columns of the primary key; none of a query."""
        return [] if self.query else list(self.table.primary_key.columns)

    def rows(self, limit: int) -> list[Any]:
        """Return its first rows. Raises SQLAlchemy's errors."""
        import sqlalchemy

        with self.engine.connect() as connection:
            return list(connection.execute(sqlalchemy.select(self.table).limit(limit)).all())

    def has_more_than(self, rows: int) -> bool:
        """Return whether there are more rows than so many. Raises SQLAlchemy's errors."""
        import sqlalchemy

        some = sqlalchemy.select(sqlalchemy.literal(1)).select_from(self.table).limit(rows + 1).subquery()
        with self.engine.connect() as connection:
            return (
                int(connection.execute(sqlalchemy.select(sqlalchemy.func.count()).select_from(some)).scalar_one())
                > rows
            )


@contextmanager
def connected(url: str, query: str = "") -> Iterator[DatabaseConnection]:
    """Give a table or view of a database (its URL, `#`, its name), or what a query selects from the one at a URL.

    Raises `InputError`, also for the block's errors.
    """
    try:
        import sqlalchemy
        from sqlalchemy.exc import ArgumentError, NoSuchModuleError, NoSuchTableError, SQLAlchemyError
    except ModuleNotFoundError as error:
        raise missing("a table by URL needs SQLAlchemy", "tables") from error
    address, _, name = (url, "", "") if query else url.rpartition("#")
    if not query and not (address and name):
        raise InputError(f"{public(url)}: expected a URL, # and the table's name, as in sqlite:///shop.db#laptops")
    source = public(address) if query else f"{public(address)}#{name}"
    schema, _, table_name = name.rpartition(".")
    try:
        engine = sqlalchemy.create_engine(_with_driver(address), pool_pre_ping=True)
        try:
            _refuse_new_file(engine, source)
            if query:
                table = _selected(engine, query)
            else:
                table = sqlalchemy.Table(table_name, sqlalchemy.MetaData(), schema=schema or None, autoload_with=engine)
            yield DatabaseConnection(engine, table, source, query)
        except BaseException:
            engine.dispose()
            raise
    except NoSuchTableError as error:
        raise InputError(f"{source}: there is no table {shown(name)}") from error
    except (ArgumentError, NoSuchModuleError) as error:
        raise InputError(f"{source}: no URL of a database that is known") from error
    except ModuleNotFoundError as error:
        if error.name == "psycopg":
            raise missing(f"{source}: needs {error.name}", "postgres") from error
        raise InputError(f"{source}: needs {error.name}, the database's driver, which isn't installed") from error
    except SQLAlchemyError as error:
        raise InputError(f"{source}: {_first_line(error)}") from error


_TYPED = 1_000  # rows by whose cells the columns of a query are typed


def _selected(engine: Any, query: str) -> Any:
    """Return what a query selects as a subquery, its columns of the types that their cells have."""
    import sqlalchemy

    plain = _COLON.sub(r"\\:", query.strip().rstrip(";"))
    statement = sqlalchemy.text(f"{plain}\n")
    with engine.connect() as connection:
        found = connection.execute(statement)
        names = list(found.keys())
        rows = found.fetchmany(_TYPED)
    columns = [sqlalchemy.column(name, _type([row[place] for row in rows])) for place, name in enumerate(names)]
    return statement.columns(*columns).subquery("selected")


_COLON = re.compile(r"(?<!:):(?=\w)")
"""Colons that SQLAlchemy would take for the beginning of a parameter."""


def _type(cells: Iterable[object]) -> Any:
    """Return the type of a column: that of all its cells, else text."""
    import sqlalchemy

    kinds = {type(cell) for cell in cells if cell is not None}
    types = {
        bool: sqlalchemy.Boolean, int: sqlalchemy.BigInteger, Decimal: sqlalchemy.Numeric, float: sqlalchemy.Float,
        date: sqlalchemy.Date, datetime: sqlalchemy.DateTime,
    }  # fmt: skip
    if kinds == {int, float}:
        return sqlalchemy.Float()
    return types[kinds.pop()]() if len(kinds) == 1 and kinds <= types.keys() else sqlalchemy.String()


def load_query(url: str, query: str) -> RawTable:
    """Return what a query selects from the database at a URL. Raises `InputError`."""
    return _load_database(url, query)


def _load_database(url: str, query: str = "") -> RawTable:
    """Return a table of a database. Raises `InputError`."""
    with connected(url, query) as database:
        try:
            rows = database.rows(delimited.MOST_ROWS + 1)
        finally:
            database.engine.dispose()
        return raw_of(database, rows)


def raw_of(database: DatabaseConnection, rows: Sequence[Any]) -> RawTable:
    """Return rows of a database as a table of texts."""
    names = [column.name for column in database.table.columns]
    return delimited.rows_table(database.source, names, list(map(_texts, rows)))


def _with_driver(address: str) -> str:
    scheme, _, rest = address.partition("://")
    return f"postgresql+psycopg://{rest}" if scheme in ("postgres", "postgresql") else address


def _refuse_new_file(engine: Any, source: str) -> None:
    """Raise `InputError` where SQLite would make an empty database of a file that isn't there."""
    path = engine.url.database
    if engine.dialect.name == "sqlite" and path and path != ":memory:" and not Path(path).is_file():
        raise InputError(f"{source}: no such file")


def public(url: str) -> str:
    """Return a URL without the password in it."""
    scheme, _, rest = url.partition("://")
    who, at, where = rest.rpartition("@")
    return f"{scheme}://{who.partition(':')[0]}{at}{where}"


def _first_line(error: Exception) -> str:
    lines = str(getattr(error, "orig", None) or error).splitlines()
    return lines[0] if lines else type(error).__name__
