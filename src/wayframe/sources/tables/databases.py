"""Tables of databases that SQLAlchemy reaches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from wayframe.errors import InputError, shown
from wayframe.extras import missing
from wayframe.schema.rawtable import RawTable
from wayframe.sources.tables import layout
from wayframe.sources.tables.texts import text_of


def load(url: str) -> RawTable:
    """Return a table or view of a database: its URL, `#`, its name. Raises `InputError`."""
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
                found = connection.execute(sqlalchemy.select(table).limit(layout.MOST_ROWS + 1)).all()
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
    rows = [[text_of(value) for value in row] for row in found]
    return layout.rows_table(source, [column.name for column in table.columns], rows)


def _with_driver(address: str) -> str:
    scheme, _, rest = address.partition("://")
    return f"postgresql+psycopg://{rest}" if scheme in ("postgres", "postgresql") else address


def _refuse_new_file(engine: Any, source: str) -> None:
    """Raise `InputError` where SQLite would make an empty database of a file that isn't there."""
    path = engine.url.database
    if engine.dialect.name == "sqlite" and path and path != ":memory:" and not Path(path).is_file():
        raise InputError(f"{source}: no such file")


def _public(url: str) -> str:
    """Return a URL without the password in it."""
    scheme, _, rest = url.partition("://")
    who, at, where = rest.rpartition("@")
    return f"{scheme}://{who.partition(':')[0]}{at}{where}"


def _first_line(error: Exception) -> str:
    lines = str(getattr(error, "orig", None) or error).splitlines()
    return lines[0] if lines else type(error).__name__
