"""A report as Markdown, in the flavour of GitHub; its charts are SVG files beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wayframe.analysis.document import ReportDocument, ReportSection, ReportTable, cell


def page(document: ReportDocument) -> str:
    """The whole page. The chart of a figure is expected as `<name>.svg` in the same folder."""
    parts = [f"# {plain(document.title)}", "\n".join(f"- {name}: {plain(value)}" for name, value in document.about)]
    parts.append(f"**{plain(document.basis)}**")
    parts.append("\n".join(f"- {name}: **{value}**" for name, value in document.headline))
    for section in document.sections:
        parts += _section(section)
    return "\n\n".join(parts) + "\n"


def _section(section: ReportSection) -> Iterator[str]:
    yield f"## {section.title}"
    yield from map(plain, section.text)
    for figure in section.figures:
        title, *rest = table(figure.table)
        yield from (title, f"![{plain(figure.table.title)}]({figure.name}.svg)", *rest)
    for each in section.tables:
        yield from table(each)


def table(given: ReportTable) -> Iterator[str]:
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
