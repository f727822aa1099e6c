"""`wayframe track`: say which frame everything is about, and score who says it; a command a module."""

from __future__ import annotations

import typer

from wayframe.cli.track.check import check
from wayframe.cli.track.compare import compare
from wayframe.cli.track.errors import errors
from wayframe.cli.track.evaluate import evaluate
from wayframe.cli.track.predict import predict
from wayframe.cli.track.score import score
from wayframe.cli.track.subset import subset
from wayframe.cli.track.train import train

app = typer.Typer(help="Frame trackers: run, score and compare them.", no_args_is_help=True)
for command in (train, evaluate, predict, score, subset, check, compare, errors):
    app.command()(command)
