"""`wayframe track score`: predictions against labels."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from wayframe.cli.printing import figures_table, plain_console, print_whole
from wayframe.cli.safely import printable

if TYPE_CHECKING:
    from rich.table import Table

    from wayframe.scoring import DecisionTally, Measure, PredictionScore


def score(
    gold: Annotated[Path, typer.Argument(help="A Frames corpus: a list or lines; plain, .gz or .xz.", metavar="GOLD")],
    predictions: Annotated[
        Path, typer.Argument(help="Predictions in the public evaluator's format.", metavar="PREDICTIONS")
    ],
    fold: Annotated[
        int | None, typer.Option(help="Only this standard fold; with a minus, all users outside it.", metavar="N")
    ] = None,
    mode: Annotated[
        Literal["strict", "reference"], typer.Option(help="Without loopholes, or as the public evaluator counts.")
    ] = "strict",
    save_as: Annotated[
        Path | None, typer.Option(help="Write the predictions with the tag 'wrong' at turns with a wrong slot.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Count what predictions get right, by the tags of the turns and by act and slot.

    \b
    Example: wayframe track score frames.json predictions.json --fold 4 --mode reference
    """
    from wayframe import scoring

    found = scoring.score(gold, predictions, fold, mode)
    if save_as:
        scoring.write_wrong(predictions, found, save_as)
    if as_json:
        import json

        # Infinity and NaN stand as the public evaluator has them, in the way of Python's json module.
        typer.echo(json.dumps(found.as_json()))
    else:
        _print(found)


def _print(found: PredictionScore) -> None:
    console = plain_console()
    console.print(printable(found.signature), soft_wrap=True)
    if found.counts.warnings:
        console.print(f"{found.counts.warnings:,} warnings: values that differ, slots whose probabilities sum above 1")
    console.print()
    for title, tallies in (("slots", found.counts.slots), ("acts", found.counts.acts)):
        print_whole(console, _table(title, tallies))
        console.print()
    print_whole(console, _table("slots by act", found.counts.by_act_slot))
    if found.shares is None:
        return
    console.print()
    measures: tuple[Measure, ...] = ("acts_binary", "identification", "creation")
    for measure in measures:
        percent = found.shares.percent(measure)
        if percent is not None:
            console.print(f"{measure.replace('_', ' '):16}{percent:6.2f} %  of {found.shares.count(measure):,}")


def _table(title: str, tallies: Mapping[str, DecisionTally]) -> Table:
    table = figures_table(title, "count", "accuracy", "loglik")
    for name, tally in sorted(tallies.items(), key=lambda each: (each[1].count, each[0])):
        accuracy, loglik = 100 * tally.correct / tally.count, tally.loglik / tally.count
        table.add_row(printable(name), f"{tally.count:,}", f"{accuracy:.2f} %", f"{loglik:.3f}")
    return table
