"""What conversations are about, as far as agent and faces have to know it: what slots are called, how values are
written, what is behind an offer. Trips are one domain (`TRAVEL`), each table another (`wayframe.tables`).
"""

from __future__ import annotations

from wayframe.domain.protocol import Domain, Facts, OfferCard, Welcome
from wayframe.domain.trips import TRAVEL, Trips

__all__ = ["TRAVEL", "Domain", "Facts", "OfferCard", "Trips", "Welcome"]
