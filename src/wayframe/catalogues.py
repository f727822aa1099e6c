"""Which catalogue an address means, and the agent that speaks about it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from wayframe.agent import Agent, embedded_reader
from wayframe.conversation import Clock
from wayframe.packages import Catalogue
from wayframe.packages.source import TripsSource
from wayframe.packages.source import lexicon as trips_lexicon
from wayframe.reader import Reader
from wayframe.sources.protocol import Source
from wayframe.sources.tables import live as live_table
from wayframe.sources.tables import opened as open_table
from wayframe.sources.tables import reading
from wayframe.values import Gazetteer, Lexicon

if TYPE_CHECKING:
    from wayframe.llm import Client


def is_trips(address: str) -> bool:
    """Return whether an address is that of a catalogue of trips, which is a file of its own kind."""
    return not (reading.is_table(address) or _is_kb(address))


def opened(address: str, *, today: date | None = None) -> Catalogue | Source:
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


def live(address: str, *, today: date | None = None) -> Catalogue | Source:
    """Return the catalogue at a path or URL as `opened` does, but a table that is read again whenever it changes."""
    if reading.is_table(address):
        return live_table(address, today=today or date.today())
    return opened(address, today=today)


def source_of(catalogue: Catalogue | Source, today: date | None = None) -> Source:
    """Return a catalogue as the engine asks it; `today` is the day from which dates count."""
    return TripsSource(catalogue, today=today) if isinstance(catalogue, Catalogue) else catalogue


def open_source(address: str, *, today: date | None = None) -> Source:
    """Return the source at a path or URL: see `opened`, `source_of`."""
    return source_of(opened(address, today=today), today)


def agent_over(
    catalogue: Catalogue | Source,
    *,
    today: date | None = None,
    seed: int = 0,
    clock: Clock | None = None,
    llm: Client | None = None,
) -> Agent:
    """Return the agent over a catalogue; with a language model this reads, words, does both, or acts through tools.

    What read and worded a turn is then in the exchange's notes.
    """
    source = source_of(catalogue, today)
    make_reader: Callable[[Source], Reader] = embedded_reader
    reword = None
    if llm is not None:
        from wayframe.llm import LLMWording, ToolAgent

        if llm.endpoint.role == "tools":
            return ToolAgent(source, llm, today=today, seed=seed, clock=clock)
        if llm.endpoint.understands:
            make_reader = partial(_read_by, llm)
        if llm.endpoint.words:
            reword = LLMWording(llm, lexicon_of(source), today or source.today, source.schema)
    return Agent(source, make_reader=make_reader, reword=reword, today=today, seed=seed, clock=clock)


def _read_by(llm: Client, source: Source) -> Reader:
    """Return the reader that asks a language model."""
    from wayframe.llm import LLMReader

    return LLMReader(llm, embedded_reader(source))


class DailyAgent:
    """The agent over a table as it is today: made anew on another day, from which its dates count then.

    Safe for several threads.
    """

    def __init__(self, made: Callable[[date], Agent], today: Callable[[], date] = date.today) -> None:
        """`made` gives the agent of a day."""
        self._made, self._today, self._lock = made, today, threading.Lock()
        self._day = today()
        self._agent = made(self._day)

    def __call__(self) -> Agent:
        """Return the agent of today. Raises `InputError` where its catalogue can't be opened any more."""
        with self._lock:
            today = self._today()
            if today != self._day:
                self._agent, self._day = self._made(today), today
            return self._agent


def daily_agent(
    address: str, *, seed: int = 0, clock: Clock | None = None, llm: Client | None = None
) -> Callable[[], Agent]:
    """Return what gives the agent over the catalogue at an address as it is today; trips have days of their own."""
    if not is_trips(address):
        return DailyAgent(lambda day: agent_over(live(address, today=day), seed=seed, clock=clock, llm=llm))
    agent = agent_over(opened(address), seed=seed, clock=clock, llm=llm)
    return lambda: agent


def lexicon_of(source: Source) -> Lexicon:
    """Return the names of places and items that text over a source may hold."""
    if isinstance(source, TripsSource):
        return trips_lexicon(source.catalogue)
    places = [name for slot in source.schema.of_kind("place") for name in source.names(slot.name)]
    return Lexicon(Gazetteer(places), Gazetteer(source.names(source.schema.name)))


def _is_kb(address: str) -> bool:
    path, _, line = address.rpartition("#")
    return bool(path) and line.isdecimal() and "://" not in address
