"""`wayframe collect serve`: a study's pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wayframe.cli.collect import process
from wayframe.cli.collect.options import libraries
from wayframe.cli.serve import LOOPBACK, PORTS, Host, Names, Port, free
from wayframe.errors import InputError

if TYPE_CHECKING:
    from wayframe.collection.collection import StudyCollection


def serve(
    folder: Annotated[Path, typer.Argument(help="The study's folder, made by wayframe collect init.")],
    host: Host = "127.0.0.1",
    port: Port = None,
    name: Names = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes; several need PostgreSQL.")] = 1,
) -> None:
    """Serve a study until Ctrl-C: the administrator's page, the waiting room, the user's page, the wizard's desk.

    Prints the administrator's link; invitations are made there. Every request is a line of JSON on stderr.

    \b
    Example: wayframe collect serve pilot --port 8000
    """
    with libraries():
        from wayframe.web.collect.connections import SETTINGS
        from wayframe.web.serving import run
    from wayframe.collection import collection, study

    found = free(host, (port,) if port else PORTS)
    pages = f"https://{name[0]}" if name else f"http://{host}:{found}"
    settings = study.read(folder)
    if study.is_exposed(settings):
        typer.echo(f"{folder / study.FILE}: holds a secret and others may read it: chmod 600 it", err=True)
    if bot := process.bot_settings(settings, pages):
        from wayframe import slack

        slack.check(bot)
    link = f"{pages}/admin/{_prepared(collection.opened(settings), workers)}"
    names = (*LOOPBACK, *(name or ())) if name or host in LOOPBACK else None
    process.ServedStudy(str(folder), pages, names).announce()

    def announce() -> None:
        typer.echo(f"{link}  (administrator; Ctrl-C stops)")

    run(process.FACTORY, host, found, workers, bool(name), announce, timeout_graceful_shutdown=5, **SETTINGS)


def _prepared(opened: StudyCollection, workers: int) -> str:
    """The administrator's token of a study that can be served. What is wrong with it is said here, once."""
    from wayframe.web.collect.agents import StudyAgents

    try:
        if workers > 1 and not opened.storage.shared:
            raise InputError(f"--workers {workers}: several processes need a PostgreSQL database, see study.toml")
        _ = StudyAgents(opened).reader
        opened.pool.check()
        opened.pool.fill()
        return opened.access.admin_token()
    finally:
        opened.close()
