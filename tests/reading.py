"""Turns as data: what people say, in which situation, and what it means in the notation of meaning."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from datetime import date
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from wayframe.agent import embedded_reader
from wayframe.meaning.notation import parse, show
from wayframe.meaning.records import Wish
from wayframe.packages import default_catalogue
from wayframe.packages.source import TripsSource
from wayframe.reader import ReaderContext
from wayframe.reader.reader import EmbeddedReader
from wayframe.reader.spans import Span
from wayframe.schema import Schema, trips
from wayframe.sources.protocol import Source
from wayframe.sources.tables import opened

FOLDER = Path(__file__).parent
EXAMPLES = FOLDER.parent / "examples"
TABLES = {
    "cars": FOLDER / "reader" / "cars.csv",
    "laptops": EXAMPLES / "laptops.csv",
    "restaurants": EXAMPLES / "restaurants.csv",
}
TODAY = date(2016, 8, 1)


class Scene(Struct, frozen=True, forbid_unknown_fields=True):
    """A situation: the catalogue, what was offered and asked, which wishes hold, how many bookings stand."""

    catalogue: str
    options: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    wishes: str = ""
    confirming: bool = False
    booked: int = 0

    def context(self) -> ReaderContext:
        """Return what a reader is told of it."""
        wishes = parse_wishes(self.wishes)
        options = {name: number for number, name in enumerate(self.options, 2)}
        booked = tuple(options.values())[: self.booked] or tuple(range(self.booked))
        return ReaderContext(TODAY, self.asked, options, wishes, bool(options), self.confirming, booked)


def parse_wishes(noted: str) -> list[Wish]:
    """Return the wishes of a notation."""
    return [move for move in parse(noted) if isinstance(move, Wish)]


class TurnExample(Struct, frozen=True, forbid_unknown_fields=True):
    """A text said in a scene, what it means, and whether the reader is known to read it wrongly."""

    text: str
    meaning: str
    scene: str = "open"
    fails: bool = False


class Examples(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of examples."""

    scenes: dict[str, Scene]
    turn: tuple[TurnExample, ...]


@cache
def examples() -> Examples:
    """Return the examples of `tests/reader/turns.toml`."""
    text = (FOLDER / "reader" / "turns.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Examples)


@cache
def source(catalogue: str) -> Source:
    """Return a catalogue by its name: `trips`, or one of the tables."""
    if catalogue == "trips":
        return TripsSource(default_catalogue())
    return opened(str(TABLES[catalogue]), today=TODAY)


@cache
def reader(catalogue: str) -> EmbeddedReader:
    """Return the reader of a catalogue."""
    return embedded_reader(source(catalogue))


def read(text: str, scene: str = "open") -> str:
    """Return the meaning of a text in a scene, noted."""
    return read_in(text, examples().scenes[scene])


def read_in(text: str, scene: Scene) -> str:
    """Return the meaning of a text in a situation of one's own, noted, as the rules read it."""
    return show(reader(scene.catalogue).read_by_rules(text, scene.context()).all())


def spans_of(text: str, catalogue: str = "trips") -> list[Span]:
    """Return the spans of a text in an open situation."""
    return reader(catalogue).cut(text, Scene(catalogue).context())


def same(said: str) -> str:
    """Return a meaning as the notation itself writes it."""
    return show(parse(said))


Cut = Callable[[str], list[Span]]
TRIPS: Schema = trips()
