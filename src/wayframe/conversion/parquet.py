"""Parquet files of a data set's tables: the columns of records, files written a row group at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
from msgspec import inspect

from wayframe.errors import InputError

Row = dict[str, Any]
STRING, INT, DOUBLE, BOOL = pa.string(), pa.int64(), pa.float64(), pa.bool_()
_ROW_GROUP = 500  # rows: turns repeat all frames so far, a knowledge base has thirty flights, a few kilobytes each
_PLAIN = {
    inspect.FloatType: DOUBLE,
    inspect.StrType: STRING,
    inspect.IntType: INT,
    inspect.BoolType: BOOL,
    inspect.LiteralType: STRING,
}
_OF_UNION = (*_PLAIN, inspect.StructType, inspect.VarTupleType)  # which type decides, where there are several


def struct(**fields: pa.DataType) -> pa.StructType:
    """Return a column of records."""
    return pa.struct(list(fields.items()))


def column(kind: inspect.Type) -> pa.DataType:
    """Return the column that a field of a record needs: a number that may be whole or not is a double."""
    if isinstance(kind, inspect.UnionType):
        kind = min(
            (each for each in kind.types if type(each) in _OF_UNION), key=lambda each: _OF_UNION.index(type(each))
        )
    if isinstance(kind, inspect.StructType):
        return pa.struct([(field.encode_name, column(field.type)) for field in kind.fields])
    if isinstance(kind, inspect.VarTupleType):
        return pa.list_(column(kind.item_type))
    return _PLAIN[type(kind)]


def table_of(record: type[msgspec.Struct], names: Sequence[str]) -> pa.Schema:
    """Return the table of a record, its columns in the order of the names."""
    columns = column(inspect.type_info(record))
    return pa.schema([columns.field(name) for name in names])


class SplitFiles:
    """The files of a table in a folder, one a split."""

    def __init__(self, folder: Path, schema: pa.Schema, opened: ExitStack) -> None:
        """The files are closed with `opened`."""
        self._folder, self._schema, self._opened = folder, schema, opened
        self._waiting: dict[str, list[Row]] = {}
        self._writers: dict[str, pq.ParquetWriter] = {}
        folder.mkdir()

    def add(self, split: str, rows: Iterable[Row]) -> None:
        """Add rows to a split."""
        waiting = self._waiting.setdefault(split, [])
        waiting += rows
        if len(waiting) >= _ROW_GROUP:
            self._write(split)

    def flush(self) -> None:
        """Write what waits."""
        for split in self._waiting:
            self._write(split)

    def _write(self, split: str) -> None:
        if split not in self._writers:
            writer = pq.ParquetWriter(self._folder / f"{split}.parquet", self._schema, compression="zstd")
            self._writers[split] = self._opened.enter_context(writer)
        self._writers[split].write_table(pa.Table.from_pylist(self._waiting[split], schema=self._schema))
        self._waiting[split] = []


@contextmanager
def tables(folder: Path, schemas: dict[str, pa.Schema], near: Callable[[], str]) -> Iterator[list[SplitFiles]]:
    """Give the files of each table, to be written in folders of their names; what waits is written at the end.

    Raises `InputError` for numbers beyond 64 bits; `near` says then where they stand.
    """
    with ExitStack() as opened:
        found = [SplitFiles(folder / name, schema, opened) for name, schema in schemas.items()]
        try:
            yield found
            for each in found:
                each.flush()
        except (pa.ArrowInvalid, OverflowError) as error:
            raise InputError(f"{near()}: a number that Parquet's 64 bits can't hold") from error
