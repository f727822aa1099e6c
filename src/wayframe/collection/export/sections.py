"""What a study's report has beside that of any corpus: its arms beside each other, its labels."""

from __future__ import annotations

from collections.abc import Iterator

from wayframe.analysis import charts, report
from wayframe.analysis.charts import Span, Text
from wayframe.analysis.document import Cell, Document, Figure, Section, Table, share
from wayframe.analysis.published import Basis
from wayframe.analysis.stats import Stats
from wayframe.collection.annotation.agreement import Agreement
from wayframe.collection.export.comparison import MEASURES, SHARES, Comparison, Measure
from wayframe.collection.export.release import Uses
from wayframe.collection.export.summary import Summary

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
    "both arms, those of shares are put together from both intervals (Newcombe 1998). Wizards are taken as they are."
)


def document(summary: Summary, stats: Stats, basis: Basis) -> Document:
    """The report of any corpus, and what only a study knows."""
    found = report.document("frames.json", summary.sha256, stats, basis)
    own = (_arms(summary), _labels(summary))
    return found._replace(title=f"The dialogues of {summary.study}", sections=(*own, *found.sections))


def _arms(summary: Summary) -> Section:
    talks = ", ".join(f"{count:,} {arm}" for arm, count in summary.arms.items())
    text = f"Who was the wizard: a person, a person with the agent's proposals, or the agent. Dialogues: {talks}."
    tables = (arms(summary.comparison), differences(summary.comparison), _proposals(summary.replies, summary.searches))
    title = "The arms of the study" if len(summary.arms) > 1 else "What came of the dialogues"
    figures = tuple(_figure(summary.comparison, measure, ticks) for measure, ticks in _DRAWN.items())
    drawn = (figure for figure in figures if figure.table.rows)
    return Section("arms", title, (text, HOW), tuple(table for table in tables if table.rows), tuple(drawn))


def _figure(comparison: Comparison, measure: Measure, ticks: tuple[int, ...]) -> Figure:
    """A measure of all arms, drawn; shares in percent."""
    scale = 100 if measure in SHARES else 1
    spans = [
        Span(arm, scale * each.mean, each.interval and (scale * each.interval[0], scale * each.interval[1]))
        for arm, figures in comparison.arms.items()
        for each in [figures[measure]]
        if each.mean is not None
    ]
    title = WORDS[measure] + (", %" if measure in SHARES else "")
    says = f"{WORDS[measure]} in each arm: the mean, and the interval that holds it with 95 percent."
    rows = tuple((span.label, span.middle, *(span.interval or (None, None))) for span in spans)
    table = Table(title, ("Arm", "Mean", "From", "To"), rows)
    return Figure(f"arms-{measure}", charts.spans(Text(f"arms-{measure}", title, says), spans, ticks), table)


def arms(comparison: Comparison) -> Table:
    """Each measure in each arm."""
    rows = tuple(
        (
            WORDS[measure],
            arm,
            each.dialogues,
            each.users,
            _value(measure, each.mean),
            *_interval(measure, each.interval),
        )
        for measure in MEASURES
        for arm, figures in comparison.arms.items()
        for each in [figures[measure]]
        if each.dialogues
    )
    note = (
        "Ratings are from 1 to 5. Fulfilled is what the wizard says, who sees the task in the end. Whether the offer "
        "that was agreed on fits is looked up in the catalogue, where it can be told which one that was."
    )
    return Table("Arms", ("Measure", "Arm", "Dialogues", "Users", "Mean", "From", "To"), rows, note)


def differences(comparison: Comparison) -> Table:
    """How much more each measure is in the second arm of a pair than in the first."""
    rows = tuple(
        (WORDS[measure], f"{each.second} − {each.first}", _points(measure, each.difference),
         *(_points(measure, end) for end in each.interval or (None, None)))
        for measure, found in comparison.differences.items()
        for each in found
    )  # fmt: skip
    note = "Shares differ by points of percent. An interval without 0 is a difference that chance hardly makes."
    return Table("Differences between arms", ("Measure", "Between", "Difference", "From", "To"), rows, note)


def _proposals(replies: Uses, searches: Uses) -> Table:
    rows = tuple(
        (name, uses.taken, uses.changed, uses.hand)
        for name, uses in (("Replies", replies), ("Searches", searches))
        if uses != Uses()
    )
    head = ("What was proposed", "Taken", "Changed", "Own instead")
    return Table("What wizards made of the agent's proposals", head, rows)


def _labels(summary: Summary) -> Section:
    rows = tuple((by, count) for by, count in summary.labels.items())
    tables = [Table("Whose labels", ("Labels", "Dialogues"), rows)]
    text = (
        "Adjudicated are those that two people annotated and a third decided. Nobody has looked at the agent's own, "
        "which say what it meant and understood, and at automatic ones."
    )
    if summary.agreement:
        tables += agreement(summary.agreement)
    return Section("labels", "Labels and agreement", (text,), tuple(tables))


def agreement(found: Agreement) -> Iterator[Table]:
    """How far two annotators agree."""
    rows: tuple[tuple[Cell, ...], ...] = (
        ("Acts of a turn: Cohen's kappa", found.turns, found.acts),
        ("Acts of a turn: weighted kappa (MASI)", found.turns, found.acts_weighted),
        ("Slots: F1 of spans", found.spans, found.slots),
        ("Slots: F1 of spans that overlap", found.spans, found.slots_partly),
        ("Active frame of user's turns: share", found.user_turns, found.active_frame),
    )
    title = f"Agreement of two annotators over {found.dialogues:,} dialogues"
    yield Table(title, ("Measure", "Units", "Agreement"), rows)
    if found.by_act:
        acts = tuple((name, turns, kappa) for name, kappa, turns in found.by_act)
        yield Table("Agreement by act", ("Act", "Turns", "Cohen's kappa"), acts)


def _value(measure: Measure, value: float | None) -> Cell:
    return share(value) if measure in SHARES else value


def _interval(measure: Measure, interval: tuple[float, float] | None) -> tuple[Cell, Cell]:
    low, high = interval or (None, None)
    return _value(measure, low), _value(measure, high)


def _points(measure: Measure, value: float | None) -> Cell:
    """A difference; of shares in points of percent."""
    return value if value is None or measure not in SHARES else 100 * value
