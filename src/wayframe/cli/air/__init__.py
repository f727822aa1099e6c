"""`wayframe air`: the AirDialogue environment, from contexts to scores; a command a module."""

from __future__ import annotations

import typer

from wayframe.cli.air.contexts import contexts
from wayframe.cli.air.truth import truth

app = typer.Typer(help="AirDialogue: contexts, ground truth, players and scores.", no_args_is_help=True)
app.command("truth")(truth)
app.command("contexts")(contexts)
