"""`wayframe air train`: an agent that learns in self-play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wayframe.cli.air.options import AsJson
from wayframe.cli.safely import printable

if TYPE_CHECKING:
    from wayframe.airdialogue.learning.training import LearnedAgent, TrainingPlan


def train(
    output: Annotated[Path, typer.Option("--output", "-o", help="The model file to write.", metavar="MODEL")],
    dialogues: Annotated[int, typer.Option(min=1, help="How many conversations each agent has.", metavar="N")] = 40_000,
    noise: Annotated[
        str, typer.Option(help="The customers' noise: an amount from 0 to 1, or kind=amount,...", metavar="NOISE")
    ] = "0.3",
    cost: Annotated[float, typer.Option(min=0, help="What a turn of the agent takes from the reward.")] = 0.02,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same model.", metavar="S")] = 0,
    seeds: Annotated[int, typer.Option(min=1, help="Train so many, from this seed on; the best is written.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    report: Annotated[Path | None, typer.Option(help="A folder for a report with plots.", metavar="DIR")] = None,
    as_json: AsJson = False,
) -> None:
    """Train an agent against noisy customers, beside the scripted one: what to ask, when to offer, when to stop.

    The best of several is the one that does best on contexts apart from those on which all are compared.

    \b
    Example: wayframe air train --seeds 5 --jobs 2 -o agent.json

    \b
    Example: wayframe air selfplay --contexts data.jsonl kb.jsonl --players scripted agent.json -o played.jsonl
    """
    from wayframe.airdialogue.learning import training
    from wayframe.airdialogue.players.noise import parse
    from wayframe.cli.progress import progress

    plan = training.TrainingPlan(dialogues, parse(noise), cost, seed)
    with progress("dialogues", dialogues * seeds) as told:
        learned = training.train_all(plan, seeds, jobs, told)
    best = max(learned, key=lambda each: each.curve[-1].result.gain)
    best.model.save(output)
    scripted = training.scripted(plan)
    if report:
        from wayframe.airdialogue.learning.report import write

        write(report, plan, learned, scripted)
    figures = _figures(plan, learned, scripted._asdict()) | {"written": best.model.trained.seed, "output": str(output)}
    if as_json:
        import json

        typer.echo(json.dumps(figures))
        return
    _print(figures)


def _print(figures: dict[str, Any]) -> None:
    for name in ("mean", "deviation", "scripted"):
        if figures[name]:
            said = ", ".join(f"{key} {value:.4f}" for key, value in figures[name].items())
            typer.echo(f"{name:10} {said}")
    typer.echo(printable(f"{figures['output']}: seed {figures['written']}"))


def _figures(plan: TrainingPlan, learned: list[LearnedAgent], scripted: dict[str, float]) -> dict[str, Any]:
    from wayframe.airdialogue.learning.training import deviation, mean

    results = [each.result for each in learned]
    spread = deviation(results)
    return {
        "dialogues": plan.dialogues,
        "noise": plan.noise._asdict(),
        "cost": plan.cost,
        "tested": plan.tested,
        "seeds": [
            {
                "seed": each.model.trained.seed,
                **each.result._asdict(),
                "curve": [{"dialogues": at, **result._asdict()} for at, result in each.curve],
            }
            for each in learned
        ],
        "mean": mean(results)._asdict(),
        "deviation": spread and spread._asdict(),
        "scripted": scripted,
    }
