"""References to options: by what tells one from the others, or by its place among those just offered."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from random import Random
from typing import NamedTuple

from wayframe.simulation.wording.grammar import TextBit, TextBits, drawn
from wayframe.simulation.wording.phrasebook import manners, pointers


class KnownOption(NamedTuple):
    """An option as the user knows it: its frame and what was told of it."""

    frame: int
    name: str
    city: str
    seat: str = ""
    stars: str = ""
    price: str = ""
    end: str = ""


_SLOTS = {"name": "name", "city": "dst_city", "seat": "seat", "stars": "category", "price": "price", "end": "end_date"}
_PLACES = ("first|1st", "second|2nd", "third|3rd", "fourth|4th", "fifth|5th", "sixth|6th")
_NUMBERS = ("[one|1]", "[two|2]", "[three|3]", "[four|4]", "[five|5]", "[six|6]")
_LAST_RESORT = ("name", "price")
_ONE = "[one|one|option|package|hotel|offer|trip|suggestion]"


def pointed(
    option: KnownOption,
    known: Sequence[KnownOption],
    latest: Sequence[int],
    rng: Random,
    *,
    plain: bool = False,
    asked: Sequence[str] = (),
) -> TextBits:
    """Words that tell `option` from the others that are `known`; `latest` are the frames of the last offers, in order.

    The values in the words are marked as "frame.slot". `plain` takes the hotel's name, which every agent should know;
    what is `asked` about the option is not what it is called by.
    """
    unasked = [way for way in pointers() if not {_SLOTS[key] for key in way} & {*asked}]
    apart = [way for way in unasked if _apart(way, option, known)]
    ways = [way for way in apart if way != _LAST_RESORT] or [_LAST_RESORT]
    if plain:
        ways = [way for way in ways if "name" in way] or ways
    elif _is_listed(option, latest) and rng.random() < 0.5:
        return _by_place(option.frame, latest, rng)
    way = rng.choice(ways)
    values = {key: (TextBit(str(getattr(option, key)), f"{option.frame}.{_SLOTS[key]}"),) for key in way}
    return drawn(rng.choice(pointers()[way]), rng, {**values, "name": _bare(values.get("name", ()))})


def _is_listed(option: KnownOption, latest: Sequence[int]) -> bool:
    """Return whether an option has a place among several."""
    return len(latest) > 1 and option.frame in latest


def this(frame: int, rng: Random) -> TextBits:
    """Words for the one option at hand."""
    return (TextBit(rng.choice(manners("this")), f"{frame}.ref_anaphora"),)


def other(frame: int) -> TextBits:
    """Words for the other one of two."""
    return (TextBit("the "), TextBit("other one", f"{frame}.ref_anaphora"))


def _bare(bits: Sequence[TextBit]) -> TextBits:
    """A hotel's name without its article, which the words around it bring."""
    return tuple(bit._replace(text=bit.text.removeprefix("The ")) for bit in bits)


def _apart(way: Sequence[str], option: KnownOption, known: Sequence[KnownOption]) -> bool:
    """Return whether these facts are known of the option and of no other."""
    facts = attrgetter(*way, "frame")
    *own, frame = facts(option)
    if not all(own):
        return False
    for other in known:
        *others, number = facts(other)
        if number != frame and others == own:
            return False
    return True


def _by_place(frame: int, latest: Sequence[int], rng: Random) -> TextBits:
    """Return an option by its place in the latest list."""
    place = latest.index(frame) + 1
    if place == len(latest) and rng.random() < 0.3:
        return drawn(f"the {{{frame}.ref_anaphora:last [one|option|one you mentioned|hotel]}}", rng, {})
    if rng.random() < 0.2:
        return drawn(f"{{{frame}.ref_anaphora:[option|number|package] {_NUMBERS[place - 1]}}}", rng, {})
    return drawn(f"the {{{frame}.ref_anaphora:[{_PLACES[place - 1]}] {_ONE}}}", rng, {})
