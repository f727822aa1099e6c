"""`wayframe catalogue`: one's own table, as it is understood, and the file in which that is changed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wayframe.cli.printing import print_whole
from wayframe.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console

    from wayframe.schema import Slot
    from wayframe.sources.tables import TableSource

app = typer.Typer(help="Your own table as a catalogue: how its columns are understood.", no_args_is_help=True)
Where = Annotated[str, typer.Argument(help="A CSV or Parquet file, or URL#table of a database.", metavar="TABLE")]


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
    from wayframe.sources.tables import described

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
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show how the columns of a table are understood.

    \b
    Example: wayframe catalogue show examples/laptops.csv
    """
    from datetime import date

    from wayframe.catalogues import is_trips, opened
    from wayframe.dialogue import encode
    from wayframe.sources.tables import TableSource

    found = None if is_trips(table) else opened(table, today=date(2000, 1, 1))
    if not isinstance(found, TableSource):
        raise InputError(f"{table}: expected a CSV, Parquet or TOML file, or URL#table of a database")
    if as_json:
        typer.echo(encode({"rows": len(found), **_plain(found.schema)}).decode())
        return
    from rich.console import Console

    draw(found, Console())


def draw(table: TableSource, console: Console) -> None:
    """Print how the columns of a table are understood, one a line."""
    from rich.table import Table as Grid

    schema = table.schema
    named = schema.by_name[schema.name]
    console.print(f"{len(table):,} {schema.items}, named by {named.header}", markup=False, highlight=False)
    grid = Grid("column", "kind", "unit", "better", "also called", box=None, pad_edge=False)
    for slot in schema.slots:
        grid.add_row(*_cells(slot))
    print_whole(console, grid)


def _plain(schema: object) -> dict[str, object]:
    from msgspec import to_builtins

    found: dict[str, object] = to_builtins(schema)
    return found


def _cells(slot: Slot) -> tuple[str, ...]:
    from rich.markup import escape

    from wayframe.cli.safely import printable

    kind = slot.kind.replace("_", "/")
    shown = (slot.header or slot.name, kind, slot.unit, slot.better, ", ".join(slot.nouns))
    return tuple(escape(printable(text)) for text in shown)
