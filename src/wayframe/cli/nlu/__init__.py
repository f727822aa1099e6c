"""`wayframe nlu`: read acts, slots and values from text, and score who does; a command a module."""

from __future__ import annotations

import typer

from wayframe.cli.nlu.errors import errors
from wayframe.cli.nlu.evaluate import evaluate
from wayframe.cli.nlu.predict import predict
from wayframe.cli.nlu.train import train

app = typer.Typer(help="Understanding: train, evaluate and apply taggers.", no_args_is_help=True)
app.command("train")(train)
app.command("evaluate")(evaluate)
app.command("predict")(predict)
app.command("errors")(errors)
