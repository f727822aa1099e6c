"""The report on a run of self-play: one HTML page, the same as Markdown, its plots as files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from wayframe.airdialogue.players.noise import show
from wayframe.airdialogue.selfplay.noise_curve import DIALOGUES, KINDS, Point
from wayframe.airdialogue.selfplay.playing import Plan
from wayframe.airdialogue.selfplay.tally import Tally
from wayframe.analysis import charts
from wayframe.analysis import report as pages
from wayframe.analysis.charts import Bar, Line, Text
from wayframe.analysis.document import Document, Figure, Section, Table


def write(folder: Path, plan: Plan, tally: Tally, points: Sequence[Point]) -> None:
    """Write `index.html`, `report.md` and the plots. Raises `InputError` where they can't be written."""
    pages.write(folder, document(plan, tally, points))


def document(plan: Plan, tally: Tally, points: Sequence[Point]) -> Document:
    """What the report says."""
    figures = tally.figures()
    return Document(
        title=f"Self-play over {plan.data.name}",
        about=(
            ("Customer", plan.customer),
            ("Agent", plan.agent),
            ("Noise", show(plan.noise)),
            ("First", f"the {plan.first}"),
            ("Seed", str(plan.seed)),
        ),
        basis="The reward is the paper's: 0.2 for the name, 0.5 for the flight, 0.3 for the status.",
        comparable=True,
        headline=(
            ("Dialogues", f"{tally.dialogues:,}"),
            ("Reward", f"{figures['reward']:.4f}"),
            ("All of it right", f"{figures['exact']:.4f}"),
            ("Turns", f"{figures['turns']:.2f}"),
            ("Unfinished", f"{figures['unfinished']:,}"),
        ),
        sections=(_outcomes(tally), *([_curve(points, tally.dialogues)] if points else [])),
    )


def _outcomes(tally: Tally) -> Section:
    rows = tally.by_status()
    statuses = Table("What was expected", ("Status", "Dialogues", "Reward"), tuple(rows))
    bars = charts.bars(
        Text("statuses", "What was expected", "How many conversations should have come to each status."),
        [Bar(status, (number,)) for status, number, _ in rows],
    )
    turns = Table("Turns of a conversation", ("Turns", "Dialogues"), tuple(sorted(tally.turns.items())))
    columns = charts.columns(
        Text("turns", "Turns of a conversation", "How many turns of both sides conversations had."),
        tally.turns,
        "turns",
        "dialogues",
    )
    figures = Figure("statuses", bars, statuses), Figure("turns", columns, turns)
    return Section("outcomes", "Outcomes", (), (), figures)


def _curve(points: Sequence[Point], dialogues: int) -> Section:
    played = min(DIALOGUES, dialogues)
    about = f"The first {played:,} contexts, played anew with noise of each kind alone, and of all kinds at once."
    figures = []
    for what in ("reward", "turns"):
        numbers = tuple((point.kind, f"{point.amount:g}", f"{getattr(point, what):.4f}") for point in points)
        table = Table(f"Mean {what} under noise", ("Noise", "Amount", f"Mean {what}"), numbers)
        figures.append(Figure(f"noise-{what}", _drawn(what, points), table))
    return Section("noise", "Under noise", (about,), (), tuple(figures))


def _drawn(what: str, points: Sequence[Point]) -> str:
    start = next((point for point in points if not point.amount), None)
    rows = []
    for kind in KINDS:
        held = [*([start] if start else []), *(point for point in points if point.kind == kind and point.amount)]
        rows.append(Line(kind, tuple((point.amount, float(getattr(point, what))) for point in held)))
    text = Text(f"noise-{what}", f"Mean {what} by noise", f"Mean {what} of conversations by the amount of noise.")
    return charts.lines(text, rows, "amount of noise", what)
