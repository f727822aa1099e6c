"""`wayframe air truth`: the ground truth of a file, computed anew."""

from __future__ import annotations

import typer

from wayframe.cli.air.options import AsJson, DataFile, KbFile, SkipBad, passing_over
from wayframe.errors import InputError


def truth(data: DataFile, kb: KbFile, skip_bad: SkipBad = False, as_json: AsJson = False) -> None:
    """Compute every expected_action and correct_sample anew, and count how many are as the file has them.

    Exit code 1 where one differs.

    \b
    Example: wayframe air truth train_data.json train_kb.json
    """
    from wayframe.airdialogue.truth import agreement
    from wayframe.cli.progress import progress

    with passing_over(skip_bad) as (bad, skipped), progress("samples", None) as told:
        found = agreement(data, kb, bad, told)
    if not found.samples:
        raise InputError(f"{data}: holds no sample")
    if as_json:
        import json

        typer.echo(json.dumps(found._asdict() | ({"skipped": skipped.count} if skip_bad else {})))
    else:
        for name, count in found._asdict().items():
            typer.echo(f"{name:22} {'-' if count is None else format(count, ',')}")
    if any(count is not None and count < found.samples for count in found):
        raise typer.Exit(1)
