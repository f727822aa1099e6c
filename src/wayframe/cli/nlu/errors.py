"""`wayframe nlu errors`: what a tagger confuses, as a page to read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wayframe.cli.catalogue import lexicon
from wayframe.cli.nlu.options import AUTHOR, FILE, MODEL
from wayframe.cli.safely import printable
from wayframe.cli.track.options import FOLDS, JOBS, TEST_ON, TRAIN_ON, cores, sides

_SHOWN = 10  # kinds on the terminal


def errors(
    file: FILE,
    output: Annotated[Path, typer.Option("--output", "-o", help="The page to write.", metavar="HTML")],
    model: MODEL = "rules",
    author: AUTHOR = "user",
    folds: FOLDS = "",
    train_on: TRAIN_ON = "",
    test_on: TEST_ON = "",
    kinds: Annotated[int, typer.Option(min=1, help="So many kinds of confusions, the most frequent ones.")] = 40,
    examples: Annotated[int, typer.Option(min=1, help="No more examples of a kind than this.")] = 10,
    jobs: JOBS = None,
    seed: Annotated[int, typer.Option(help="Same seed, same page.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Write a page of what a tagger takes for something else, the most frequent first, with the turns.

    \b
    Example: wayframe nlu errors frames.json --model rules -o errors.html
    """
    from wayframe.cli.progress import progress
    from wayframe.evaluation.nlu import TaggerPlan
    from wayframe.evaluation.nlu_errors import confusions, page
    from wayframe.files import digest, writing

    plan = TaggerPlan(model, lexicon(), author, seed)
    with progress("folds", None) as told:
        found = confusions(file, plan, *sides(folds, train_on, test_on), jobs=jobs or cores(), told=told)
    about = (("File", file.name), ("sha256", digest(file)), ("Model", model), ("Turns of", author))
    with writing(output) as written:
        written.write(page(f"What {model} confuses", found, about, kinds, examples).encode())
    if as_json:
        import msgspec

        counts = [
            {"kind": each.kind, "labelled": each.labelled, "read_as": each.said, "count": len(each.examples)}
            for each in found.found
        ]
        head = {"model": model, "author": author, "turns": found.turns, "page": str(output)}
        typer.echo(msgspec.json.encode({**head, "confusions": counts}).decode())
        return
    for each in found.found[:_SHOWN]:
        typer.echo(printable(f"{len(each.examples):6,}  {each.kind}: {each.labelled}, read as {each.said}"))
    typer.echo(f"Open {printable(str(output))}")
