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
from wayframe.sources.protocol import Item, Source

WIDTH, TOP, TALL = 100.0, 7.0, 24.0
"""The width of the drawing, the room above the tallest bar, and how tall that is."""

WIDEST, SHARE = 4.0, 0.7
"""The width of a bar: at most this, and this share of the room that a day has."""

FEWEST, MOST = 3, 200
"""Days that a chart has."""

Anchor = Literal["start", "middle", "end"]
_ANCHORS: tuple[Anchor, ...] = ("start", "middle", "end")  # in each third of the width


class PriceBar(NamedTuple):
    """A day of leaving, the cheapest that leaves then with its days and its price, and its bar.

    `leaves` is the day as forms send it: "2016-08-30".
    """

    leaves: str
    item: Item
    day: str
    title: str
    stay: str
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

    def leaving(self, day: str) -> Item | None:
        """Return the cheapest that leaves on a day, None where there is none."""
        return next((bar.item for bar in self.bars if bar.leaves == day), None)


def price_chart(presenter: Presenter, source: Source, wishes: Iterable[Wish]) -> PriceChart | None:
    """Return the prices of what fits wishes by the day of leaving; None where there are none, or too few days."""
    schema = presenter.schema
    if schema.price is None or not schema.start:
        return None
    query = query_for(schema, tuple(wishes))._replace(order=((schema.price.name, "least"),), spread=schema.start)
    cheapest = dict[date, _Priced]()
    for item in source.search(query, MOST).items:
        match item.values.get(schema.start), item.values.get(schema.price.name):
            case Days(first=day), Money() as price:
                cheapest[day] = _Priced(item, price)
    if len(cheapest) < FEWEST or len({each.price.currency for each in cheapest.values()}) > 1:
        return None
    return _drawn(presenter, cheapest)


class _Priced(NamedTuple):
    item: Item
    price: Money


def _drawn(presenter: Presenter, cheapest: Mapping[date, _Priced]) -> PriceChart:
    days = sorted(cheapest)
    best = min(days, key=lambda day: cheapest[day].price.value)
    room = WIDTH / ((days[-1] - days[0]).days + 1)
    bars = tuple(_bar(presenter, day, cheapest, best, days, room) for day in days)
    middle = next(bar.x for bar in bars if bar.best) / WIDTH
    return PriceChart(bars, _ANCHORS[int(middle * len(_ANCHORS))])


def _bar(
    presenter: Presenter, day: date, cheapest: Mapping[date, _Priced], best: date, days: Sequence[date], room: float
) -> PriceBar:
    schema, (item, price) = presenter.schema, cheapest[day]
    assert schema.price is not None
    height = TALL * price.value / max(each.price.value for each in cheapest.values())
    width = min(WIDEST, SHARE * room)
    x = ((day - days[0]).days + 0.5) * room - width / 2
    return PriceBar(
        leaves=day.isoformat(), item=item, day=presenter.words(schema.by_name[schema.start], Days(day, day)),
        title=presenter.name(item), stay=presenter.stay(item), price=presenter.words(schema.price, price),
        x=round(x, 2), y=round(TOP + TALL - height, 2), width=round(width, 2), height=round(height, 2),
        best=day == best,
    )  # fmt: skip
