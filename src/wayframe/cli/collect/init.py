"""`wayframe collect init`: a folder with a study to start from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from wayframe.cli.options import OwnCatalogue


def init(
    folder: Annotated[Path, typer.Argument(help="The study's folder; made if it isn't there.")],
    name: Annotated[
        str | None, typer.Option(help="What participants read at the top; by default the folder's.")
    ] = None,
    catalogue: OwnCatalogue = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Make a study: a folder with a study.toml that says what each setting does. Edit it, then serve it.

    \b
    Example: wayframe collect init pilot

    \b
    Example: wayframe collect init shop --catalogue examples/laptops.csv
    """
    from wayframe.collection import study

    path = study.init(folder, name, catalogue)
    study.read(folder)
    if as_json:
        typer.echo(json.dumps({"study": str(path)}))
    else:
        typer.echo(f"{path}\nEdit it, then: wayframe collect serve {folder}")
