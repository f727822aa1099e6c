"""Searches as the desk's page shows them, whatever they are of."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from wayframe.collection.domains import StudyDomain, TableStudyDomain, TripsStudyDomain
from wayframe.collection.records import AnySearch


class OptionPart(NamedTuple):
    """A part of what may be said of an option: what it is, in short, and as a sentence."""

    label: str
    short: str
    words: str


class ShownOption(NamedTuple):
    """A package or row on the desk."""

    title: str
    price: str
    details: str
    price_words: str
    parts: tuple[OptionPart, ...]


class ShownSuggestion(NamedTuple):
    """A suggestion: the constraints that were given up, the options that there are then."""

    relaxed: tuple[str, ...]
    options: tuple[ShownOption, ...]


class ShownSearch(NamedTuple):
    """A search on the desk: the query in words, and what is shown for it.

    `unknown` are names that the catalogue hasn't got, each with the one that may be meant.
    """

    asked: str
    results: tuple[ShownOption, ...]
    suggestions: tuple[ShownSuggestion, ...]
    unknown: tuple[tuple[str, str | None], ...]


class DeskViews(Protocol):
    """The desk's page over a catalogue."""

    def form(self) -> dict[str, Any]:
        """Return what the template of the search form needs; `form` is its name."""
        ...

    def search(self, found: AnySearch) -> ShownSearch:
        """Return a search as the desk shows it."""
        ...

    def asked(self, query: Any) -> str:
        """Return a query in words."""
        ...

    def filled(self, query: Any) -> str:
        """Return a query as JSON: the contents of the form's fields."""
        ...

    def complaint(self, problem: str) -> str:
        """Return a complaint about a field with the words beside it."""
        ...


def desk_views(domain: StudyDomain) -> DeskViews:
    """Return the views of a study's domain."""
    from wayframe.web.collect.table_views import TableDeskViews
    from wayframe.web.collect.trip_views import TripDeskViews

    if isinstance(domain, TableStudyDomain):
        return TableDeskViews(domain.desk)
    assert isinstance(domain, TripsStudyDomain)
    return TripDeskViews(domain.catalogue)
