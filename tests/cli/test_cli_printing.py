"""No table of the command line cuts a word or a figure, however narrow it stands."""

import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console
from rich.table import Table

from wayframe.cli.output import figures_table, print_whole
from wayframe.cli.terminal import comparison
from wayframe.notation import parse_turn
from wayframe.presentation.presenter import trips_presenter

figures = st.decimals(-10_000, 10_000, allow_nan=False, places=2).map(lambda number: f"{number:,} ± 1.5")


def printed(table: Table, width: int, *, terminal: bool = False, indent: int = 0) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=terminal, color_system=None, markup=False)
    print_whole(console, table, indent)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@settings(deadline=None)
@given(
    rows=st.lists(st.lists(figures, min_size=9, max_size=9), min_size=1, max_size=4),
    width=st.integers(1, 120),
    terminal=st.booleans(),
)
def test_every_figure_stands_whole_in_its_row(rows: list[list[str]], width: int, terminal: bool) -> None:
    table = figures_table("name", *("heading" for _ in range(9)))
    for row in rows:
        table.add_row("model", *row)
    lines = printed(table, width, terminal=terminal).splitlines()
    assert len(lines) == 1 + len(rows)
    assert [re.split(r" {2,}", line.strip())[1:] for line in lines[1:]] == rows


@pytest.mark.parametrize("terminal", [False, True])
def test_many_options_side_by_side_keep_their_prices(terminal: bool) -> None:
    acts = [parse_turn(f"inform(price=$1\\,{n}00.50, name=Hotel, write=[{n}{{name=Hotel}}])")[0] for n in range(1, 10)]
    tables = comparison(acts, trips_presenter(), 40)
    shown = "".join(printed(table, 40, terminal=terminal, indent=2) for table in tables)
    assert all(f"$1,{n}00.50" in shown for n in range(1, 10))


def test_a_terminal_wraps_texts_and_a_pipe_does_not() -> None:
    table = Table("price", "what there is", box=None)
    table.add_row("$900", "wifi, breakfast, spa, parking, a beach, a museum")
    assert len(printed(table, 30, terminal=True).splitlines()) > 2
    assert len(printed(table, 30).splitlines()) == 2
