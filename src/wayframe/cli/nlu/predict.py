"""`wayframe nlu predict`: a file of dialogues with the acts that a tagger reads."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from wayframe.cli.catalogue import lexicon
from wayframe.cli.models import noted, warn_of_model
from wayframe.cli.nlu.options import AUTHOR, FILE, MODEL
from wayframe.cli.safely import printable


def predict(
    file: FILE,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.", metavar="PREDICTED")],
    model: MODEL = "rules",
    author: AUTHOR = "user",
) -> None:
    """Write the dialogues with the acts that a model reads in place of the labelled ones; frames stay as they are.

    \b
    Example: wayframe nlu predict frames.json --model rules -o predicted.json
    """
    from wayframe import corpus
    from wayframe.cli.progress import counted, progress
    from wayframe.evaluation.nlu import predicted
    from wayframe.nlu import models

    tagger, names, origin = models.tagger(model), lexicon(), models.model_origin(model)
    known = origin.data.recogniser() if origin and origin.data else lambda dialogue: False
    seen = Counter[bool]()
    with progress("dialogues", None) as told:
        given = noted(counted(corpus.stream(file), told), known, seen)
        dialogues = corpus.write(output, predicted(file, given, tagger, names, author))
    if origin:
        warn_of_model(origin.as_json(), seen[True])
    typer.echo(printable(f"{output}: {dialogues:,} dialogues"))
