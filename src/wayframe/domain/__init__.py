"""What conversations are about, as far as agent and faces have to know it: what slots are called, how values are
written, what is behind an offer. Trips are one domain (`TRAVEL`), each table another (`TableDomain`).
"""

from __future__ import annotations

from wayframe.domain.protocol import Domain, Facts, OfferCard, Welcome
from wayframe.domain.tables import TableDomain, table_welcome
from wayframe.domain.trips import TRAVEL, Trips, trips_welcome

__all__ = [
    "TRAVEL",
    "Domain",
    "Facts",
    "OfferCard",
    "TableDomain",
    "Trips",
    "Welcome",
    "table_welcome",
    "trips_welcome",
]
