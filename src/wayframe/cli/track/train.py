"""`wayframe track train`: a tracker from labelled dialogues."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wayframe.cli.safely import printable
from wayframe.cli.track.options import FILE


def train(
    file: FILE,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The file to write; by default the user's own model.", metavar="MODEL"),
    ] = None,
    seed: Annotated[int, typer.Option(help="Same seed and dialogues, same model.")] = 0,
) -> None:
    """Train the learned tracker on all dialogues of a file, in a minute or so.

    Labelling while people collect dialogues, and simulation, use the user's own model from then on.

    \b
    Example: wayframe track train frames.json -o model.json

    \b
    Example: wayframe track predict other.json --tracker model.json -o predictions.json
    """
    from wayframe import corpus, validation
    from wayframe.cli.progress import progress
    from wayframe.files import folder
    from wayframe.tracking import learned

    dialogues = list(validation.checked(file, corpus.stream(file)))
    with progress("dialogues", len(dialogues)) as told:
        model = learned.train(dialogues, seed, told)
    target = output or learned.own_model()
    if output is None:
        folder(target.parent)
    model.save(target)
    typer.echo(printable(f"{target}: trained on {len(dialogues):,} dialogues"))
