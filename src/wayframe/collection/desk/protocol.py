"""The interface of every search desk, and what a page shows of its form and its searches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Literal, NamedTuple, Protocol

from rapidfuzz import process

from wayframe.collection.records import AnySearch
from wayframe.dialogue import Turn

RESULTS = 10
"""Results that a wizard sees (paper section 3.3)."""

SUGGESTIONS = 3
"""Ways to relax a query that are shown."""

_ALIKE = 75  # of 100: names that a misspelling may mean
LONGEST = 100
"""Characters of a field."""

ANY_TEXT: Mapping[str, object] = {"maxlength": LONGEST}
ANY_NUMBER: Mapping[str, object] = {"step": "any", "inputmode": "decimal"}


class FormField(NamedTuple):
    """A field of the search form: a tick, a list to choose from, or an input of an HTML type with `attributes`.

    `choices` can be chosen, or typed into a text.
    """

    name: str
    title: str
    control: Literal["text", "number", "date", "time", "select", "tick"] = "text"
    attributes: Mapping[str, object] = {}
    choices: tuple[str, ...] = ()
    wide: bool = False
    aside: str = ""  # for screen readers


class SearchForm(NamedTuple):
    """The search form; the days that are typed belong to `year`, if the catalogue plays in one."""

    fields: tuple[FormField, ...]
    introduction: str = ""
    year: int | None = None


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


class SearchDesk(Protocol):
    """Searches of a catalogue for wizards. The searches that it makes have no number yet, and belong to no dialogue."""

    @property
    def form(self) -> SearchForm:
        """The search form."""
        ...

    def query(self, form: Mapping[str, str]) -> Any:
        """Return the query of a form that was filled in. Raises `InputError` naming the field that can't be read."""
        ...

    def look(self, query: Any, drawn: bool, seed: str) -> AnySearch:
        """Return a search with what it shows: at most ten results, else suggestions if they were drawn.

        Same arguments, same answer. Raises `InputError` where the query makes no sense.
        """
        ...

    def of_agent(self, turn: Turn) -> tuple[AnySearch, ...]:
        """Return the agent's searches in a turn as those of a wizard."""
        ...

    def filled(self, query: Any) -> dict[str, Any]:
        """Return what the form's fields hold for a query; constraints that the form has no field for are left out."""
        ...

    def said(self, query: Any) -> str:
        """Return a query in words."""
        ...

    def shown(self, found: AnySearch) -> ShownSearch:
        """Return a search as the page shows it."""
        ...


def draw_suggestions(share: float, seed: str) -> bool:
    """Decide by chance whether suggestions are shown where nothing is found. Same arguments, same answer."""
    return Random(seed).random() < share


def meant(name: str, names: Sequence[str], folded: Callable[[str], str]) -> str | None:
    """Return the one of some names that a misspelt one may mean; `folded` takes away what doesn't count."""
    found = process.extractOne(name, names, processor=folded, score_cutoff=_ALIKE)
    return str(found[0]) if found else None
