"""`wayframe simulate`: simulated users talk to agents, which stand side by side in one table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from wayframe.cli.llm import LLMURL, TIMEOUT, LLMBudget, LLMCache, LLMModel, LLMPrices, LLMRole, LLMTimeout, asked
from wayframe.cli.options import AsJson, OwnCatalogue, opened
from wayframe.cli.output import progress, say

if TYPE_CHECKING:
    from rich.table import Table

    from wayframe.dialogue import Dialogue
    from wayframe.simulation import ConversationResult, SimulationPlan


def simulate(
    tasks: Annotated[
        int,
        typer.Option(min=1, help="How many tasks; the 38 templates of trips, the four courses of a table take turns."),
    ] = 200,
    seed: Annotated[int, typer.Option(help="Same seed, same conversations.")] = 0,
    trials: Annotated[int, typer.Option(min=1, help="How often each task is talked through (pass^k).")] = 1,
    agent: Annotated[
        list[str] | None,
        typer.Option(
            help="An agent, as often as wanted: rules, no-memory, llm-reader, llm-tools, llm-bare, meant (hears what "
            "is meant); over trips also by how it understands: learned, ... By default rules and no-memory.",
            metavar="NAME",
        ),
    ] = None,
    user: Annotated[
        Literal["agenda", "llm"], typer.Option(help="Who plays the users: an agenda, or a language model.")
    ] = "agenda",
    tracker: Annotated[
        str, typer.Option(help="Its frame tracker: rules, learned, a model file or module:Class.")
    ] = "rules",
    noise: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="How often users are hard to read: typing mistakes, chatter; by default 0.2."),
    ] = None,
    catalogue: OwnCatalogue = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Processes.")] = 1,
    save: Annotated[
        Path | None, typer.Option(help="Write all conversations, labelled as they were meant (.json, .json.xz).")
    ] = None,
    failures: Annotated[
        Path | None, typer.Option(help="Write the conversations that went wrong, labelled as they were understood.")
    ] = None,
    llm: LLMURL = None,
    llm_model: LLMModel = None,
    llm_for: LLMRole = "nlu",
    llm_timeout: LLMTimeout = TIMEOUT,
    llm_prices: LLMPrices = None,
    llm_cache: LLMCache = None,
    llm_budget: LLMBudget = None,
    as_json: AsJson = False,
) -> None:
    """Let simulated users do tasks with agents, over trips or your own table, and compare how they fare.

    By default the agent stands beside one without memory: one set of constraints in which new values overwrite old
    ones. The conversations that are written are those of the first agent. Exit code 1 where a reply of an agent holds a
    value that is in no frame and no row, unless it is llm-bare, of which it is just counted.

    \b
    Example: wayframe simulate --catalogue examples/laptops.csv

    \b
    Example: wayframe simulate --agent rules --tasks 500 --trials 4 --save simulated.json.xz

    \b
    Example: wayframe simulate --agent llm-tools --agent llm-bare --llm http://localhost:11434/v1 --llm-model llama3.2
    """
    from wayframe import simulation

    client = asked(llm, llm_model, llm_for, llm_timeout, llm_prices, llm_cache, llm_budget)
    first = simulation.SimulationPlan(
        catalogue=_address(catalogue),
        tasks=tasks,
        trials=trials,
        seed=seed,
        tracker=tracker,
        noise=simulation.NOISE if noise is None else noise,
        model=client.endpoint if client else None,
        cassette=str(llm_cache or ""),
        user=user,
    )
    found: dict[str, Any] = {}
    for plan in _plans(first, agent or [simulation.RULES, simulation.NO_MEMORY]):
        files = (None, None) if found else (save, failures)
        found[plan.agent] = simulation.figures(_results(plan, jobs, *files), trials, seed)
    protocol = _protocol(first)
    report = {"agents": found, "tasks": tasks, "trials": trials, "seed": seed, "protocol": protocol}
    head = f"tasks {tasks}, trials {trials}, seed {seed}, noise {protocol['noise']}; percent"
    say(as_json, report, head, "", _table(found))
    checked = [each for name, each in found.items() if name != simulation.LLM_BARE]
    if any(each["unfaithful"] for each in checked):
        raise typer.Exit(1)


def _plans(plan: SimulationPlan, agents: Sequence[str]) -> list[SimulationPlan]:
    """Return the plan of each agent, once."""
    from msgspec.structs import replace

    return [replace(plan, agent=agent) for agent in dict.fromkeys(agents)]


def _address(catalogue: str | None) -> str:
    """Return the address of a catalogue; without one that of the default trips, which are made on first use."""
    from wayframe.sources.tables import reading

    if catalogue is not None and reading.is_table(catalogue):
        return catalogue
    with opened(Path(catalogue) if catalogue else None) as trips:
        return str(trips.path)


def _results(plan: SimulationPlan, jobs: int, save: Path | None, failures: Path | None) -> list[ConversationResult]:
    """Return what came of the conversations with an agent; they are written where files are named."""
    from wayframe import corpus

    results: list[ConversationResult] = []
    wrong: list[Dialogue] = []
    conversations = _conversations(plan, jobs, results, wrong if failures else None)
    if save:
        corpus.write(save, conversations)
    else:
        for _ in conversations:
            pass
    if failures and wrong:
        corpus.write(failures, wrong)
    elif failures:
        typer.echo(f"no conversation went wrong: {failures} is not written", err=True)
    return results


def _conversations(
    plan: SimulationPlan, jobs: int, results: list[ConversationResult], wrong: list[Dialogue] | None
) -> Iterator[Dialogue]:
    """The dialogues as they were meant; what came of them goes to `results`, those that went wrong to `wrong`."""
    from wayframe.simulation import run

    with progress(f"conversations: {plan.agent}", plan.tasks * plan.trials) as told:
        for talked in run(plan, jobs):
            result = talked.result
            results.append(result)
            if wrong is not None and _went_wrong(result):
                wrong.append(talked.understood)
            told(len(results))
            yield talked.meant


def _went_wrong(result: ConversationResult) -> bool:
    if not result.success or result.unfaithful or result.unmeant:
        return True
    return any(verdict != "right" for verdict in (*result.probes, *result.answers))


def _protocol(plan: SimulationPlan) -> dict[str, object]:
    from importlib.metadata import version

    from wayframe import files

    return {
        "version": version("wayframe"),
        "tracker": plan.tracker,
        "noise": plan.noise,
        "user": plan.user,
        "model": plan.model.model if plan.model else None,
        "catalogue_sha256": files.digest(plan.catalogue) if Path(plan.catalogue).is_file() else None,
        "success": "booked what the task and the user's choice ask for, or gave up where nothing fits",
        "probes": "questions about an option not spoken of for three turns, against its row in the catalogue",
        "unmeant": "bookings and cancellations that the user did not ask for",
        "model_seconds": "waited for the language model",
        "confidence": "95%: Wilson for shares of conversations and questions, bootstrap over tasks else",
    }


def _table(agents: dict[str, Any]) -> Table:
    from rich.table import Table

    table = Table(box=None, header_style="bold", padding=(0, 3, 0, 0))
    for heading in ("", *agents):
        table.add_column(heading, no_wrap=True)
    cells = {agent: dict(_cells(found)) for agent, found in agents.items()}
    for name in dict.fromkeys(chain.from_iterable(cells.values())):
        table.add_row(name, *(each.get(name, "") for each in cells.values()))
    return table


def _cells(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    sure = found["confidence"]
    yield "success", _percent(found["success"], sure["success"])
    for k, value in found["pass_k"].items():
        yield f"pass^{k}", _percent(value, sure["pass_k"][k])
    yield (
        "of tasks with a booking",
        _percent(found["write_tasks"]["success"], found["write_tasks"]["confidence"]["success"]),
    )
    for course, measured in found["courses"].items():
        yield f"of tasks: {course}", _percent(measured["success"], measured["confidence"]["success"])
    yield from _judged("questions about earlier options", found["probes"])
    if found["answers"]["asked"]:
        yield from _judged("other questions", found["answers"])
    yield "turns", f"{found['turns_mean']:.1f}"
    yield "questions asked twice", f"{found['repeated_questions_mean']:.2f}"
    yield "unmeant bookings and cancellations", f"{found['unmeant']:,}"
    yield "conversations with an unfaithful reply", f"{found['unfaithful']:,}"
    yield "unfaithful replies", f"{found['replies']['unfaithful']:,} of {found['replies']['checked']:,}"
    if found["model"]["calls"]:
        yield from _used(found["model"], found["replies"]["checked"])


def _used(model: dict[str, Any], turns: int) -> Iterator[tuple[str, str]]:
    """Yield what a turn takes of a language model."""
    yield "model: calls a turn", f"{model['calls'] / turns:.2f}"
    yield "model: calls without an answer", f"{model['failures']:,}"
    yield "model: tokens read a turn", f"{model['tokens_read'] / turns:,.0f}"
    yield "model: tokens written a turn", f"{model['tokens_written'] / turns:,.0f}"
    if model["dollars"] is not None:
        yield "model: dollars for 1,000 turns", f"{1000 * model['dollars'] / turns:.2f}"
    yield "model: seconds a turn", f"{model['seconds'] / turns:.2f}"


def _judged(what: str, found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name in ("right", "wrong", "not_understood"):
        yield f"{what}: {name.replace('_', ' ')}", _percent(found[name], found["confidence"][name])


def _percent(share: float, interval: tuple[float, float]) -> str:
    return f"{100 * share:.1f} ({100 * interval[0]:.1f}–{100 * interval[1]:.1f})"
