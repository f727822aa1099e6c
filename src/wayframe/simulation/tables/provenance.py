"""Faithfulness over any table: each value of a reply must come from somewhere, and its text must add nothing.

A value comes from somewhere if it is in an option or in a row that the turn's searches returned; if it stands in the
user's own words, or in a frame as the user left it, which is the memory; if it is a sum, a difference or a share of the
options that its act reads; the count of a search of the turn; or a value of the slot in the whole catalogue, where the
act is about no option.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import msgspec

from wayframe.conversation import Exchange
from wayframe.dialogue import Act, Arg
from wayframe.faithfulness import beyond, told, without_quotes
from wayframe.meaning.records import Value
from wayframe.simulation.tables.values import figures, same_value
from wayframe.sources.constraints import order
from wayframe.sources.protocol import Item, Query, Source
from wayframe.sources.tables.source import Searches

MOST_PARTS = 61
"""People or nights that an amount may be divided by."""


def unfaithful(exchange: Exchange, source: Source) -> list[str]:
    """Return the values of the agent's turn that come from nowhere; empty where all is well."""
    known, words = _TableEvidence(exchange, source), _words(source)
    acts, found = exchange.wizard.acts, list[str]()
    for act in acts:
        found += [f"{arg.key}={arg.value}" for arg in told(act) if not known.has(act, arg)]
    for word in beyond(without_quotes(exchange.wizard.text, exchange.user.text), acts):
        if word.casefold().strip(".,") not in words:
            found.append(f"{word!r} in the text")
    return found


class _TableEvidence:
    """Everything that the agent may speak of in a turn."""

    def __init__(self, exchange: Exchange, source: Source) -> None:
        self.source, self.schema = source, source.schema
        offers = exchange.after.offers
        self.items = {frame: source.item(row) for frame, row in offers.items()}
        searches = _searches(exchange)
        self.rows = list[Item]()
        for rows in searches.result:
            self.rows += map(source.item, rows)
        self.totals = searches.found
        turns = (*exchange.before.turns, exchange.user)
        users = " ".join(turn.text for turn in turns if turn.author == "user")
        self.frames = exchange.user.frames
        self.users_words = users.casefold()
        self.users_figures = set(figures(users))

    def has(self, act: Act, arg: Arg) -> bool:
        """Return whether a value of an act comes from somewhere."""
        if arg.key == "count":
            return self._is_count(arg)
        if self._is_users(arg) or self._is_worked_out(act, arg):
            return True
        options = self._about(act)
        if options and arg in act.slots:
            return _in_items(arg, options)
        return _in_items(arg, [*self.items.values(), *self.rows]) or self._exists(arg)

    def _about(self, act: Act) -> list[Item]:
        """Return the options that an act says something of: a fact holds for its own option alone."""
        frames = [ref.frame for ref in act.refs("write")]
        if act.id is not None:
            frames.append(act.id)
        return [self.items[frame] for frame in frames if frame in self.items]

    def _is_users(self, arg: Arg) -> bool:
        """Return whether the user has said a value, or a number that it has, or is taken to have said it."""
        said = str(arg.value).casefold()
        numbers = set(figures(said))
        if said in self.users_words or (numbers and numbers <= self.users_figures):
            return True
        for frame in self.frames:
            for value in frame.info.get(arg.key, ()):
                held = str(value.val).casefold()
                if said.startswith(held) or held.startswith(said):
                    return True
        return False

    def _is_worked_out(self, act: Act, arg: Arg) -> bool:
        """Return whether it is a sum, a difference or a share of the options that its act reads."""
        numbers = figures(str(arg.value))
        read = [ref.frame for ref in act.refs("read") if ref.frame in self.items]
        if not numbers or not read:
            return False
        measured = [_measure(self.items[frame].values.get(arg.key)) for frame in read]
        return any(abs(numbers[0] - each) < 0.006 for each in _worked_out(measured))

    def _is_count(self, arg: Arg) -> bool:
        """Return whether it is how many a search of the turn found."""
        numbers = figures(str(arg.value))
        return bool(numbers) and (not self.totals or numbers[0] in self.totals)

    def _exists(self, arg: Arg) -> bool:
        """Return whether the catalogue has a value at all, as a list of its values tells it."""
        if self.schema.slot(arg.key) is None:
            return False
        values = [value for value, _ in self.source.distinct(Query(), arg.key, 1_000_000)]
        return any(same_value(arg.value, value) for value in values)


def _in_items(arg: Arg, items: Iterable[Item]) -> bool:
    """Return whether a value is what one of the items has."""
    return any(arg.key in item.values and same_value(arg.value, item.values[arg.key]) for item in items)


def _searches(exchange: Exchange) -> Searches:
    """Return the searches of the agent's turn."""
    recorded = exchange.wizard.db_json
    return msgspec.json.decode(recorded, type=Searches) if isinstance(recorded, msgspec.Raw) else Searches()


def _measure(value: Value | None) -> float:
    """Return the number of a value; 0 where it has none."""
    return order(value) or 0.0


def _worked_out(numbers: Sequence[float]) -> Iterator[float]:
    """Yield the sum, the differences and the equal shares of numbers."""
    if not numbers:
        return
    yield sum(numbers)
    for first, second in combinations(numbers, 2):
        yield abs(first - second)
    for parts in range(2, MOST_PARTS):
        yield numbers[0] / parts


def _words(source: Source) -> frozenset[str]:
    """Return the words of the schema that may have capitals, and figures: "RAM", "GB"."""
    texts = [source.schema.item, source.schema.items]
    for slot in source.schema.slots:
        texts += [slot.label, slot.unit, *slot.nouns, *slot.less, *slot.more, *slot.true, *slot.false]
    return frozenset(" ".join(texts).casefold().split())
