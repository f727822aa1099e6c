"""The turns of a talk: what one side says until the other one does, and what the wizard looked for meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import dropwhile, groupby
from typing import NamedTuple

from wayframe.collection.records import AnySearch, ChatMessage, TableSearch, WizardSearch
from wayframe.dialogue import Author, Package, SearchLog
from wayframe.packages import search_record
from wayframe.sources.tables.source import Searches

_MOST = 10  # packages that a result has (paper section 3.4)


class UnlabelledTurn(NamedTuple):
    """A turn before it has labels.

    `timestamp` (milliseconds) is that of its last message; `messages` are the numbers of all. A user's `db` is empty.
    """

    author: Author
    text: str
    timestamp: int
    messages: tuple[int, ...]
    db: SearchLog | Searches = SearchLog()


def turns(messages: Sequence[ChatMessage], searches: Sequence[AnySearch] = ()) -> tuple[UnlabelledTurn, ...]:
    """The turns that messages, in order, make: the user's first, then both in turn.

    Messages of one side that follow each other are one turn, a line each. A wizard's turn has the searches since the
    wizard's turn before; the last one also has what was searched for after it, so that no search is lost. What a wizard
    says before the user has said anything belongs to no turn.
    """
    begun = dropwhile(lambda message: message.author == "wizard", messages)
    sides = [(author, tuple(group)) for author, group in groupby(begun, key=lambda message: message.author)]
    wizards = [group for author, group in sides if author == "wizard"]
    found, rest = list[UnlabelledTurn](), list(searches)
    for author, group in sides:
        made = list[AnySearch]()
        if author == "wizard":
            made = rest if group is wizards[-1] else [each for each in rest if each.after < group[-1].number]
            rest = [each for each in rest if each not in made]
        text, numbers = "\n".join(message.text for message in group), tuple(message.number for message in group)
        found.append(UnlabelledTurn(author, text, group[-1].at, numbers, _database(made)))
    return tuple(found)


def shown(searched: WizardSearch) -> tuple[Package, ...]:
    """The packages that a search showed: what it found, else what was suggested; ten at most, none twice."""
    suggested = (package for suggestion in searched.suggestions for package in suggestion.packages)
    return tuple(dict.fromkeys((*searched.results, *suggested)))[:_MOST]


def _database(searches: Sequence[AnySearch]) -> SearchLog | Searches:
    trips, tables = list[WizardSearch](), list[TableSearch]()
    for each in searches:
        if isinstance(each, TableSearch):
            tables.append(each)
        else:
            trips.append(each)
    if tables:
        found = [(each.asked, each.total, each.results) for each in tables]
        return Searches(*(tuple(column) for column in zip(*found, strict=True)))
    return SearchLog(tuple(search_record(each.query, each.at) for each in trips), tuple(map(shown, trips)))
