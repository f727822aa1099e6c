"""A report as one HTML page that needs nothing from elsewhere: no script, no font, no picture, no address."""

from __future__ import annotations

from html import escape
from importlib.resources import files

from wayframe import pages
from wayframe.analysis import charts
from wayframe.analysis.document import ReportDocument, ReportFigure, ReportSection, ReportTable, cell

_STYLE = charts.STYLE + files("wayframe.analysis").joinpath("page.css").read_text("utf-8")


_SHORT = 16  # letters that a cell of words may have to stay on one line
_KINDS = {
    (True, True): ' class="number"',
    (True, False): ' class="number"',
    (False, True): ' class="short"',
    (False, False): "",
}


def page(document: ReportDocument) -> str:
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
    right = [_KINDS[table.numeric(column), _is_short(table, column)] for column in range(len(table.head))]
    head = "".join(f'<th scope="col"{kind}>{escape(name)}</th>' for name, kind in zip(table.head, right, strict=True))
    remarks = table.remarks or ("",) * len(table.rows)
    rows = "".join(
        "<tr>"
        + "".join(
            f'<th scope="row"{kind}>{escape(cell(value))}</th>'
            if column == 0
            else f"<td{kind}>{escape(cell(value))}</td>"
            for column, (value, kind) in enumerate(zip(row, right, strict=True))
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


def _is_short(table: ReportTable, column: int) -> bool:
    return all(len(cell(row[column])) <= _SHORT for row in table.rows)
