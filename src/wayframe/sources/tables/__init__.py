"""Tables as sources: text, JSON, spreadsheets, Parquet, a table of an SQL database, any rows in memory."""

from __future__ import annotations

from datetime import date

from wayframe.sources.protocol import Source
from wayframe.sources.tables.source import Row, TableSource, row

__all__ = ["Row", "TableSource", "live", "opened", "row"]


def opened(address: str, *, today: date) -> Source:
    """Return the table at an address: see `wayframe.sources.tables.opening`, imported where a table is opened."""
    from wayframe.sources.tables import opening

    return opening.opened(address, today=today)


def live(address: str, *, today: date) -> Source:
    """Return the table at an address, read again whenever it changes."""
    from wayframe.sources.tables import opening

    return opening.live(address, today=today)
