"""Which catalogue an address means, and the agent that speaks about it."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from wayframe.agent import Agent, embedded_reader
from wayframe.conversation import Clock
from wayframe.packages import Catalogue
from wayframe.packages.source import TripsSource
from wayframe.packages.source import lexicon as trips_lexicon
from wayframe.reader import Reader
from wayframe.sources.protocol import Source
from wayframe.sources.tables import TableSource, reading
from wayframe.sources.tables import opened as open_table
from wayframe.values import Gazetteer, Lexicon

if TYPE_CHECKING:
    from wayframe.llm import Client


def is_trips(address: str) -> bool:
    """Return whether an address is that of a catalogue of trips, which is a file of its own kind."""
    return not (reading.is_table(address) or _is_kb(address))


def opened(address: str, *, today: date | None = None) -> Catalogue | TableSource:
    """Return the catalogue at a path or URL: of trips, of any table, or a knowledge base's flights.

    `today` is the day from which a table's dates count; trips have their own. Raises `InputError`.
    """
    if is_trips(address):
        return Catalogue(Path(address))
    day = today or date.today()
    if reading.is_table(address):
        return open_table(address, today=day)
    from wayframe.airdialogue import source

    return source.opened(address, today=day)


def source_of(catalogue: Catalogue | TableSource, today: date | None = None) -> Source:
    """Return a catalogue as the engine asks it; `today` is the day from which dates count."""
    return TripsSource(catalogue, today=today) if isinstance(catalogue, Catalogue) else catalogue


def open_source(address: str, *, today: date | None = None) -> Source:
    """Return the source at a path or URL: see `opened`, `source_of`."""
    return source_of(opened(address, today=today), today)


def agent_over(
    catalogue: Catalogue | TableSource,
    *,
    today: date | None = None,
    seed: int = 0,
    clock: Clock | None = None,
    llm: Client | None = None,
) -> Agent:
    """Return the agent over a catalogue; with a language model this reads, words or both.

    What read and worded a turn is then in the exchange's notes.
    """
    source = source_of(catalogue, today)
    reader: Reader = embedded_reader(source)
    reword = None
    if llm is not None:
        from wayframe.llm import LLMReader, LLMWording

        if llm.endpoint.understands:
            reader = LLMReader(llm, embedded_reader(source))
        if llm.endpoint.words:
            reword = LLMWording(llm, lexicon_of(source), today or source.today)
    return Agent(source, reader=reader, reword=reword, today=today, seed=seed, clock=clock)


def lexicon_of(source: Source) -> Lexicon:
    """Return the names of places and items that text over a source may hold."""
    if isinstance(source, TripsSource):
        return trips_lexicon(source.catalogue)
    places = [name for slot in source.schema.of_kind("place") for name in source.names(slot.name)]
    return Lexicon(Gazetteer(places), Gazetteer(source.names(source.schema.name)))


def _is_kb(address: str) -> bool:
    path, _, line = address.rpartition("#")
    return bool(path) and line.isdecimal() and "://" not in address
