"""What conversations are about, as far as agent and faces have to know it: what slots are called, how values are
written, what is behind an offer. Trips are one domain (`TRAVEL`), each table another (`TableDomain`).
"""

from __future__ import annotations

from datetime import date

from wayframe.domain.protocol import Domain, Facts, OfferCard, Welcome
from wayframe.domain.tables import TableDomain, table_welcome
from wayframe.domain.trips import TRAVEL, Trips, trips_welcome
from wayframe.sources.protocol import Source
from wayframe.sources.tables import TableSource
from wayframe.sources.trips import TripsSource

__all__ = [
    "TRAVEL",
    "Domain",
    "Facts",
    "OfferCard",
    "TableDomain",
    "Trips",
    "Welcome",
    "domain_of",
    "welcome",
]


def domain_of(source: Source) -> Domain:
    """Return what faces go by over a source."""
    return TableDomain(source) if isinstance(source, TableSource) else Trips(source.schema)


def welcome(source: Source, today: date) -> Welcome:
    """Return what a face says before anything else was said. Raises `TypeError` for a source of another kind."""
    if isinstance(source, TableSource):
        return table_welcome(source)
    if isinstance(source, TripsSource):
        return trips_welcome(source.catalogue, today)
    raise TypeError(f"no welcome for {type(source).__name__}")
