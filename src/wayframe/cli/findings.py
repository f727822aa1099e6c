"""Print a checker's findings, as people read them or as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import typer

from wayframe.cli.safely import printable


def say_findings(
    about: Mapping[str, object], found: Sequence[tuple[str, str | None]], checks: Mapping[str, str], as_json: bool
) -> None:
    """Say of every check whether it passed, and why not; exit code 1 unless all did.

    `found` are checks with the first problem of each, `checks` what each of them is about.
    """
    passed = all(problem is None for _, problem in found)
    if as_json:
        import json

        results = {name: {"passed": not problem, "problem": problem} for name, problem in found}
        typer.echo(json.dumps({**about, "passed": passed, "checks": results}))
    else:
        for name, problem in found:
            typer.echo(printable(f"{'failed' if problem else 'passed'}  {name}: {problem or checks[name]}"))
    if not passed:
        raise typer.Exit(1)
