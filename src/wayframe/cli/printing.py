"""Tables on the terminal and in pipes, whole wherever they go: a figure that is cut is another figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_UNLIMITED = 1 << 20  # columns


def plain_console() -> Console:
    """Return a console that takes text as it is."""
    from rich.console import Console

    return Console(highlight=False, markup=False)


def figures_table(first: str, *headings: str) -> Table:
    """Return an empty table of figures with their names to the left."""
    from rich.table import Table

    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column(first, no_wrap=True)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def print_whole(console: Console, table: Table, indent: int = 0) -> None:
    """Print a table without cutting a word or a figure.

    On a terminal long texts wrap, and a table that is still wider than the screen runs over its edge. Elsewhere nobody
    knows how wide a line may be, and nothing wraps.
    """
    from rich.measure import Measurement
    from rich.padding import Padding
    from rich.segment import Segments

    shown = Padding(table, (0, 0, 0, indent))
    needed = Measurement.get(console, console.options.update(width=_UNLIMITED), shown)
    wraps = console.is_terminal and not all(column.no_wrap for column in table.columns)
    width = max(console.width, needed.minimum) if wraps else needed.maximum
    lines = console.render_lines(shown, console.options.update(width=width), new_lines=True)
    console.print(Segments(segment for line in lines for segment in line), crop=False, end="")
