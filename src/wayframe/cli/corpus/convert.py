"""`wayframe corpus convert`: a file of dialogues in another format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from wayframe.cli.safely import printable

if TYPE_CHECKING:
    from wayframe.conversion import Report

_WORDS = {"rasa": "Rasa", "spacy": "spaCy", "convlab": "ConvLab-3", "huggingface": "Hugging Face"}


def convert(
    file: Annotated[Path, typer.Argument(help="Dialogues: a list or lines; plain, .gz or .xz.", metavar="FILE")],
    to: Annotated[
        Literal["jsonl", "json", "huggingface", "convlab", "rasa", "spacy"],
        typer.Option(help="jsonl, json, huggingface, convlab, rasa or spacy.", metavar="FORMAT", show_default=False),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The file or folder to write.", metavar="OUT", show_default=False)
    ],
    test_fold: Annotated[
        int | None, typer.Option(min=1, max=10, help="The users of ConvLab's test split; else those of fold 10.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Write dialogues in another format, and say what that has no place for.

    Rasa (YAML) and spaCy (DocBin) get the users' turns, huggingface is Parquet with a card.

    \b
    Example: wayframe corpus convert frames.json --to huggingface -o frames
    """
    from wayframe.cli.progress import progress
    from wayframe.conversion import TEST_FOLD
    from wayframe.conversion import convert as converted
    from wayframe.errors import InputError

    if test_fold is not None and to != "convlab":
        raise InputError("--test-fold goes with --to convlab")
    with progress("dialogues", None) as told:
        report = converted(file, to, output, test_fold or TEST_FOLD, told)
    if as_json:
        import msgspec

        head = {"file": str(file), "to": to, "output": str(output)}
        typer.echo(msgspec.json.encode(head | report._asdict()).decode())
        return
    typer.echo(printable(f"{file} to {output}, {_WORDS.get(to, 'JSON')}"))
    for line in _lines(report):
        typer.echo(printable(line))


def _lines(report: Report) -> list[str]:
    """Format a report, a field on each line; counts by name after their sum."""
    lines = []
    for field, value in report._asdict().items():
        total, parts = (sum(value.values()), value) if isinstance(value, dict) else (value, {})
        named = ", ".join(f"{name} {count:,}" for name, count in parts.items())
        lines.append(f"  {field.replace('_', ' '):20} {total:>7,}" + (f"  ({named})" if named else ""))
    return lines
