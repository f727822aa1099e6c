"""What columns are usually about: by a word of its name a column gets synonyms, adjectives and a better direction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wayframe.schema.records import Direction


class Concept(NamedTuple):
    """Columns with one of these words in their name; what else they are called, and how one compares by them."""

    heads: tuple[str, ...]
    better: Direction = ""
    words: tuple[str, ...] = ()
    less: tuple[str, ...] = ()
    more: tuple[str, ...] = ()


def _concept(heads: str, better: Direction = "", words: str = "", less: str = "", more: str = "") -> Concept:
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


_FEATURES = """
    wifi: wi-fi, wireless, internet, internet access, wlan
    parking: car park, garage, parking space, somewhere to park, place to park
    breakfast: breakfast included, free breakfast, bed and breakfast
    gym: fitness, fitness centre, fitness center, fitness room, workout room
    pool: swimming pool, somewhere to swim
    spa: sauna, wellness
    pets: pets allowed, pet friendly, pet-friendly, dogs, dog friendly, cats, animals, bring my dog, bring my cat
    dogs: dog friendly, dog-friendly, pets, bring my dog
    balcony: terrace
    garden: yard, backyard
    lift: elevator
    elevator: lift
    dishwasher: dish washer
    furnished: furniture, with furniture
    terrace: outdoor seating, outdoor seats, outside seating, sit outside, patio
    outdoor: outside, outdoors, open air
    vegetarian: veggie, meatless
    vegan: plant based, plant-based
    delivery: delivers, home delivery
    takeaway: take-out, takeout, to go
    reservations: reservation, book a table, reserve a table
    touchscreen: touch screen, touch
    backlit: backlit keyboard, backlight
    webcam: camera
    remote: work from home, from home, home office
    electric: electrically powered, e-bike
    accessible: wheelchair, wheelchair accessible, step-free, step free
    wheelchair: wheelchair accessible, accessible, step-free
    smoking: smoke, smokers
    aircon: air conditioning, air conditioner, ac, air con
    heating: heated
    waterproof: water resistant, water-resistant, waterproofed
    bluetooth: wireless
    kosher: kosher food
    halal: halal food
    gluten: gluten free, gluten-free, without gluten
"""
FEATURES: dict[str, tuple[str, ...]] = {
    head.strip(): tuple(word.strip() for word in words.split(","))
    for head, _, words in (line.partition(":") for line in _FEATURES.strip().splitlines())
}
"""What people call a feature, by a word of the column's name."""

CONTRARIES = {
    "furnished": ("unfurnished",), "remote": ("on site", "on-site", "in the office", "in office"),
    "new": ("used", "second-hand", "second hand", "pre-owned"), "used": ("new", "brand new"),
    "indoor": ("outdoor", "outside"), "outdoor": ("indoor", "inside"), "smoking": ("non-smoking", "smoke free"),
    "refundable": ("non-refundable", "nonrefundable"), "alcoholic": ("non-alcoholic", "alcohol free", "alcohol-free"),
    "electric": ("manual", "without a motor"),
}  # fmt: skip
"""Words that say that a feature isn't there."""

# What comes from a country is called otherwise than it.
DEMONYMS = {
    "france": ("French",), "italy": ("Italian",), "spain": ("Spanish",), "portugal": ("Portuguese",),
    "germany": ("German",), "austria": ("Austrian",), "greece": ("Greek",), "switzerland": ("Swiss",),
    "netherlands": ("Dutch",), "belgium": ("Belgian",), "united kingdom": ("British", "English"),
    "uk": ("British", "English"), "england": ("English",), "ireland": ("Irish",), "usa": ("American",),
    "united states": ("American",), "us": ("American",), "canada": ("Canadian",), "mexico": ("Mexican",),
    "argentina": ("Argentinian", "Argentine"), "chile": ("Chilean",), "brazil": ("Brazilian",),
    "australia": ("Australian",), "new zealand": ("Kiwi",), "south africa": ("South African",),
    "japan": ("Japanese",), "china": ("Chinese",), "india": ("Indian",), "korea": ("Korean",),
    "south korea": ("Korean",), "thailand": ("Thai",), "vietnam": ("Vietnamese",), "turkey": ("Turkish",),
    "sweden": ("Swedish",), "norway": ("Norwegian",), "denmark": ("Danish",), "finland": ("Finnish",),
    "poland": ("Polish",), "hungary": ("Hungarian",),
}  # fmt: skip
"""Adjectives of countries, by the country in lower case."""
