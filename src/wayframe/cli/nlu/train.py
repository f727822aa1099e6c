"""`wayframe nlu train`: a tagger from labelled dialogues."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wayframe.cli.catalogue import lexicon
from wayframe.cli.nlu.options import AUTHOR, FILE
from wayframe.cli.safely import printable


def train(
    file: FILE,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.", metavar="MODEL")],
    model: Annotated[str, typer.Option(help="What is trained: baseline.")] = "baseline",
    author: AUTHOR = "user",
    seed: Annotated[int, typer.Option(help="Same seed and dialogues, same model.")] = 0,
) -> None:
    """Train a tagger on four fifths of the dialogues of a file; on the others it sees when to stop.

    \b
    Example: wayframe nlu train frames.json -o model.json

    \b
    Example: wayframe nlu predict other.json --model model.json -o predicted.json
    """
    from wayframe import corpus, validation
    from wayframe.cli.progress import progress
    from wayframe.evaluation.nlu import Plan, trained

    dialogues = list(validation.checked(file, corpus.stream(file)))
    with progress("percent", 100) as told:
        tagger = trained(Plan(model, lexicon(), author, seed), dialogues, str(file), told)
    tagger.save(output)
    typer.echo(printable(f"{output}: {model}, trained on {len(dialogues):,} dialogues"))
