"""`wayframe corpus stats`: the figures of a corpus beside those that were published."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wayframe.cli.printing import plain_console, print_whole

if TYPE_CHECKING:
    from rich.console import Console

    from wayframe.analysis.document import ReportTable
    from wayframe.analysis.stats import CorpusStats
    from wayframe.analysis.tables import ComparisonBasis


def stats(
    file: Annotated[Path, typer.Argument(help="A Frames corpus: a list or lines; plain, .gz or .xz.", metavar="FILE")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Count a corpus: every figure and table of the paper, beside what was published.

    \b
    Example: wayframe corpus stats frames.json
    """
    found, digest, basis = measured(file)
    if as_json:
        import msgspec

        from wayframe.analysis.tables import compared

        head = {"file": file.name, "sha256": digest, **basis._asdict()}
        typer.echo(msgspec.json.encode(head | found.figures() | {"published": compared(found)}).decode())
        return
    from wayframe.analysis import tables

    console = plain_console()
    console.print(f"{basis.why}\n")
    for table in (
        tables.against_published(found, basis.comparable),
        tables.distributions(found),
        tables.creation_and_switching(found),
        tables.search_fields(found),
        tables.package_fields(found),
        tables.acts(found),
        tables.dialogue_slots(found),
    ):
        print_table(console, table)


def measured(file: Path) -> tuple[CorpusStats, str, ComparisonBasis]:
    """The figures of a file, the sha256 of its content, whether published figures apply. Raises `InputError`."""
    from wayframe import corpus, files, validation
    from wayframe.analysis.stats import measure
    from wayframe.analysis.tables import basis
    from wayframe.cli.progress import counted, progress

    digest = files.digest(file)
    with progress("dialogues", None) as told:
        found = measure(counted(validation.checked(file, corpus.stream(file)), told))
    return found, digest, basis(digest, found)


def print_table(console: Console, table: ReportTable) -> None:
    """Print a table without its descriptions, which the report has; remarks stand below."""
    from rich.table import Table as RichTable
    from rich.text import Text

    from wayframe.analysis.document import cell

    shown = RichTable(title=table.title, title_justify="left", title_style="bold", box=None, padding=(0, 2, 0, 0))
    columns = [number for number, name in enumerate(table.head) if name != "Description"]
    for column in columns:
        shown.add_column(table.head[column], justify="right" if table.numeric(column) else "left", no_wrap=True)
    for row in table.rows:
        shown.add_row(*(Text(cell(row[column])) for column in columns))
    print_whole(console, shown)
    for line in (
        table.note,
        *(f"{row[0]}: {remark}" for row, remark in zip(table.rows, table.remarks, strict=False) if remark),
    ):
        if line:
            console.print(line)
    console.print()
