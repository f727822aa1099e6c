"""`wayframe corpus`: check, count, show, convert and divide files of dialogues; a command a module."""

from __future__ import annotations

import typer

app = typer.Typer(help="Files of dialogues: check, count, show, convert, divide them.", no_args_is_help=True)
