"""Tables as sources: CSV, Parquet, a table of an SQL database, any rows in memory."""

from __future__ import annotations

from wayframe.sources.tables.opening import described, opened
from wayframe.sources.tables.source import Row, TableSource, row

__all__ = ["Row", "TableSource", "described", "opened", "row"]
