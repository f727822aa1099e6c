"""Which catalogue an address means, and the agent that speaks about it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from wayframe.agent import Agent, Clock, lexicon
from wayframe.assistant import Assistant, trips_source
from wayframe.errors import InputError
from wayframe.llm import LLMNLG, LLMNLU, Client
from wayframe.nlg import NLG, TemplateNLG
from wayframe.nlu import models
from wayframe.packages import Catalogue
from wayframe.sources.protocol import Source
from wayframe.sources.tables import TableSource, reading
from wayframe.sources.tables import opened as open_table
from wayframe.tracking import Lasting, usual


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
    return trips_source(catalogue, today) if isinstance(catalogue, Catalogue) else catalogue


def open_source(address: str, *, today: date | None = None) -> Source:
    """Return the source at a path or URL: see `opened`, `source_of`."""
    return source_of(opened(address, today=today), today)


def assistant(
    catalogue: Catalogue | TableSource,
    *,
    today: date | None = None,
    seed: int = 0,
    clock: Clock | None = None,
    llm: Client | None = None,
) -> tuple[Agent, str]:
    """Return the agent over a catalogue, and the name of what reads for it (empty: the engine's own reader).

    With a language model it reads, words or both, before the user's own models; what did is then in each exchange's
    notes. Raises `InputError` where models can't be used.
    """
    if llm is None:
        return Assistant(catalogue, source_of(catalogue, today), today=today, seed=seed, clock=clock), ""
    if not isinstance(catalogue, Catalogue):
        raise InputError("--llm: a language model talks about trips only, not about a table of one's own")
    reader, name = models.usual()
    nlg: NLG = TemplateNLG()
    if llm.endpoint.understands:
        reader, name = LLMNLU(llm, reader, name), ""
    if llm.endpoint.words:
        nlg = LLMNLG(llm, nlg, lexicon(catalogue), today or catalogue.today)
    return Agent(catalogue, nlu=reader, tracker=Lasting(usual()), nlg=nlg, today=today, seed=seed, clock=clock), name


def _is_kb(address: str) -> bool:
    path, _, line = address.rpartition("#")
    return bool(path) and line.isdecimal() and "://" not in address
