"""The data card of a release: what it is and how it came about, by the headings of data statements and datasheets.

Bender and Friedman 2018, "Data statements for natural language processing"; Gebru et al. 2021, "Datasheets for
datasets". The text is `card.md`; every number in it is computed, and what only the team knows is marked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

from wayframe.analysis.document import ReportTable, markdown_table, plain, share
from wayframe.collection.export.labelling import SEEN
from wayframe.collection.export.release import CorpusRelease, LeftOut
from wayframe.collection.export.sections import HOW, agreement, conditions, differences
from wayframe.collection.export.summary import ReleaseSummary
from wayframe.collection.export.tables import COLUMNS, questions
from wayframe.collection.study import StudySettings

FILL_IN = "**To be filled in by the team**"
"""What stands where only the team knows."""

Name = TypeVar("Name", bound=str)

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
