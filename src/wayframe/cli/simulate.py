"""`wayframe simulate`: simulated users talk to the agent, with memory and without."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wayframe.cli.options import AsJson, OwnCatalogue, opened
from wayframe.cli.output import plain_console, print_whole, progress

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
        str, typer.Option(help="How the agent understands: rules, learned, ...; 'meant' hears what is meant.")
    ] = "rules",
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
    beside: Annotated[
        bool, typer.Option("--memoryless/--no-memoryless", help="The same agent without memory beside.")
    ] = True,
    as_json: AsJson = False,
) -> None:
    """Let simulated users do tasks with the agent, over trips or your own table: how they fare, and what memory adds.

    Beside it stands the same agent without memory: one set of constraints in which new values overwrite old ones.
    Exit code 1 where a reply holds a value that is in no frame and no row.

    \b
    Example: wayframe simulate --catalogue examples/laptops.csv

    \b
    Example: wayframe simulate --tasks 500 --trials 4 --save simulated.json.xz
    """
    from wayframe import corpus, simulation

    noise = simulation.NOISE if noise is None else noise
    plan = simulation.SimulationPlan(_address(catalogue), tasks, trials, seed, agent, tracker, noise)
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
    found = {"agent": simulation.figures(results, trials, seed)}
    if beside and agent != simulation.MEANT:
        found["memoryless"] = simulation.figures(_without_memory(plan, jobs), trials, seed)
    report = {**found, "tasks": tasks, "trials": trials, "seed": seed, "protocol": _protocol(plan)}
    if as_json:
        import json

        typer.echo(json.dumps(report))
    else:
        _print(report)
    if found["agent"]["unfaithful"]:
        raise typer.Exit(1)


def _address(catalogue: str | None) -> str:
    """Return the address of a catalogue; without one that of the default trips, which are made on first use."""
    from wayframe.sources.tables import reading

    if catalogue is not None and reading.is_table(catalogue):
        return catalogue
    with opened(Path(catalogue) if catalogue else None) as trips:
        return str(trips.path)


def _conversations(
    plan: SimulationPlan, jobs: int, results: list[ConversationResult], wrong: list[Dialogue] | None
) -> Iterator[Dialogue]:
    """The dialogues as they were meant; what came of them goes to `results`, those that went wrong to `wrong`."""
    from wayframe.simulation import run

    with progress("conversations", plan.tasks * plan.trials) as told:
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


def _without_memory(plan: SimulationPlan, jobs: int) -> list[ConversationResult]:
    from msgspec.structs import replace

    from wayframe.simulation import run

    found: list[ConversationResult] = []
    with progress("without memory", plan.tasks * plan.trials) as told:
        for talked in run(replace(plan, memory=False), jobs):
            found.append(talked.result)
            told(len(found))
    return found


def _protocol(plan: SimulationPlan) -> dict[str, object]:
    from importlib.metadata import version

    from wayframe import files

    return {
        "version": version("wayframe"),
        "agent": plan.agent,
        "tracker": plan.tracker,
        "noise": plan.noise,
        "catalogue_sha256": files.digest(plan.catalogue) if Path(plan.catalogue).is_file() else None,
        "success": "booked what the task and the user's choice ask for, or gave up where nothing fits",
        "probes": "questions about an option not spoken of for three turns, against its row in the catalogue",
        "unmeant": "bookings and cancellations that the user did not ask for",
        "confidence": "95%: Wilson for shares of conversations and questions, bootstrap over tasks else",
    }


def _print(report: dict[str, Any]) -> None:
    console = plain_console()
    told = ", ".join(f"{name} {report[name]}" for name in ("tasks", "trials", "seed"))
    console.print(f"{told}, noise {report['protocol']['noise']}; percent\n")
    print_whole(console, _table({name: report[name] for name in ("agent", "memoryless") if name in report}))


def _table(agents: dict[str, Any]) -> Table:
    from rich.table import Table

    table = Table(box=None, header_style="bold", padding=(0, 3, 0, 0))
    for heading in ("", *agents):
        table.add_column(heading, no_wrap=True)
    rows: dict[str, list[str]] = {}
    for found in agents.values():
        for name, cell in _cells(found):
            rows.setdefault(name, []).append(cell)
    for name, cells in rows.items():
        table.add_row(name, *cells)
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


def _judged(what: str, found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name in ("right", "wrong", "not_understood"):
        yield f"{what}: {name.replace('_', ' ')}", _percent(found[name], found["confidence"][name])


def _percent(share: float, interval: tuple[float, float]) -> str:
    return f"{100 * share:.1f} ({100 * interval[0]:.1f}–{100 * interval[1]:.1f})"
