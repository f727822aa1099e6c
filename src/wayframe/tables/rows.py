"""A row of a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from wayframe.tables.cells import Cell

Facts = dict[str, str | bool]
"""A row as it is said: slot to text, or yes and no; what isn't known is left out."""


class Row(NamedTuple):
    """A row: its cells by slot, without the empty ones, and the same as they are said."""

    values: Mapping[str, Cell]
    facts: Facts
