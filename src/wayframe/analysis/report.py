"""The report on a corpus: one HTML page, the same as Markdown, its charts as files."""

from __future__ import annotations

from pathlib import Path

from wayframe.analysis import charts, figures, html, markdown, tables
from wayframe.analysis.document import ReportDocument, ReportSection, cell, share
from wayframe.analysis.published import ComparisonBasis
from wayframe.analysis.stats import CorpusStats
from wayframe.files import folder, writing


def document(name: str, digest: str, stats: CorpusStats, basis: ComparisonBasis) -> ReportDocument:
    """The report on the file `name`, whose content has this sha256."""
    talks = stats.conversations
    days = f"{talks.first_day} to {talks.last_day}" if talks.first_day else "–"
    return ReportDocument(
        title=f"The dialogues of {name}",
        about=(("File", name), ("sha256", digest), ("Written", days)),
        headline=_headline(stats),
        basis=basis.why,
        comparable=basis.comparable,
        sections=(
            _overview(stats, basis),
            _conversations(stats),
            _acts(stats),
            _frames(stats, basis),
            _searches(stats),
        ),
    )


def write(directory: Path, report: ReportDocument) -> tuple[Path, ...]:
    """Write `index.html`, `report.md` and the charts of a report; the files, each written whole or not at all."""
    contents = {"index.html": html.page(report), "report.md": markdown.page(report)}
    for figure in (figure for section in report.sections for figure in section.figures):
        contents[f"{figure.name}.svg"] = charts.standalone(figure.svg)
    folder(directory)
    for name, content in contents.items():
        with writing(directory / name) as file:
            file.write(content.encode())
    return tuple(directory / name for name in contents)


def _headline(stats: CorpusStats) -> tuple[tuple[str, str], ...]:
    talks, frames, searches = stats.conversations, stats.switching, stats.searches
    done = share(talks.tasks_successful / talks.tasks_judged) if talks.tasks_judged else None
    return (
        ("Dialogues", cell(talks.dialogues)),
        ("Turns", cell(talks.turns)),
        ("Users", cell(talks.users)),
        ("Wizards", cell(talks.wizards)),
        ("Hotels", cell(searches.hotels)),
        ("Cities", cell(searches.cities)),
        ("Mean rating", cell(talks.rating_mean)),
        ("Tasks done", cell(done)),
        ("Frames per dialogue", cell(frames.frames_mean)),
        ("Switches per dialogue", cell(frames.switches_mean)),
    )


def _overview(stats: CorpusStats, basis: ComparisonBasis) -> ReportSection:
    return ReportSection(
        "published",
        "Beside what was published",
        (
            "Published are the paper (Frames: a corpus for adding memory to goal-oriented dialogue systems, 2017) and "
            "the pages of the dataset. A figure agrees if it is the same at the published precision. Means are per "
            "dialogue.",
        ),
        (tables.against_published(stats, basis.comparable), tables.distributions(stats)),
    )


def _conversations(stats: CorpusStats) -> ReportSection:
    talks = stats.conversations
    rated = f"{talks.ratings:,} of {talks.dialogues:,} dialogues were rated by their user, from 1 to 5."
    done = f"The wizard saw the task done in {talks.tasks_successful:,} of {talks.tasks_judged:,}."
    turns = f"Users wrote {talks.user_turns:,} turns, wizards {talks.wizard_turns:,}."
    text = f"{turns} {rated} {done}"
    return ReportSection("conversations", "Conversations", (text,), (), figures.conversation_figures(stats))


def _acts(stats: CorpusStats) -> ReportSection:
    return ReportSection(
        "acts",
        "Acts and slots",
        ("What was said, by the annotation scheme of the paper's section 5.1.",),
        (tables.acts(stats), tables.dialogue_slots(stats)),
        figures.annotation_figures(stats),
    )


def _frames(stats: CorpusStats, basis: ComparisonBasis) -> ReportSection:
    text = (
        "Frame 1 is there from the start and made by nobody. A switch is a turn whose active frame is another than "
        "that of the turn before: by value if the frame is new with a user's turn, else by offer if the wizard's turn "
        "right before offers or suggests something, else by mention."
    )
    return ReportSection(
        "frames",
        "Frames",
        (text,),
        (tables.creation_and_switching(stats),),
        figures.frame_figures(stats, basis.comparable),
    )


def _searches(stats: CorpusStats) -> ReportSection:
    found = stats.searches
    text = (
        f"Wizards searched {found.searches:,} times, {found.searches_without_result:,} times in vain, and saw "
        f"{found.packages:,} packages of {found.hotels:,} hotels in {found.dst_cities:,} cities of {found.countries:,} "
        f"countries, from {found.or_cities:,} cities."
    )
    return ReportSection(
        "searches",
        "Searches, packages, hotels",
        (text,),
        (tables.search_fields(stats), tables.package_fields(stats)),
        figures.hotel_figures(stats),
    )
