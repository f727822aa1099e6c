"""Tasks over trips: goals, the texts of templates, and values drawn from a catalogue.

`templates.toml` has 14 plain texts and 24 that give a role to play (paper section 3.2). `{...}` are drawn from a
catalogue, so that something fits as often as the template says; most say what to try where nothing does.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, Literal

from msgspec import convert
from msgspec.structs import replace

from wayframe.dialogue import FramesRecord, Package
from wayframe.errors import InputError, shown
from wayframe.ontology import AMENITIES, VICINITY
from wayframe.packages import Catalogue, Query
from wayframe.packages.facts import day_said, dollars_said, has, hotel_values
from wayframe.schema import Slot, trips

Course = Literal["direct", "compare", "return"]
ANY = "any"
"""The criterion of those to whom all that fits is the same."""


class Aim(FramesRecord, frozen=True, gc=False):
    """A trip to one of these cities that fits the query; to any city where there are none."""

    query: Query
    cities: tuple[str, ...] = ()

    @property
    def queries(self) -> tuple[Query, ...]:
        """One search a city."""
        return tuple(replace(self.query, dst_city=city) for city in self.cities) or (self.query,)


class Goal(FramesRecord, frozen=True, gc=False):
    """The wishes of somebody, and what to do where nothing fits.

    `course` says how one gets there: straight, by comparing options, or by looking at the `detour` first and coming
    back to what was found before. `criterion` decides between options: the slot whose best value wins (the least
    price, the most stars), or any.
    """

    aim: Aim
    course: Course = "direct"
    criterion: str = ANY
    alternative: Aim | None = None
    detour: Aim | None = None


def possible(catalogue: Catalogue, aim: Aim) -> bool:
    """Return whether anything fits."""
    return any(catalogue.search(query, 1) for query in aim.queries)


def fits(catalogue: Catalogue, aim: Aim, package: Package) -> bool:
    """Return whether a package is one of those that fit, at the price for this very party."""
    if aim.cities and package.hotel.dst_city not in aim.cities:
        return False
    asked = aim.query
    cheap = asked.price_max is None or package.price <= asked.price_max
    dear = asked.price_min is None or package.price >= asked.price_min
    exact = replace(
        asked,
        dst_city=package.hotel.dst_city,
        hotel=package.hotel.name,
        price_min=package.price - 0.001,
        price_max=package.price + 0.001,
    )
    return cheap and dear and package in catalogue.search(exact, 1000)


def cheapest(catalogue: Catalogue, aim: Aim) -> float | None:
    """The least price of all that fits, for the party; None where nothing does."""
    return min((found[0].price for query in aim.queries if (found := catalogue.search(query, 1))), default=None)


class Template(FramesRecord, frozen=True, gc=False):
    """A task with open places.

    `fields` are the constraints that are drawn; `cities` says how many destinations are named (0: any will do);
    `otherwise` is what may change where nothing fits: budget, dst_city, end_date or seat. `detour` is what a task with
    the course "return" looks at before it comes back: dst_city, seat, end_date or n_adults.
    """

    name: str
    role: bool
    text: str
    fields: tuple[str, ...]
    cities: int = 1
    success: float = 1.0
    course: Course = "direct"
    criterion: str = ANY
    otherwise: str | None = None
    detour: str | None = None

    def __post_init__(self) -> None:
        """Check the criterion: only of what is better more or less can one say which option is best."""
        criteria = [ANY, *(slot.name for slot in trips().slots if slot.better)]
        if self.criterion not in criteria:
            raise ValueError(f"criterion: expected one of {', '.join(criteria)}, found {shown(self.criterion)}")


OTHERWISE = {
    "budget": "If nothing matches, you may spend up to {budget}.",
    "dst_city": "If nothing matches, try {cities} instead.",
    "end_date": "If nothing matches, you can stay away until {end}.",
    "seat": "If nothing matches, economy class will do.",
}
NO_OTHERWISE = "If nothing matches, end the conversation without booking."


@cache
def templates() -> tuple[Template, ...]:
    """All templates: the plain ones first."""
    return templates_of(tomllib.loads((files(__package__) / "templates.toml").read_text(encoding="utf-8")))


def templates_of(book: Mapping[str, Any]) -> tuple[Template, ...]:
    """Return the templates of a file, by its tables [[plain]] and [[role]]. Raises `msgspec.ValidationError`."""
    return tuple(
        convert({**each, "role": kind == "role"}, Template) for kind in ("plain", "role") for each in book.get(kind, ())
    )


_TRIES = 200
_BEST = {"stars": 5, "/10": 9}  # that is asked for
_LENGTHS = {"max_duration": (-1, 3), "min_duration": (1, 4)}
"""In which direction a length of stay is too much to ask for, and by how many days at most."""
_FEATURES = {"amenities": (AMENITIES, 2), "vicinity": (VICINITY, 1)}
"""Amenities and places nearby, and how many are asked for at most."""
# Constraints that a package which exists meets whatever is drawn: what can fail then is the place.
_ALWAYS_MET = {"str_date", "end_date", "flex", "n_adults", "n_children", "seat"}
_SUCCESS = 0.75  # how often the alternative fits where the task itself doesn't
_THINGS = {
    "wifi": "free wifi",
    "breakfast": "free breakfast",
    "parking": "free parking",
    "gym": "a gym",
    "spa": "a spa",
}
_PLACES = {"downtown": "downtown", "beach": "the beach", "airport": "the airport", "shopping": "the shops"}


class Task(FramesRecord, frozen=True, gc=False):
    """A user's instructions, and what they amount to. `solvable` says whether anything fits the goal as it stands.

    `otherwise` doesn't give that away: it names something else to try in solvable tasks, too, where the goal has none.
    """

    template: str
    role: bool
    text: str
    otherwise: str
    goal: Goal
    solvable: bool


def draw(catalogue: Catalogue, number: int, seed: int, chosen: Sequence[Template] | None = None) -> Task:
    """Task `number` of a series: its template in turn, its values by chance. Same arguments, same task.

    Raises `InputError` where the catalogue has too little for the template.
    """
    rng = Random(f"{seed} {number}")
    choice = chosen or templates()
    template = choice[number % len(choice)]
    succeeds = rng.random() < template.success
    others = Random(f"{seed} {number} otherwise")
    for _ in range(_TRIES):
        task = _TripDrawing(catalogue, template, rng).task(succeeds, others)
        if task is not None:
            return task
    raise InputError(f"{catalogue.path}: has no trips for the task {template.name!r}")


class _TripDrawing:
    """One attempt at a task, built around a package that exists."""

    def __init__(self, catalogue: Catalogue, template: Template, rng: Random) -> None:
        self.catalogue, self.template, self.rng = catalogue, template, rng
        self.model = _any(catalogue, rng)

    def task(self, succeeds: bool, others: Random) -> Task | None:
        """The task; None where this attempt came to nothing. `others` draws what is only named."""
        template, aim = self.template, self._aim(succeeds)
        if aim is None or possible(self.catalogue, aim) is not succeeds:
            return None
        if template.course == "compare" and self._cities_that_fit(aim) < 2:
            return None
        wanted = ""
        if not succeeds:
            wanted = template.otherwise or ""
        alternative, detour = self._alternative(aim, wanted), self._detour(aim)
        if (bool(wanted), bool(template.detour)) != (alternative is not None, detour is not None):
            return None
        goal = Goal(aim, template.course, template.criterion, alternative, detour)
        named = alternative
        if template.otherwise and named is None:
            named = self._changed(aim, template.otherwise, others)
        otherwise = _otherwise(template, named)
        return Task(template.name, template.role, _text(template, goal), otherwise, goal, succeeds)

    def _cities_that_fit(self, aim: Aim) -> int:
        """Return to how many of the cities something fits."""
        return sum(possible(self.catalogue, replace(aim, cities=(city,))) for city in aim.cities)

    def _aim(self, succeeds: bool) -> Aim | None:
        """Return an aim around the model, which something fits or nothing."""
        model, fields, rng = self.model, self.template.fields, self.rng
        asked: dict[str, Any] = {"or_city": model.trip.or_city}
        earliest = self.catalogue.today + timedelta(1)
        asked["start"] = max(_day(model, "leaving") - timedelta(rng.randint(0, 3)), earliest)
        asked["end"] = _day(model, "returning") + timedelta(rng.randint(0, 5))
        if "n_adults" in fields:
            asked["adults"] = rng.randint(2, 6)
        if "n_children" in fields:
            asked["children"] = rng.randint(1, 4)
        asked |= self._comfort(succeeds)
        cities = self._cities(asked, succeeds)
        if cities is None:
            return None
        aim = Aim(Query(**asked), cities)
        return self._with_budget(aim, succeeds) if "budget" in fields else aim

    def _comfort(self, succeeds: bool) -> dict[str, Any]:
        """The constraints on hotel and flight: the model's own for success, more than it has for failure."""
        fields = self.template.fields
        found: dict[str, Any] = {"flexible": True} if "flex" in fields else {}
        if "seat" in fields:
            found["seat"] = "business"
        for slot in _graded():
            if slot.name in fields:
                found[_least(slot)] = self._grade(slot, succeeds)
        for field in filter(fields.__contains__, _LENGTHS):
            longer, most = _LENGTHS[field]
            beyond = 0 if succeeds else self.rng.randint(1, most)
            found[field] = max(2, self.model.trip.duration_days + longer * beyond)
        for field in filter(fields.__contains__, _FEATURES):
            slots, most = _FEATURES[field]
            found[field] = self._features(slots, most, succeeds)
        return found

    def _grade(self, slot: Slot, succeeds: bool) -> float:
        """Return the stars or points that the model has in full, or one more."""
        held = hotel_values(self.model.hotel, trips()).get(slot.name)
        grade = math.floor(getattr(held, "value", 0)) + (not succeeds)
        return float(min(_BEST[slot.unit], grade))

    def _features(self, slots: Sequence[str], most: int, there: bool) -> tuple[str, ...]:
        """Return a few amenities or places nearby that the model has, or has not; nobody wishes for a gym."""
        known = [slot for slot in slots if slot != "gym" and has(self.model.hotel, slot) is there]
        count = min(len(known), self.rng.randint(1, most))
        return tuple(self.rng.sample(known, count))

    def _cities(self, asked: dict[str, Any], succeeds: bool) -> tuple[str, ...] | None:
        """The model's city and others, in any order; where only the place can be why nothing fits, another one."""
        count = self.template.cities
        if not count:
            return ()
        others = self._cities_but(self.model.hotel.dst_city, asked["or_city"])
        self.rng.shuffle(others)
        if not succeeds and set(self.template.fields) <= _ALWAYS_MET:
            return tuple(others[:count])
        if count > 1:
            rival = self._city_with_offers(asked, others[:40])
            if not rival:
                return None
            others = [rival, *others]
        chosen = [self.model.hotel.dst_city, *dict.fromkeys(others)][:count]
        self.rng.shuffle(chosen)
        return tuple(chosen)

    def _cities_but(self, *named: str | None) -> list[str]:
        """Return the destinations without some cities."""
        return [city for city in self.catalogue.destinations() if city not in named]

    def _city_with_offers(self, asked: dict[str, Any], cities: Sequence[str]) -> str:
        """Return the first city with something that fits; empty where there is none."""
        for city in cities:
            if self.catalogue.search(Query(**asked, dst_city=city), 1):
                return city
        return ""

    def _with_budget(self, aim: Aim, succeeds: bool) -> Aim | None:
        """A budget that leaves something, or nothing."""
        least = cheapest(self.catalogue, aim)
        if least is None:
            return None
        if succeeds:
            amount = 50 * math.ceil(least * self.rng.uniform(1.05, 1.7) / 50)
        else:
            amount = 50 * math.floor(least * self.rng.uniform(0.5, 0.95) / 50)
        return replace(aim, query=replace(aim.query, price_max=float(amount))) if amount else None

    def _alternative(self, aim: Aim, changes: str) -> Aim | None:
        """Return what to try where nothing fits; it fits in most cases."""
        if not changes:
            return None
        return self._another(aim, changes, self.rng.random() < _SUCCESS)

    def _detour(self, aim: Aim) -> Aim | None:
        """Return what to look at before coming back: it has something to offer, too."""
        if self.template.detour is None:
            return None
        return self._another(aim, self.template.detour, True)

    def _another(self, aim: Aim, changes: str, shall_fit: bool) -> Aim | None:
        """Return the aim with another value of a slot, that something fits or nothing; None where there is none."""
        for _ in range(10):
            other = self._changed(aim, changes, self.rng)
            if other is not None and possible(self.catalogue, other) is shall_fit:
                return other
        return None

    def _changed(self, aim: Aim, slot: str, rng: Random) -> Aim | None:
        """The aim with another value of a slot; None where it has none."""
        if slot == "dst_city":
            others = self._cities_but(*aim.cities, aim.query.or_city)
            return replace(aim, cities=(rng.choice(others),))
        change = _CHANGES.get(slot)
        changes = change(aim.query, rng) if change else {}
        return replace(aim, query=replace(aim.query, **changes)) if changes else None


def _other_seat(query: Query, rng: Random) -> dict[str, Any]:
    return {"seat": None if query.seat else "business"}


def _later_end(query: Query, rng: Random) -> dict[str, Any]:
    if query.end is None:
        return {}
    return {"end": query.end + timedelta(rng.randint(2, 9))}


def _higher_budget(query: Query, rng: Random) -> dict[str, Any]:
    if query.price_max is None:
        return {}
    return {"price_max": query.price_max + 50 * rng.randint(1, 40)}


_CHANGES: Mapping[str, Callable[[Query, Random], dict[str, Any]]] = {
    "seat": _other_seat,
    "end_date": _later_end,
    "budget": _higher_budget,
}
"""The fields of a query that change for a slot, by the slot."""


def _graded() -> list[Slot]:
    """Return the slots of which hotels have more or fewer: stars and points."""
    return [slot for slot in trips().of_kind("number") if slot.better]


def _least(slot: Slot) -> str:
    """Return the field of a query for the least of a slot."""
    return f"min_{slot.name}"


def _any(catalogue: Catalogue, rng: Random) -> Package:
    """Any package, for one adult."""
    return catalogue.packages([rng.randint(1, len(catalogue))], Query())[0]


def _day(package: Package, flight: str) -> date:
    """Return the day of a flight."""
    moment = package.trip.leaving.departure if flight == "leaving" else package.trip.returning.arrival
    return date(moment.year, moment.month, moment.day)


def _otherwise(template: Template, alternative: Aim | None) -> str:
    """Return what to try where nothing fits, as the task says it."""
    if alternative is None or template.otherwise is None:
        return NO_OTHERWISE
    return OTHERWISE[template.otherwise].format_map(_said(alternative))


def _text(template: Template, goal: Goal) -> str:
    """Return the text of a task."""
    said = _said(goal.aim)
    if goal.detour:
        other = _said(goal.detour)
        said["detour"] = other["cities"] if template.detour == "dst_city" else other["end"]
    return template.text.format_map(said)


def _said(aim: Aim) -> dict[str, str]:
    """An aim's values as a task tells them."""
    query = aim.query
    return {
        "origin": query.or_city or "anywhere",
        "cities": listed(aim.cities),
        "both": listed(aim.cities, "and"),
        "start": _day_said(query.start),
        "end": _day_said(query.end),
        "budget": dollars_said(query.price_max or 0).removesuffix(".00"),
        "party": party(query),
        **{slot.label.split()[-1]: f"{getattr(query, _least(slot)) or 0:g}" for slot in _graded()},
        "longest": str(query.max_duration),
        "shortest": str(query.min_duration),
        "amenities": listed([_THINGS[slot] for slot in query.amenities], "and"),
        "vicinity": listed([_PLACES.get(slot, f"a {slot}") for slot in query.vicinity], "and"),
    }


def _day_said(day: date | None) -> str:
    return day_said(day) if day else ""


def party(query: Query) -> str:
    """Return for whom a search is: "2 adults and 1 child"."""
    adults = counted(query.adults, "adult", "adults")
    return f"{adults} and {counted(query.children, 'child', 'children')}" if query.children else adults


def counted(number: int, one: str, many: str) -> str:
    """Return a number with its noun."""
    return f"{number} {one if number == 1 else many}"


def listed(parts: Sequence[str], joint: str = "or") -> str:
    """Return things one after the other."""
    return f" {joint} ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))
