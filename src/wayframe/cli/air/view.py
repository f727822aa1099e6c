"""`wayframe air view`: a page to look through AirDialogue's samples."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from wayframe.cli.air.options import AsJson, DataFile, KbFile, SkipBad, passing_over


def view(
    data: DataFile,
    kb: KbFile,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The HTML file to write.", metavar="PAGE", show_default=False)
    ],
    limit: Annotated[
        int, typer.Option(min=1, help="How many samples at most: each is about 4 kB.", metavar="N")
    ] = 1000,
    skip_bad: SkipBad = False,
    as_json: AsJson = False,
) -> None:
    """Write one page that shows each dialogue beside its context and flights, with filters; no server is needed.

    \b
    Example: wayframe air view train_data.json train_kb.json -o train.html
    """
    from wayframe import files
    from wayframe.airdialogue import files as airdialogue
    from wayframe.airdialogue.view import page
    from wayframe.cli.progress import counted, progress
    from wayframe.cli.safely import printable

    with passing_over(skip_bad) as (bad, skipped), progress("samples", None) as told:
        pairs = airdialogue.read(data, kb, bad)
        found = list(counted(islice(pairs, limit), told))
        more = next(pairs, None) is not None
    note = f"The first {len(found):,} samples of {data.name} and {kb.name}; there are more." if more else ""
    html = page(f"AirDialogue: {data.name}", found, note or f"All samples of {data.name} and {kb.name}.")
    with files.writing(output) as file:
        file.write(html.encode())
    if as_json:
        import json

        written = {"output": str(output), "samples": len(found), "more": more}
        typer.echo(json.dumps(written | ({"skipped": skipped.count} if skip_bad else {})))
        return
    typer.echo(printable(f"{len(found):,} samples{' (there are more: --limit)' if more else ''}. Open {output}"))
