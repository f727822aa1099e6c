"""Words of both players, as `phrases.toml` has them, and the noise that makes customers hard to understand."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from numbers import Real
from random import Random
from typing import NamedTuple, TypeVar

from wayframe.airdialogue.players.reading import FULL_MONTHS
from wayframe.airdialogue.records import AirFlight, Month
from wayframe.errors import InputError, shown

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


class CustomerNoise(NamedTuple):
    """Amount of each kind of noise: its chance wherever it may occur."""

    typos: float = 0.0
    """A turn has slips: letters swapped, dropped or doubled, in one word of six and at least one."""

    missing: float = 0.0
    """A value is left out where several are told at once."""

    mind: float = 0.0
    """A conversation has a wish that is first another one, and is changed later on."""

    talk: float = 0.0
    """A turn has small talk beside it, or in one case of four in its place."""

    dates: float = 0.0
    """Days are written like 06/12; one in five puts the day before the month."""

    cities: float = 0.0
    """A city's name stands for its airport."""


QUIET = CustomerNoise()
"""No noise at all."""


def parse_noise(text: str) -> CustomerNoise:
    """An amount for all kinds ("0.2"), or amounts by kind ("typos=0.3,talk=0.1").

    Raises `InputError` where a kind or an amount is none.
    """
    if "=" not in text:
        return CustomerNoise(*[_amount(text)] * len(CustomerNoise._fields))
    noise_amounts = dict[str, float]()
    for each in text.split(","):
        kind, _, amount = each.strip().partition("=")
        if kind not in CustomerNoise._fields:
            raise InputError(f"--noise: expected {', '.join(CustomerNoise._fields)}, found {shown(kind)}")
        noise_amounts[kind] = _amount(amount)
    return CustomerNoise(**noise_amounts)


def noise_amounts(noise: CustomerNoise | float | str) -> CustomerNoise:
    """Return the noise that somebody names: `CustomerNoise`, an amount for all kinds, or text as `parse` takes it.

    Raises `InputError` where an amount isn't one from 0 to 1.
    """
    if isinstance(noise, str):
        return parse_noise(noise)
    named = noise if isinstance(noise, CustomerNoise) else CustomerNoise(*[noise] * len(CustomerNoise._fields))
    given: tuple[object, ...] = named
    for amount in given:
        if isinstance(amount, bool) or not isinstance(amount, Real) or not 0 <= float(amount) <= 1:
            raise InputError(f"noise: expected amounts from 0 to 1, found {shown(amount)}")
    return named


def show_noise(noise: CustomerNoise) -> str:
    """The noise in words."""
    return ", ".join(f"{kind} {amount:g}" for kind, amount in noise._asdict().items() if amount) or "none"


def slips(text: str, random: Random) -> str:
    """The text with a slip in one word of six, at least one; numbers and words of one or two letters have none."""
    words = text.split(" ")
    able = [number for number, word in enumerate(words) if sum(map(str.isalpha, word)) > 2]
    if able:
        chosen = {number for number in able if random.random() < 1 / 6} or {random.choice(able)}
        for number in sorted(chosen):
            words[number] = _slip(words[number], random)
    return " ".join(words)


def small_talk(random: Random) -> str:
    """A sentence that has nothing to do with the matter."""
    return random.choice(_TALK)


def _slip(word: str, random: Random) -> str:
    """Two letters swapped, one dropped or one doubled; the first letter stays."""
    places = [at for at in range(1, len(word) - 1) if word[at].isalpha() and word[at + 1].isalpha()]
    if not places:
        return word
    at = random.choice(places)
    kind = random.randrange(3)
    if kind == 0:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return word[:at] + word[at + 1 :] if kind == 1 else word[:at] + word[at] + word[at:]


def _amount(text: str) -> float:
    try:
        amount = float(text)
    except ValueError:
        amount = -1.0
    if not 0 <= amount <= 1:
        raise InputError(f"--noise: expected an amount from 0 to 1, found {shown(text)}")
    return amount


_TALK = (
    "It has been raining here all week.",
    "My sister can't wait to see me again.",
    "I hope the food on board has become better.",
    "Phones are not my thing, so I am glad that we can write.",
    "Last time my suitcase took a trip of its own.",
    "My 2 kids are very excited.",
    "You wouldn't believe how long I have waited for this holiday.",
    "It is for my friend's 40th birthday.",
    "I still have to find somebody who feeds my cat.",
    "Do you ever get to travel yourself?",
    "This is my first trip in years, I am a little nervous.",
    "My boss thinks that I am at the dentist.",
)  # fmt: skip
