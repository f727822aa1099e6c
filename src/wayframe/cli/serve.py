"""`wayframe serve`: the agent as a service, and as a page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wayframe.errors import InputError


def serve(
    catalogue: Annotated[Path | None, typer.Option(help="A catalogue file; by default the embedded one.")] = None,
    store: Annotated[
        str | None,
        typer.Option(help="Where conversations are kept: an SQLite file, or postgresql://…", metavar="PATH|URL"),
    ] = None,
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8000,
    workers: Annotated[int, typer.Option(min=1, help="Processes; several share the database.")] = 1,
    seed: Annotated[int, typer.Option(help="Picks wording and suggestions.")] = 0,
) -> None:
    """Serve the agent: the page, the API under /api (described by /api/openapi.json), /healthz and /metrics.

    \b
    Example: wayframe serve --port 8000 --store conversations.sqlite
    """
    try:
        from wayframe.web.serving import Served
        from wayframe.web.serving import serve as served
    except ModuleNotFoundError as error:
        raise InputError(f"wayframe serve needs {error.name}: pip install 'wayframe[web]'") from error
    from wayframe.cli.catalogue import opened
    from wayframe.files import home
    from wayframe.service import Storage

    with opened(catalogue) as trips:
        path = str(trips.path)
    database = store or str(home() / "conversations.sqlite")
    Storage(database).close()  # what is wrong with it is said here, once
    typer.echo(f"http://{host}:{port}/", err=True)
    served(Served(path, database, seed), host, port, workers)
