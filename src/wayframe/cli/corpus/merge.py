"""`wayframe corpus merge`: several files as one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wayframe.cli.safely import printable


def merge(
    inputs: Annotated[list[Path], typer.Argument(help="Corpora: lists or lines; plain, .gz or .xz.", metavar="FILE")],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The file to write: .json or .jsonl, .gz or .xz.", metavar="OUT")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Join files of dialogues. A dialogue that comes again is kept once; two different ones of one id are refused.

    \b
    Example: wayframe corpus merge monday.jsonl tuesday.jsonl -o week.jsonl
    """
    from wayframe import corpus
    from wayframe.cli.progress import counted, progress
    from wayframe.selection import RepeatCount, merged

    repeats = RepeatCount()
    with progress("dialogues", None) as told:
        dialogues = corpus.write(output, counted(merged(inputs, repeats), told))
    if as_json:
        import json

        found = {
            "files": [str(path) for path in inputs],
            "output": str(output),
            "dialogues": dialogues,
            "repeated": repeats.count,
        }
        typer.echo(json.dumps(found))
    else:
        again = f", {repeats.count:,} that came again left out" if repeats.count else ""
        typer.echo(printable(f"{output}: {dialogues:,} dialogues{again}"))
