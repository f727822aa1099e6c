"""`wayframe air validate`: every departure of AirDialogue's files from the format and from the truth."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import typer

from wayframe.cli.air.options import AsJson, DataFile, KbFile

if TYPE_CHECKING:
    from wayframe.airdialogue.validation import SampleProblem

_SHOWN = 100  # errors, for people; `--json` has all


def validate(data: DataFile, kb: KbFile, as_json: AsJson = False) -> None:
    """Check two files: every error by line and field, the ground truth included, and how often something is odd.

    Exit code 1 where there is an error.

    \b
    Example: wayframe air validate train_data.json train_kb.json
    """
    from wayframe.airdialogue.validation import check
    from wayframe.cli.progress import counted, progress

    samples = 0
    errors: list[SampleProblem] = []
    oddities = Counter[str]()
    with progress("samples", None) as told:
        for found in counted(check(data, kb), told):
            samples += 1
            errors += (problem for problem in found.problems if not problem.oddity)
            oddities.update(problem.oddity for problem in found.problems if problem.oddity)
    if as_json:
        import json

        named = [{"line": error.line, "field": error.field, "what": error.what} for error in errors]
        typer.echo(json.dumps({"samples": samples, "errors": named, "oddities": dict(oddities.most_common())}))
    else:
        _print(samples, errors, oddities)
    if errors:
        raise typer.Exit(1)


def _print(samples: int, errors: list[SampleProblem], oddities: Counter[str]) -> None:
    from wayframe.cli.safely import printable

    for error in errors[:_SHOWN]:
        typer.echo(printable(f"line {error.line}: {f'{error.field}: ' if error.field else ''}{error.what}"))
    if len(errors) > _SHOWN:
        typer.echo(f"... and {len(errors) - _SHOWN:,} more errors (--json has them all)")
    for kind, count in oddities.most_common():
        typer.echo(printable(f"{count:7,} × {kind}"))
    typer.echo(f"samples: {samples:,}, errors: {len(errors):,}, oddities: {oddities.total():,}")
