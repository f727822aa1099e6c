"""Prices over dates as a chart: for each day on which one can leave, what the cheapest that fits costs.

Everything is in units of the drawing, `WIDTH` wide; faces put it on the screen as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Literal, NamedTuple

from wayframe.meaning.records import Days, Money, Wish
from wayframe.planner.plan import query_for
from wayframe.presentation.presenter import Presenter
from wayframe.sources.protocol import Source

WIDTH, TOP, TALL = 100.0, 7.0, 24.0
"""The width of the drawing, the room above the tallest bar, and how tall that is."""

WIDEST, SHARE = 4.0, 0.7
"""The width of a bar: at most this, and this share of the room that a day has."""

FEWEST, MOST = 3, 200
"""Days that a chart has."""

Anchor = Literal["start", "middle", "end"]
_ANCHORS: tuple[Anchor, ...] = ("start", "middle", "end")  # in each third of the width


class PriceBar(NamedTuple):
    """A day, what the cheapest costs that leaves then, and its bar."""

    day: str
    price: str
    x: float
    y: float
    width: float
    height: float
    best: bool


class PriceChart(NamedTuple):
    """The bars in the order of their days; `anchor` is the side on which the words about the best one stand."""

    bars: tuple[PriceBar, ...]
    anchor: Anchor

    @property
    def best(self) -> PriceBar:
        """The cheapest day, the first of several."""
        return next(bar for bar in self.bars if bar.best)


def price_chart(presenter: Presenter, source: Source, wishes: Iterable[Wish]) -> PriceChart | None:
    """Return the prices of what fits wishes by the day of leaving; None where there are none, or too few days."""
    schema = presenter.schema
    if schema.price is None or not schema.start:
        return None
    query = query_for(schema, tuple(wishes))._replace(order=((schema.price.name, "least"),), spread=schema.start)
    cheapest = dict[date, Money]()
    for item in source.search(query, MOST).items:
        match item.values.get(schema.start), item.values.get(schema.price.name):
            case Days(first=day), Money() as price:
                cheapest[day] = price
    if len(cheapest) < FEWEST or len({price.currency for price in cheapest.values()}) > 1:
        return None
    return _drawn(presenter, cheapest)


def _drawn(presenter: Presenter, cheapest: Mapping[date, Money]) -> PriceChart:
    days = sorted(cheapest)
    best = min(days, key=lambda day: cheapest[day].value)
    room = WIDTH / ((days[-1] - days[0]).days + 1)
    bars = tuple(_bar(presenter, day, cheapest, best, days, room) for day in days)
    middle = next(bar.x for bar in bars if bar.best) / WIDTH
    return PriceChart(bars, _ANCHORS[int(middle * len(_ANCHORS))])


def _bar(
    presenter: Presenter, day: date, cheapest: Mapping[date, Money], best: date, days: Sequence[date], room: float
) -> PriceBar:
    schema, price = presenter.schema, cheapest[day]
    assert schema.price is not None
    height = TALL * price.value / max(each.value for each in cheapest.values())
    width = min(WIDEST, SHARE * room)
    x = ((day - days[0]).days + 0.5) * room - width / 2
    words = presenter.words(schema.by_name[schema.start], Days(day, day)), presenter.words(schema.price, price)
    return PriceBar(*words, round(x, 2), round(TOP + TALL - height, 2), round(width, 2), round(height, 2), day == best)
