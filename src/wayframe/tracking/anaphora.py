"""Resolve words to options: "the first one", "the cheapest", "the longer of the two", "the other hotel"."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from datetime import date
from itertools import product
from typing import NamedTuple

from wayframe.memory import RELEASE_DAY
from wayframe.ontology import SLOT_OF
from wayframe.tracking.options import FrameOptions
from wayframe.values import Dates, read

_ORDINALS = {
    word: place
    for place, words in enumerate(
        ("first 1st former", "second 2nd", "third 3rd", "fourth 4th", "fifth 5th", "sixth 6th")
    )
    for word in words.split()
} | {"last": -1, "latter": -1}  # fmt: skip
_ORDINAL = re.compile(rf"\b(?:{'|'.join(_ORDINALS)})\b", re.IGNORECASE)
# "option two", where "the one" and "those two" count nothing.
_NUMBERS = {
    word: place
    for place, words in enumerate(("one 1", "two 2", "three 3", "four 4", "five 5", "six 6"))
    for word in words.split()
}
_NUMBERED = re.compile(
    rf"\b(?:option|package|number|hotel|choice|trip)(?: number)? ({'|'.join(_NUMBERS)})\b", re.IGNORECASE
)
PAIR = re.compile(  # not the "2" of "option 2"
    r"\b(?:both|(?<!option )(?<!package )(?<!number )(?<!hotel )(?<!choice )(?<!trip )(?:two|2))\b", re.IGNORECASE
)
_UNDONE = re.compile(r"\b(?:never ?mind|undo|scratch|take (?:it|that) back|cancel|forget)\b", re.IGNORECASE)
_OTHER = re.compile(r"\bother\b", re.IGNORECASE)
_PREVIOUS = re.compile(r"\b(?:previous|before)\b", re.IGNORECASE)


class _Superlative(NamedTuple):
    """Words that pick an extreme: of the first of these slots that is known, the highest or the lowest value."""

    words: re.Pattern[str]
    slots: tuple[str, ...]
    pick: Callable[[Iterable[float]], float]


_SUPERLATIVES = [
    _Superlative(re.compile(words, re.IGNORECASE), slots, pick)
    for words, slots, pick in (
        (r"\b(?:cheap(?:er|est)?|(?:least|less) expensive|lowest price)\b", ("price",), min),
        (r"\b(?:expensive|pric(?:iest|ier))\b", ("price",), max),
        (r"\b(?:long(?:er|est))\b", ("duration",), max),
        (r"\b(?:short(?:er|est))\b", ("duration",), min),
        (
            r"\b(?:best|better|nicest|nicer|highest|higher|most luxurious|fanciest)\b",
            (SLOT_OF["rating"], SLOT_OF["stars"]),
            max,
        ),
    )
]
_ENDS = ("str_date", "end_date")


def meant(words: str, options: FrameOptions, among: Collection[int] | None = None) -> int | None:
    """The number of the frame that the words pick out, or None where they pick none.

    With `among`, one of these frames: "the cheapest" beside a city is the cheapest of those in that city.
    """
    if _UNDONE.search(words):
        return options.before() or options.current
    superlative = _superlative(words)
    if superlative:
        return _extreme(options, superlative, among)
    place = _place(words)
    if place is not None:
        return _at(place, options, among)
    if _PREVIOUS.search(words):
        return _previous(options)
    if _OTHER.search(words):
        return _other(options)
    return None


def beyond(words: str, options: FrameOptions) -> bool:
    """Tell whether words count further than there are alternatives: "the third one" of two."""
    place = _place(words)
    if place is None or _superlative(words):
        return False
    return place >= len(options.latest()) > 0


def undecided(words: str, options: FrameOptions) -> bool:
    """Tell whether "the other one" is ambiguous: there are several alternatives, and none is current."""
    if options.current in options.by_wizard or not _OTHER.search(words):
        return False
    return len(options.latest()) > 1


def _superlative(words: str) -> _Superlative | None:
    return next((each for each in _SUPERLATIVES if each.words.search(words)), None)


def _place(words: str) -> int | None:
    """The place among alternatives that the words name, from 0 on; -1 is the last one."""
    ordinal = _ORDINAL.search(words)
    if ordinal:
        return _ORDINALS[ordinal.group().lower()]
    numbered = _NUMBERED.search(words)
    if numbered:
        return _NUMBERS[numbered[1].lower()]
    return None


def _within(numbers: Sequence[int], among: Collection[int] | None) -> Sequence[int]:
    return numbers if among is None else [number for number in numbers if number in among]


def _at(place: int, options: FrameOptions, among: Collection[int] | None) -> int | None:
    alternatives = _within(options.latest(), among)
    if among is not None and not alternatives:
        alternatives = options.roots(_within(options.by_wizard, among))
    return alternatives[place] if place < len(alternatives) > 0 else None


def _extreme(options: FrameOptions, superlative: _Superlative, among: Collection[int] | None) -> int | None:
    """The frame with the extreme value of the first slot that is known of what was offered, just now or before."""
    pools = [_within(offers, among) for offers in (options.offered, options.latest(), options.by_wizard)]
    for slot, pool in product(superlative.slots, pools):
        amounts = {number: _amount(options, number, slot) for number in pool}
        known = [amount for amount in amounts.values() if amount is not None]
        if len(known) > 1:
            extreme = superlative.pick(known)
            return min(number for number, amount in amounts.items() if amount == extreme)
    return None


def _amount(options: FrameOptions, number: int, slot: str) -> float | None:
    for val in _held(options, number, slot):
        with suppress(ValueError):
            return float(val)
    return _days(options, number) if slot == "duration" else None


def _held(options: FrameOptions, number: int, slot: str) -> list[str]:
    return [val for val in options.held(number, slot) if isinstance(val, str)]


def _days(options: FrameOptions, number: int) -> float | None:
    """Count the days between the first and the last of an offer that doesn't say how long it takes."""
    today = options.memory.today or RELEASE_DAY
    ends = list[date]()
    for slot in _ENDS:
        held = _held(options, number, slot)
        day = read(slot, held[-1], today=today) if held else None
        if not isinstance(day, Dates):
            return None
        ends.append(day.first)
    return (ends[1] - ends[0]).days


def _previous(options: FrameOptions) -> int | None:
    """The option that the user looked at before the one at hand, else that which was offered before it."""
    looked = [turn.active_frame for turn in options.history if turn.active_frame in options.by_wizard]
    earlier = [number for number in looked if number != options.current]
    if earlier:
        return earlier[-1]
    alternatives = options.latest()
    if options.current in alternatives[1:]:
        return alternatives[alternatives.index(options.current) - 1]
    return None


def _other(options: FrameOptions) -> int | None:
    """The newest package that is neither at hand, nor a variant of that, nor just offered."""
    packages = options.by_wizard
    at_hand = {options.current, *options.ancestors(options.current), *options.offered}
    if options.current in packages:
        at_hand |= {number for number in packages if options.current in options.ancestors(number)}
    roots = options.roots([number for number in packages if number not in at_hand])
    return roots[-1] if roots else None
