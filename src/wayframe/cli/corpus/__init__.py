"""`wayframe corpus`: check, count, show, convert and divide files of dialogues; a command a module."""

from __future__ import annotations

import typer

from wayframe.cli.corpus.convert import convert
from wayframe.cli.corpus.frames import frames
from wayframe.cli.corpus.merge import merge
from wayframe.cli.corpus.redact import redact
from wayframe.cli.corpus.report import report
from wayframe.cli.corpus.search import search
from wayframe.cli.corpus.show import show
from wayframe.cli.corpus.split import split
from wayframe.cli.corpus.stats import stats
from wayframe.cli.corpus.validate import validate

app = typer.Typer(help="Files of dialogues: check, count, show, convert, divide them.", no_args_is_help=True)
for command in (validate, stats, report, frames, convert, show, search, split, merge, redact):
    app.command()(command)
