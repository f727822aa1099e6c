"""The report on a corpus: one HTML page, the same as Markdown, and the paper's figures 1 to 3 drawn as files."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from pathlib import Path

from wayframe.analysis import charts, tables
from wayframe.analysis.charts import BoxRow, ChartBar, ChartText
from wayframe.analysis.document import (
    ReportDocument,
    ReportFigure,
    ReportSection,
    ReportTable,
    cell,
    html_page,
    markdown_page,
    share,
)
from wayframe.analysis.stats import CorpusStats, Distribution, box
from wayframe.analysis.tables import ComparisonBasis, compared
from wayframe.files import folder, writing

_SLOTS = 20  # that figure "slots" shows; table 7, 8 and 10 have all


def conversation_figures(stats: CorpusStats) -> tuple[ReportFigure, ...]:
    """Figures 1a and 1c."""
    return (
        _columns(
            "figure-1a", "Figure 1a: turns per dialogue", stats.conversations.turns_per_dialogue, "turns", "dialogues"
        ),
        _bars("figure-1c", "Figure 1c: ratings by users", "dialogues", stats.conversations.rating_counts),
    )


def annotation_figures(stats: CorpusStats) -> tuple[ReportFigure, ...]:
    """Figures 1b and 1d, and the slots."""
    vocabulary = stats.vocabulary
    slots = {name: count for name, count in list(vocabulary.slots.items())[:_SLOTS] if count}
    return (
        _columns("figure-1b", "Figure 1b: acts per turn", vocabulary.acts_per_turn, "acts", "turns"),
        _act_figure(stats),
        _bars("figure-slots", f"The {_SLOTS} most frequent slots in acts", "arguments", slots),
    )


def frame_figures(stats: CorpusStats, comparable: bool) -> tuple[ReportFigure, ...]:
    """Figure 2; with the published means where they are about this corpus."""
    published = compared(stats)
    rows = [
        BoxRow(name, distribution, published[key].published if comparable else None)
        for name, distribution, key in (
            ("Frames per dialogue", stats.switching.frames_per_dialogue, "frames_mean"),
            ("Switches per dialogue", stats.switching.switches_per_dialogue, "switches_mean"),
        )
    ]
    note = "Box: the middle half, with the median. Whiskers: 1.5 box lengths. Filled dot: the mean. Rings: beyond."
    if comparable:
        note += " Dashed: the published mean."
    says = " ".join(f"{row.label}: {_described(row.distribution)}" for row in rows)
    title = "Figure 2: frames and switches per dialogue"
    numbers = sorted({*rows[0].distribution, *rows[1].distribution})
    table = ReportTable(
        title,
        ("Number", "dialogues with so many frames", "dialogues with so many switches"),
        tuple((number, *(row.distribution.get(number, 0) for row in rows)) for number in numbers),
        note,
    )
    return (
        ReportFigure("figure-2", charts.boxes(ChartText("figure-2", title, says), rows), table),
        _columns("figure-2-frames", "Frames per dialogue", rows[0].distribution, "frames", "dialogues"),
        _columns("figure-2-switches", "Switches per dialogue", rows[1].distribution, "switches", "dialogues"),
    )


def hotel_figures(stats: CorpusStats) -> tuple[ReportFigure, ...]:
    """Figure 3, and where the hotels are."""
    searches = stats.searches
    near = dict(sorted(searches.hotels_near.items(), key=lambda item: -item[1]))
    near["none"] = searches.hotels_near_nothing
    per_hotel = searches.amenities_per_hotel
    return (
        _columns("figure-3a", "Figure 3, left: amenities per hotel", per_hotel, "amenities", "hotels"),
        _bars("figure-3b", "Figure 3, right: hotels in the vicinity of", "hotels", near),
        _bars("figure-amenities", "Hotels with an amenity", "hotels", searches.hotels_with),
        _bars("figure-countries", "Hotels by country", "hotels", searches.hotels_by_country),
    )


def _act_figure(stats: CorpusStats) -> ReportFigure:
    title = "Figure 1d: dialogue acts"
    counts = stats.vocabulary.acts_by_author
    rows = [(name, counts[name].user, counts[name].wizard) for name in stats.vocabulary.acts]
    says = f"Most frequent: {', '.join(f'{name} {user + wizard:,}' for name, user, wizard in rows[:3])}."
    svg = charts.bars(
        ChartText("figure-1d", title, says),
        [ChartBar(name, (user, wizard)) for name, user, wizard in rows],
        ("user", "wizard"),
    )
    return ReportFigure("figure-1d", svg, ReportTable(title, ("Act", "user", "wizard"), tuple(rows)))


def _columns(name: str, title: str, distribution: Distribution, unit: str, counted: str) -> ReportFigure:
    svg = charts.columns(ChartText(name, title, _described(distribution)), distribution, unit, counted)
    return ReportFigure(
        name, svg, ReportTable(title, (unit, counted), tuple(distribution.items()), _described(distribution))
    )


def _bars(name: str, title: str, counted: str, counts: Mapping[str, int]) -> ReportFigure:
    first = ", ".join(f"{label} {count:,}" for label, count in sorted(counts.items(), key=lambda item: -item[1])[:3])
    says = f"Most: {first}." if counts else "Nothing to count."
    svg = charts.bars(ChartText(name, title, says), [ChartBar(label, (count,)) for label, count in counts.items()])
    return ReportFigure(name, svg, ReportTable(title, ("", counted), tuple(counts.items())))


def _described(distribution: Distribution) -> str:
    if not distribution:
        return "Nothing to count."
    if len(distribution) == 1:
        return f"Always {min(distribution)}."
    shape, most = box(distribution), max(distribution, key=lambda number: distribution[number])
    return (
        f"From {min(distribution)} to {max(distribution)}, median {shape.median:g}, the middle half from "
        f"{shape.first:g} to {shape.third:g}; most often {most}."
    )


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
    contents = {"index.html": html_page(report), "report.md": markdown_page(report)}
    for figure in chain.from_iterable(section.figures for section in report.sections):
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
    return ReportSection("conversations", "Conversations", (text,), (), conversation_figures(stats))


def _acts(stats: CorpusStats) -> ReportSection:
    return ReportSection(
        "acts",
        "Acts and slots",
        ("What was said, by the annotation scheme of the paper's section 5.1.",),
        (tables.acts(stats), tables.dialogue_slots(stats)),
        annotation_figures(stats),
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
        frame_figures(stats, basis.comparable),
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
        hotel_figures(stats),
    )
