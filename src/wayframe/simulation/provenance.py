"""Faithfulness: each value of a reply must come from somewhere, and its text must add nothing.

Two steps, neither of which trusts the agent: each value of its acts must come from somewhere, and the text must say
nothing else (`wayframe.faithfulness`). Over trips a value comes from somewhere if it is

- in a frame as the user left it, in its canonical form or in the user's words: that is the memory;
- the catalogue's name of a place that a frame holds in the user's spelling: Lyon for "Lyn". Where a name may mean
  several, to ask which is meant ("the one in Oregon or the one in Maine?") is to make none of them up;
- in a row that the database returned in this turn, or in the row behind an option: that is the database;
- the number of adults that all searches of this turn were for: whom the prices are for;
- what the user has said of that slot, or means the same ("my wife and I" are 2 adults): a frame that has been left
  since may not hold it, yet to repeat a wish makes nothing up;
- where something is said to be missing, what was searched for, or stands in the user's text: that there is nothing to
  Springfield names a city that no frame and no row can hold;
- a sum, difference or equal share of the prices of the options that it was worked out from;
- one of several values of the catalogue for a slot, of places or of a category, told of no option: what there is; so
  are the first and the last day on which one can leave at all;
- asked back, and the turn is understood to say so: whether Calgary was meant;
- quoted in the text from what the user has just said: that “Des” was not understood;
- a count, if no search returned more rows: these are the cheapest of all that fits (`search` has a limit);
- the word "cheapest", if the price beside it is that of the first row of a search of this turn.

Over a table it does if it is in an option or in a row that the turn's searches returned; if it stands in the user's own
words, or in a frame as the user left it; if it is a sum, a difference or a share of the options that its act reads; the
count of a search of the turn, or of a group of the whole catalogue, or a group's mean ("black (18)", "black 30.2 GB");
or a value of the slot in the whole catalogue, where the act is about no option.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from functools import cached_property
from itertools import combinations

import msgspec

from wayframe.conversation import Exchange
from wayframe.dialogue import Act, Arg, Frame, Package, Ref, Turn
from wayframe.faithfulness import FIGURE, beyond, told, without_quotes
from wayframe.meaning import decoded
from wayframe.meaning.records import Days, Text, Value, wishes_in
from wayframe.packages.facts import day_said, facts, values_of
from wayframe.schema import trips
from wayframe.simulation.answers import figures, same_value
from wayframe.sources.constraints import order
from wayframe.sources.protocol import Item, Query, Source, Values
from wayframe.sources.tables.records import Searches
from wayframe.values import Lexicon, canonical, matches, read
from wayframe.values.lexer import lex

MOST_PARTS = 61
"""People or nights that an amount may be divided by."""


def unfaithful_over_table(exchange: Exchange, source: Source) -> list[str]:
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
            return self._is_count(arg) or self._is_count_of_group(act, arg)
        if self._is_mean_of_group(act, arg):
            return True
        if self._is_users(arg) or self._is_worked_out(act, arg):
            return True
        options = self._about(act)
        if options and self._is_of_several(act, arg, options):
            return True
        if options and arg in act.slots:
            return _is_in(arg, [item.values for item in options])
        found = [*self.items.values(), *self.rows]
        return _is_in(arg, [item.values for item in found]) or self._exists(arg)

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

    def _is_of_several(self, act: Act, arg: Arg, options: Sequence[Item]) -> bool:
        """Return whether it is the price of as many of an option as its act counts."""
        counted = [figures(str(each.value)) for each in act.slots if each.key == "count"]
        price = self.schema.price.name if self.schema.price else ""
        if not counted or not counted[0] or arg.key != price:
            return False
        cost = _measure(options[0].values.get(price)) * counted[0][0]
        return any(abs(number - cost) < 0.006 for number in figures(str(arg.value)))

    def _is_count(self, arg: Arg) -> bool:
        """Return whether it is how many a search of the turn found."""
        numbers = figures(str(arg.value))
        return bool(numbers) and (not self.totals or numbers[0] in self.totals)

    def _is_count_of_group(self, act: Act, arg: Arg) -> bool:
        """Return whether it is how many items of the catalogue have the value that the act says beside it."""
        return any(
            same_value(group.value, value) and float(count) in figures(str(arg.value))
            for group in self._groups(act, arg)
            for value, count in self.source.distinct(Query(), group.key, 1_000_000)
        )

    def _is_mean_of_group(self, act: Act, arg: Arg) -> bool:
        """Return whether it is the mean over the items that have the value that the act says beside it."""
        slot = self.schema.slot(arg.key)
        if slot is None or slot.kind not in ("number", "money"):
            return False
        return any(
            mean.group is not None and same_value(group.value, mean.group) and _is_rounded(arg, mean.value)
            for group in self._groups(act, arg)
            for mean in self.source.means(Query(), arg.key, group.key)
        )

    def _groups(self, act: Act, arg: Arg) -> list[Arg]:
        """Return what an act about no option says beside a value: the group that it is of."""
        return [each for each in act.slots if each != arg and self.schema.slot(each.key)] if act.id is None else []

    def _exists(self, arg: Arg) -> bool:
        """Return whether the catalogue has a value at all, as a list of its values tells it."""
        if self.schema.slot(arg.key) is None:
            return False
        values = [value for value, _ in self.source.distinct(Query(), arg.key, 1_000_000)]
        return any(same_value(arg.value, value) for value in values)


def _is_rounded(arg: Arg, value: Value) -> bool:
    """Return whether the first figure that is said is a value, in full or rounded."""
    numbers = figures(str(arg.value))
    return bool(numbers) and any(abs(numbers[0] - round(_measure(value), digits)) < 0.006 for digits in range(3))


def _is_in(arg: Arg, rows: Iterable[Values]) -> bool:
    """Return whether a value is what one of the rows holds."""
    return any(arg.key in row and same_value(arg.value, row[arg.key]) for row in rows)


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


def unfaithful(exchange: Exchange, lexicon: Lexicon, departures: Collection[str] = ()) -> list[str]:
    """The values of the agent's turn that come from nowhere; empty where all is well.

    `lexicon` holds the names that the catalogue knows (`wayframe.agent.lexicon`), `departures` are the first and the
    last day on which one can leave, as they are said.
    """
    known = _TripEvidence(exchange, lexicon, departures)
    acts, text = exchange.wizard.acts, without_quotes(exchange.wizard.text, exchange.user.text)
    made_up = [f"{arg.key}={arg.value}" for act in acts for arg in told(act) if not known.has(arg)]
    return made_up + [f"{found!r} in the text" for found in beyond(text, acts)]


def first_and_last_departure(source: Source) -> frozenset[str]:
    """Return the first and the last day on which one can leave, as they are said; nothing for an empty catalogue."""
    start = source.schema.start
    ends = [source.extreme(Query(), start, "least"), source.extreme(Query(), start, "most")]
    days = [item.values[start] for item in ends if item]
    return frozenset(day_said(day.first) for day in days if isinstance(day, Days))


# What of the rows a count counts at least.
_COUNTED: dict[str, Callable[[Package], object]] = {
    "count_name": lambda row: row.hotel.name,
    "count_dst_city": lambda row: row.hotel.dst_city,
    "count": lambda row: row,
}


class _TripEvidence:
    """Everything that the agent may speak of in a turn."""

    def __init__(self, exchange: Exchange, lexicon: Lexicon, departures: Collection[str]) -> None:
        wizard, before = exchange.wizard, exchange.before
        self.frames: Sequence[Frame] = exchange.user.frames
        self.places, self.departures = lexicon.cities, departures
        self.offers = exchange.after.offers
        self.options = [values_of(row) for row in exchange.after.offers.values()]
        self.acts, self.results = wizard.acts, wizard.db.result
        self.rows = list[Package]()
        for rows in self.results:
            self.rows += rows
        self.parties = {str(search.NUM_ADULTS) for search in wizard.db.search}
        self.today = before.memory.today or date.min
        self.text = exchange.user.text.lower()
        self.told = [(arg.key, arg.value) for turn in (*before.turns, exchange.user) for arg in _users(turn)]
        self.understood = _wished(exchange.user)
        self.asked, self.sought = list[Arg](), set[object]()
        for act in self.acts:
            if act.name == "confirm":
                self.asked += act.slots
            elif act.name == "no_result":
                self.sought = _sought(wizard)
        self.ways = (
            self._in_options, self._in_frames, self._is_place, self._in_found, self._is_party, self._is_worked_out,
            self._as_told, self._was_sought, self._is_asked_back, self._is_listed,
        )  # fmt: skip

    def has(self, arg: Arg) -> bool:
        """Return whether a value comes from somewhere; why each way counts is said above."""
        if arg.key in _COUNTED:
            return self._counted(arg)
        if (arg.key, arg.value) == ("price", "cheapest"):
            return self._cheapest()
        return any(way(arg) for way in self.ways)

    @cached_property
    def _found(self) -> list[dict[str, Value]]:
        """Return the facts of the rows that this turn's searches returned."""
        return [values_of(row) for row in self.rows]

    def _in_options(self, arg: Arg) -> bool:
        """Return whether it is in the row behind an option."""
        return _is_in(arg, self.options)

    def _in_found(self, arg: Arg) -> bool:
        """Return whether it is in a row that this turn's searches returned."""
        return _is_in(arg, self._found)

    def _in_frames(self, arg: Arg) -> bool:
        """Return whether it is in a frame as the user left it."""
        said = arg.value
        if said is None:
            return False
        held = self._held(arg.key)
        return said in held or any(matches(arg.key, said, val) for val in held)

    def _held(self, slot: str) -> list[str | bool | int | float]:
        """Return what any frame holds for a slot."""
        found = list[str | bool | int | float]()
        for frame in self.frames:
            values = [value.val for value in frame.info.get(slot, ())]
            found += [val for val in values if isinstance(val, str | bool | int | float)]
        return found

    def _is_asked_back(self, arg: Arg) -> bool:
        """Return whether the user is asked whether a number or a name was meant that this very turn of theirs says."""
        numbers = set(figures(str(arg.value)))
        said = {token.value for token in lex(self.text)}
        is_said = (arg.key, arg.value) in self.understood or (numbers != set() and numbers <= said)
        return arg in self.asked and is_said

    def _is_listed(self, arg: Arg) -> bool:
        """Return whether it is a value of the catalogue that is told of no option, among others."""
        listed = [act.args[0] for act in self.acts if act.name == "inform" and len(act.args) == 1]
        others = {each.value for each in listed if each.key == arg.key}
        slot = trips().slot(arg.key)
        known: Collection[str] = slot.values if slot else ()
        if arg.key in _CITIES:
            known = self.places.names
        elif arg.key == "str_date":
            known = self.departures
        return arg in listed and len(others) > 1 and arg.value in known

    def _is_place(self, arg: Arg) -> bool:
        """Return whether it is the name of the place that a frame holds as the user wrote it, or one asked about."""
        if arg.key not in _CITIES:
            return False
        for val in self._held(arg.key):
            names = [match.name for match in self.places.candidates(str(val))]
            if names == [str(arg.value)]:
                return True
            if arg in self.asked and str(arg.value) in names:
                return True
        return False

    def _is_party(self, arg: Arg) -> bool:
        """Return whether it is as many adults as all searches of this turn were for, or one who speaks for a child."""
        if arg.key != "n_adults":
            return False
        told = {key for key, _ in self.told}
        alone = canonical(arg.key, arg.value) == "1" and "n_children" in told and "n_adults" not in told
        return alone or {canonical(arg.key, arg.value)} == self.parties

    def _is_worked_out(self, arg: Arg) -> bool:
        """Return whether it is a sum, a difference or an equal share of the prices of the options its act reads."""
        said = canonical("price", str(arg.value))
        prices = self._read_prices(arg)
        if arg.key != "price" or not prices or not isinstance(said, str):
            return False
        figures = [sum(prices), max(prices) - min(prices)]
        if len(prices) == 1:
            figures += [prices[0] / parts for parts in range(2, MOST_PARTS)]
        return f"{float(said):.2f}" in [f"{figure:.2f}" for figure in figures]

    def _read_prices(self, arg: Arg) -> list[float]:
        """Return the prices of the options that an argument's act was worked out from."""
        refs = list[Ref]()
        for act in self.acts:
            if arg in act.slots:
                refs += act.refs("read")
        return [float(self.offers[ref.frame].price) for ref in refs if ref.frame in self.offers]

    def _as_told(self, arg: Arg) -> bool:
        """Return whether the user has said just that, or what means the same: "my wife and I", and it is for two."""
        meant = self._meant(arg.key, arg.value)
        for slot, value in self.told:
            if slot != arg.key and (slot, arg.key) != ("budget", "price"):
                continue
            if value == arg.value:
                return True
            if meant is not None and self._meant(slot, value) == meant:
                return True
        return False

    def _meant(self, slot: str, value: object) -> object:
        """Return the value that a user's words mean; None where they mean none."""
        return read(slot, value, today=self.today) if isinstance(value, str) else None

    def _was_sought(self, arg: Arg) -> bool:
        """Return whether it was searched for in vain, or stands in the user's text where something was."""
        if arg.value in self.sought:
            return True
        return bool(self.sought) and str(arg.value).lower() in self.text

    def _counted(self, arg: Arg) -> bool:
        """Return whether a count is of all that fits; the rows of each search are the cheapest of these.

        A turn may search twice for the same, so rows of different searches aren't counted together.
        """
        number = FIGURE.search(str(arg.value))
        shown = [len({_COUNTED[arg.key](row) for row in rows}) for rows in self.results]
        return number is not None and int(number[0].replace(",", "")) >= max(shown, default=0)

    def _cheapest(self) -> bool:
        """Return whether the price said to be the lowest is that of the first row of a search: they come by price."""
        superlative = Arg("price", "cheapest")
        prices = set[object]()
        for act in self.acts:
            if superlative in act.slots:
                prices |= {arg.value for arg in act.slots if arg.key == "price"}
        firsts = [found[0] for found in self.results if found]
        return prices - {superlative.value} <= {facts(row)["price"] for row in firsts}


_CITIES = ("or_city", "dst_city")


def _users(turn: Turn) -> list[Arg]:
    """Return what a user's turn says; nothing for one of the agent's."""
    found = list[Arg]()
    if turn.author == "user":
        for act in turn.acts:
            found += told(act)
    return found


def _wished(turn: Turn) -> set[tuple[str, object]]:
    """Return the slots and the names that a user's turn wishes for as understood, in a frame yet or not."""
    kept = turn.labels.meaning_json
    wishes = wishes_in(decoded(bytes(kept)).all()) if isinstance(kept, msgspec.Raw) else ()
    return {(wish.slot, value.value) for wish in wishes for value in wish.constraint.values if isinstance(value, Text)}


def _sought(turn: Turn) -> set[object]:
    """Cities and days that the turn's searches asked for: the right spelling of a wish, the day before another one."""
    sought = set[object]()
    for search in turn.db.search:
        sought |= {search.ORIGIN_CITY, search.DESTINATION_CITY}
        for time in (search.START_TIME, search.END_TIME):
            if isinstance(time, str):
                sought.add(day_said(datetime.fromtimestamp(int(time) / 1000, UTC).date()))
    return sought
