"""`wayframe corpus redact`: a corpus without who took part and how to reach them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wayframe.cli.safely import printable

if TYPE_CHECKING:
    from wayframe.redaction import Redactor


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

    \b
    Example: wayframe corpus redact week.jsonl --secret "$SECRET" -o week-redacted.jsonl
    """
    import secrets

    from wayframe import corpus
    from wayframe.cli.progress import counted, progress
    from wayframe.redaction import Redactor

    redactor = Redactor(secret.encode() if secret else secrets.token_bytes(), region)
    with progress("dialogues", None) as told:
        dialogues = corpus.write(output, counted(map(redactor.redact, corpus.stream(file)), told))
    kinds = _counts(redactor)
    if as_json:
        import json

        repeatable = secret is not None
        found = {"file": file.name, "output": str(output), "dialogues": dialogues, "repeatable": repeatable}
        typer.echo(json.dumps(found | {"replaced": kinds}))
        return
    typer.echo(printable(f"{output}: {dialogues:,} dialogues"))
    for kind, counts in kinds.items():
        places = ", ".join(f"{counts[place]:,} in {place}" for place in ("texts", "annotations"))
        ids = f", {counts['ids']:,} ids" if kind == "person" else ""
        typer.echo(f"{kind:7} {counts['distinct']:>5,} different: {places}{ids}")


def _counts(redactor: Redactor) -> dict[str, dict[str, int]]:
    """Count the replacements of each kind, by place."""
    from wayframe.redaction import KINDS

    places = {name: getattr(redactor, name) for name in ("texts", "annotations", "ids", "distinct")}
    return {kind: {name: counter[kind] for name, counter in places.items()} for kind in KINDS}
