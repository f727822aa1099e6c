"""Options that the commands about understanding share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

FILE = Annotated[Path, typer.Argument(help="A Frames corpus: a list or lines; plain, .gz or .xz.", metavar="FILE")]
MODEL = Annotated[str, typer.Option(help="rules, trained, baseline, or a model file (.json).")]
AUTHOR = Annotated[Literal["user", "wizard", "both"], typer.Option(help="Whose turns.")]
