"""Parquet and Arrow files, read by pyarrow."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from wayframe.errors import InputError
from wayframe.extras import missing
from wayframe.files import MOST, SMALL, reading
from wayframe.schema.rawtable import RawTable
from wayframe.sources.tables import layout
from wayframe.sources.tables.texts import text_of


def load(path: str) -> RawTable:
    """Return the table in a file. Raises `InputError`."""
    try:
        from pyarrow import ArrowException
    except ModuleNotFoundError as error:
        raise missing(f"{path}: this kind of file needs pyarrow", "tables") from error
    read: Callable[[str], Any] = _parquet if path.lower().endswith(".parquet") else _arrow
    try:
        table = read(path)
    except (ArrowException, OSError) as error:
        kind = "Parquet" if read is _parquet else "Arrow"
        raise InputError(f"{path}: no {kind} file: {' '.join(str(error).split())}") from error
    columns = [[text_of(value) for value in column.to_pylist()] for column in table.columns]
    return layout.rows_table(path, table.column_names, list(zip(*columns, strict=True)))


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
    if metadata.num_rows > layout.MOST_ROWS:
        raise InputError(f"{path}: more than {layout.MOST_ROWS:,} rows")
    size = sum(metadata.row_group(number).total_byte_size for number in range(metadata.num_row_groups))
    if size > max(SMALL, MOST * Path(path).stat().st_size):
        raise InputError(f"{path}: unpacks to more than {MOST} times its size, far more than tables do")
