"""`wayframe corpus validate`: every departure of a corpus from the format."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from wayframe.validation import DialogueProblem

_SHOWN = 100  # errors, for people; `--json` has all


def validate(
    file: Annotated[Path, typer.Argument(help="A corpus: a list or lines; plain, .gz or .xz.", metavar="FILE")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check a corpus: every error by dialogue, turn and field, and how often it is odd like the release itself.

    Exit code 1 where there is an error.

    \b
    Example: wayframe corpus validate frames.json
    """
    from wayframe.cli.progress import counted, progress
    from wayframe.validation import check

    dialogues = turns = 0
    errors: list[DialogueProblem] = []
    oddities = Counter[str]()
    with progress("dialogues", None) as told:
        for found in counted(check(file), told):
            dialogues, turns = dialogues + (found.turns is not None), turns + (found.turns or 0)
            errors += (problem for problem in found.problems if not problem.oddity)
            oddities.update(problem.oddity for problem in found.problems if problem.oddity)
    if as_json:
        _print_json(file, dialogues, turns, errors, oddities)
    else:
        _print(dialogues, turns, errors, oddities)
    if errors:
        raise typer.Exit(1)


def _print_json(file: Path, dialogues: int, turns: int, errors: list[DialogueProblem], oddities: Counter[str]) -> None:
    import msgspec

    named = [{"dialogue": e.dialogue, "turn": e.turn, "field": e.field, "what": e.what} for e in errors]
    found = {"file": file.name, "dialogues": dialogues, "turns": turns, "errors": named}
    typer.echo(msgspec.json.encode(found | {"oddities": dict(oddities.most_common())}).decode())


def _print(dialogues: int, turns: int, errors: list[DialogueProblem], oddities: Counter[str]) -> None:
    from wayframe.cli.safely import printable

    for problem in errors[:_SHOWN]:
        typer.echo(printable(str(problem)))
    if len(errors) > _SHOWN:
        typer.echo(f"... and {len(errors) - _SHOWN:,} more errors (--json has them all)")
    for kind, count in oddities.most_common():
        typer.echo(f"{count:7,} × {kind}")
    counts = {"dialogues": dialogues, "turns": turns, "errors": len(errors), "oddities": oddities.total()}
    typer.echo(", ".join(f"{name}: {count:,}" for name, count in counts.items()))
