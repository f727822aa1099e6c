"""What several commands about understanding ask for in the same way."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from wayframe.values import Lexicon

FILE = Annotated[Path, typer.Argument(help="A Frames corpus: a list or lines; plain, .gz or .xz.", metavar="FILE")]
MODEL = Annotated[str, typer.Option(help="rules, baseline, or a model file (.json).")]
AUTHOR = Annotated[Literal["user", "wizard", "both"], typer.Option(help="Whose turns.")]


def lexicon() -> Lexicon:
    """The names of cities and hotels that the default catalogue has."""
    from wayframe.agent import lexicon as names
    from wayframe.cli.catalogue import opened

    with opened() as catalogue:
        return names(catalogue)
