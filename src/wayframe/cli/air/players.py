"""`wayframe air check`, `selfplay`, `train`, `reply` and `rounds`: players, by themselves and in the competition."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from wayframe.cli.air.options import AsJson
from wayframe.cli.llm import LLMURL, TIMEOUT, LLMBudget, LLMCache, LLMModel, LLMPrices, LLMTimeout, baseline, llm_line
from wayframe.cli.options import own_modules
from wayframe.cli.output import progress, say, say_findings
from wayframe.errors import InputError

if TYPE_CHECKING:
    from wayframe.airdialogue.environment.game import Side
    from wayframe.airdialogue.learning import LearnedAgent, TrainingPlan
    from wayframe.airdialogue.players.model import ModelPlayers
    from wayframe.airdialogue.selfplay import OutcomeTally, SelfplayPlan
    from wayframe.llm import Client


Contexts = Annotated[
    tuple[Path, Path],
    typer.Option(help="The contexts: a data file and its knowledge bases.", metavar="DATA KB", show_default=False),
]
NoiseOption = Annotated[
    str, typer.Option(help="For the scripted customer: an amount from 0 to 1, or kind=amount,...", metavar="NOISE")
]


def check(
    player: Annotated[str, typer.Argument(help="module:Class.", metavar="PLAYER", show_default=False)],
    as_json: AsJson = False,
) -> None:
    """Check a player: legal, deterministic, no peeking, done in time, whatever it hears. Exit code 1 if it fails.

    \b
    Example: wayframe air check my_package.players:MyAgent
    """
    from wayframe.airdialogue.players.registry import CHECKS, conformance, load

    own_modules()
    found = load(player)
    say_findings({"player": player, "side": found.side}, conformance(found, found.side), CHECKS, as_json)


def selfplay(
    contexts: Contexts,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="What was said and done, in the raw format.", metavar="OUT")
    ] = Path("played.jsonl"),
    players: Annotated[
        tuple[str, str],
        typer.Option(
            help="Customer and agent: scripted, a trained agent (.json), llm, or module:Class.",
            metavar="CUSTOMER AGENT",
        ),
    ] = ("scripted", "scripted"),
    noise: NoiseOption = "0",
    first: Annotated[Literal["customer", "agent"], typer.Option(help="Who speaks first.")] = "customer",
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same conversations.", metavar="S")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="Processes; the result is the same with any number.")] = 1,
    engine: Annotated[
        Literal["local", "ray"], typer.Option(help="Processes here, or Ray: here, or the cluster of RAY_ADDRESS.")
    ] = "local",
    report: Annotated[
        Path | None,
        typer.Option(help="A folder for a report with plots, and with the curve under noise.", metavar="DIR"),
    ] = None,
    llm: LLMURL = None,
    llm_model: LLMModel = None,
    llm_timeout: LLMTimeout = TIMEOUT,
    llm_prices: LLMPrices = None,
    llm_cache: LLMCache = None,
    llm_budget: LLMBudget = None,
    examples: Annotated[
        tuple[Path, Path] | None,
        typer.Option(help="Dialogues of people that a language model is shown some of.", metavar="DATA KB"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let two players have all conversations of some contexts. Started again after a break, it goes on where it was.

    \b
    Example: wayframe air selfplay --contexts data.jsonl kb.jsonl --players scripted scripted --jobs 2 -o played.jsonl

    \b
    Example: wayframe air selfplay --contexts data.jsonl kb.jsonl --players scripted llm --llm http://localhost:8080/v1
             --llm-model qwen3
    """
    from wayframe.airdialogue.players.registry import LLM
    from wayframe.airdialogue.players.wording import parse_noise
    from wayframe.airdialogue.selfplay import SelfplayPlan, count, run

    own_modules()
    client = baseline(LLM if LLM in players else "", llm, llm_model, llm_timeout, llm_prices, llm_cache, llm_budget)
    if client and engine == "ray":
        raise InputError("--players llm: expected no --engine ray beside it")
    if examples and not client:
        raise InputError("--examples: expected a language model among the --players")
    plan = SelfplayPlan(*contexts, *players, parse_noise(noise), first, seed)
    if client:
        plan = plan._replace(llm=_with_model(plan, client, examples))
    with progress("contexts", None) as told:
        total = count(plan, told)
    with progress("dialogues", total) as told:
        done = run(plan, output, jobs, "threads" if client else engine, told)
    figures = {"players": list(players), "noise": plan.noise._asdict(), "first": plan.first, "seed": seed}
    figures |= done.tally.figures()
    if report:
        figures["curve"] = _reported(report, plan, done.tally, jobs)
    lines = [f"{'dialogues':12} {figures['dialogues']:>10,}"]
    lines += [f"{name:12} {figures[name]:>10.4f}" for name in ("reward", "name", "flight", "status", "exact", "turns")]
    lines.append(f"{'unfinished':12} {figures['unfinished']:>10,}")
    if plan.llm:
        figures["llm"] = plan.llm.protocol()
        lines.append(llm_line(plan.llm.protocol()))
    lines.append(f"{output}: {done.resumed:,} of them were there already" if done.resumed else f"{output}")
    say(as_json, {**figures, "resumed": done.resumed, "output": str(output)}, *lines)


def _with_model(plan: SelfplayPlan, client: Client, examples: tuple[Path, Path] | None) -> ModelPlayers:
    """Return the players of a plan that ask a model, with examples about flights that aren't played."""
    from wayframe.airdialogue.players.model import ModelPlayers, example_pairs
    from wayframe.airdialogue.players.registry import LLM

    sides: dict[Side, str] = {"customer": plan.customer, "agent": plan.agent}
    pairs = example_pairs(examples, (plan.data, plan.kb), plan.seed) if examples else []
    return ModelPlayers(client, [side for side, name in sides.items() if name == LLM], pairs, plan.seed)


def _reported(folder: Path, plan: SelfplayPlan, tally: OutcomeTally, jobs: int) -> list[dict[str, Any]]:
    from wayframe.airdialogue.selfplay import curve, steps, write_report

    points = []
    if plan.customer == "scripted" and not plan.llm:  # a model would be asked for thousands of conversations
        with progress("dialogues with noise", steps()) as told:
            points = curve(plan, jobs, told)
    write_report(folder, plan, tally, points)
    return [point._asdict() for point in points]


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
    from wayframe.airdialogue import learning
    from wayframe.airdialogue.players.wording import parse_noise

    plan = learning.TrainingPlan(dialogues, parse_noise(noise), cost, seed)
    with progress("dialogues", dialogues * seeds) as told:
        learned = learning.train_all(plan, seeds, jobs, told)
    best = max(learned, key=lambda each: each.curve[-1].result.gain)
    best.model.save(output)
    scripted = learning.scripted(plan)
    if report:
        from wayframe.airdialogue.learning import write_report

        write_report(report, plan, learned, scripted)
    figures = _figures(plan, learned, scripted._asdict()) | {"written": best.model.trained.seed, "output": str(output)}
    lines = []
    for name in ("mean", "deviation", "scripted"):
        if figures[name]:
            lines.append(f"{name:10} {', '.join(f'{key} {value:.4f}' for key, value in figures[name].items())}")
    say(as_json, figures, *lines, f"{output}: seed {figures['written']}")


def _figures(plan: TrainingPlan, learned: list[LearnedAgent], scripted: dict[str, float]) -> dict[str, Any]:
    from wayframe.airdialogue.learning import deviation, mean

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
    from wayframe.airdialogue.competition import AnswerSettings, answer
    from wayframe.airdialogue.players.wording import parse_noise

    own_modules()
    with progress("replies", None) as told:
        count = answer(AnswerSettings(player, seed, parse_noise(noise), turns), output, data, kb, told)
    figures = {"output": str(output), "side": "agent" if kb else "customer", "replies": count}
    say(as_json, figures, f"{output}: {count:,} replies")


def rounds(
    contexts: Contexts,
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
    from wayframe.airdialogue.competition import ORDERS, compete
    from wayframe.airdialogue.scoring.actions import score_selfplay

    own_modules()
    with progress("rounds", 2 * count * len(ORDERS)) as told:
        paths = compete(contexts, players, output, seed, count, told)
    scores = {path.stem: score_selfplay(*contexts, path, "reference").figures for path in paths}
    figures: dict[str, Any] = {
        name: {key: each[key] for key in ("score", "reward", "exact")} for name, each in scores.items()
    }
    merged = sum(each["score"] for each in figures.values()) / len(figures)
    line = "{:14} score {score:.4f}, reward {reward:.4f}, exact {exact:.4f}"
    lines = (line.format(name, **each) for name, each in figures.items())
    both = f"{'both':14} score {merged:.4f}   {output}"
    say(as_json, {"score": merged, **figures, "output": str(output)}, *lines, both)
