"""`wayframe catalogue`: one's own table, as it is understood, and the file in which that is changed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wayframe.cli.options import AsJson
from wayframe.cli.output import print_whole, printable
from wayframe.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console

    from wayframe.schema.tables import ColumnReport, LoadReport

app = typer.Typer(help="Your own table as a catalogue: how its columns are understood.", no_args_is_help=True)
Where = Annotated[str, typer.Argument(help="A table's file, or URL#table of a database.", metavar="TABLE")]


@app.command()
def init(
    table: Where,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file to write; by default beside the table, .toml.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Write down how a table is understood, to be changed: names, kinds, units, what is better, other words.

    \b
    Example: wayframe catalogue init examples/laptops.csv -o laptops.toml
    """
    from wayframe.files import writing
    from wayframe.sources.tables.opening import described

    target = output or _beside(table)
    if target.exists() and not force:
        raise InputError(f"{target}: is there already; -o names another file, --force writes over this one")
    text = described(table, target)
    with writing(target) as file:
        file.write(text.encode())
    typer.echo(f"{target}: change what you like, then wayframe chat --catalogue {target}")


def _beside(table: str) -> Path:
    """The name of the file beside a table; of one in a database, the table's in this folder."""
    if "://" in table:
        return Path(f"{table.rpartition('#')[2]}.toml")
    path = Path(table)
    while path.suffix.lower() in (".gz", ".xz"):
        path = path.with_suffix("")
    return path.with_suffix(".toml")


@app.command()
def show(
    table: Annotated[str, typer.Argument(help="A table, or the TOML file that describes one.", metavar="TABLE")],
    as_json: AsJson = False,
) -> None:
    """Show how a table was read: each column with its kind, why, examples, what was left out, what is in doubt.

    \b
    Example: wayframe catalogue show examples/laptops.csv
    """
    from datetime import date

    from wayframe.dialogue import encode
    from wayframe.sources.tables import reading
    from wayframe.sources.tables.opening import loaded

    if not reading.is_table(table):
        raise InputError(f"{table}: expected a CSV, JSON, Parquet, Excel or TOML file, or URL#table of a database")
    report = loaded(table, today=date(2000, 1, 1)).report
    if as_json:
        typer.echo(encode(_plain(report)).decode())
        return
    from rich.console import Console

    draw(report, Console())


_COLUMNS = ("column", "kind", "unit", "better", "because", "for example", "also called")


def draw(report: LoadReport, console: Console) -> None:
    """Print how a table was read: what was noticed, its columns one a line, the cells left out, the doubts."""
    from rich.table import Table as Grid

    schema = report.schema
    named = schema.by_name[schema.name].header
    about = "about " if report.about else ""
    console.print(f"{about}{report.rows:,} {schema.items}, named by {named}", markup=False, highlight=False)
    grid = Grid(*_COLUMNS, box=None, pad_edge=False)
    for column in report.columns:
        grid.add_row(*_cells(column))
    print_whole(console, grid)
    for remark in report.remarks:
        console.print(printable(remark), markup=False, highlight=False, soft_wrap=True)


def _plain(report: LoadReport) -> dict[str, object]:
    """Return the report as JSON: the schema, and beside it what became of each column."""
    from msgspec import to_builtins

    columns = list[dict[str, object]]()
    for column in report.columns:
        odd = [cell._asdict() for cell in column.odd]
        columns.append({
            "column": column.slot.header, "why": column.why, "doubts": column.doubts, "read": column.read, "odd": odd,
            "examples": column.examples,
        })  # fmt: skip
    schema: dict[str, object] = to_builtins(report.schema)
    return {"rows": report.rows, **schema, "notes": report.notes, "doubts": report.doubts, "columns": columns}


def _cells(column: ColumnReport) -> tuple[str, ...]:
    from rich.markup import escape

    slot = column.slot
    kind = slot.kind.replace("_", "/")
    examples, called = ", ".join(column.examples), ", ".join(slot.nouns)
    shown = (slot.header or slot.name, kind, slot.unit, slot.better, column.why, examples, called)
    return tuple(escape(printable(text)) for text in shown)
