"""One's own catalogue: any table as something to talk about; its columns tell what can be wished for and asked."""

from wayframe.sources.tables.reading import is_table
from wayframe.tables.table import Table, described, opened

__all__ = ["Table", "described", "is_table", "opened"]
