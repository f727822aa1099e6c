"""`wayframe nlu train`: a tagger from labelled dialogues."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wayframe.cli.catalogue import lexicon
from wayframe.cli.nlu.options import AUTHOR, FILE
from wayframe.cli.safely import printable
from wayframe.errors import InputError


def train(
    file: FILE,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The file to write; by default the user's own model.", metavar="MODEL"),
    ] = None,
    model: Annotated[str, typer.Option(help="What is trained: trained (the default model) or baseline.")] = "trained",
    author: AUTHOR = "user",
    seed: Annotated[int, typer.Option(help="Same seed and dialogues, same model.")] = 0,
) -> None:
    """Train a tagger; the baseline on four fifths of the dialogues of a file: on the others it sees when to stop.

    \b
    Example: wayframe nlu train frames.json -o model.json

    \b
    Example: wayframe nlu predict other.json --model model.json -o predicted.json
    """
    from wayframe import corpus, validation
    from wayframe.cli.progress import progress
    from wayframe.evaluation.nlu import TaggerPlan, trained
    from wayframe.files import folder
    from wayframe.nlu import learned, models

    if output is None and model != "trained":
        raise InputError(f"model {model}: expected --output with it: the user's own model is of another kind")
    models.trainer(model)
    dialogues = list(validation.checked(file, corpus.stream(file)))
    with progress("percent", 100) as told:
        tagger = trained(TaggerPlan(model, lexicon(), author, seed), dialogues, str(file), told)
    target = output or learned.own_model()
    if output is None:
        folder(target.parent)
    tagger.save(target)
    typer.echo(printable(f"{target}: {model}, trained on {len(dialogues):,} dialogues"))
