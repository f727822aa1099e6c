"""`wayframe track predict`: predictions in the public evaluator's format."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wayframe.cli.models import warn_of_model
from wayframe.cli.safely import printable
from wayframe.cli.track.options import FILE, TRACKER, own_modules


def predict(
    file: FILE,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.", metavar="PREDICTIONS")],
    tracker: TRACKER = "rules",
    fold: Annotated[
        int | None, typer.Option(help="Only the users of this standard fold; with a minus, all others.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Same seed, same predictions.")] = 0,
) -> None:
    """Track a corpus, gold frames before every turn; what has to be trained trains on all users outside the fold.

    \b
    Example: wayframe track predict frames.json --fold 4 -o predictions.json
    """
    from wayframe import evaluation

    own_modules()
    dialogues = evaluation.predict(file, output, tracker, fold, seed)
    if origin := evaluation.tracker_origin(tracker):
        warn_of_model(origin.as_json())
    typer.echo(printable(f"{output}: {dialogues:,} dialogues"))
