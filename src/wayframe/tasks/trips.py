"""Tasks over trips: goals, the texts of templates, and values drawn from a catalogue.

`templates.toml` has 14 plain texts and 24 that give a role to play (paper section 3.2). `{...}` are drawn from a
catalogue, so that something fits as often as the template says; most say what to try where nothing does.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, Literal

from msgspec import convert
from msgspec.structs import replace

from wayframe.dialogue import FramesRecord, Package
from wayframe.errors import InputError
from wayframe.ontology import AMENITIES, VICINITY
from wayframe.packages import Catalogue, Query
from wayframe.packages.facts import day_said, dollars_said, has, stars

Course = Literal["direct", "compare", "return"]
Criterion = Literal["any", "price", "gst_rating", "category"]


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
    back to what was found before. `criterion` decides between options: the least price, the most points or stars.
    """

    aim: Aim
    course: Course = "direct"
    criterion: Criterion = "any"
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
    criterion: Criterion = "any"
    otherwise: str | None = None
    detour: str | None = None


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
        task = _Drawing(catalogue, template, rng).task(succeeds, others)
        if task is not None:
            return task
    raise InputError(f"{catalogue.path}: has no trips for the task {template.name!r}")


class _Drawing:
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
        wanted = "" if succeeds else template.otherwise or ""
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
        fields, rng, hotel, trip = self.template.fields, self.rng, self.model.hotel, self.model.trip
        found: dict[str, Any] = {}
        if "flex" in fields:
            found["flexible"] = True
        if "seat" in fields:
            found["seat"] = "business"
        if "category" in fields:
            found["min_category"] = float(min(5, math.floor(stars(hotel)) + (not succeeds)))
        if "gst_rating" in fields:
            found["min_gst_rating"] = float(min(9, math.floor(hotel.gst_rating) + (not succeeds)))
        if "max_duration" in fields:
            found["max_duration"] = max(2, trip.duration_days - (0 if succeeds else rng.randint(1, 3)))
        if "min_duration" in fields:
            found["min_duration"] = trip.duration_days + (0 if succeeds else rng.randint(1, 4))
        for field, slots, most in (("amenities", AMENITIES, 2), ("vicinity", VICINITY, 1)):
            if field in fields:
                there = [slot for slot in slots if slot != "gym" and has(hotel, slot) is succeeds]
                found[field] = tuple(rng.sample(there, min(len(there), rng.randint(1, most))))
        return found

    def _cities(self, asked: dict[str, Any], succeeds: bool) -> tuple[str, ...] | None:
        """The model's city and others, in any order; where only the place can be why nothing fits, another one."""
        count = self.template.cities
        if not count:
            return ()
        others = [
            city for city in self.catalogue.destinations() if city not in (self.model.hotel.dst_city, asked["or_city"])
        ]
        self.rng.shuffle(others)
        if not succeeds and set(self.template.fields) <= _ALWAYS_MET:
            return tuple(others[:count])
        there = [c for c in others[:40] if count > 1 and self.catalogue.search(Query(**asked, dst_city=c), 1)]
        if count > 1 and not there:
            return None
        chosen = [self.model.hotel.dst_city, *dict.fromkeys((*there[:1], *others))][:count]
        self.rng.shuffle(chosen)
        return tuple(chosen)

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
        shall_fit = self.rng.random() < _SUCCESS
        for _ in range(10):
            other = self._changed(aim, changes, self.rng)
            if other is not None and possible(self.catalogue, other) is shall_fit:
                return other
        return None

    def _detour(self, aim: Aim) -> Aim | None:
        """Return what to look at before coming back: it has something to offer, too."""
        if self.template.detour is None:
            return None
        for _ in range(10):
            other = self._changed(aim, self.template.detour, self.rng)
            if other is not None and possible(self.catalogue, other):
                return other
        return None

    def _changed(self, aim: Aim, slot: str, rng: Random) -> Aim | None:
        """The aim with another value of a slot."""
        query = aim.query
        if slot == "dst_city":
            named = (*aim.cities, query.or_city)
            others = [city for city in self.catalogue.destinations() if city not in named]
            return replace(aim, cities=(rng.choice(others),))
        if slot == "seat":
            return replace(aim, query=replace(query, seat=None if query.seat else "business"))
        if slot == "end_date" and query.end is not None:
            return replace(aim, query=replace(query, end=query.end + timedelta(rng.randint(2, 9))))
        if slot == "budget" and query.price_max is not None:
            return replace(aim, query=replace(query, price_max=query.price_max + 50 * rng.randint(1, 40)))
        return None


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
        "start": day_said(query.start) if query.start else "",
        "end": day_said(query.end) if query.end else "",
        "budget": dollars_said(query.price_max or 0).removesuffix(".00"),
        "party": party(query),
        "stars": f"{query.min_category or 0:g}",
        "rating": f"{query.min_gst_rating or 0:g}",
        "longest": str(query.max_duration),
        "shortest": str(query.min_duration),
        "amenities": listed([_THINGS[slot] for slot in query.amenities], "and"),
        "vicinity": listed([_PLACES.get(slot, f"a {slot}") for slot in query.vicinity], "and"),
    }


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
