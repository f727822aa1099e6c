"""Sections of a study's report beside those of any corpus: its conditions beside each other, its labels."""

from __future__ import annotations

from collections.abc import Iterator

from wayframe.analysis import charts, report
from wayframe.analysis.charts import ChartText, MeanInterval
from wayframe.analysis.document import Cell, ReportDocument, ReportFigure, ReportSection, ReportTable, share
from wayframe.analysis.stats import CorpusStats
from wayframe.analysis.tables import ComparisonBasis
from wayframe.collection.annotation.agreement import AnnotatorAgreement
from wayframe.collection.export.comparison import MEASURES, SHARES, ConditionComparison, ConditionFigure, Measure
from wayframe.collection.export.release import ProposalUses
from wayframe.collection.export.summary import ReleaseSummary
from wayframe.collection.records import Condition

WORDS: dict[Measure, str] = {
    "finished": "Ended by somebody",
    "rating": "User's rating",
    "fulfilled": "Fulfilled for wizard",
    "reached": "Offer fits the task",
    "turns": "Turns",
    "minutes": "Minutes",
    "searches": "Searches",
}

_PERCENT = (0, 25, 50, 75, 100)
_DRAWN: dict[Measure, tuple[int, ...]] = {
    "rating": (1, 2, 3, 4, 5), "fulfilled": _PERCENT, "reached": _PERCENT, "turns": (),
}  # fmt: skip

HOW = (
    "Of talks that nobody ended, only that counts. Intervals hold the mean or share with 95 percent. Those of means "
    "are percentiles of a bootstrap over users, each drawn with all of their dialogues, expanded for few users "
    "(Hesterberg 2015); it takes five. So are those of shares, unless there are fewer users, each talked once, or the "
    "answer was always the same: then they are Wilson's over users. Differences of means are from the same samples for "
    "both conditions, those of shares are put together from both intervals (Newcombe 1998). Wizards are taken as they "
    "are."
)


def document(summary: ReleaseSummary, stats: CorpusStats, basis: ComparisonBasis) -> ReportDocument:
    """The report of any corpus, and what only a study knows."""
    found = report.document("frames.json", summary.sha256, stats, basis)
    own = (_conditions(summary), _labels(summary))
    return found._replace(title=f"The dialogues of {summary.study}", sections=(*own, *found.sections))


def _conditions(summary: ReleaseSummary) -> ReportSection:
    talks = ", ".join(f"{count:,} {condition}" for condition, count in summary.conditions.items())
    text = f"Who was the wizard: a person, a person with the agent's proposals, or the agent. Dialogues: {talks}."
    tables = (
        conditions(summary.comparison),
        differences(summary.comparison),
        _proposals(summary.replies, summary.searches),
    )
    title = "The conditions of the study" if len(summary.conditions) > 1 else "What came of the dialogues"
    figures = tuple(_figure(summary.comparison, measure, ticks) for measure, ticks in _DRAWN.items())
    drawn = (figure for figure in figures if figure.table.rows)
    return ReportSection("conditions", title, (text, HOW), tuple(table for table in tables if table.rows), tuple(drawn))


def _known(comparison: ConditionComparison, measure: Measure) -> Iterator[tuple[Condition, ConditionFigure, float]]:
    """Yield the conditions in which a measure is known, with its figure and its mean."""
    for condition, figures in comparison.conditions.items():
        figure = figures[measure]
        if figure.mean is not None:
            yield condition, figure, figure.mean


def _figure(comparison: ConditionComparison, measure: Measure, ticks: tuple[int, ...]) -> ReportFigure:
    """A measure of all conditions, drawn; shares in percent."""
    scale, unit = (100, ", %") if measure in SHARES else (1, "")
    spans, rows = list[MeanInterval](), list[tuple[Cell, ...]]()
    for condition, figure, mean in _known(comparison, measure):
        interval = figure.interval and (scale * figure.interval[0], scale * figure.interval[1])
        spans.append(MeanInterval(condition, scale * mean, interval))
        rows.append((condition, scale * mean, *(interval or (None, None))))
    name, title = f"conditions-{measure}", WORDS[measure] + unit
    says = f"{WORDS[measure]} in each condition: the mean, and the interval that holds it with 95 percent."
    table = ReportTable(title, ("Condition", "Mean", "From", "To"), tuple(rows))
    return ReportFigure(name, charts.spans(ChartText(name, title, says), spans, ticks), table)


def conditions(comparison: ConditionComparison) -> ReportTable:
    """Each measure in each condition."""
    rows = list[tuple[Cell, ...]]()
    for measure in MEASURES:
        for condition, each, mean in _known(comparison, measure):
            ends = _interval(measure, each.interval)
            rows.append((WORDS[measure], condition, each.dialogues, each.users, _value(measure, mean), *ends))
    note = (
        "Ratings are from 1 to 5. Fulfilled is what the wizard says, who sees the task in the end. Whether the offer "
        "that was agreed on fits is looked up in the catalogue, where it can be told which one that was."
    )
    head = ("Measure", "Condition", "Dialogues", "Users", "Mean", "From", "To")
    return ReportTable("Conditions", head, tuple(rows), note)


def differences(comparison: ConditionComparison) -> ReportTable:
    """Return how much more each measure is in the second condition of a pair than in the first."""
    rows = list[tuple[Cell, ...]]()
    for measure, found in comparison.differences.items():
        for each in found:
            between, ends = f"{each.second} − {each.first}", each.interval or (None, None)
            points = [_points(measure, value) for value in (each.difference, *ends)]
            rows.append((WORDS[measure], between, *points))
    note = "Shares differ by points of percent. An interval without 0 is a difference that chance hardly makes."
    head = ("Measure", "Between", "Difference", "From", "To")
    return ReportTable("Differences between conditions", head, tuple(rows), note)


def _proposals(replies: ProposalUses, searches: ProposalUses) -> ReportTable:
    rows = tuple(
        (name, uses.taken, uses.changed, uses.hand)
        for name, uses in (("Replies", replies), ("Searches", searches))
        if uses != ProposalUses()
    )
    head = ("What was proposed", "Taken", "Changed", "Own instead")
    return ReportTable("What wizards made of the agent's proposals", head, rows)


def _labels(summary: ReleaseSummary) -> ReportSection:
    rows = tuple((by, count) for by, count in summary.labels.items())
    tables = [ReportTable("Whose labels", ("Labels", "Dialogues"), rows)]
    text = (
        "Adjudicated are those that two people annotated and a third decided. Nobody has looked at the agent's own, "
        "which say what it meant and understood, and at automatic ones."
    )
    if summary.agreement:
        tables += agreement(summary.agreement)
    return ReportSection("labels", "Labels and agreement", (text,), tuple(tables))


def agreement(found: AnnotatorAgreement) -> Iterator[ReportTable]:
    """Yield how far two annotators agree."""
    rows: tuple[tuple[Cell, ...], ...] = (
        ("Acts of a turn: Cohen's kappa", found.turns, found.acts),
        ("Acts of a turn: weighted kappa (MASI)", found.turns, found.acts_weighted),
        ("Slots: F1 of spans", found.spans, found.slots),
        ("Slots: F1 of spans that overlap", found.spans, found.slots_partly),
        ("Active frame of user's turns: share", found.user_turns, found.active_frame),
    )
    title = f"Agreement of two annotators over {found.dialogues:,} dialogues"
    yield ReportTable(title, ("Measure", "Units", "Agreement"), rows)
    if found.by_act:
        acts = tuple((name, turns, kappa) for name, kappa, turns in found.by_act)
        yield ReportTable("Agreement by act", ("Act", "Turns", "Cohen's kappa"), acts)


def _value(measure: Measure, value: float | None) -> Cell:
    return share(value) if measure in SHARES else value


def _interval(measure: Measure, interval: tuple[float, float] | None) -> tuple[Cell, Cell]:
    low, high = interval or (None, None)
    return _value(measure, low), _value(measure, high)


def _points(measure: Measure, value: float | None) -> Cell:
    """A difference; of shares in points of percent."""
    return value if value is None or measure not in SHARES else 100 * value
