"""`wayframe data`: fetch the published corpora."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from wayframe.cli.options import AsJson
from wayframe.cli.output import say
from wayframe.errors import InputError

if TYPE_CHECKING:
    from wayframe.download import CorpusSource, FetchedCorpus, Progress

app = typer.Typer(
    help="The published corpora: Frames and AirDialogue. Wayframe ships neither.",
    epilog="\b\nExample: wayframe data get frames",
    no_args_is_help=True,
)


@app.callback()
def _data() -> None:
    pass  # so that `get` stays a command of its own


@app.command("get", epilog="\b\nExample: wayframe data get frames --accept-licence -o corpora/frames")
def get(
    corpus: Annotated[
        Literal["frames", "airdialogue"], typer.Argument(metavar="CORPUS", help="frames or airdialogue.")
    ],
    accepted: Annotated[
        bool, typer.Option("--accept-licence", help="You have read the licence that is shown, and accept it.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The folder to put it in; else the user's data folder.", metavar="DIR"),
    ] = None,
    url: Annotated[
        str | None, typer.Option(help="Another address of the same archive, or the archive itself.", metavar="URL")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Fetch a corpus from its owner, once its licence is accepted; what broke off is resumed, and all of it checked."""
    from wayframe import download

    source = download.SOURCES[corpus]
    folder = output or download.data_folder(source)
    got = download.find(source, folder)
    if got is None:
        _accept(source, accepted)
        with _progress(source) as told:
            got = download.get(source, folder, told, url)
    _report(source, got, as_json)


def _accept(source: CorpusSource, accepted: bool) -> None:
    """Show the licence; leave unless it is accepted."""
    if not accepted and not _at_terminal():
        raise InputError(f"{source.name}: its licence has to be accepted first ({source.page}): --accept-licence")
    typer.echo(f"{source.title}\nLicence: {source.licence}", err=True)
    if not accepted and not typer.confirm("Do you accept this licence?", err=True):
        typer.echo("Nothing was fetched.", err=True)
        raise typer.Exit(1)


def _at_terminal() -> bool:
    return sys.stdin.isatty()


@contextmanager
def _progress(source: CorpusSource) -> Iterator[Progress]:
    """A bar on stderr, if that is a terminal: bytes, speed, what is left to wait."""
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn, TransferSpeedColumn

    console = Console(stderr=True)
    columns = BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(source.name, total=source.archive.size if source.archive else None)

        def told(done: int, total: int | None) -> None:
            bar.update(task, completed=done, total=total)

        yield told


def _report(source: CorpusSource, got: FetchedCorpus, as_json: bool) -> None:
    import shlex

    found = {
        "corpus": source.name,
        "path": str(got.path),
        "variable": source.variable,
        "url": got.url,
        "fetched": got.fetched,
        "resumed": got.resumed,
        "archive": got.archive._asdict(),
        "files": {name: file._asdict() for name, file in got.files.items()},
    }
    path, done = str(got.path.resolve()), "Fetched and checked" if got.fetched else "Already there"
    say(as_json, found, f"{done}: {path}", f"export {source.variable}={shlex.quote(path)}")
