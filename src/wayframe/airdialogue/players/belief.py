"""Beliefs of an agent about the customer's wishes: their certainty, and the flights that fit."""

from __future__ import annotations

from functools import cache
from typing import Generic, NamedTuple, TypeVar

from wayframe.airdialogue.players.guessing import close
from wayframe.airdialogue.players.reading import DayMention, FlightSentence, PlaceMention, WishMention
from wayframe.airdialogue.players.vocabulary import AIRPORTS, Role
from wayframe.airdialogue.records import AIRLINES, MONTHS, AirFlight, Goal, KnowledgeBase, Month, window

T = TypeVar("T", PlaceMention, DayMention)
V = TypeVar("V")
ROLES: tuple[Role, Role] = ("departure", "return")


class BeliefValue(NamedTuple, Generic[V]):
    """A value that an agent holds to be wanted."""

    value: V
    sure: bool


class CustomerBelief:
    """All that an agent knows of its customer. It changes with what is heard and with nothing else."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._flights = kb.kb
        self.goal: BeliefValue[Goal] | None = None
        self.name: BeliefValue[str] | None = None
        self.places = dict[Role, BeliefValue[str]]()
        self.days = dict[Role, BeliefValue[tuple[Month, int]]]()
        self.wishes = dict[str, WishMention]()
        self._cheapest: AirFlight | None = None
        self._searched = False

    def hear(self, heard: FlightSentence, asked: str) -> bool:
        """Take in what was said in answer to `asked`; whether it changed anything."""
        before = self._all()
        settled = self.goal is not None and self.goal.sure and asked not in ("goal", "offer", "repeat", "confirm")
        if heard.goal and not settled:
            self.goal = BeliefValue(heard.goal, heard.sure)
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
        """Tell whether anything that was heard is uncertain."""
        held = (self.goal, self.name, *self.places.values(), *self.days.values(), *self.wishes.values())
        return any(each is not None and not each.sure for each in held)

    def sure(self) -> None:
        """Doubt nothing any more: the customer said that it is so."""
        self.goal = self.goal and self.goal._replace(sure=True)
        self.name = self.name and self.name._replace(sure=True)
        self.places = {role: held._replace(sure=True) for role, held in self.places.items()}
        self.days = {role: held._replace(sure=True) for role, held in self.days.items()}
        self.wishes = {key: wish._replace(sure=True) for key, wish in self.wishes.items()}

    def cheapest(self) -> AirFlight | None:
        """The cheapest flight that is all that is known to be wanted; the first of several."""
        if not self._searched and len(self.places) == len(self.days) == 2:
            fitting = [flight for flight in self._flights if self._fits(flight)]
            self._cheapest, self._searched = min(fitting, key=_price) if fitting else None, True
        return self._cheapest

    def _fits(self, flight: AirFlight) -> bool:
        out = flight.departure_airport, (flight.departure_month, int(flight.departure_day))
        if out != (self.places["departure"].value, self.days["departure"].value):
            return False
        back = flight.return_airport, (flight.return_month, int(flight.return_day))
        if back != (self.places["return"].value, self.days["return"].value):
            return False
        return all(_granted(flight, key, wish.value) for key, wish in self.wishes.items())

    def _all(self) -> tuple[object, ...]:
        return self.goal, self.name, dict(self.places), dict(self.days), dict(self.wishes)

    def _hear_name(self, heard: FlightSentence, asked: str) -> None:
        name = self._name_in(heard, asked)
        if name:
            words = name.split()
            self.name = BeliefValue(name, " " in name and all(word in _known_names() for word in words))

    def _name_in(self, heard: FlightSentence, asked: str) -> str | None:
        """The name that was introduced, else the longest run of capitals in answer to a question about all."""
        first_answer = asked == "name" and not self.name
        name = heard.name
        if name is not None and (first_answer or " " in name or not name):
            return name
        if asked not in ("name", "all", "repeat", "confirm", "wrong"):
            return None
        runs = [run for run in heard.runs if asked == "name" or " " in run]
        return max(runs, key=len, default=None)

    def _hear_place(self, place: PlaceMention, role: Role) -> None:
        """Of a city's airports those count that a flight here goes to; one that none does may be a slip."""
        here = sorted({flight.departure_airport for flight in self._flights})
        here += sorted({flight.return_airport for flight in self._flights} - set(here))
        known = [code for code in place.codes if code in here]
        if len(known) == 1:
            self.places[role] = BeliefValue(known[0], place.sure)
        elif known:
            self.places[role] = BeliefValue(known[0], sure=False)
        else:
            self.places[role] = BeliefValue(_nearest(place.codes[0], here), sure=False)

    def _hear_day(self, day: DayMention, role: Role) -> None:
        month = day.month or self._month_of(day.day, role)
        if month is None:
            return
        flown = self._days_flown(role)
        value: tuple[Month, int] = month, day.day
        turned = day.turned if day.turned in flown else None
        if value in flown:
            doubtful = turned not in (None, value)
        else:
            doubtful = turned is None
            value = turned or value
        self.days[role] = BeliefValue(value, day.sure and not doubtful)

    def _days_flown(self, role: Role) -> set[tuple[Month, int]]:
        """The days on which flights leave, or come back."""
        if role == "return":
            return {(flight.return_month, int(flight.return_day)) for flight in self._flights}
        return {(flight.departure_month, int(flight.departure_day)) for flight in self._flights}

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
    """Assign roles to what was said of both ends; the first is the origin unless that is known or said."""
    found = list[tuple[T, Role]]()
    for number, each in enumerate(said):
        later = second or (number > 0 and found[0][1] == "departure")
        found.append((each, each.role or ("return" if later else "departure")))
    return found


def _granted(flight: AirFlight, key: str, value: str | int) -> bool:
    if key == "max_price":
        return flight.price <= int(value)
    if key == "max_connections":
        return flight.num_connections <= int(value)
    if key == "class":
        return flight.flight_class == value
    if key == "airline_preference":
        return AIRLINES.get(flight.airline) == value
    return window(flight.departure_time_num if key == "departure_time" else flight.return_time_num) == value


def _price(flight: AirFlight) -> int:
    return flight.price


def _nearest(code: str, here: list[str]) -> str:
    """The one airport of these that is one slip away, else the code as it is."""
    near = [each for each in here if close(code, each)]
    return near[0] if len(near) == 1 and code not in AIRPORTS else code


@cache
def _known_names() -> frozenset[str]:
    from wayframe.airdialogue.contexts.names import own

    return frozenset((*own().first, *own().last))
