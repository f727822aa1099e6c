"""Is each value of a reply in a frame or in a row of that turn?

Two steps, neither of which trusts the agent: each value of its acts must come from somewhere, and the text must say
nothing else (`wayframe.nlg.checking`). A value comes from somewhere if it is

- in a frame as the user left it, in its canonical form or in the user's words: that is the memory;
- the catalogue's name of a place that a frame holds in the user's spelling: Lyon for "Lyn". Where a name may mean
  several, to ask which is meant ("the one in Oregon or the one in Maine?") is to make none of them up;
- in a row that the database returned in this turn, or in the row behind an option: that is the database;
- the number of adults that all searches of this turn were for: whom the prices are for;
- what the user has said of that slot, or means the same ("my wife and I" are 2 adults): a frame that has been left
  since may not hold it, yet to repeat a wish makes nothing up;
- where something is said to be missing, what was searched for, or stands in the user's text: that there is nothing to
  Springfield names a city that no frame and no row can hold;
- a count, if at least as many rows were returned: these are the cheapest of all that fits (`search` has a limit);
- the word "cheapest", if the price beside it is that of the first row of a search of this turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import cached_property

from wayframe.agent import Exchange
from wayframe.dialogue import Arg, Frame, Package, Turn
from wayframe.nlg.checking import FIGURE, beyond, told
from wayframe.packages import facts
from wayframe.packages.facts import day_said
from wayframe.policy.wishes import CITIES
from wayframe.values import Lexicon, canonical, matches, read


def unfaithful(exchange: Exchange, lexicon: Lexicon) -> list[str]:
    """The values of the agent's turn that come from nowhere; empty where all is well.

    `lexicon` holds the names that the catalogue knows (`wayframe.agent.lexicon`).
    """
    known = _Known(exchange, lexicon)
    acts, text = exchange.wizard.acts, exchange.wizard.text
    made_up = [f"{arg.key}={arg.value}" for act in acts for arg in told(act) if not known.has(arg)]
    return made_up + [f"{found!r} in the text" for found in beyond(text, acts)]


# What of the rows a count counts at least.
_COUNTED: dict[str, Callable[[Package], object]] = {
    "count_name": lambda row: row.hotel.name,
    "count_dst_city": lambda row: row.hotel.dst_city,
    "count": lambda row: row,
}


class _Known:
    """What the agent may speak of in a turn."""

    def __init__(self, exchange: Exchange, lexicon: Lexicon) -> None:
        self.frames: Sequence[Frame] = exchange.user.frames
        self.places = lexicon.cities
        self.asked = [arg for act in exchange.wizard.acts if act.name == "confirm" for arg in act.slots]
        self.options = [facts(row) for row in exchange.after.offers.values()]
        self.rows: list[Package] = [row for rows in exchange.wizard.db.result for row in rows]
        users = (turn for turn in (*exchange.before.turns, exchange.user) if turn.author == "user")
        self.text = exchange.user.text.lower()
        self.told = [(a.key, a.value) for turn in users for act in turn.acts for a in told(act)]
        missed = any(act.name == "no_result" for act in exchange.wizard.acts)
        self.sought = _sought(exchange.wizard) if missed else set()
        self.acts, self.results = exchange.wizard.acts, exchange.wizard.db.result
        self.parties = [search.NUM_ADULTS for search in exchange.wizard.db.search]
        self.today = exchange.before.memory.today or date.min

    def has(self, arg: Arg) -> bool:
        """Whether a value comes from somewhere; why each way counts is said above."""
        if arg.key in _COUNTED:
            return self._counted(arg)
        if (arg.key, arg.value) == ("price", "cheapest"):
            return self._cheapest()
        return (
            self._in_rows(arg, self.options)
            or self._in_frames(arg)
            or self._is_place(arg)
            or self._in_rows(arg, self._found)
            or self._is_party(arg)
            or self._as_told(arg)
            or arg.value in self.sought
            or (bool(self.sought) and str(arg.value).lower() in self.text)
        )

    @cached_property
    def _found(self) -> list[dict[str, str | bool]]:
        return [facts(row) for row in self.rows]

    def _in_rows(self, arg: Arg, rows: Sequence[Mapping[str, str | bool]]) -> bool:
        values = (row.get(arg.key) for row in rows)
        return any(value is not None and same(arg.key, arg.value, value) for value in values)

    def _in_frames(self, arg: Arg) -> bool:
        said = arg.value
        return said is not None and any(val == said or matches(arg.key, said, val) for val in self._held(arg.key))

    def _held(self, slot: str) -> list[str | bool | int | float]:
        """What any frame holds for a slot."""
        values = (value.val for frame in self.frames for value in frame.info.get(slot, ()))
        return [val for val in values if isinstance(val, str | bool | int | float)]

    def _is_place(self, arg: Arg) -> bool:
        """Whether it is the name of the place that a frame holds as the user wrote it, or one that is asked about."""
        held = self._held(arg.key) if arg.key in CITIES else []
        meant = [[match.name for match in self.places.candidates(str(val))] for val in held]
        return any(str(arg.value) in names and (len(names) == 1 or arg in self.asked) for names in meant)

    def _is_party(self, arg: Arg) -> bool:
        """Whether prices are said to be for as many adults as all searches of this turn were for."""
        return arg.key == "n_adults" and {canonical(arg.key, arg.value)} == {str(n) for n in self.parties}

    def _as_told(self, arg: Arg) -> bool:
        """Whether the user has said just that, or what means the same: "my wife and I", and it is for 2 adults."""
        meant = read(arg.key, arg.value, today=self.today) if isinstance(arg.value, str) else None
        return any(
            value == arg.value or (meant is not None and isinstance(value, str) and self._meant(slot, value) == meant)
            for slot, value in self.told if slot == arg.key
        )  # fmt: skip

    def _meant(self, slot: str, value: str) -> object:
        return read(slot, value, today=self.today)

    def _counted(self, arg: Arg) -> bool:
        """A count is of all that fits; the rows of the turn are the cheapest of these."""
        number = FIGURE.search(str(arg.value))
        shown = {_COUNTED[arg.key](row) for row in self.rows}
        return number is not None and int(number[0].replace(",", "")) >= len(shown)

    def _cheapest(self) -> bool:
        """Whether the price that is said to be the lowest is that of the first row of a search: they come by price."""
        superlative = Arg("price", "cheapest")
        acts = [act.slots for act in self.acts if superlative in act.slots]
        prices = {arg.value for slots in acts for arg in slots if arg.key == "price" and arg != superlative}
        return prices <= {facts(found[0])["price"] for found in self.results if found}


def same(slot: str, said: object, fact: str | bool) -> bool:
    """Whether what is said is exactly what a row holds, in whatever words: "4 stars" or "4-star" are 4 of category."""
    if isinstance(said, bool) or isinstance(fact, bool) or not isinstance(said, str):
        return said is fact
    return said == fact or canonical(slot, said) == canonical(slot, fact)


def _sought(turn: Turn) -> set[object]:
    """Cities and days that the turn's searches asked for: the right spelling of a wish, the day before another one."""
    searches = turn.db.search
    cities = {city for search in searches for city in (search.ORIGIN_CITY, search.DESTINATION_CITY)}
    times = [time for search in searches for time in (search.START_TIME, search.END_TIME) if isinstance(time, str)]
    return {*cities, *(day_said(datetime.fromtimestamp(int(time) / 1000, UTC).date()) for time in times)}
