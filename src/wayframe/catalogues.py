"""Which catalogue an address means, and the agent that speaks about it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from wayframe import tables
from wayframe.agent import Agent, Clock, lexicon
from wayframe.errors import InputError
from wayframe.llm import LLMNLG, LLMNLU, Client
from wayframe.nlg import NLG, TemplateNLG
from wayframe.nlu import models
from wayframe.packages import Catalogue
from wayframe.sources.protocol import Source
from wayframe.sources.tables import opened as table_source
from wayframe.sources.trips import TripsSource
from wayframe.tables import Table
from wayframe.tracking import Lasting, usual


def is_trips(where: str) -> bool:
    """Whether an address is that of a catalogue of trips, which is a file of its own kind."""
    return not (tables.is_table(where) or _is_kb(where))


def opened(where: str, *, today: date | None = None) -> Catalogue | Table:
    """The catalogue at a path or URL: of trips, of any table, or a knowledge base's flights. Raises `InputError`.

    `today` is the day from which a table's dates count; trips have their own.
    """
    if is_trips(where):
        return Catalogue(Path(where))
    day = today or date.today()
    if tables.is_table(where):
        return tables.opened(where, today=day)
    from wayframe.airdialogue import catalogue

    return catalogue.opened(where, today=day)


def open_source(where: str, *, today: date | None = None) -> Source:
    """Return the source at a path or URL: trips, any table, or a knowledge base's flights. Raises `InputError`.

    `today` is the day from which dates count; trips have their own.
    """
    if is_trips(where):
        return TripsSource(Catalogue(Path(where)), today=today)
    day = today or date.today()
    if tables.is_table(where):
        return table_source(where, today=day)
    from wayframe.airdialogue import source

    return source.opened(where, today=day)


def assistant(
    catalogue: Catalogue | Table,
    *,
    today: date | None = None,
    seed: int = 0,
    clock: Clock | None = None,
    llm: Client | None = None,
) -> tuple[Agent, str]:
    """The best agent there is over a catalogue, and what reads for it: over trips the user's own models, if trained.

    With a language model it reads, words or both, before these; what did is then in each exchange's notes, and the name
    is empty. Raises `InputError` where models can't be used.
    """
    if isinstance(catalogue, Table):
        if llm:
            raise InputError("--llm: a language model talks about trips only, not about a table of one's own")
        return Agent(catalogue, today=today, seed=seed, clock=clock), "the table's own words"
    reader, name = models.usual()
    nlg: NLG = TemplateNLG()
    if llm and llm.endpoint.understands:
        reader, name = LLMNLU(llm, reader, name), ""
    if llm and llm.endpoint.words:
        nlg = LLMNLG(llm, nlg, lexicon(catalogue), today or catalogue.today)
    return Agent(catalogue, nlu=reader, tracker=Lasting(usual()), nlg=nlg, today=today, seed=seed, clock=clock), name


def _is_kb(where: str) -> bool:
    path, _, line = where.rpartition("#")
    return bool(path) and line.isdecimal() and "://" not in where
