"""`wayframe air reply` and `rounds`: the public competition, with our players in it and around it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wayframe.cli.air.options import AsJson
from wayframe.cli.air.selfplay import NoiseOption
from wayframe.cli.safely import printable
from wayframe.cli.track.options import own_modules

Seed = Annotated[int, typer.Option(min=0, help="The same seed gives the same replies.", metavar="S")]


def reply(
    output: Annotated[Path, typer.Argument(help="The replies to write, a line each.", metavar="OUT")],
    data: Annotated[Path, typer.Argument(help="The dialogues so far, as a side is shown them.", metavar="DATA")],
    kb: Annotated[Path | None, typer.Argument(help="The flights: then the agent answers.", metavar="[KB]")] = None,
    player: Annotated[
        str, typer.Option(help="scripted, a trained agent (.json), or module:Class.", metavar="PLAYER")
    ] = "scripted",
    noise: NoiseOption = "0",
    turns: Annotated[int, typer.Option(min=1, help="In this turn of its own an agent acts at the latest.")] = 6,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Answer files of dialogues, as models of the public competition are called: OUT DATA, with KB for the agent.

    \b
    Example: wayframe air reply replies.txt shown.json kb.json
    """
    from wayframe.airdialogue.players.noise import parse
    from wayframe.airdialogue.selfplay.rounds import AnswerSettings, answer
    from wayframe.cli.progress import progress

    own_modules()
    with progress("replies", None) as told:
        count = answer(AnswerSettings(player, seed, parse(noise), turns), output, data, kb, told)
    if as_json:
        import json

        typer.echo(json.dumps({"output": str(output), "side": "agent" if kb else "customer", "replies": count}))
        return
    typer.echo(printable(f"{output}: {count:,} replies"))


def rounds(
    contexts: Annotated[
        tuple[Path, Path],
        typer.Option(help="The contexts: a data file and its knowledge bases.", metavar="DATA KB", show_default=False),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="A folder for agent_first.json, client_first.json.", metavar="DIR")
    ],
    players: Annotated[
        tuple[str, str],
        typer.Option(
            help="Customer and agent, by name as in selfplay, or command:PROGRAM, which is called with OUT DATA [KB].",
            metavar="CUSTOMER AGENT",
        ),
    ] = ("scripted", "scripted"),
    count: Annotated[int, typer.Option("--rounds", min=1, help="How many turns each side has.")] = 6,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Play the rounds of the public competition, agent first and customer first, and score them as it does.

    \b
    Example: wayframe air rounds --contexts data.jsonl kb.jsonl --players scripted command:./step.sh -o played
    """
    from wayframe.airdialogue.scoring import score_selfplay
    from wayframe.airdialogue.selfplay.rounds import ORDERS, compete
    from wayframe.cli.progress import progress

    own_modules()
    with progress("rounds", 2 * count * len(ORDERS)) as told:
        paths = compete(contexts, players, output, seed, count, told)
    scores = {path.stem: score_selfplay(*contexts, path, "reference").figures for path in paths}
    figures = {name: {key: found[key] for key in ("score", "reward", "exact")} for name, found in scores.items()}
    merged = sum(float(str(found["score"])) for found in figures.values()) / len(figures)
    if as_json:
        import json

        typer.echo(json.dumps({"score": merged, **figures, "output": str(output)}))
        return
    for name, found in figures.items():
        typer.echo(f"{name:14} score {found['score']:.4f}, reward {found['reward']:.4f}, exact {found['exact']:.4f}")
    typer.echo(printable(f"{'both':14} score {merged:.4f}   {output}"))
