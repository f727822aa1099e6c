"""What a release says of itself: its figures (`export.json`), the report, and the data card.

The card says what a release is and how it came about, by the headings of data statements (Bender and Friedman 2018,
"Data statements for natural language processing") and datasheets (Gebru et al. 2021, "Datasheets for datasets"). Its
text is `card.md`; every number in it is computed, and what only the team knows is marked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import TypeVar, get_args

from wayframe.analysis import charts, report
from wayframe.analysis.charts import ChartText, MeanInterval
from wayframe.analysis.document import (
    Cell,
    ReportDocument,
    ReportFigure,
    ReportSection,
    ReportTable,
    markdown_table,
    plain,
    share,
)
from wayframe.analysis.stats import CorpusStats
from wayframe.analysis.tables import ComparisonBasis
from wayframe.collection.annotation.agreement import AnnotatorAgreement
from wayframe.collection.export.outcomes import MEASURES, SHARES, ConditionComparison, ConditionFigure, Measure, compare
from wayframe.collection.export.release import (
    LABELLED_BY,
    SEEN,
    WIZARD,
    CorpusRelease,
    LabelledBy,
    LeftOut,
    ProposalUses,
)
from wayframe.collection.export.tables import COLUMNS, questions
from wayframe.collection.records import Condition
from wayframe.collection.study import StudySettings
from wayframe.dialogue import FramesRecord
from wayframe.redaction import KINDS, Redactor
from wayframe.redaction import Kind as Secret

# Figures


Name = TypeVar("Name", bound=str)

FORMAT = "wayframe collection export 1"


class ReplacementCount(FramesRecord, frozen=True):
    """In how many places of texts, and of labels and searches."""

    texts: int
    annotations: int


class ReleaseSummary(FramesRecord, frozen=True):
    """The contents of a release in figures; `sha256` is that of frames.json.

    `talks` are all that are over, `left_out` those that are no dialogues of the release, by reason. `wizards` are
    people. `replies` and `searches` say what wizards made of the assistant's proposals.
    """

    format: str
    wayframe: str
    study: str
    raw: bool
    sha256: str
    talks: int
    left_out: Mapping[LeftOut, int]
    dialogues: int
    turns: int
    users: int
    wizards: int
    first_day: str | None
    last_day: str | None
    languages: Mapping[str, int]
    conditions: Mapping[Condition, int]
    templates: Mapping[str, int]
    labels: Mapping[LabelledBy, int]
    replaced: Mapping[Secret, ReplacementCount]
    comparison: ConditionComparison
    replies: ProposalUses
    searches: ProposalUses
    agreement: AnnotatorAgreement | None


def summary(
    study: StudySettings,
    release: CorpusRelease,
    stats: CorpusStats,
    digest: str,
    redactor: Redactor | None,
    agreement: AnnotatorAgreement | None,
) -> ReleaseSummary:
    """The figures of a release; `redactor` has made it, unless it is raw."""
    released = release.released
    people = {each.dialogue.wizard_id for each in released} - {WIZARD}
    labels = Counter(each.labels for each in released)
    held = Counter(each.talk.held.condition for each in released)
    talks = stats.conversations
    return ReleaseSummary(
        format=FORMAT,
        wayframe=version("wayframe"),
        study=study.name,
        raw=redactor is None,
        sha256=digest,
        talks=len(release.outcomes),
        left_out=dict(sorted(release.left_out.items())),
        dialogues=talks.dialogues,
        turns=talks.turns,
        users=talks.users,
        wizards=len(people),
        first_day=talks.first_day,
        last_day=talks.last_day,
        languages=_counted(each.talk.held.language for each in released),
        conditions={condition: count for condition in get_args(Condition) if (count := held[condition])},
        templates=_counted(each.task.template for each in released),
        labels={by: labels[by] for by in LABELLED_BY if labels[by]},
        replaced=replaced(redactor) if redactor else {},
        comparison=compare(release.outcomes),
        replies=release.replies,
        searches=release.searches,
        agreement=agreement if agreement and agreement.dialogues else None,
    )


def replaced(redactor: Redactor) -> dict[Secret, ReplacementCount]:
    """Return what was replaced, by kind; of people only what stands in texts and labels, their ids aside."""
    counts = ((kind, ReplacementCount(redactor.texts[kind], redactor.annotations[kind])) for kind in KINDS)
    return {kind: found for kind, found in counts if found.texts or found.annotations}


def _counted(names: Iterable[Name]) -> dict[Name, int]:
    return dict(sorted(Counter(names).items()))


# Sections of the report beside those of any corpus


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


# The data card


FILL_IN = "**To be filled in by the team**"
"""What stands where only the team knows."""

_WARNING = "**Not for release: nothing was taken out. It holds the ids of people, and whatever they wrote.**\n\n"
_REASONS: Mapping[LeftOut, str] = {
    "left": "somebody went away",
    "lost": "somebody was lost on the way",
    "expired": "time was over",
    "without a reply": "nobody replied",
    "wrong labels": "their labels contradict the format",
}


def card(study: StudySettings, summary: ReleaseSummary, release: CorpusRelease) -> str:
    """The text of README.md."""
    counts = ("dialogues", "turns", "talks", "users", "wizards")
    text = (files(__package__) / "card.md").read_text(encoding="utf-8")
    return text.format(
        **{name: f"{getattr(summary, name):,}" for name in counts},
        name=plain(study.name),
        warning=_WARNING if summary.raw else "",
        days=f"from {summary.first_day} to {summary.last_day} (UTC)",
        wayframe=summary.wayframe,
        sha256=summary.sha256,
        fill_in=FILL_IN,
        templates=f"{len(summary.templates):,}",
        suggestions=share(study.suggestions.probability),
        left_out=_left_out(summary),
        seed=study.seed,
        catalogue=plain(Path(study.catalogue).name),
        languages=_counts(summary.languages),
        told="\n\n".join(_told(study)),
        labels=_counts(summary.labels),
        agreement=_agreement(summary),
        conditions=_counts(summary.conditions),
        how=HOW,
        comparison=_tables([conditions(summary.comparison), differences(summary.comparison)]),
        taken_out=_taken_out(summary),
        unrated=f"{sum(each.talk.rating is None for each in release.released):,}",
        reached=f"{sum(each.reached is not None for each in release.released):,}",
        unseen=f"{sum(each.labels not in SEEN for each in release.released):,}",
        columns=_columns(study, release),
        licence=study.licence or f"{FILL_IN} (`licence` in study.toml): who may use this, for what.",
    )


def _left_out(summary: ReleaseSummary) -> str:
    parts = [f"{count:,} ({_REASONS[reason]})" for reason, count in summary.left_out.items()]
    return f"; left out were {', '.join(parts)}." if parts else "."


def _told(study: StudySettings) -> Iterator[str]:
    for language, texts in study.texts.items():
        for title, text in (("To consent to", texts.consent), ("To users", texts.user), ("To wizards", texts.wizard)):
            if text.strip():
                yield f"### {title} ({language})"
                yield "\n".join(f"> {line}".rstrip() for line in text.strip().splitlines())


def _agreement(summary: ReleaseSummary) -> str:
    if summary.agreement:
        return _tables(agreement(summary.agreement))
    return "No dialogue has been annotated by two people, so nothing is known of their agreement."


def _taken_out(summary: ReleaseSummary) -> str:
    if summary.raw:
        return "Nothing."
    found = {
        kind: f"{each.texts:,} in texts, {each.annotations:,} in labels and searches"
        for kind, each in summary.replaced.items()
    }
    replaced = ", ".join(f"{kind} ({places})" for kind, places in found.items())
    return (
        "People's ids are pseudonyms, the same throughout, made with a key that stays with the study. E-mail and web\n"
        "addresses, card and telephone numbers, handles and ids in messages and comments are marks such as\n"
        f"`EMAIL-kbdaeocinm`. Replaced were: {replaced or 'none'}."
    )


def _columns(study: StudySettings, release: CorpusRelease) -> str:
    asked = {f"{question.side}_{question.name}": question.text for question in study.questions}
    own = ((column, asked.get(column, "no question of the study any more")) for column in questions(release.released))
    return _tables([ReportTable("Columns", ("Column", "What it is"), (*COLUMNS.items(), *own))])


def _counts(counts: Mapping[Name, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items())


def _tables(tables: Iterable[ReportTable]) -> str:
    return "\n\n".join(part for each in tables if each.rows for part in markdown_table(each))
