"""`wayframe corpus split`: training, validation and test dialogues by users."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wayframe.cli.safely import printable
from wayframe.errors import InputError, shown

if TYPE_CHECKING:
    from wayframe.selection import FoldDivision

_SAFE = re.compile(r"[\w-][\w.-]{0,99}")  # as the name of a folder
_AT_ONCE = 50  # divisions written in one pass: 150 open files, of 256 that small systems allow


def split(
    file: Annotated[Path, typer.Argument(help="A Frames corpus: a list or lines; plain, .gz or .xz.", metavar="FILE")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to write to.", metavar="DIR")],
    fold: Annotated[
        int | None, typer.Option(min=1, max=10, help="Only this one of the ten standard folds; else all present.")
    ] = None,
    by_user: Annotated[
        bool, typer.Option("--by-user", help="Hold out each user of the file once, in place of the standard folds.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Same seed, same sides.")] = 0,
    share: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="How much of what isn't held out is for training.")
    ] = 0.8,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Divide a corpus by users: test, and of the rest a seeded share for training, what is left for validation.

    Writes train.jsonl, validation.jsonl and test.jsonl; one folder a fold unless there is only one.

    \b
    Example: wayframe corpus split frames.json --fold 4 --seed 7 -o folds/4
    """
    from wayframe import files
    from wayframe.selection.division import users

    if fold and by_user:
        raise InputError("expected --fold or --by-user, found both")
    digest, user_of = files.digest(file), users(file)
    try:
        divisions = _divided(user_of, fold, by_user, seed, share)
    except InputError as error:
        raise InputError(f"{file}: {error}") from error
    _write(file, output, divisions)
    left_out = len(user_of) - len(next(iter(divisions.values())).side_of)
    folds = {name or f"fold-{fold}": division for name, division in divisions.items()}
    if as_json:
        head = {"file": file.name, "sha256": digest, "output": str(output), "seed": seed, "share": share}
        _print_json(head | {"dialogues": len(user_of), "left_out": left_out}, folds)
        return
    for name, division in folds.items():
        sizes = ", ".join(f"{side} {size:,}" for side, size in division.sizes().items())
        typer.echo(printable(f"{name}: {sizes}; held out: {', '.join(division.test_users)}"))
    if left_out:
        typer.echo(f"{left_out:,} dialogues are of users of no standard fold: left out (--by-user takes them)")


def _print_json(head: dict[str, object], folds: dict[str, FoldDivision]) -> None:
    import json

    divided = {name: {"test_users": division.test_users, **division.sizes()} for name, division in folds.items()}
    typer.echo(json.dumps(head | {"folds": divided}))


def _write(file: Path, output: Path, divisions: dict[str, FoldDivision]) -> None:
    """Write the divisions to folders under `output`; so many at the same time as files may be open."""
    from wayframe import corpus, files
    from wayframe.cli.progress import counted, progress
    from wayframe.selection import division

    folders = {files.folder(output / name): made for name, made in divisions.items()}
    names = list(folders)
    for start in range(0, len(names), _AT_ONCE):
        with progress("dialogues", None) as told:
            some = {folder: folders[folder] for folder in names[start : start + _AT_ONCE]}
            division.write(counted(corpus.stream(file), told), some)


def _divided(
    users: dict[str, str], fold: int | None, by_user: bool, seed: int, share: float
) -> dict[str, FoldDivision]:
    """The divisions by the name of the folder they go to."""
    from wayframe import selection

    if by_user:
        odd = next((user for user in users.values() if not _SAFE.fullmatch(user)), None)
        if odd is not None:
            raise InputError(f"user {shown(odd)}: expected an id that can name a folder")
        return selection.by_user(users, seed, share)
    folds = selection.by_fold(users, seed, share)
    if fold is None:
        return {f"fold-{number}": division for number, division in folds.items()}
    if fold not in folds:
        raise InputError(f"fold {fold}: none of its users is there; present: {', '.join(map(str, folds))}")
    return {"": folds[fold]}
