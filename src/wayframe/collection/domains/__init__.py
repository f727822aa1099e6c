"""The domains of studies: trips, or any table; all that a study does otherwise over the one than over the other."""

from __future__ import annotations

from wayframe.collection.domains.protocol import StudyDomain
from wayframe.collection.domains.tables import TableStudyDomain
from wayframe.collection.domains.trips import TripsStudyDomain
from wayframe.collection.study import StudySettings
from wayframe.packages import Catalogue
from wayframe.sources.tables import TableSource

__all__ = ["StudyDomain", "TableStudyDomain", "TripsStudyDomain", "study_domain"]


def study_domain(study: StudySettings, catalogue: Catalogue | TableSource) -> StudyDomain:
    """Return the domain of a study over a catalogue."""
    if isinstance(catalogue, Catalogue):
        return TripsStudyDomain(study, catalogue)
    return TableStudyDomain(study, catalogue)
