"""`wayframe corpus redact`: a corpus without who took part and how to reach them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wayframe.cli.safely import printable


def redact(
    file: Annotated[Path, typer.Argument(help="A Frames corpus: a list or lines; plain, .gz or .xz.", metavar="FILE")],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The file to write: .json or .jsonl, .gz or .xz.", metavar="OUT")
    ],
    secret: Annotated[
        str | None,
        typer.Option(
            envvar="WAYFRAME_SECRET",
            help="Decides the pseudonyms: the same secret gives the same ones, in other files too. "
            "Without it a fresh one is taken, which nobody keeps.",
        ),
    ] = None,
    region: Annotated[
        str, typer.Option(help="The country whose telephone numbers are written without its code.", metavar="XX")
    ] = "US",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Replace user and wizard ids by pseudonyms, and in texts, acts and frames e-mail addresses, web addresses, card
    and telephone numbers and handles by marks. Names and street addresses aren't found: read what comes out.

    Example: wayframe corpus redact week.jsonl --secret "$SECRET" -o week-redacted.jsonl
    """
    import secrets

    from wayframe import corpus, redaction
    from wayframe.cli.progress import counted, progress

    redactor = redaction.Redactor(secret.encode() if secret else secrets.token_bytes(), region)
    with progress("dialogues", None) as told:
        dialogues = corpus.write(output, counted(map(redactor.redact, corpus.stream(file)), told))
    kinds = {
        kind: {
            "texts": redactor.texts[kind],
            "annotations": redactor.annotations[kind],
            "ids": redactor.ids[kind],
            "distinct": redactor.distinct[kind],
        }
        for kind in redaction.KINDS
    }
    if as_json:
        import json

        found = {
            "file": file.name,
            "output": str(output),
            "dialogues": dialogues,
            "repeatable": secret is not None,
            "replaced": kinds,
        }
        typer.echo(json.dumps(found))
        return
    typer.echo(printable(f"{output}: {dialogues:,} dialogues"))
    for kind, counts in kinds.items():
        places = ", ".join(f"{counts[place]:,} in {place}" for place in ("texts", "annotations"))
        ids = f", {counts['ids']:,} ids" if kind == "person" else ""
        typer.echo(f"{kind:7} {counts['distinct']:>5,} different: {places}{ids}")
