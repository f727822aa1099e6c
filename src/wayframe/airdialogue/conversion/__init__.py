"""AirDialogue's files in the formats that others read: the project's own dialogues, a Hugging Face data set."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal, NamedTuple

from wayframe.airdialogue.files import SamplePair
from wayframe.extras import missing

Format = Literal["dialogues", "huggingface"]


class ConversionReport(NamedTuple):
    """Result of a conversion. `left_out` are turns that the format has no place for."""

    samples: int
    turns: int
    left_out: int


def convert(pairs: Iterable[SamplePair], to: Format, output: Path, split: str = "train") -> ConversionReport:
    """Write samples and their knowledge bases in another format; `split` names the split of a data set.

    Raises `InputError` where the output can't be written or a library is missing, and what `pairs` raises.
    """
    if to == "dialogues":
        from wayframe.airdialogue.conversion import dialogues

        return ConversionReport(*dialogues.write(pairs, output))
    try:
        from wayframe.airdialogue.conversion import huggingface
    except ModuleNotFoundError as error:
        if error.name != "pyarrow":
            raise
        raise missing("--to huggingface needs pyarrow", "convert") from error
    return ConversionReport(*huggingface.write(pairs, output, split), 0)
