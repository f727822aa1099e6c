"""`wayframe air`: the AirDialogue environment, from contexts to scores."""

from __future__ import annotations

import typer

from wayframe.cli.air.data import contexts, convert, stats, truth, validate, view
from wayframe.cli.air.models import cut, start, step, tokenise
from wayframe.cli.air.players import check, reply, rounds, selfplay, train
from wayframe.cli.air.scores import predict, score

app = typer.Typer(help="AirDialogue: contexts, ground truth, players and scores.", no_args_is_help=True)
for _command in (
    validate, stats, truth, view, convert, tokenise, cut, start, step, contexts, predict, score, check, selfplay, train,
    reply, rounds,
):  # fmt: skip
    app.command()(_command)
