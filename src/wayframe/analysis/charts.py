"""Charts as SVG: columns, bars, lines, intervals, boxplots, drawn by hand: a report needs nothing from elsewhere.

Every chart says in `<title>` and `<desc>` what it shows, and its marks carry their numbers. On a page colours
are CSS variables, light and dark (`wayframe.pages`); a file of its own has plain ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from math import ceil, floor, log10
from typing import NamedTuple

from wayframe.analysis.stats import Distribution, box, mean
from wayframe.pages import LIGHT

STYLE = files("wayframe.analysis").joinpath("charts.css").read_text("utf-8")
"""The lines and fillings of charts."""

_WIDTH = 420  # of every chart, in its own units: letters stay readable on a phone
_LETTER = 7.4  # about the width of one
_BROADEST = 90  # that a column may be
_COLUMNS = 60  # more than these are put together


class ChartText(NamedTuple):
    """Title and description of a chart; `name` is unique on a page."""

    name: str
    title: str
    says: str


class ChartBar(NamedTuple):
    """One bar: its label and one length for each colour."""

    label: str
    parts: tuple[int, ...]


class BoxRow(NamedTuple):
    """One boxplot, and a mean that was published elsewhere."""

    label: str
    distribution: Distribution
    published: float | None = None


class MeanInterval(NamedTuple):
    """A figure and the interval that holds it, if that is known."""

    label: str
    middle: float
    interval: tuple[float, float] | None


class LineSeries(NamedTuple):
    """One line: its label, which may be empty, and its points from left to right."""

    label: str
    points: tuple[tuple[float, float], ...]


def columns(text: ChartText, distribution: Distribution, unit: str, counted: str) -> str:
    """Draw the frequency of each whole number: a column for a number, or for a range where there are many."""
    left, right, top, bottom, height = 46, 8, 12, 40, 230
    groups = _groups(distribution)
    ticks = _ticks(max((count for _, _, count in groups), default=0))
    step = min((_WIDTH - left - right) / max(1, len(groups)), _BROADEST)
    marks = []
    for tick in ticks:
        y = height - bottom - (height - top - bottom) * tick / ticks[-1]
        marks += [_line(left, y, _WIDTH - right, y, "grid"), _text(left - 6, y + 4, f"{tick:,}", "end")]
    every = max(1, ceil(len(groups) * 26 / (_WIDTH - left - right)))
    every = every if every < 3 else 5 * ceil(every / 5)
    for number, (low, high, count) in enumerate(groups):
        x, size = left + number * step, (height - top - bottom) * count / ticks[-1]
        label = f"{low}" if low == high else f"{low} to {high}"
        marks.append(_rect(x + step * 0.1, height - bottom - size, step * 0.8, size, f"{label} {unit}: {count:,}"))
        if low % every == 0 or (every == 1 and low == high) or number == 0:
            marks.append(_text(x + step / 2, height - bottom + 16, f"{low}", "middle"))
    marks.append(_line(left, height - bottom, _WIDTH - right, height - bottom, "axis"))
    marks.append(_text(_WIDTH - right, height - 6, f"{unit} →", "end"))
    marks.append(_text(0, height - 6, f"↑ {counted}", "start"))
    return _svg(text, height, marks)


def bars(text: ChartText, rows: Sequence[ChartBar], colours: Sequence[str] = ()) -> str:
    """A bar a label, of one colour or stacked; `colours` names them."""
    pitch, top = 20, 26 if len(colours) > 1 else 4
    left = 8 + _LETTER * max((len(row.label) for row in rows), default=0)
    longest = max((sum(row.parts) for row in rows), default=0) or 1
    scale = (_WIDTH - left - _LETTER * (len(f"{longest:,}") + 1)) / longest
    marks = list(_legend(colours, left)) if len(colours) > 1 else []
    for number, row in enumerate(rows):
        y, x = top + number * pitch, left
        marks.append(_text(left - 6, y + 14, row.label, "end", "label"))
        for part, size in enumerate(row.parts):
            named = f"{row.label}, {colours[part]}" if len(colours) > 1 else row.label
            if size:
                marks.append(_rect(x, y + 3, size * scale, pitch - 6, f"{named}: {size:,}", ("first", "second")[part]))
            x += size * scale
        marks.append(_text(x + 5, y + 14, f"{sum(row.parts):,}", "start"))
    return _svg(text, top + pitch * len(rows) + 4, marks)


def boxes(text: ChartText, rows: Sequence[BoxRow]) -> str:
    """Boxplots above one another on one axis; a dashed line is a mean that was published, a dot the mean here."""
    pitch, top, left, right = 62, 26, 10, 12
    height = top + pitch * len(rows) + 26
    ticks = _ticks(max((max(row.distribution, default=0) for row in rows), default=0))
    scale = (_WIDTH - left - right) / ticks[-1]
    marks = []
    for tick in ticks:
        x = left + tick * scale
        marks += [_line(x, top - 6, x, height - 24, "grid"), _text(x, height - 8, f"{tick:,}", "middle")]
    for number, row in enumerate(rows):
        if row.distribution:
            marks += _box(row, top + number * pitch, left, scale)
    return _svg(text, height, marks)


def spans(text: ChartText, rows: Sequence[MeanInterval], ticks: Sequence[int] = ()) -> str:
    """A dot for each figure and a line for its interval, on one axis: that of `ticks`, else from 0."""
    pitch, top, right = 30, 10, 16
    left = 12 + _LETTER * max((len(row.label) for row in rows), default=0)
    marked = list(ticks) or _ticks(ceil(max((max((row.middle, *(row.interval or ()))) for row in rows), default=0)))
    height, scale = top + pitch * len(rows) + 26, (_WIDTH - left - right) / (marked[-1] - marked[0])
    marks = list[str]()
    for tick in marked:
        x = left + (tick - marked[0]) * scale
        marks += [_line(x, top - 6, x, height - 24, "grid"), _text(x, height - 8, f"{tick:,}", "middle")]
    for number, row in enumerate(rows):
        y, said = top + pitch * (number + 0.5), f"{row.label}: {row.middle:.4g}"
        marks.append(_text(left - 8, y + 4, row.label, "end", "label"))
        if row.interval:
            low, high = (left + (end - marked[0]) * scale for end in row.interval)
            marks += [_line(low, y, high, y, "line"), *(_line(x, y - 6, x, y + 6, "line") for x in (low, high))]
            said += f" ({row.interval[0]:.4g} to {row.interval[1]:.4g})"
        place = f'cx="{left + (row.middle - marked[0]) * scale:.1f}" cy="{y:g}"'
        marks.append(f'<circle class="mean" {place} r="5"><title>{escape(said)}</title></circle>')
    return _svg(text, height, marks)


def lines(text: ChartText, rows: Sequence[LineSeries], unit: str, measured: str) -> str:
    """Lines over one axis, the first of them in colour; from the lowest value to the highest, not from 0."""
    left, right, top, bottom, height = 46, 64, 12, 40, 230
    places = [place for row in rows for place, _ in row.points] or [0.0]
    values = [value for row in rows for _, value in row.points] or [0.0]
    low, high, start, end = min(values), max(values), min(places), max(places)
    across, up = (_WIDTH - left - right) / ((end - start) or 1), (height - top - bottom) / ((high - low) or 1)
    marks = []
    for step in range(5):
        value = low + (high - low) * step / 4
        y = height - bottom - (value - low) * up
        marks += [_line(left, y, _WIDTH - right, y, "grid"), _text(left - 6, y + 4, f"{value:.3g}", "end")]
        x = left + (_WIDTH - left - right) * step / 4
        marks.append(_text(x, height - bottom + 16, f"{start + (end - start) * step / 4:.4g}", "middle"))
    ends = list[tuple[float, float, str]]()
    for number, row in reversed(list(enumerate(rows))):
        spots = [(left + (x - start) * across, height - bottom - (y - low) * up) for x, y in row.points]
        drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        kind, tip = "median" if number == 0 else "line", f"<title>{escape(row.label)}</title>"
        marks.append(f'<polyline class="{kind}" fill="none" points="{drawn}">{tip}</polyline>')
        if spots and row.label:
            ends.append((spots[-1][1], spots[-1][0], row.label))
    marks += _labels(ends)
    marks.append(_text(_WIDTH - right, height - 6, f"{unit} →", "end"))
    marks.append(_text(0, height - 6, f"↑ {measured}", "start"))
    return _svg(text, height, marks)


def standalone(svg: str) -> str:
    """Return a chart as a file of its own, in plain colours: programs other than browsers know no CSS variables."""
    start, ground = svg.index(">") + 1, f'<rect width="100%" height="100%" fill="{LIGHT["paper"]}"/>'
    return f"{svg[:start]}<style>{_plain_style()}</style>{ground}{svg[start:]}"


def _plain_style() -> str:
    """The style with each colour in place of its variable, and with selectors that every program understands."""
    simple = STYLE.partition("@media")[0].replace(".chart .", ".").replace(".chart text", "text")
    return re.sub(r"var\(--([\w-]+)\)", lambda found: LIGHT[found[1]], simple)


def _labels(ends: Sequence[tuple[float, float, str]]) -> Iterator[str]:
    """Place the labels at the ends of lines (y, x, label) without overlap."""
    below = 0.0
    for y, x, label in sorted(ends):
        below = max(below + 13, y + 4)
        yield _text(x + 4, below, label, "start", "label")


def _box(row: BoxRow, y: float, left: float, scale: float) -> list[str]:
    shape, average = box(row.distribution), mean(row.distribution)
    low, first, median, third, high = (left + number * scale for number in shape[:5])
    middle, upper, lower = y + 32, y + 20, y + 44
    tip = f"{row.label}: median {shape.median:g}, box {shape.first:g} to {shape.third:g}, mean {average:.2f}"
    marks = [
        _text(left, y + 10, row.label, "start", "label"),
        _line(low, middle, first, middle, "line"),
        _line(third, middle, high, middle, "line"),
        _line(low, upper + 6, low, lower - 6, "line"),
        _line(high, upper + 6, high, lower - 6, "line"),
        _rect(first, upper, max(third - first, 1), lower - upper, tip, "box"),
        _line(median, upper, median, lower, "median"),
        f'<circle class="mean" cx="{left + average * scale:.1f}" cy="{middle}" r="3.5"/>',
    ]
    for number in shape.beyond:
        tip = f"{number}: {row.distribution[number]:,}"
        place = f'cx="{left + number * scale:.1f}" cy="{middle}"'
        marks.append(f'<circle class="dot" {place} r="3"><title>{escape(tip)}</title></circle>')
    if row.published is not None:
        x = left + row.published * scale
        marks.append(_line(x, upper - 5, x, lower + 5, "said"))
    return marks


def _groups(distribution: Distribution) -> list[tuple[int, int, int]]:
    """Every number from the lowest to the highest with its count; or ranges of a round width."""
    if not distribution:
        return []
    low, high = min(distribution), max(distribution)
    width = _round((high - low + 1) / _COLUMNS) if high - low >= _COLUMNS else 1
    counts: dict[int, int] = {}
    for number, count in distribution.items():
        counts[number // width] = counts.get(number // width, 0) + count
    groups = range(low // width, high // width + 1)
    return [(group * width, group * width + width - 1, counts.get(group, 0)) for group in groups]


def _ticks(highest: int) -> list[int]:
    """Round numbers from 0 to at least `highest`."""
    step = _round(max(highest, 1) / 5)
    return [step * number for number in range(ceil(max(highest, 1) / step) + 1)]


def _round(number: float) -> int:
    """The next of 1, 2, 5, 10, 20, ... that is no smaller."""
    power = 10 ** max(0, floor(log10(max(number, 1))))
    return int(next(step * power for step in (1, 2, 5, 10) if step * power >= number))


def _legend(colours: Sequence[str], x: float) -> list[str]:
    marks = []
    for number, colour in enumerate(colours):
        marks += [_rect(x, 6, 11, 11, colour, ("first", "second")[number]), _text(x + 16, 16, colour, "start")]
        x += 34 + _LETTER * len(colour)
    return marks


def _svg(text: ChartText, height: float, marks: Sequence[str]) -> str:
    name = escape(text.name)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {_WIDTH} {height:g}" role="img" '
        f'aria-labelledby="{name}-title {name}-desc">'
        f'<title id="{name}-title">{escape(text.title)}</title><desc id="{name}-desc">{escape(text.says)}</desc>'
        f"{''.join(marks)}</svg>"
    )


def _rect(x: float, y: float, width: float, height: float, tip: str, colour: str = "first") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect class="{colour}" {place}><title>{escape(tip)}</title></rect>'


def _line(x: float, y: float, to_x: float, to_y: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"/>'


def _text(x: float, y: float, text: str, anchor: str, kind: str = "tick") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
