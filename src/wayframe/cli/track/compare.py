"""`wayframe track compare`: is one tracker better than another?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from wayframe.evaluation.comparison import Difference
    from wayframe.scoring import Measure

_EVALUATION = "What 'wayframe track evaluate --json' printed."


def compare(
    first: Annotated[Path, typer.Argument(help=_EVALUATION, metavar="A")],
    second: Annotated[Path, typer.Argument(help=_EVALUATION, metavar="B")],
    samples: Annotated[int, typer.Option(min=100, max=100_000, help="How many samples of the dialogues.")] = 2000,
    seed: Annotated[int, typer.Option(help="Same seed, same samples.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Compare two evaluations on the same dialogues: difference, 95 % interval, p (paired bootstrap over dialogues).

    \b
    Example: wayframe track compare rules.json mine.json
    """
    from wayframe.evaluation import comparison

    found = comparison.compare(first, second, samples, seed)
    if as_json:
        import json

        measures = {measure: difference._asdict() for measure, difference in found.items()}
        head = {"first": first.name, "second": second.name, "samples": samples, "seed": seed}
        typer.echo(json.dumps(head | {"measures": measures}))
        return
    from rich.console import Console

    Console(highlight=False, markup=False).print(_table(found))


def _table(found: dict[Measure, Difference]) -> Table:
    from rich.table import Table

    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for heading in ("percent", "A", "B", "B - A", "95 %", "p"):
        table.add_column(heading, justify="left" if heading == "percent" else "right")
    for measure, each in found.items():
        interval = f"{each.low:+.2f} to {each.high:+.2f}"
        figures = f"{each.first:.2f}", f"{each.second:.2f}", f"{each.difference:+.2f}", interval, f"{each.p:.4f}"
        table.add_row(measure.replace("_", " "), *figures)
    return table
