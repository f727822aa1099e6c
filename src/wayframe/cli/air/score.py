"""`wayframe air score`: what people, players and models did, scored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from wayframe.cli.air.options import AsJson, DataFile, SkipBad
from wayframe.errors import InputError

if TYPE_CHECKING:
    from wayframe.airdialogue.scoring import TaskScore


Mode = Annotated[
    Literal["strict", "reference"], typer.Option(help="Without loopholes, or as the public toolkit counts.")
]
Metrics = Annotated[
    str | None,
    typer.Option("--metrics", "--infer-metrics", help="Task infer: bleu, rouge, kl, accuracy; with :all by role too."),
]
Losses = Annotated[
    Path | None, typer.Option(help="Task infer: a model's losses, a dialogue a line, for the perplexity.")
]


def score(
    data: DataFile,
    kb: Annotated[Path, typer.Argument(help="The knowledge bases; task infer does without.", metavar="KB")],
    predictions: Annotated[
        Path | None, typer.Argument(help="Predicted actions, or responses, a line each.", metavar="[PRED]")
    ] = None,
    task: Annotated[
        Literal["human", "selfplay", "infer"],
        typer.Option(help="The people of DATA; players in PRED; responses in PRED to the tokenised targets in DATA."),
    ] = "selfplay",
    mode: Mode = "strict",
    metrics: Metrics = None,
    losses: Losses = None,
    samples: Annotated[int, typer.Option(min=0, help="Bootstrap samples for the intervals of strict mode.")] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of the bootstrap.")] = 1,
    skip_bad: SkipBad = False,
    as_json: AsJson = False,
) -> None:
    """Score final actions against what was expected, or responses against what people said.

    \b
    Example: wayframe air score --task selfplay dev_data.json dev_kb.json played.jsonl --mode reference
    """
    from wayframe.airdialogue.scoring import BootstrapSampling, asked, score_human, score_infer, score_selfplay
    from wayframe.cli.air.options import passing_over
    from wayframe.cli.progress import progress

    _check(task, predictions, bool(metrics or losses))
    with passing_over(skip_bad) as (bad, skipped), progress("lines", None) as told:
        if task == "infer":
            asked_for = asked(metrics) if metrics else None
            found = score_infer(data, predictions or kb, mode, asked_for, losses, bad, told)
        elif predictions:
            found = score_selfplay(data, kb, predictions, mode, bad, BootstrapSampling(samples, seed), told)
        else:
            found = score_human(data, kb, mode, bad, BootstrapSampling(samples, seed), told)
    if as_json:
        typer.echo(json.dumps(found.as_json() | ({"skipped": skipped.count} if skip_bad else {})))
    else:
        _print(found)


def _check(task: str, predictions: Path | None, of_responses: bool) -> None:
    """Raise `InputError` for options that a task doesn't have, and for files that it doesn't take or lacks."""
    if task != "infer" and of_responses:
        raise InputError("--metrics and --losses: only task infer has them")
    if task == "human" and predictions:
        raise InputError(f"{predictions}: task human scores the people of DATA, no predictions")
    if task == "selfplay" and not predictions:
        raise InputError("PRED: missing: task selfplay scores a file of predictions")


def _print(found: TaskScore) -> None:
    typer.echo(found.signature)
    for fault in found.faults:
        typer.echo(f"as the public toolkit has it: {fault}")
    typer.echo(f"{'samples':24}{found.samples:,}")
    for name, value in _rows(found.figures):
        typer.echo(f"{name:24}{value}")


def _rows(figures: object, prefix: str = "") -> list[tuple[str, str]]:
    """Every figure with its name, those of a part under the part's name."""
    if isinstance(figures, dict):
        return [row for name, value in figures.items() for row in _rows(value, f"{prefix} {name}".strip())]
    if isinstance(figures, tuple):
        return [(prefix, " to ".join(f"{each:.4f}" for each in figures))]
    return [(prefix, "-" if figures is None else f"{figures:,}" if isinstance(figures, int) else f"{figures:.4f}")]
