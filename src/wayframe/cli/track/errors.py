"""`wayframe track errors`: what a tracker gets wrong, as a page to read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wayframe.cli.safely import printable
from wayframe.cli.track.options import FILE, FOLDS, JOBS, TEST_ON, TRACKER, TRAIN_ON, cores, own_modules, sides


def errors(
    file: FILE,
    output: Annotated[Path, typer.Option("--output", "-o", help="The page to write.", metavar="HTML")],
    tracker: TRACKER = "rules",
    folds: FOLDS = "",
    train_on: TRAIN_ON = "",
    test_on: TEST_ON = "",
    limit: Annotated[int | None, typer.Option(min=1, help="No more turns than this of each kind.")] = None,
    jobs: JOBS = None,
    seed: Annotated[int, typer.Option(help="Same seed, same page.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Write a page of the turns that a tracker gets wrong, by kind, the frames beside the text.

    \b
    Example: wayframe track errors frames.json --tracker rules -o errors.html
    """
    from wayframe.evaluation.errors import KINDS, mistakes, page
    from wayframe.files import digest, writing

    own_modules()
    found = mistakes(file, tracker, *sides(folds, train_on, test_on), seed=seed, jobs=jobs or cores())
    about = (("File", file.name), ("sha256", digest(file)), ("Tracker", tracker))
    with writing(output) as written:
        written.write(page(f"What {tracker} gets wrong", found, about, limit).encode())
    if as_json:
        import msgspec

        counts = {"tracker": tracker, "turns": found.turns, "wrong": len(found.found), "kinds": found.kinds}
        typer.echo(msgspec.json.encode({**counts, "page": str(output)}).decode())
        return
    typer.echo(f"{len(found.found):,} of {found.turns:,} user turns:")
    for name, count in found.kinds.items():
        typer.echo(f"{count:6,}  {KINDS[name]}")
    typer.echo(f"Open {printable(str(output))}")
