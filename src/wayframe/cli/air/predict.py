"""`wayframe air predict`: the final actions of dialogues between people."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wayframe.cli.air.options import AsJson, DataFile, KbFile, SkipBad
from wayframe.errors import InputError


def predict(
    data: DataFile,
    kb: KbFile,
    output: Annotated[Path, typer.Option("--output", "-o", help="Where to write the predictions.", metavar="PRED")],
    skip_bad: SkipBad = False,
    as_json: AsJson = False,
) -> None:
    """Predict each dialogue's final action from what was said and the flights, and from nothing else.

    Intents, actions and all other keys of DATA are never decoded; they may be missing.

    \b
    Example: wayframe air predict dev_data.json dev_kb.json -o predicted.jsonl
    """
    from wayframe.airdialogue.reading import predict_files
    from wayframe.cli.air.options import passing_over
    from wayframe.cli.progress import progress

    with passing_over(skip_bad) as (bad, skipped), progress("dialogues", None) as told:
        found = predict_files(data, kb, output, bad, told)
    if not found.samples:
        raise InputError(f"{data}: holds no dialogue")
    if as_json:
        import json

        typer.echo(json.dumps(found._asdict() | ({"skipped": skipped.count} if skip_bad else {})))
        return
    typer.echo(f"{found.samples:,} dialogues predicted, {found.nameless:,} of them without a name")
    for status, count in found.statuses.items():
        typer.echo(f"{status:16}{count:,}")
