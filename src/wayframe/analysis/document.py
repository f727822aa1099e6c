"""Parts of a report, and the report as HTML that needs nothing from elsewhere, or as GitHub's Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from typing import NamedTuple

from wayframe import pages
from wayframe.analysis import charts

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


def markdown_page(document: ReportDocument) -> str:
    """The whole page. The chart of a figure is expected as `<name>.svg` in the same folder."""
    parts = [f"# {plain(document.title)}", "\n".join(f"- {name}: {plain(value)}" for name, value in document.about)]
    parts.append(f"**{plain(document.basis)}**")
    parts.append("\n".join(f"- {name}: **{value}**" for name, value in document.headline))
    for section in document.sections:
        parts += _markdown_section(section)
    return "\n\n".join(parts) + "\n"


def _markdown_section(section: ReportSection) -> Iterator[str]:
    yield f"## {section.title}"
    yield from map(plain, section.text)
    for figure in section.figures:
        title, *rest = markdown_table(figure.table)
        yield from (title, f"![{plain(figure.table.title)}]({figure.name}.svg)", *rest)
    for each in section.tables:
        yield from markdown_table(each)


def markdown_table(given: ReportTable) -> Iterator[str]:
    """A table: its title, its note, its rows."""
    yield f"### {given.title}"
    if given.note:
        yield plain(given.note)
    marks = ("---:" if given.numeric(column) else "---" for column in range(len(given.head)))
    rows = [given.head, tuple(marks), *(tuple(map(cell, row)) for row in given.rows)]
    if given.remarks:
        rows = [(*row, more) for row, more in zip(rows, ("Remark", "---", *given.remarks), strict=True)]
    yield "\n".join(f"| {' | '.join(map(plain, row))} |" for row in rows)


def plain(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", " ".join(text.split()))


_STYLE = charts.STYLE + files("wayframe.analysis").joinpath("page.css").read_text("utf-8")


_SHORT = 16  # letters that a cell of words may have to stay on one line


def html_page(document: ReportDocument) -> str:
    """The whole page."""
    about = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in document.about)
    tiles = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in document.headline)
    links = "".join(f'<li><a href="#{each.name}">{escape(each.title)}</a></li>' for each in document.sections)
    sections = "\n".join(_section(section) for section in document.sections)
    body = f"""<header>
<h1>{escape(document.title)}</h1>
<dl class="about">{about}</dl>
<p class="basis{"" if document.comparable else " apart"}">{escape(document.basis)}</p>
<dl class="tiles">{tiles}</dl>
<nav aria-label="Sections"><ul>{links}</ul></nav>
</header>
<main id="content">
{sections}
</main>"""
    return pages.page(document.title, body, _STYLE)


def _section(section: ReportSection) -> str:
    text = "".join(f"<p>{escape(paragraph)}</p>" for paragraph in section.text)
    figures = "".join(_figure(figure) for figure in section.figures)
    grid = f'<div class="figures">{figures}</div>' if figures else ""
    tables = "".join(f'<div class="card">{_table(table)}</div>' for table in section.tables)
    return f'<section id="{section.name}"><h2>{escape(section.title)}</h2>{text}{grid}{tables}</section>'


def _figure(figure: ReportFigure) -> str:
    note = f"<span>{escape(figure.table.note)}</span>" if figure.table.note else ""
    return (
        f"<figure><figcaption>{escape(figure.table.title)}{note}</figcaption>{figure.svg}"
        f"<details><summary>Numbers</summary>{_table(figure.table._replace(note=''))}</details></figure>"
    )


def _table(table: ReportTable) -> str:
    kinds = [_kind(table, column) for column in range(len(table.head))]
    head = "".join(f'<th scope="col"{kind}>{escape(name)}</th>' for name, kind in zip(table.head, kinds, strict=True))
    remarks = table.remarks or ("",) * len(table.rows)
    rows = "".join(
        "<tr>"
        + "".join(
            f'<th scope="row"{kind}>{escape(cell(value))}</th>'
            if column == 0
            else f"<td{kind}>{escape(cell(value))}</td>"
            for column, (value, kind) in enumerate(zip(row, kinds, strict=True))
        )
        + "</tr>"
        + (f'<tr class="remark"><td colspan="{len(row)}">{escape(remark)}</td></tr>' if remark else "")
        for row, remark in zip(table.rows, remarks, strict=True)
    )
    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(table.title)}"><table>'
        f"<caption>{escape(table.title)}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>{note}"
    )


def _kind(table: ReportTable, column: int) -> str:
    """The class of a column's cells as an attribute; empty where they may take several lines."""
    if table.numeric(column):
        return ' class="number"'
    is_short = all(len(cell(row[column])) <= _SHORT for row in table.rows)
    return ' class="short"' if is_short else ""
