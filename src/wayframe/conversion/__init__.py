"""Files of dialogues in the formats that others read, one a module. Libraries that a format needs are extras."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from wayframe.conversion.source import DialogueSource
from wayframe.corpus import write
from wayframe.errors import InputError
from wayframe.extras import needing

if TYPE_CHECKING:
    from wayframe.conversion.convlab import ConvLabReport
    from wayframe.conversion.docbin import SpacyReport
    from wayframe.conversion.huggingface import HuggingFaceReport
    from wayframe.conversion.rasa import RasaReport

Format = Literal["jsonl", "json", "huggingface", "convlab", "rasa", "spacy"]

TEST_FOLD = 10
"""The user fold that ConvLab's test split holds, unless another is asked for."""

_MODULES = {"huggingface": "huggingface", "convlab": "convlab", "rasa": "rasa", "spacy": "docbin"}
_EXTRAS = {"huggingface": "convert", "spacy": "spacy"}


class JsonReport(NamedTuple):
    """Result of writing JSON."""

    dialogues: int
    turns: int


if TYPE_CHECKING:
    Report = JsonReport | HuggingFaceReport | ConvLabReport | RasaReport | SpacyReport


def convert(
    path: Path,
    to: Format,
    output: Path,
    test_fold: int = TEST_FOLD,
    progress: Callable[[int], None] = lambda dialogues: None,
) -> Report:
    """Write the dialogues of a file in another format; `progress` is told how many have been read.

    Raises `InputError` where the file can't be read or the output written, the output's name is not one of the format,
    or the format's library is missing.
    """
    source = DialogueSource(path, progress)
    if to in ("json", "jsonl"):
        return _write_json(source, output, lines=to == "jsonl")
    options = {"test_fold": test_fold} if to == "convlab" else {}
    extra = _EXTRAS.get(to)
    with needing(f"--to {to} needs", extra) if extra else nullcontext():
        report: Report = import_module(f"wayframe.conversion.{_MODULES[to]}").write(source, output, **options)
    return report


def _write_json(source: DialogueSource, output: Path, lines: bool) -> JsonReport:
    # `write` goes by the name, as everything that reads and writes dialogues does.
    if (".jsonl" in output.suffixes[-2:]) != lines:
        raise InputError(f"{output}: expected a name with{'' if lines else 'out'} .jsonl before any .gz or .xz")
    write(output, source)
    return JsonReport(source.dialogues, source.turns)
