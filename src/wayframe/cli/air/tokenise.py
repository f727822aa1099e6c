"""`wayframe air tokenise` and `cut`: the files of the public competition's models."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, cast

import typer

from wayframe.cli.air.options import AsJson, DataFile, KbFile, SkipBad, passing_over
from wayframe.cli.safely import printable

Folder = Annotated[
    Path, typer.Option("--output", "-o", help="The folder to write to.", metavar="DIR", show_default=False)
]
Prefix = Annotated[str, typer.Option(help="How the files' names begin.", metavar="NAME")]
KeepIncorrect = Annotated[bool, typer.Option("--keep-incorrect", help="Samples that are judged wrong too.")]


def tokenise(
    data: DataFile,
    kb: KbFile,
    output: Folder,
    prefix: Prefix = "train",
    to: Annotated[
        str,
        typer.Option(help="Any of train, eval, infer, next, selfplay, selfplay-eval, with commas.", metavar="JOBS"),
    ] = "train,eval,infer",
    keep_incorrect: KeepIncorrect = False,
    cutoff: Annotated[int, typer.Option(min=0, help="Words that are rarer are left out of the vocabulary.")] = 0,
    first: Annotated[
        Literal["customer", "agent"], typer.Option(help="Who answers where nobody has spoken (job next).")
    ] = "customer",
    skip_bad: SkipBad = False,
    as_json: AsJson = False,
) -> None:
    """Write the tokenised files of the public competition: to train on, to evaluate on, to answer.

    \b
    Example: wayframe air tokenise train_data.json train_kb.json -o tokenised
    """
    from wayframe.airdialogue.tokenised import JOBS, Job, prepare
    from wayframe.cli.progress import progress
    from wayframe.errors import InputError, shown

    jobs = [name.strip() for name in to.split(",")]
    if odd := next((name for name in jobs if name not in JOBS), None):
        raise InputError(f"--to: expected any of {', '.join(JOBS)}, found {shown(odd)}")
    with passing_over(skip_bad) as (bad, skipped), progress("samples", None) as told:
        found = prepare(
            data,
            kb,
            output,
            prefix,
            cast("list[Job]", jobs),
            keep_incorrect=keep_incorrect,
            cutoff=cutoff,
            first=first,
            bad=bad,
            told=told,
        )
    if as_json:
        import json

        typer.echo(json.dumps(found._asdict() | ({"skipped": skipped.count} if skip_bad else {})))
        return
    words = f"; vocab.txt has {found.vocabulary:,} words" if found.vocabulary else ""
    typer.echo(printable(f"{found.samples:,} samples in {output}{words}"))
    for name, lines in found.lines.items():
        typer.echo(printable(f"  {name:28} {lines:>9,} lines"))


def cut(
    data: DataFile,
    kb: KbFile,
    output: Folder,
    prefix: Prefix = "dev",
    keep_incorrect: KeepIncorrect = False,
    compat: Annotated[
        bool, typer.Option("--compat", help="With the answers in the questions, as the public toolkit has them.")
    ] = False,
    skip_bad: SkipBad = False,
    as_json: AsJson = False,
) -> None:
    """Cut dialogues off before each turn: what was said so far, what was said next, the knowledge base.

    \b
    Example: wayframe air cut dev_data.json dev_kb.json -o answers
    """
    from wayframe.airdialogue.tokenised import cut as written
    from wayframe.cli.progress import progress

    with passing_over(skip_bad) as (bad, skipped), progress("turns", None) as told:
        count = written(data, kb, output, prefix, keep_incorrect=keep_incorrect, compat=compat, bad=bad, told=told)
    if as_json:
        import json

        typer.echo(
            json.dumps({"output": str(output), "lines": count} | ({"skipped": skipped.count} if skip_bad else {}))
        )
        return
    typer.echo(printable(f"{count:,} turns to answer in {output}"))
