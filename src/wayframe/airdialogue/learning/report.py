"""The report on agents that learned: how they became better, and how they do beside the scripted one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from wayframe.airdialogue.learning.training import AgentResult, LearnedAgent, TrainingPlan, deviation, mean
from wayframe.airdialogue.players.noise import show
from wayframe.analysis import charts
from wayframe.analysis import report as pages
from wayframe.analysis.charts import ChartText, LineSeries
from wayframe.analysis.document import ReportDocument, ReportFigure, ReportSection, ReportTable


def write(folder: Path, plan: TrainingPlan, learned: Sequence[LearnedAgent], scripted: AgentResult) -> None:
    """Write `index.html`, `report.md` and the plots. Raises `InputError` where they can't be written."""
    pages.write(folder, document(plan, learned, scripted))


def document(plan: TrainingPlan, learned: Sequence[LearnedAgent], scripted: AgentResult) -> ReportDocument:
    """Build the report."""
    middle = mean([each.result for each in learned])
    return ReportDocument(
        title="An agent that learns",
        about=(
            ("Noise", show(plan.noise)),
            ("Conversations", f"{plan.dialogues:,} for each seed"),
            ("Cost of a turn", f"{plan.cost:g}"),
        ),
        basis=f"Compared on {plan.tested:,} contexts that no training saw. Gain: reward less the cost of own turns.",
        comparable=True,
        headline=(
            ("Gain", f"{middle.gain:.4f}"),
            ("Reward", f"{middle.reward:.4f}"),
            ("Own turns", f"{middle.turns:.2f}"),
            ("Scripted: gain", f"{scripted.gain:.4f}"),
        ),
        sections=(_compared(learned, scripted), _curves(learned)),
    )


def _compared(learned: Sequence[LearnedAgent], scripted: AgentResult) -> ReportSection:
    results = [each.result for each in learned]
    rows = [(f"seed {each.model.trained.seed}", *_cells(each.result)) for each in learned]
    rows.append(("mean", *_cells(mean(results))))
    if spread := deviation(results):
        rows.append(("sample deviation", *_cells(spread)))
    rows.append(("scripted", *_cells(scripted)))
    table = ReportTable("Beside the scripted agent", ("Agent", "Reward", "Own turns", "Gain"), tuple(rows))
    return ReportSection("compared", "Beside the scripted agent", (), (table,))


def _curves(learned: Sequence[LearnedAgent]) -> ReportSection:
    figures = []
    for what, called in (("gain", "gain"), ("turns", "own turns")):
        lines = [tuple((float(at), float(getattr(result, what))) for at, result in each.curve) for each in learned]
        middle = tuple((points[0][0], sum(y for _, y in points) / len(points)) for points in zip(*lines, strict=True))
        text = ChartText(
            f"learning-{what}", f"Mean {called} while learning", f"Mean {called} after so many conversations."
        )
        drawn = charts.lines(
            text, [LineSeries("mean", middle), *(LineSeries("", line) for line in lines)], "conversations", called
        )
        table = ReportTable(
            text.title, ("Conversations", f"Mean {called}"), tuple((int(x), f"{y:.4f}") for x, y in middle)
        )
        figures.append(ReportFigure(text.name, drawn, table))
    return ReportSection("learning", "While learning", (), (), tuple(figures))


def _cells(result: AgentResult) -> tuple[str, ...]:
    return tuple(f"{each:.4f}" for each in result)
