"""`wayframe air contexts`: customers and flights, drawn by chance."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wayframe.cli.air.options import AsJson


def contexts(
    count: Annotated[int, typer.Option("-n", min=1, help="How many.", metavar="N", show_default=False)],
    data: Annotated[Path, typer.Option("--out-data", help="The data file to write.", metavar="F", show_default=False)],
    kb: Annotated[
        Path, typer.Option("--out-kb", help="The file of knowledge bases to write.", metavar="F", show_default=False)
    ],
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same files.", metavar="S")] = 0,
    names: Annotated[
        Path | None,
        typer.Option(
            help="A folder with airport.txt, first_names.txt, last_names.txt; else Wayframe's own.", metavar="DIR"
        ),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes; the files are the same with any number.")] = 1,
    compat: Annotated[
        bool, typer.Option("--compat", help="Byte for byte what the public generator gives, in one process.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Draw contexts, with the right outcome of each: what to let two players loose on.

    \b
    Example: wayframe air contexts -n 10000 --seed 7 --out-data data.jsonl --out-kb kb.jsonl
    """
    from wayframe.airdialogue.contexts import generate, own_names, read_names
    from wayframe.cli.progress import progress
    from wayframe.cli.safely import printable

    lists = read_names(names) if names else own_names()
    with progress("contexts", count) as told:
        generate(data, kb, count, seed, lists, jobs=jobs, compat=compat, told=told)
    if as_json:
        import json

        written = {"contexts": count, "seed": seed, "compat": compat, "data": str(data), "kb": str(kb)}
        typer.echo(json.dumps(written))
        return
    typer.echo(printable(f"{count:,} contexts in {data} and {kb}"))
