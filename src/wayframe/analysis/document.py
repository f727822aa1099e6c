"""Parts of a report, before it becomes HTML, Markdown or lines on a terminal."""

from __future__ import annotations

from typing import NamedTuple

Cell = str | int | float | None


class ReportTable(NamedTuple):
    """A table; every row has a cell for each heading, and all rows or none have a remark, which may be empty."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    remarks: tuple[str, ...] = ()

    def numeric(self, column: int) -> bool:
        """Tell whether a column holds numbers, which are aligned right."""
        return all(not isinstance(row[column], str) or _is_share(row[column]) for row in self.rows)


class ReportFigure(NamedTuple):
    """A chart as SVG, with the table of what it draws."""

    name: str
    svg: str
    table: ReportTable


class ReportSection(NamedTuple):
    """A part of a report under its own heading."""

    name: str
    title: str
    text: tuple[str, ...]
    tables: tuple[ReportTable, ...] = ()
    figures: tuple[ReportFigure, ...] = ()


class ReportDocument(NamedTuple):
    """A report: its title and what it is about, whether published figures apply, what matters most, the sections."""

    title: str
    about: tuple[tuple[str, str], ...]
    basis: str
    comparable: bool
    headline: tuple[tuple[str, str], ...]
    sections: tuple[ReportSection, ...]


def cell(value: Cell) -> str:
    """A cell as text: 1,234 or 4.57; a dash where there is nothing."""
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"


def share(part: float | None) -> str | None:
    """A share of 1 in per cent."""
    return None if part is None else f"{part:.0%}".replace("%", " %")


def _is_share(value: Cell) -> bool:
    return isinstance(value, str) and value.endswith(" %")
