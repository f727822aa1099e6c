"""`wayframe corpus report`: the figures of a corpus as a page to look at."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def report(
    file: Annotated[Path, typer.Argument(help="A Frames corpus: a list or lines; plain, .gz or .xz.", metavar="FILE")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to write to.", metavar="DIR")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Write a report on a corpus: index.html, which needs nothing else, the same as report.md, the charts as SVG.

    \b
    Example: wayframe corpus report frames.json -o report
    """
    from wayframe.analysis.report import document, write
    from wayframe.cli.corpus.stats import measured
    from wayframe.cli.safely import printable

    stats, digest, basis = measured(file)
    files = [str(path) for path in write(output, document(file.name, digest, stats, basis))]
    if as_json:
        import msgspec

        found = {"file": file.name, "sha256": digest, **basis._asdict(), "files": files}
        typer.echo(msgspec.json.encode(found).decode())
        return
    typer.echo(f"{basis.why}\nOpen {printable(files[0])}")
