"""What an agent takes a customer to want, from what it has heard; how sure it is, and what fits."""

from __future__ import annotations

from functools import cache
from typing import Generic, NamedTuple, TypeVar

from wayframe.airdialogue.players.guessing import close
from wayframe.airdialogue.players.reading import Day, Heard, Place, Wish
from wayframe.airdialogue.players.vocabulary import AIRPORTS, Role
from wayframe.airdialogue.records import AIRLINES, MONTHS, Flight, Goal, KnowledgeBase, Month, window

T = TypeVar("T", Place, Day)
V = TypeVar("V")
ROLES: tuple[Role, Role] = ("departure", "return")


class Held(NamedTuple, Generic[V]):
    """A value that an agent holds to be wanted."""

    value: V
    sure: bool


class Belief:
    """All that an agent knows of its customer. It changes with what is heard and with nothing else."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._flights = kb.kb
        self.goal: Held[Goal] | None = None
        self.name: Held[str] | None = None
        self.places = dict[Role, Held[str]]()
        self.days = dict[Role, Held[tuple[Month, int]]]()
        self.wishes = dict[str, Wish]()
        self._cheapest: Flight | None = None
        self._searched = False

    def hear(self, heard: Heard, asked: str) -> bool:
        """Take in what was said in answer to `asked`; whether it changed anything."""
        before = self._all()
        if heard.goal and (self.goal is None or not self.goal.sure or asked in ("goal", "offer", "repeat", "confirm")):
            self.goal = Held(heard.goal, heard.sure)
        self._hear_name(heard, asked)
        for place, role in _in_roles(heard.places, asked == "places" and tuple(self.places) == ("departure",)):
            self._hear_place(place, role)
        for day, role in _in_roles(heard.days, asked == "days" and tuple(self.days) == ("departure",)):
            self._hear_day(day, role)
        for key, wish in heard.wishes.items():
            if key != "departure_time" or wish.sure or key not in self.wishes:
                self.wishes[key] = wish
        changed = self._all() != before
        if changed:
            self._cheapest, self._searched = None, False
        return changed

    @property
    def doubts(self) -> bool:
        """Whether anything that was heard may have been meant otherwise."""
        held = (self.goal, self.name, *self.places.values(), *self.days.values())
        return any(each and not each.sure for each in held) or any(not wish.sure for wish in self.wishes.values())

    def sure(self) -> None:
        """Doubt nothing any more: the customer said that it is so."""
        self.goal = self.goal and self.goal._replace(sure=True)
        self.name = self.name and self.name._replace(sure=True)
        self.places = {role: held._replace(sure=True) for role, held in self.places.items()}
        self.days = {role: held._replace(sure=True) for role, held in self.days.items()}
        self.wishes = {key: wish._replace(sure=True) for key, wish in self.wishes.items()}

    def cheapest(self) -> Flight | None:
        """The cheapest flight that is all that is known to be wanted; the first of several."""
        if not self._searched and len(self.places) == len(self.days) == 2:
            fitting = [flight for flight in self._flights if self._fits(flight)]
            self._cheapest, self._searched = min(fitting, key=_price) if fitting else None, True
        return self._cheapest

    def _fits(self, flight: Flight) -> bool:
        places, days = self.places, self.days
        return (
            flight.departure_airport == places["departure"].value
            and flight.return_airport == places["return"].value
            and (flight.departure_month, int(flight.departure_day)) == days["departure"].value
            and (flight.return_month, int(flight.return_day)) == days["return"].value
            and all(_granted(flight, key, wish.value) for key, wish in self.wishes.items())
        )

    def _all(self) -> tuple[object, ...]:
        return self.goal, self.name, dict(self.places), dict(self.days), dict(self.wishes)

    def _hear_name(self, heard: Heard, asked: str) -> None:
        name = heard.name
        if name and " " not in name and (asked != "name" or self.name):
            name = None
        if name is None and asked in ("name", "all", "repeat", "confirm", "wrong"):
            runs = [run for run in heard.runs if asked == "name" or " " in run]
            name = max(runs, key=len) if runs else None
        if name:
            self.name = Held(name, all(word in _known_names() for word in name.split()) and " " in name)

    def _hear_place(self, place: Place, role: Role) -> None:
        """Of a city's airports those count that a flight here goes to; one that none does may be a slip."""
        here = sorted({flight.departure_airport for flight in self._flights})
        here += sorted({flight.return_airport for flight in self._flights} - set(here))
        known = [code for code in place.codes if code in here]
        if len(known) == 1:
            self.places[role] = Held(known[0], place.sure)
        elif known:
            self.places[role] = Held(known[0], sure=False)
        else:
            self.places[role] = Held(_nearest(place.codes[0], here), sure=False)

    def _hear_day(self, day: Day, role: Role) -> None:
        months = {(flight.departure_month, int(flight.departure_day)) for flight in self._flights}
        if role == "return":
            months = {(flight.return_month, int(flight.return_day)) for flight in self._flights}
        month = day.month or self._month_of(day.day, role)
        if month is None:
            return
        value: tuple[Month, int] = month, day.day
        if day.turned and value not in months and day.turned in months:
            value = day.turned
        doubtful = value not in months or (day.turned is not None and day.turned in months and value != day.turned)
        self.days[role] = Held(value, day.sure and not doubtful)

    def _month_of(self, day: int, role: Role) -> Month | None:
        """The month of a day that was named by its number: that of the other day, or for a return the next one."""
        other = self.days.get("departure" if role == "return" else "return")
        if other is None:
            return None
        month, number = other.value
        if role == "return" and day < number:
            return MONTHS[(MONTHS.index(month) + 1) % 12]
        return month


def _in_roles(said: tuple[T, ...], second: bool) -> list[tuple[T, Role]]:
    """What was said of both ends; what is of neither is the first, or the second where the first is known or said."""
    found = list[tuple[T, Role]]()
    for number, each in enumerate(said):
        later = second or (number > 0 and found[0][1] == "departure")
        found.append((each, each.role or ("return" if later else "departure")))
    return found


def _granted(flight: Flight, key: str, value: str | int) -> bool:
    if key == "max_price":
        return flight.price <= int(value)
    if key == "max_connections":
        return flight.num_connections <= int(value)
    if key == "class":
        return flight.flight_class == value
    if key == "airline_preference":
        return AIRLINES.get(flight.airline) == value
    return window(flight.departure_time_num if key == "departure_time" else flight.return_time_num) == value


def _price(flight: Flight) -> int:
    return flight.price


def _nearest(code: str, here: list[str]) -> str:
    """The one airport of these that is one slip away, else the code as it is."""
    near = [each for each in here if close(code, each)]
    return near[0] if len(near) == 1 and code not in AIRPORTS else code


@cache
def _known_names() -> frozenset[str]:
    from wayframe.airdialogue.contexts.names import own

    return frozenset((*own().first, *own().last))
