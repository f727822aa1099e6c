"""`wayframe air`: the AirDialogue environment, from contexts to scores; a command a module."""

from __future__ import annotations

import typer

from wayframe.cli.air.check import check
from wayframe.cli.air.contexts import contexts
from wayframe.cli.air.convert import convert
from wayframe.cli.air.predict import predict
from wayframe.cli.air.rounds import reply, rounds
from wayframe.cli.air.score import score
from wayframe.cli.air.selfplay import selfplay
from wayframe.cli.air.stats import stats
from wayframe.cli.air.tokenise import cut, tokenise
from wayframe.cli.air.train import train
from wayframe.cli.air.truth import truth
from wayframe.cli.air.turns import start, step
from wayframe.cli.air.validate import validate
from wayframe.cli.air.view import view

app = typer.Typer(help="AirDialogue: contexts, ground truth, players and scores.", no_args_is_help=True)
app.command("validate")(validate)
app.command("stats")(stats)
app.command("truth")(truth)
app.command("view")(view)
app.command("convert")(convert)
app.command("tokenise")(tokenise)
app.command("cut")(cut)
app.command("start")(start)
app.command("step")(step)
app.command("contexts")(contexts)
app.command("predict")(predict)
app.command("score")(score)
app.command("check")(check)
app.command("selfplay")(selfplay)
app.command("train")(train)
app.command("reply")(reply)
app.command("rounds")(rounds)
