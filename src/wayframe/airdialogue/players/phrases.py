"""Phrasings of the players, by group and name, as `phrases.toml` has them."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from random import Random
from typing import TypeVar

from wayframe.airdialogue.players.vocabulary import FULL_MONTHS
from wayframe.airdialogue.records import AirFlight, Month

T = TypeVar("T")
_PHRASES: dict[str, dict[str, list[str]]] = tomllib.loads(
    files("wayframe.airdialogue.players").joinpath("phrases.toml").read_text("utf-8")
)


def choose(several: Sequence[T], random: Random) -> T:
    """One of several."""
    return several[int(random.random() * len(several))]


def say(random: Random, group: str, name: str, /, **words: object) -> str:
    """One of the phrasings, with its words put in."""
    return choose(_PHRASES[group][name], random).format(**words)


def day_words(month: Month, day: int, random: Random) -> str:
    """A day as people write it."""
    th = "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return say(random, "day", "day", short=month, full=FULL_MONTHS[month], day=day, th=th)


def wish(slot: str, value: object, random: Random) -> str:
    """A wish as a sentence."""
    return say(random, "wish", f"{slot} {value}" if slot == "max_connections" else slot, value=value)


def flight(offered: AirFlight) -> str:
    """All that there is to know of a flight."""
    return _PHRASES["agent"]["flight"][0].format(
        number=offered.flight_number,
        origin=offered.departure_airport,
        destination=offered.return_airport,
        out=f"{offered.departure_month} {offered.departure_day}",
        back=f"{offered.return_month} {offered.return_day}",
        hour=offered.departure_time_num,
        hour_back=offered.return_time_num,
        seat=offered.flight_class,
        stops=_PHRASES["stops"][str(min(offered.num_connections, 2))][0],
        airline=offered.airline,
        price=offered.price,
    )


def condition(slot: str, value: object) -> str:
    """A wish as an agent repeats it."""
    return _PHRASES["condition"][f"{slot} {value}" if slot == "max_connections" else slot][0].format(value=value)


def summary(goal: str) -> str:
    """A goal as an agent repeats it."""
    return _PHRASES["summary"][goal][0]
