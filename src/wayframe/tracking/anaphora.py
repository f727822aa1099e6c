"""Which option words mean: "the first one", "the cheapest", "the longer of the two", "the other hotel"."""

from __future__ import annotations

import re
from collections.abc import Collection

from wayframe.memory import RELEASE_DAY
from wayframe.tracking.options import Options
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
# The words, the slots that they compare, and whether they want the highest.
_SUPERLATIVES = [
    (re.compile(r"\b(?:cheap(?:er|est)?|(?:least|less) expensive|lowest price)\b", re.IGNORECASE), ("price",), False),
    (re.compile(r"\b(?:expensive|pric(?:iest|ier))\b", re.IGNORECASE), ("price",), True),
    (re.compile(r"\b(?:long(?:er|est))\b", re.IGNORECASE), ("duration",), True),
    (re.compile(r"\b(?:short(?:er|est))\b", re.IGNORECASE), ("duration",), False),
    (
        re.compile(r"\b(?:best|better|nicest|nicer|highest|higher|most luxurious|fanciest)\b", re.IGNORECASE),
        ("gst_rating", "category"),
        True,
    ),
]
_ENDS = ("str_date", "end_date")


def meant(words: str, options: Options, among: Collection[int] | None = None) -> int | None:
    """The number of the frame that the words pick out, or None where they pick none.

    With `among`, one of these frames: "the cheapest" beside a city is the cheapest of those in that city.
    """
    if _UNDONE.search(words):
        return options.before() or options.current
    for pattern, slots, highest in _SUPERLATIVES:
        if pattern.search(words):
            return _extreme(options, slots, highest, among)
    if (place := _place(words)) is not None:
        return _at(place, options, among)
    if _PREVIOUS.search(words):
        return _previous(options)
    return _other(options) if _OTHER.search(words) else None


def beyond(words: str, options: Options) -> bool:
    """Whether words count further than there are alternatives: "the third one" of two."""
    place, alternatives = _place(words), options.latest()
    superlative = any(pattern.search(words) for pattern, _, _ in _SUPERLATIVES)
    return place is not None and place >= len(alternatives) > 0 and not superlative


def undecided(words: str, options: Options) -> bool:
    """Whether it is open which one "the other one" is: of several alternatives none is at hand."""
    return len(options.latest()) > 1 and options.current not in options.by_wizard() and _OTHER.search(words) is not None


def _place(words: str) -> int | None:
    """The place among alternatives that the words name, from 0 on; -1 is the last one."""
    if found := _ORDINAL.search(words):
        return _ORDINALS[found.group().lower()]
    found = _NUMBERED.search(words)
    return _NUMBERS[found[1].lower()] if found else None


def _at(place: int, options: Options, among: Collection[int] | None) -> int | None:
    alternatives = options.latest()
    if among is not None:
        own = [number for number in alternatives if number in among]
        alternatives = own or options.roots([number for number in options.by_wizard() if number in among])
    return alternatives[place] if place < len(alternatives) and alternatives else None


def _extreme(options: Options, slots: tuple[str, ...], highest: bool, among: Collection[int] | None) -> int | None:
    """The frame with the extreme value of the first slot that is known of what was offered, just now or before."""
    for slot in slots:
        for offers in (options.offered, options.latest(), options.by_wizard()):
            pool = [number for number in offers if among is None or number in among]
            amounts = [(amount, -number) for number in pool if (amount := _amount(options, number, slot)) is not None]
            if len(amounts) > 1:
                return -(max(amounts)[1] if highest else min(amounts, key=lambda each: (each[0], -each[1]))[1])
    return None


def _amount(options: Options, number: int, slot: str) -> float | None:
    for val in _held(options, number, slot):
        try:
            return float(val)
        except ValueError:
            continue
    return _days(options, number) if slot == "duration" else None


def _held(options: Options, number: int, slot: str) -> list[str]:
    return [v.val for v in options.frame(number).info.get(slot, ()) if isinstance(v.val, str) and not v.negated]


def _days(options: Options, number: int) -> float | None:
    """How many days lie between the first and the last of an offer that doesn't say how long it takes."""
    today = options.memory.today or RELEASE_DAY
    days = [read(slot, val, today=today) for slot in _ENDS for val in _held(options, number, slot)[-1:]]
    ends = [day.first for day in days if isinstance(day, Dates)]
    return (ends[1] - ends[0]).days if len(ends) == len(_ENDS) else None


def _previous(options: Options) -> int | None:
    """The option that the user looked at before the one at hand, else that which was offered before it."""
    offers = options.by_wizard()
    looked = [turn.active_frame for turn in options.history if turn.active_frame in offers]
    earlier = [number for number in looked if number != options.current]
    alternatives = options.latest()
    if not earlier and options.current in alternatives[1:]:
        return alternatives[alternatives.index(options.current) - 1]
    return earlier[-1] if earlier else None


def _other(options: Options) -> int | None:
    """The newest package that is neither at hand, nor a variant of that, nor just offered."""
    packages = options.by_wizard()
    at_hand = {options.current, *options.ancestors(options.current), *options.offered}
    if options.current in packages:
        at_hand |= {number for number in packages if options.current in options.ancestors(number)}
    roots = options.roots([number for number in packages if number not in at_hand])
    return roots[-1] if roots else None
