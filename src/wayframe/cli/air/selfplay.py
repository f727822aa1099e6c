"""`wayframe air selfplay`: two players against each other, over whole files."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wayframe.cli.air.options import AsJson
from wayframe.cli.safely import printable
from wayframe.cli.track.options import own_modules

if TYPE_CHECKING:
    from wayframe.airdialogue.selfplay.playing import SelfplayPlan


class WorkEngine(StrEnum):
    """Engine that does the work."""

    local = "local"
    ray = "ray"


class FirstSpeaker(StrEnum):
    """Side that speaks first."""

    customer = "customer"
    agent = "agent"


Players = Annotated[
    tuple[str, str],
    typer.Option(
        help="Customer and agent: scripted, a trained agent (.json), or module:Class.", metavar="CUSTOMER AGENT"
    ),
]
NoiseOption = Annotated[
    str, typer.Option(help="For the scripted customer: an amount from 0 to 1, or kind=amount,...", metavar="NOISE")
]


def selfplay(
    contexts: Annotated[
        tuple[Path, Path],
        typer.Option(help="The contexts: a data file and its knowledge bases.", metavar="DATA KB", show_default=False),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="What was said and done, in the raw format.", metavar="OUT")
    ] = Path("played.jsonl"),
    players: Players = ("scripted", "scripted"),
    noise: NoiseOption = "0",
    first: Annotated[FirstSpeaker, typer.Option(help="Who speaks first.")] = FirstSpeaker.customer,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same conversations.", metavar="S")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="Processes; the result is the same with any number.")] = 1,
    engine: Annotated[WorkEngine, typer.Option(help="Processes here, or Ray: here, or the cluster of RAY_ADDRESS.")] = (
        WorkEngine.local
    ),
    report: Annotated[
        Path | None,
        typer.Option(help="A folder for a report with plots, and with the curve under noise.", metavar="DIR"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let two players have all conversations of some contexts. Started again after a break, it goes on where it was.

    \b
    Example: wayframe air selfplay --contexts data.jsonl kb.jsonl --players scripted scripted --jobs 2 -o played.jsonl
    """
    from wayframe.airdialogue.players.noise import parse
    from wayframe.airdialogue.selfplay.playing import SelfplayPlan
    from wayframe.airdialogue.selfplay.running import count, run
    from wayframe.cli.progress import progress

    own_modules()
    plan = SelfplayPlan(*contexts, *players, parse(noise), first.value, seed)
    with progress("contexts", None) as told:
        total = count(plan, told)
    with progress("dialogues", total) as told:
        done = run(plan, output, jobs, engine.value, told)
    figures = {"players": list(players), "noise": plan.noise._asdict(), "first": plan.first, "seed": seed}
    figures |= done.tally.figures()
    if report:
        figures["curve"] = _reported(report, plan, done.tally, jobs)
    if as_json:
        import json

        typer.echo(json.dumps({**figures, "resumed": done.resumed, "output": str(output)}))
        return
    for name in ("dialogues", "reward", "name", "flight", "status", "exact", "turns", "unfinished"):
        typer.echo(f"{name:12} {_shown(figures[name]):>10}")
    typer.echo(printable(f"{output}: {done.resumed:,} of them were there already" if done.resumed else f"{output}"))


def _reported(folder: Path, plan: SelfplayPlan, tally: Any, jobs: int) -> list[dict[str, Any]]:
    from wayframe.airdialogue.selfplay.noise_curve import curve, steps
    from wayframe.airdialogue.selfplay.report import write
    from wayframe.cli.progress import progress

    points = []
    if plan.customer == "scripted":
        with progress("dialogues with noise", steps()) as told:
            points = curve(plan, jobs, told)
    write(folder, plan, tally, points)
    return [point._asdict() for point in points]


def _shown(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.4f}"
