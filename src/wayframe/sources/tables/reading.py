"""Tables from where they lie: CSV, Parquet, a table of an SQL database."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any

from wayframe.errors import InputError, shown
from wayframe.extras import missing
from wayframe.files import MOST, SMALL, reading
from wayframe.schema.inference import Raw

PLAIN = (".csv", ".tsv", ".txt")
PACKED = (".gz", ".xz")
MOST_ROWS = 200_000
"""Rows that a table may have: all of them are held, and looked at for every search."""

_DELIMITERS = ",;\t|"


def is_table(where: str) -> bool:
    """Whether an address is that of a table: a CSV or Parquet file, the TOML file beside one, or a database's URL."""
    return "://" in where or Path(_unpacked(where)).suffix.lower() in (*PLAIN, ".parquet", ".toml")


def load(where: str) -> Raw:
    """The table at a path or URL (`sqlite:///shop.db#laptops`). Raises `InputError`."""
    if "://" in where:
        return _sql(where)
    return _parquet(where) if where.lower().endswith(".parquet") else _csv(where)


def called(where: str) -> str:
    """What the rows of a table are called, by its own name: laptops of shop/laptops.csv."""
    stem = where.rpartition("#")[2].rpartition(".")[2] if "://" in where else Path(_unpacked(where)).stem
    words = [word for word in stem.replace("_", " ").replace("-", " ").replace(".", " ").split() if word.isalpha()]
    return " ".join(words).casefold() or "options"


def _unpacked(where: str) -> str:
    return next((where.removesuffix(suffix) for suffix in PACKED if where.endswith(suffix)), where)


def _csv(path: str) -> Raw:
    """A file with a header; comma, semicolon, tab or bar between the cells, whichever the header has most."""
    try:
        with reading(path) as file:
            text = file.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: expected UTF-8, found byte {error.object[error.start]:#04x}") from error
    if not text.strip():
        raise InputError(f"{path}: expected a header and rows, found an empty file")
    if "\0" in text:
        raise InputError(f"{path}: expected text, found a zero byte")
    first = next(line for line in text.splitlines() if line.strip())
    delimiter = max(_DELIMITERS, key=first.count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        lines = [(rows.line_num, [cell.strip() for cell in row]) for row in rows if any(map(str.strip, row))]
    except csv.Error as error:
        raise InputError(f"{path}: line {rows.line_num}: {error}") from error
    return _raw(path, lines[0][1], lines[1:])


def _raw(source: str, header: Iterable[str], lines: Iterable[tuple[int, list[str]]]) -> Raw:
    """The table, once every row has as many cells as the header."""
    names = tuple(header)
    for place, name in enumerate(names, 1):
        if not any(map(str.isalnum, name)):
            raise InputError(f"{source}: column {place}: expected a name, found {shown(name)}")
        if name.casefold() in (other.casefold() for other in names[: place - 1]):
            raise InputError(f"{source}: column {place}: {shown(name)} comes twice")
    if all(_is_number(name) for name in names):
        raise InputError(f"{source}: expected a header with the columns' names, found numbers")
    rows = list[tuple[int, tuple[str, ...]]]()
    for line, row in lines:
        if len(row) != len(names):
            raise InputError(f"{source}: line {line}: expected {len(names)} cells, found {len(row)}")
        if len(rows) == MOST_ROWS:
            raise InputError(f"{source}: more than {MOST_ROWS:,} rows")
        rows.append((line, tuple(row)))
    return Raw(source, names, tuple(rows))


def _is_number(text: str) -> bool:
    try:
        float(text.replace(",", ""))
    except ValueError:
        return False
    return True


def _parquet(path: str) -> Raw:
    try:
        from pyarrow import ArrowException, parquet
    except ModuleNotFoundError as error:
        raise missing(f"{path}: Parquet needs pyarrow", "tables") from error
    try:
        with reading(path) as file:
            found = parquet.ParquetFile(file)
            _check_size(path, found.metadata)
            table = found.read()
    except (ArrowException, OSError) as error:
        raise InputError(f"{path}: no Parquet file: {' '.join(str(error).split())}") from error
    columns = [[_text(value) for value in column.to_pylist()] for column in table.columns]
    return _raw(path, table.column_names, _numbered(zip(*columns, strict=True)))


def _check_size(path: str, metadata: Any) -> None:
    """Raise `InputError` where a Parquet file says itself that it unpacks to more than a table may hold."""
    if metadata.num_rows > MOST_ROWS:
        raise InputError(f"{path}: more than {MOST_ROWS:,} rows")
    size = sum(metadata.row_group(number).total_byte_size for number in range(metadata.num_row_groups))
    if size > max(SMALL, MOST * Path(path).stat().st_size):
        raise InputError(f"{path}: unpacks to more than {MOST} times its size, far more than tables do")


def _sql(url: str) -> Raw:
    """A table or view of a database: its URL, `#`, its name."""
    try:
        import sqlalchemy
        from sqlalchemy.exc import ArgumentError, NoSuchModuleError, NoSuchTableError, SQLAlchemyError
    except ModuleNotFoundError as error:
        raise missing("a table by URL needs SQLAlchemy", "tables") from error
    address, _, name = url.rpartition("#")
    if not address or not name:
        raise InputError(f"{_public(url)}: expected a URL, # and the table's name, as in sqlite:///shop.db#laptops")
    source = f"{_public(address)}#{name}"
    schema, _, table_name = name.rpartition(".")
    try:
        engine = sqlalchemy.create_engine(_with_driver(address))
        _refuse_new_file(engine, source)
        try:
            table = sqlalchemy.Table(table_name, sqlalchemy.MetaData(), schema=schema or None, autoload_with=engine)
            with engine.connect() as connection:
                found = connection.execute(sqlalchemy.select(table).limit(MOST_ROWS + 1)).all()
        finally:
            engine.dispose()
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
    return _raw(source, [column.name for column in table.columns], _numbered([_text(v) for v in row] for row in found))


def _with_driver(address: str) -> str:
    scheme, _, rest = address.partition("://")
    return f"postgresql+psycopg://{rest}" if scheme in ("postgres", "postgresql") else address


def _refuse_new_file(engine: Any, source: str) -> None:
    """SQLite would make an empty database of a file that isn't there."""
    path = engine.url.database
    if engine.dialect.name == "sqlite" and path and path != ":memory:" and not Path(path).is_file():
        raise InputError(f"{source}: no such file")


def _public(url: str) -> str:
    """A URL without the password in it."""
    scheme, _, rest = url.partition("://")
    who, at, where = rest.rpartition("@")
    return f"{scheme}://{who.partition(':')[0]}{at}{where}"


def _first_line(error: Exception) -> str:
    return next(iter(str(getattr(error, "orig", None) or error).splitlines()), "") or type(error).__name__


def _numbered(rows: Iterable[Iterable[str]]) -> Iterator[tuple[int, list[str]]]:
    return ((number, list(row)) for number, row in enumerate(rows, 1))


def _text(value: object) -> str:
    """A value of a database as a CSV file would have it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
