"""The paper's figures 1 to 3, drawn from a corpus, each with the table of its numbers."""

from __future__ import annotations

from collections.abc import Mapping

from wayframe.analysis import charts
from wayframe.analysis.charts import BoxRow, ChartBar, ChartText
from wayframe.analysis.distribution import Distribution, box
from wayframe.analysis.document import ReportFigure, ReportTable
from wayframe.analysis.published import compared
from wayframe.analysis.stats import CorpusStats

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
        _acts(stats),
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


def _acts(stats: CorpusStats) -> ReportFigure:
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
