"""`wayframe air predict` and `score`: final actions of people, players and models."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from wayframe.cli.air.options import AsJson, DataFile, KbFile, SkipBad, passing_over
from wayframe.cli.output import progress, say
from wayframe.errors import InputError

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


def predict(
    data: DataFile,
    kb: KbFile,
    output: Annotated[Path, typer.Option("--output", "-o", help="Where to write the predictions.", metavar="PRED")],
    skip_bad: SkipBad = False,
    as_json: AsJson = False,
) -> None:
    """Predict each dialogue's final action from what was said and the flights, and from nothing else.

    Intents, actions and all other keys of DATA are never decoded; they may be missing.

    \b
    Example: wayframe air predict dev_data.json dev_kb.json -o predicted.jsonl
    """
    from wayframe.airdialogue.reading.predicting import predict_files

    with passing_over(skip_bad) as (bad, skipped), progress("dialogues", None) as told:
        found = predict_files(data, kb, output, bad, told)
    if not found.samples:
        raise InputError(f"{data}: holds no dialogue")
    line = f"{found.samples:,} dialogues predicted, {found.nameless:,} of them without a name"
    statuses = (f"{status:16}{count:,}" for status, count in found.statuses.items())
    say(as_json, found._asdict() | skipped, line, *statuses)


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
    from wayframe.airdialogue.scoring import actions, responses
    from wayframe.airdialogue.scoring.score import BootstrapSampling

    _check(task, predictions, bool(metrics or losses))
    sampling = BootstrapSampling(samples, seed)
    with passing_over(skip_bad) as (bad, skipped), progress("lines", None) as told:
        if task == "infer":
            asked = responses.asked(metrics) if metrics else None
            found = responses.score_infer(data, predictions or kb, mode, asked, losses, bad, told)
        elif predictions:
            found = actions.score_selfplay(data, kb, predictions, mode, bad, sampling, told)
        else:
            found = actions.score_human(data, kb, mode, bad, sampling, told)
    faults = (f"as the public toolkit has it: {fault}" for fault in found.faults)
    figures = (f"{name:24}{value}" for name, value in (("samples", f"{found.samples:,}"), *_rows(found.figures)))
    say(as_json, found.as_json() | skipped, found.signature, *faults, *figures)


def _check(task: str, predictions: Path | None, of_responses: bool) -> None:
    """Raise `InputError` for options that a task doesn't have, and for files that it doesn't take or lacks."""
    if task != "infer" and of_responses:
        raise InputError("--metrics and --losses: only task infer has them")
    if task == "human" and predictions:
        raise InputError(f"{predictions}: task human scores the people of DATA, no predictions")
    if task == "selfplay" and not predictions:
        raise InputError("PRED: missing: task selfplay scores a file of predictions")


def _rows(figures: object, prefix: str = "") -> list[tuple[str, str]]:
    """Every figure with its name, those of a part under the part's name."""
    if isinstance(figures, dict):
        return [row for name, value in figures.items() for row in _rows(value, f"{prefix} {name}".strip())]
    if isinstance(figures, tuple):
        return [(prefix, " to ".join(f"{each:.4f}" for each in figures))]
    if figures is None:
        return [(prefix, "-")]
    return [(prefix, f"{figures:,}" if isinstance(figures, int) else f"{figures:.4f}")]
