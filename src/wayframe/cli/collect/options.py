"""What the commands of a study ask for in the same way."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

STUDY = Annotated[Path, typer.Argument(help="The study's folder, made by wayframe collect init.", metavar="FOLDER")]
