"""`wayframe track compare`: is one tracker better than another?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wayframe.cli.models import model_line
from wayframe.cli.printing import figures_table, plain_console, print_whole

if TYPE_CHECKING:
    from rich.table import Table

    from wayframe.evaluation.comparison import ScoreDifference
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
        models = [comparison.read(path).protocol.get("model") for path in (first, second)]
        head = {"first": first.name, "second": second.name, "models": models, "samples": samples, "seed": seed}
        typer.echo(json.dumps(head | {"measures": measures}))
        return
    console = plain_console()
    for name, path in (("A", first), ("B", second)):
        protocol = comparison.read(path).protocol
        if "model" in protocol:
            console.print(f"{name}: {model_line(protocol['model'], protocol['folds'])}", soft_wrap=True)
    print_whole(console, _table(found))


def _table(found: dict[Measure, ScoreDifference]) -> Table:
    table = figures_table("percent", "A", "B", "B - A", "95 %", "p")
    for measure, each in found.items():
        interval = f"{each.low:+.2f} to {each.high:+.2f}"
        figures = f"{each.first:.2f}", f"{each.second:.2f}", f"{each.difference:+.2f}", interval, f"{each.p:.4f}"
        table.add_row(measure.replace("_", " "), *figures)
    return table
