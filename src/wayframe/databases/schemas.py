"""Schemas that change from one version of Wayframe to the next, and databases that are brought along.

Each schema has a row with its version in a table of its own. What an older version made is brought to today's by the
migrations in between, in the transaction that looks at it: whole or not at all. A newer one is refused.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import sqlalchemy
from sqlalchemy import Column, Integer, String, bindparam, func, inspect, select

from wayframe.errors import InputError, shown

_LOCK = 0x57617966  # "Wayf": processes that start at the same time on PostgreSQL wait for one another by this number
_METADATA = sqlalchemy.MetaData()
_VERSIONS = sqlalchemy.Table(
    "wayframe_schemas",
    _METADATA,
    Column("name", String(40), primary_key=True),
    Column("version", Integer, nullable=False),
)
_VERSION = select(_VERSIONS.c.version).where(_VERSIONS.c.name == bindparam("schema"))


class VersionSign(NamedTuple):
    """A column by which a database of a version is known that has no version written into it."""

    version: int
    table: str
    column: str


class DatabaseSchema(NamedTuple):
    """Tables that belong together, a SQLAlchemy `MetaData`, and how those of older versions become these.

    A change of the tables is one more entry of `migrations`: SQL statements that SQLite and PostgreSQL both understand.
    The first entry leads from version 1 to 2. New tables need no statement, as those that are missing are made.
    """

    name: str
    tables: Any
    signs: tuple[VersionSign, ...]
    migrations: tuple[tuple[str, ...], ...] = ()

    @property
    def version(self) -> int:
        """The version of the tables as they are today."""
        return len(self.migrations) + 1


def bring_up_to_date(connection: Any, schema: DatabaseSchema) -> bool:
    """Make the tables of a schema, or bring those that are there to today's version; whether older ones were there.

    Raises `InputError` where a newer version of Wayframe made them, or none at all.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
    _METADATA.create_all(connection)
    noted = connection.execute(_VERSION, {"schema": schema.name}).scalar_one_or_none()
    found = _recognised(connection, schema) if noted is None else noted
    if found > schema.version:
        raise InputError(
            f"made by a newer Wayframe: its tables of {schema.name} have version {found}, "
            f"this Wayframe knows versions up to {schema.version}"
        )
    for migration in schema.migrations[found - 1 :]:
        for statement in migration:
            connection.exec_driver_sql(statement)
    there = bool(_columns(connection, schema))
    schema.tables.create_all(connection)
    _check(connection, schema)
    if noted is None:
        connection.execute(_VERSIONS.insert().values(name=schema.name, version=schema.version))
    elif noted != schema.version:
        connection.execute(_VERSIONS.update().where(_VERSIONS.c.name == schema.name).values(version=schema.version))
    return there and noted != schema.version


def is_up_to_date(connection: Any, schema: DatabaseSchema) -> bool:
    """Tell whether a schema has the version that this program works with: a newer one may have come meanwhile."""
    return bool(connection.execute(_VERSION, {"schema": schema.name}).scalar_one_or_none() == schema.version)


def _recognised(connection: Any, schema: DatabaseSchema) -> int:
    """The version of tables that don't tell it; today's where there are none. Raises `InputError`."""
    columns = _columns(connection, schema)
    if not columns:
        return schema.version
    for sign in schema.signs:
        if sign.column in columns.get(sign.table, ()):
            return sign.version
    raise InputError(f"its table {shown(min(columns))} isn't one that Wayframe made")


def _check(connection: Any, schema: DatabaseSchema) -> None:
    """Raise `InputError` where a table lacks a column, as one of the same name that another program made."""
    columns = _columns(connection, schema)
    for table in schema.tables.sorted_tables:
        if missing := {column.name for column in table.columns} - columns[table.name]:
            raise InputError(
                f"its table {shown(table.name)} lacks the column {shown(min(missing))}: Wayframe didn't make it"
            )


def _columns(connection: Any, schema: DatabaseSchema) -> dict[str, set[str]]:
    """The columns of those of a schema's tables that are there."""
    found = inspect(connection).get_multi_columns(filter_names=[table.name for table in schema.tables.sorted_tables])
    return {table: {column["name"] for column in columns} for (_, table), columns in found.items()}
