"""Tables as sources: text, JSON, spreadsheets, Parquet, a table of an SQL database, any rows in memory."""

from __future__ import annotations

from datetime import date

from wayframe.sources.tables.source import Row, TableSource, row

__all__ = ["Row", "TableSource", "opened", "row"]


def opened(address: str, *, today: date) -> TableSource:
    """Return the table at an address: see `wayframe.sources.tables.opening`, imported where a table is opened."""
    from wayframe.sources.tables import opening

    return opening.opened(address, today=today)
