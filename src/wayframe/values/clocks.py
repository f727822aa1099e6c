"""Times of day in a text: "6 pm", "7:40", "ten in the morning", "half past nine", "noon"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

HOURS, MINUTES = 24, 60
NOON = HOURS // 2
_ENDING_AT_NIGHT = 6  # "five at night" is in the small hours
_DIGITS = re.compile(r"([01]?\d|2[0-3])[.:]?([0-5]\d)")


class ClockToken(Protocol):
    """A word, a number or a sign of a text, in lower case."""

    @property
    def text(self) -> str:
        """Return its letters, digits or sign."""

    @property
    def value(self) -> float | None:
        """Return its number; None for a word or a sign."""

    @property
    def ordinal(self) -> bool:
        """Return whether it is a place in an order."""


class ClockMention(NamedTuple):
    """A time of day in minutes after midnight and its tokens (the last excluded).

    An `open` one says nothing of which half of the day it is in: "nine o'clock".
    """

    first: int
    last: int
    minutes: int
    open: bool = False


# A token becomes one letter, and a time is a pattern over the letters:
#
#    N 0 to 24    M 25 to 59    D 9.30    F 0930    : colon    k o'clock, hours
#    A am    P pm    a, p, m, . their letters apart    x noon    z midnight    h half    q quarter    > past    < to
#    i in the    l between two times, as < is    b morning    c afternoon    e evening    g night    _ anything else

_LETTERS = {":": ":", ".": ".", "am": "A", "pm": "P", "a": "a", "p": "p", "m": "m"}
_HALF = r"(?P<am>A|a\.m\.?)|(?P<pm>P|p\.m\.?)|(?P<clock>k)|i{1,4}(?P<part>[bceg])"
_CLOCK = re.compile(
    r"(?P<fixed>[xz])|(?:(?P<shift>[hq])(?P<way>[><])(?P<of>N)|(?P<hour>N):(?P<minute>[NM])|(?P<led>F)|(?P<dotted>D)"
    rf"|(?P<plain>N)(?P<behind>[NM])?)(?:{_HALF})?"
)
_FIRST_OF_TWO = re.compile(r"N(?=[l<])")


def find_clocks(tokens: Sequence[ClockToken], words: Mapping[str, str]) -> Iterator[ClockMention]:
    """Yield the times of day among tokens; `words` are those of a language with their letters."""
    letters = "".join(_letter(token, words) for token in tokens)
    for found in _CLOCK.finditer(letters):
        mention = _mention(tokens, found)
        if not mention:
            continue
        first = mention.first - 2
        if first >= 0 and _FIRST_OF_TWO.match(letters, first) and not mention.open:
            yield _before(int(tokens[first].value or 0), first, mention)
        yield mention


def written(text: str) -> int | None:
    """Return the minutes of four digits that can be a time of day: "1830"; None of any other text."""
    found = _DIGITS.fullmatch(text) if len(text) == len("1830") else None
    return int(found[1]) * MINUTES + int(found[2]) if found else None


def _letter(token: ClockToken, words: Mapping[str, str]) -> str:
    """Return the letter of a token."""
    if token.value is None:
        return _LETTERS.get(token.text) or words.get(token.text, "_")
    if token.ordinal:
        return "_"
    if token.text.startswith("0") and written(token.text) is not None:
        return "F"
    if token.value % 1:
        return "D" if _DIGITS.fullmatch(token.text) else "_"
    if len(token.text) > 2 and token.text.isdecimal():
        return "_"
    if 0 <= token.value <= HOURS:
        return "N"
    return "M" if HOURS < token.value < MINUTES else "_"


def _mention(tokens: Sequence[ClockToken], found: re.Match[str]) -> ClockMention | None:
    """Return the time that a pattern has found; None where its numbers are none of a time."""
    if found["fixed"]:
        return ClockMention(*found.span(), NOON * MINUTES if found["fixed"] == "x" else 0)
    if _is_plain_number(tokens, found):
        return None
    hour, minute = _face(tokens, found)
    if not 0 <= hour <= HOURS or not 0 <= minute < MINUTES:
        return None
    said = any(map(found.group, ("am", "pm", "part", "led", "hour")))
    hour = 0 if found["am"] and hour == NOON else in_half(hour, _half(found))
    return ClockMention(*found.span(), hour % HOURS * MINUTES + minute, not said and 0 < hour <= NOON)


def _is_plain_number(tokens: Sequence[ClockToken], found: re.Match[str]) -> bool:
    """Return whether nothing says that numbers are a time: "three: 6", "9" and "9.30" by themselves."""
    if found["hour"]:
        return not _is_pair(tokens[found.start()].text, tokens[found.start("minute")].text)
    bare = found["plain"] or found["dotted"]
    return bool(bare) and not any(map(found.group, ("am", "pm", "part", "clock")))


def _face(tokens: Sequence[ClockToken], found: re.Match[str]) -> tuple[int, int]:
    """Return the hour and the minute that a pattern has found, whichever half of the day they are in."""
    if found["shift"]:
        away = 30 if found["shift"] == "h" else 15
        whole = _number(tokens, found, "of") * MINUTES + (away if found["way"] == ">" else -away)
        return divmod(whole, MINUTES)
    digits = _DIGITS.fullmatch(tokens[found.start()].text) if found["led"] or found["dotted"] else None
    if digits:
        return int(digits[1]), int(digits[2])
    hour = _number(tokens, found, "hour") + _number(tokens, found, "plain")
    return hour, _number(tokens, found, "minute") + _number(tokens, found, "behind")


def _number(tokens: Sequence[ClockToken], found: re.Match[str], group: str) -> int:
    """Return the number that a group of a pattern has found; 0 where it has found none."""
    return int(tokens[found.start(group)].value or 0) if found[group] else 0


def _is_pair(hour: str, minute: str) -> bool:
    """Return whether hours and minutes are written as such: "7:40", not "three: 6"."""
    return hour.isdecimal() and minute.isdecimal() and len(minute) == len("40")


def _half(found: re.Match[str]) -> str:
    """Return the letter of the part of the day that was said; empty where none was."""
    if found["am"]:
        return "b"
    return "c" if found["pm"] else found["part"] or ""


def in_half(hour: int, part: str) -> int:
    """Return an hour of the clock's face in a part of the day: two in the afternoon is 14."""
    if not part or hour > NOON:
        return hour
    face = hour % NOON
    small_hours = part == "g" and face < _ENDING_AT_NIGHT
    if part == "b" and not face:
        return NOON
    return face if part == "b" or small_hours else face + NOON


def _before(hour: int, at: int, second: ClockMention) -> ClockMention:
    """Return the first of two times, which shares the half of the second where it is before it: "5 to 7 pm"."""
    later = in_half(hour, "c") * MINUTES
    shares = second.minutes >= NOON * MINUTES and later < second.minutes
    return ClockMention(at, at + 1, later if shares else hour % HOURS * MINUTES)
