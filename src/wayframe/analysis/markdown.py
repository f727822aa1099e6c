"""A report as Markdown, in the flavour of GitHub; its charts are SVG files beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wayframe.analysis.document import Document, Section, Table, cell


def page(document: Document) -> str:
    """The whole page. The chart of a figure is expected as `<name>.svg` in the same folder."""
    parts = [f"# {_plain(document.title)}", "\n".join(f"- {name}: {_plain(value)}" for name, value in document.about)]
    parts.append(f"**{_plain(document.basis)}**")
    parts.append("\n".join(f"- {name}: **{value}**" for name, value in document.headline))
    for section in document.sections:
        parts += _section(section)
    return "\n\n".join(parts) + "\n"


def _section(section: Section) -> Iterator[str]:
    yield f"## {section.title}"
    yield from map(_plain, section.text)
    for figure in section.figures:
        title, *rest = _table(figure.table)
        yield from (title, f"![{_plain(figure.table.title)}]({figure.name}.svg)", *rest)
    for table in section.tables:
        yield from _table(table)


def _table(table: Table) -> Iterator[str]:
    yield f"### {table.title}"
    if table.note:
        yield _plain(table.note)
    marks = ("---:" if table.numeric(column) else "---" for column in range(len(table.head)))
    rows = [table.head, tuple(marks), *(tuple(map(cell, row)) for row in table.rows)]
    if table.remarks:
        rows = [(*row, more) for row, more in zip(rows, ("Remark", "---", *table.remarks), strict=True)]
    yield "\n".join(f"| {' | '.join(map(_plain, row))} |" for row in rows)


def _plain(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", " ".join(text.split()))
