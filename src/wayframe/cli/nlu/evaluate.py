"""`wayframe nlu evaluate`: a tagger on users that it wasn't trained on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wayframe.cli.catalogue import lexicon
from wayframe.cli.models import model_line, row_name
from wayframe.cli.nlu.options import AUTHOR, FILE, MODEL
from wayframe.cli.printing import figures_table, plain_console, print_whole
from wayframe.cli.safely import printable
from wayframe.cli.track.options import FOLDS, JOBS, TEST_ON, TRAIN_ON, cores, sides

if TYPE_CHECKING:
    from rich.table import Table


def evaluate(
    file: FILE,
    model: MODEL = "rules",
    author: AUTHOR = "user",
    folds: FOLDS = "",
    train_on: TRAIN_ON = "",
    test_on: TEST_ON = "",
    noise: Annotated[
        str, typer.Option(help="Also with noise: default, how much of it (0 to 1), or traits.", metavar="NOISE")
    ] = "0",
    jobs: JOBS = None,
    seed: Annotated[int, typer.Option(help="Same seed, same figures.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Test a tagger on each fold after training on all others, where it learns (paper section 8.1).

    \b
    Example: wayframe nlu evaluate frames.json --model rules --noise default

    \b
    Example: wayframe nlu evaluate frames.json --model rules --noise typos,lower=1
    """
    from wayframe.cli.progress import progress
    from wayframe.evaluation import nlu
    from wayframe.nlu.noise import parse

    plan = nlu.TaggerPlan(model, lexicon(), author, seed, parse(noise))
    with progress("folds", None) as told:
        found = nlu.evaluate(file, plan, *sides(folds, train_on, test_on), jobs=jobs or cores(), told=told)
    if as_json:
        import msgspec

        typer.echo(msgspec.json.encode(found).decode())
    else:
        _print(file, found)


def _print(file: Path, found: dict[str, Any]) -> None:
    console = plain_console()
    protocol = found["protocol"]
    about = f"{found['model']} on {file} (sha256 {protocol['sha256'][:12]}), turns of: {protocol['author']}; F1"
    console.print(printable(about), soft_wrap=True)
    if "model" in protocol:
        console.print(model_line(protocol["model"], protocol["folds"]), soft_wrap=True)
    console.print()
    print_whole(console, _table(found))
    for name, counts in found["annotation"].items():
        said = ", ".join(f"{reason} {count:,}" for reason, count in counts.items())
        console.print(f"\n{name.replace('_', ' ')}: {said or 'none'}", soft_wrap=True)


def _table(found: dict[str, Any]) -> Table:
    measures = list(found["mean"])
    headings = (measure.removesuffix("_f1").replace("_", " ") for measure in measures)
    table = figures_table(row_name("fold", found["protocol"]), *headings)
    for name, fold in found["folds"].items():
        table.add_row(printable(name), *(_shown(fold[measure]) for measure in measures))
    for name, row in (("mean", found), *((("with noise", found["noise"]),) if "noise" in found else ())):
        cells = (f"{_shown(row['mean'][measure])} ± {_shown(row['std'][measure])}" for measure in measures)
        table.add_row(name, *cells)
    return table


def _shown(figure: float | None) -> str:
    return "–" if figure is None else f"{figure:.3f}"
