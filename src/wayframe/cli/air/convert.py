"""`wayframe air convert`: AirDialogue's files in other formats."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from wayframe.cli.air.options import AsJson, DataFile, KbFile, SkipBad, passing_over
from wayframe.cli.safely import printable

_SPLITS = {"train": "train", "dev": "validation", "test": "test"}


def convert(
    data: DataFile,
    kb: KbFile,
    to: Annotated[
        Literal["dialogues", "huggingface"],
        typer.Option(help="dialogues (Wayframe's own format) or huggingface.", metavar="FORMAT", show_default=False),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The file or folder to write.", metavar="OUT", show_default=False)
    ],
    skip_bad: SkipBad = False,
    as_json: AsJson = False,
) -> None:
    """Write samples as dialogues that `wayframe corpus` takes, or as a data set that `datasets.load_dataset` opens.

    The data set's split is train, validation (of a file that begins with dev) or test, as the data file's name begins.

    \b
    Example: wayframe air convert train_data.json train_kb.json --to dialogues -o train.jsonl
    """
    from wayframe.airdialogue import files
    from wayframe.airdialogue.conversion import convert as converted
    from wayframe.cli.progress import counted, progress

    split = next((name for start, name in _SPLITS.items() if data.name.startswith(start)), "train")
    needs = ("dialogue",) if to == "dialogues" else ()
    with passing_over(skip_bad) as (bad, skipped), progress("samples", None) as told:
        report = converted(counted(files.read(data, kb, bad, needs), told), to, output, split)
    if as_json:
        import json

        head = {"to": to, "output": str(output)}
        typer.echo(json.dumps(head | report._asdict() | ({"skipped": skipped.count} if skip_bad else {})))
        return
    left = f"; {report.left_out:,} turns joined or left out" if report.left_out else ""
    typer.echo(printable(f"{output}: {report.samples:,} samples, {report.turns:,} turns{left}"))
