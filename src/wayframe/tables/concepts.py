"""What columns are usually about: by a word of its name a column gets synonyms, adjectives and a better direction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wayframe.tables.schema import Better


class Concept(NamedTuple):
    """Columns with one of these words in their name; what else they are called, and how one compares by them."""

    heads: tuple[str, ...]
    better: Better = ""
    words: tuple[str, ...] = ()
    less: tuple[str, ...] = ()
    more: tuple[str, ...] = ()


def _concept(heads: str, better: Better = "", words: str = "", less: str = "", more: str = "") -> Concept:
    return Concept(tuple(heads.split()), better, *(tuple(filter(None, w.split("  "))) for w in (words, less, more)))


MONEY_HEADS = frozenset(("price", "cost", "rent", "fee", "fare", "deposit", "salary", "budget"))
PLACE_HEADS = frozenset((
    "city", "town", "place", "location", "neighbourhood", "neighborhood", "district", "area", "country", "region",
    "suburb", "borough", "quarter", "village", "airport", "from", "to", "origin", "destination", "station", "street",
))  # fmt: skip
NAME_HEADS = ("name", "title", "model", "product", "restaurant", "hotel", "flat", "laptop", "flight", "address", "id")

CONCEPTS: tuple[Concept, ...] = (
    _concept("price cost rent fee fare", "less", "price  cost  costs  expensive  pricey  cheap  budget",
             "cheaper  cheapest  less expensive  least expensive  lowest price",
             "more expensive  most expensive  dearer  pricier  priciest"),
    _concept("salary pay wage income", "more", "salary  pay  pays  wage  paid  earn", "",
             "better paid  best paid  higher salary  highest salary  pays more  pays most  pays best"),
    _concept("weight mass", "less", "weight  weigh  weighs  heavy  light", "lighter  lightest", "heavier  heaviest"),
    _concept("screen display", "", "screen  display", "smaller screen  smallest screen  smaller display",
             "bigger screen  biggest screen  larger screen  largest screen  bigger display  larger display"),
    _concept("ram", "more", "memory  ram", "less memory", "more memory  most memory"),
    _concept("storage ssd disk drive", "more", "storage  ssd  disk  hard drive  disk space  drive", "less storage",
             "more storage  most storage  more space  bigger disk  bigger drive"),
    _concept("battery", "more", "battery  battery life  battery lasts", "", "longer battery life  better battery"),
    _concept("area size sqm surface", "more", "size  big  large  area  square metres  square meters",
             "smaller  smallest", "bigger  biggest  larger  largest  more spacious  roomier"),
    _concept("rooms bedrooms", "more", "rooms", "fewer rooms", "more rooms"),
    _concept("rating score stars reviews points", "more", "rating  rated  reviews  review  score  stars  good",
             "worse rated  worst rated", "better rated  best rated  higher rated  highest rated  best  better"),
    _concept("distance", "less", "far  distance  away", "closer  closest  nearer  nearest", "farther  further"),
    _concept("duration minutes time", "less", "long  take", "shorter  shortest  quicker  quickest  faster  fastest",
             "longer  longest"),
    _concept("connections stops stopovers", "less", "connections  stops  stopovers", "fewer stops", "more stops"),
    _concept("speed ghz cores", "more", "fast  speed", "slower  slowest", "faster  fastest"),
    _concept("year built vintage", "", "old  new", "older  oldest", "newer  newest  younger  youngest"),
    _concept("range autonomy", "more", "range  far  reach", "shorter range", "longer range  longest range"),
    _concept("alcohol abv", "", "alcohol  strong", "weaker  weakest", "stronger  strongest"),
    _concept("floor storey", "", "floor", "lower floor  lowest floor", "higher floor  highest floor"),
    _concept("seats capacity", "more", "seats", "", "more seats"),
    _concept("brand make maker manufacturer", "", "brand  make  manufacturer  maker"),
    _concept("color colour", "", "color  colour"),
    _concept("cuisine", "", "cuisine  food  kitchen"),
    _concept("city town", "", "city  town"),
    _concept("neighbourhood neighborhood district quarter", "", "neighbourhood  neighborhood  district  part of town"),
    _concept("pairs pairing", "", "go with  goes with  pair with"),
    _concept("os", "", "operating system  os"),
    _concept("date", "", "date  day  when", "earlier  earliest  sooner  soonest", "later  latest"),
)  # fmt: skip


def about(words: Sequence[str], *, measured: bool) -> Concept:
    """What a column of this name is about, by its first telling word, as in "screen size"; none of all these.

    An area in square metres isn't one of the town: whether its values are `measured` tells.
    """
    fitting = (concept for concept in CONCEPTS if measured == bool(concept.less or concept.more))
    of = {head: concept for concept in fitting for head in concept.heads}
    for word in words:
        if word in of:
            return of[word]
        if word.endswith("s") and word[:-1] in of:
            return of[word[:-1]]
    return Concept(())
