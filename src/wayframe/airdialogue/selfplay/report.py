"""The report on a run of self-play: one HTML page, the same as Markdown, its plots as files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from wayframe.airdialogue.players.noise import show
from wayframe.airdialogue.selfplay.noise_curve import DIALOGUES, KINDS, CurvePoint
from wayframe.airdialogue.selfplay.playing import OutcomeTally, SelfplayPlan
from wayframe.analysis import charts
from wayframe.analysis import report as pages
from wayframe.analysis.charts import ChartBar, ChartText, LineSeries
from wayframe.analysis.document import ReportDocument, ReportFigure, ReportSection, ReportTable


def write(folder: Path, plan: SelfplayPlan, tally: OutcomeTally, points: Sequence[CurvePoint]) -> None:
    """Write `index.html`, `report.md` and the plots. Raises `InputError` where they can't be written."""
    pages.write(folder, document(plan, tally, points))


def document(plan: SelfplayPlan, tally: OutcomeTally, points: Sequence[CurvePoint]) -> ReportDocument:
    """Build the report."""
    figures = tally.figures()
    return ReportDocument(
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


def _outcomes(tally: OutcomeTally) -> ReportSection:
    rows = tally.by_status()
    statuses = ReportTable("What was expected", ("Status", "Dialogues", "Reward"), tuple(rows))
    bars = charts.bars(
        ChartText("statuses", "What was expected", "How many conversations should have come to each status."),
        [ChartBar(status, (number,)) for status, number, _ in rows],
    )
    turns = ReportTable("Turns of a conversation", ("Turns", "Dialogues"), tuple(sorted(tally.turns.items())))
    columns = charts.columns(
        ChartText("turns", "Turns of a conversation", "How many turns of both sides conversations had."),
        tally.turns,
        "turns",
        "dialogues",
    )
    figures = ReportFigure("statuses", bars, statuses), ReportFigure("turns", columns, turns)
    return ReportSection("outcomes", "Outcomes", (), (), figures)


def _curve(points: Sequence[CurvePoint], dialogues: int) -> ReportSection:
    played = min(DIALOGUES, dialogues)
    about = f"The first {played:,} contexts, played anew with noise of each kind alone, and of all kinds at once."
    figures = []
    for what in ("reward", "turns"):
        numbers = tuple((point.kind, f"{point.amount:g}", f"{getattr(point, what):.4f}") for point in points)
        table = ReportTable(f"Mean {what} under noise", ("Noise", "Amount", f"Mean {what}"), numbers)
        figures.append(ReportFigure(f"noise-{what}", _drawn(what, points), table))
    return ReportSection("noise", "Under noise", (about,), (), tuple(figures))


def _drawn(what: str, points: Sequence[CurvePoint]) -> str:
    start = next((point for point in points if not point.amount), None)
    rows = []
    for kind in KINDS:
        held = [*([start] if start else []), *(point for point in points if point.kind == kind and point.amount)]
        rows.append(LineSeries(kind, tuple((point.amount, float(getattr(point, what))) for point in held)))
    text = ChartText(f"noise-{what}", f"Mean {what} by noise", f"Mean {what} of conversations by the amount of noise.")
    return charts.lines(text, rows, "amount of noise", what)
