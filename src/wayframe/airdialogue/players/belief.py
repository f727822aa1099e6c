"""Beliefs of an agent about the customer's wishes: their certainty, and the flights that fit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from wayframe.airdialogue.contexts.distributions import own_names
from wayframe.airdialogue.players.reading import AIRPORTS, DayMention, FlightSentence, PlaceMention, SpokenValue, close
from wayframe.airdialogue.records import MONTHS, AirFlight, Intent, KnowledgeBase, Month
from wayframe.airdialogue.truth import satisfies

T = TypeVar("T", PlaceMention, DayMention)
PLACES, DAYS = ("origin", "destination"), ("out", "back")
ESSENTIAL = ("name", *PLACES, *DAYS)
"""What every customer knows of its journey; wishes beyond that go by their names in the files."""

_ANY_PRICE = 10**9
_ON_THE_WHOLE = ("all", "repeat", "confirm", "wrong")
"""What an agent may have done before the customer tells its name without being asked for it."""


class CustomerBelief:
    """All that an agent knows of its customer, by slot. It changes with what is heard and with nothing else."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._flights = kb.kb
        self._found: tuple[AirFlight | None] | None = None  # what a search has found since something changed
        self.held = dict[str, SpokenValue]()

    def value(self, slot: str) -> Any:
        """The value of a slot; None where it isn't known."""
        return self.held[slot].value if slot in self.held else None

    def of(self, *slots: str) -> list[SpokenValue]:
        """The values of slots that are known."""
        return [self.held[slot] for slot in slots if slot in self.held]

    @property
    def wishes(self) -> dict[str, SpokenValue]:
        """Wishes beyond goal, name, places and days."""
        return {slot: held for slot, held in self.held.items() if slot not in ("goal", *ESSENTIAL)}

    @property
    def journey(self) -> bool:
        """Tell whether both places and both days are known."""
        return len(self.of(*PLACES, *DAYS)) == len(PLACES) + len(DAYS)

    @property
    def doubts(self) -> bool:
        """Tell whether anything that was heard is uncertain."""
        return not all(held.sure for held in self.held.values())

    def sure(self) -> None:
        """Doubt nothing any more: the customer said that it is so."""
        self.held = {slot: held._replace(sure=True) for slot, held in self.held.items()}

    def hear(self, heard: FlightSentence, asked: str) -> bool:
        """Take in what was said in answer to `asked`; whether it changed anything."""
        before, goal = dict(self.held), self.held.get("goal")
        settled = goal is not None and goal.sure and asked not in ("goal", "offer", "repeat", "confirm")
        if heard.goal and not settled:
            self.held["goal"] = heard.goal
        self._hear_name(heard, asked)
        for slot, place in _in_slots(heard.places, PLACES, second=asked == "places" and self._knows_first(PLACES)):
            self.held[slot] = self._place(place)
        for slot, day in _in_slots(heard.days, DAYS, second=asked == "days" and self._knows_first(DAYS)):
            self._hear_day(day, slot)
        for slot, wish in heard.wishes.items():
            if slot != "departure_time" or wish.sure:
                self.held[slot] = wish
            else:
                self.held.setdefault(slot, wish)
        changed = self.held != before
        if changed:
            self._found = None
        return changed

    def cheapest(self) -> AirFlight | None:
        """The cheapest flight that is all that is known to be wanted; the first of several."""
        if not self.journey:
            return None
        if self._found is None:
            wanted = self._intent()
            fitting = (flight for flight in self._flights if satisfies(wanted, flight))
            self._found = (min(fitting, key=attrgetter("price"), default=None),)
        return self._found[0]

    def _intent(self) -> Intent:
        """What is known to be wanted of a flight."""
        out, back = self.value("out"), self.value("back")
        return Intent(
            departure_airport=self.value("origin"),
            return_airport=self.value("destination"),
            departure_month=out[0],
            departure_day=str(out[1]),
            return_month=back[0],
            return_day=str(back[1]),
            name="",
            departure_time=self.value("departure_time"),
            return_time=self.value("return_time"),
            flight_class=self.value("class"),
            max_price=self.value("max_price") or _ANY_PRICE,
            max_connections=self.value("max_connections"),
            airline_preference=self.value("airline_preference"),
            goal="book",
        )

    def _knows_first(self, slots: tuple[str, str]) -> bool:
        """Tell whether of two slots the first alone is known."""
        return slots[0] in self.held and slots[1] not in self.held

    def _hear_name(self, heard: FlightSentence, asked: str) -> None:
        name = self._name_in(heard, asked)
        if name:
            words = name.split()
            self.held["name"] = SpokenValue(name, len(words) > 1 and _known_names().issuperset(words))

    def _name_in(self, heard: FlightSentence, asked: str) -> str | None:
        """The name that was introduced, else the longest run of capitals in answer to a question about all."""
        name = heard.name
        first_answer = asked == "name" and "name" not in self.held
        if name is not None and (first_answer or " " in name or not name):
            return name
        if asked == "name":
            return max(heard.runs, key=len, default=None)
        if asked in _ON_THE_WHOLE:
            return max((run for run in heard.runs if " " in run), key=len, default=None)
        return None

    def _place(self, place: PlaceMention) -> SpokenValue:
        """Of a city's airports those count that a flight here goes to; one that none does may be a slip."""
        here = sorted({flight.departure_airport for flight in self._flights})
        here += sorted({flight.return_airport for flight in self._flights} - set(here))
        known = [code for code in place.codes if code in here]
        if known:
            return SpokenValue(known[0], place.sure and len(known) == 1)
        code = place.codes[0]
        near = [each for each in here if close(code, each)]
        return SpokenValue(near[0] if len(near) == 1 and code not in AIRPORTS else code, sure=False)

    def _hear_day(self, day: DayMention, slot: str) -> None:
        month = day.month or self._month_of(day.day, slot)
        if month is None:
            return
        value, flown = (month, day.day), self._days_flown(slot)
        turned = day.turned if day.turned in flown else None
        if value in flown:
            self.held[slot] = SpokenValue(value, day.sure and turned in (None, value))
        else:
            self.held[slot] = SpokenValue(turned or value, day.sure and turned is not None)

    def _days_flown(self, slot: str) -> set[tuple[Month, int]]:
        """The days on which flights leave, or come back."""
        if slot == "back":
            return {(flight.return_month, int(flight.return_day)) for flight in self._flights}
        return {(flight.departure_month, int(flight.departure_day)) for flight in self._flights}

    def _month_of(self, day: int, slot: str) -> Month | None:
        """The month of a day that was named by its number: that of the other day, or for a return the next one."""
        other = self.value("out" if slot == "back" else "back")
        if other is None:
            return None
        month, number = other
        later = slot == "back" and day < number
        return MONTHS[(MONTHS.index(month) + later) % len(MONTHS)]


def _in_slots(said: Sequence[T], slots: tuple[str, str], second: bool) -> list[tuple[str, T]]:
    """Assign slots to what was said of both ends; the first is the origin unless that is known or said."""
    found = list[tuple[str, T]]()
    for each in said:
        after_first = bool(found) and found[0][0] == slots[0]
        slot = slots[1] if second or after_first else slots[0]
        found.append((each.slot or slot, each))
    return found


@cache
def _known_names() -> frozenset[str]:
    return frozenset((*own_names().first, *own_names().last))
