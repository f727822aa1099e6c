"""The form in which the frames of the corpus hold a value: budget "$1,700" is "1700.0", category "4 stars" is "4.0".

The rules are those that the annotated values of the release follow (paper section 7.1): amounts and ratings as
decimals; days and people as integers; days of the year as "august 17" or, where nobody said the month, "17"; `$MIN` and
`$MAX` for superlatives; `$LT x` and `$GT x` for comparisons; "-1" for "no preference". Names, seats, times and whatever
no rule reads stay as they were said. So do spans of days ("end of August"), of which the release keeps one day: the
search needs them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from wayframe.ontology import SLOTS, Kind
from wayframe.values.counts import labelled_count
from wayframe.values.dates import in_digits, read_dates
from wayframe.values.days import MONTHS, month_of, month_word
from wayframe.values.lexer import lex
from wayframe.values.money import read_money
from wayframe.values.quantities import read_quantity
from wayframe.values.records import Dates, People

DONT_CARE = "-1"
_HELD = re.compile(r"-1|\$MIN|\$MAX|\$(?:GT|LT) .*")
_ANY = re.compile(
    r"any(?:where|time|thing|one)?(?: (?:date|day|time|city|place|price|destination|hotel|amount|budget)s?)?"
    r"(?: is fine)?"
    r"|whatever|whenever|wherever|no (?:preferences?|limit|budget)|unlimited(?: budget| funds)?|flexible"
    r"|(?:it |that )?(?:does|do) ?n[o'’]?t (?:care|mind|matter)|(?:money|price|budget) is no (?:object|issue|problem)",
    re.IGNORECASE,
)
_THAN = re.compile(
    r"(?<!not )(?<!no )\b(?:(?P<less>less|lower|cheaper|fewer|shorter|worse|earlier)"
    r"|(?P<more>more|higher|better|nicer|longer|greater|later)) than\b",
    re.IGNORECASE,
)
_ADDED = re.compile(
    r"\b(?:another|extra|additional|add(?:ed|ing)?|increas(?:e|ed|ing)|rais(?:e|ed|ing)|bump(?:ed|ing)?"
    r"|up (?:my|our|the|it|by))\b|\bmore$",
    re.IGNORECASE,
)
_TAKEN_OFF = re.compile(
    r"\b(?:(?:lower|reduc|decreas)(?:e|ed|ing)? (?:\w+ ){0,2}by|cut|less|down by|take off|fewer)\b(?! than)",
    re.IGNORECASE,
)
_AT_ONCE = re.compile(r"(?:right )?now|immediately|at once|pronto", re.IGNORECASE)
_ONE_UNIT = re.compile(r"\b(?:(?P<week>week)|day|night)\b", re.IGNORECASE)
_UNCERTAIN = re.compile(r"\b(?:few|couple|several|half)\b", re.IGNORECASE)


class _Words(NamedTuple):
    """The words that compare, for a kind of value: the least, the greatest, less and more than before."""

    least: re.Pattern[str]
    greatest: re.Pattern[str]
    less: re.Pattern[str]
    more: re.Pattern[str]


def _words(least: str, greatest: str, less: str, more: str) -> _Words:
    return _Words(*(re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for words in (least, greatest, less, more)))


_COMPARED: Mapping[Kind, _Words] = {
    "money": _words(
        r"cheap(?:est|ly)?|low(?:est)?|minimum|(?:cost the )?least|affordable|economical|tight|broke|best|small",
        r"most|priciest|highest|lots", r"cheaper|lower|less|better|decrease", r"more|higher|dearer|pricier|increase",
    ),
    "stars": _words(
        r"worst|lowest", r"best(?:est)?|highest|nicest|fanciest|poshest|most|luxur\w+|as nice as \w+|top|highly",
        r"lower|worse|less", r"better|nicer|higher|fancier|stronger|more",
    ),
    "rating": _words(r"worst|lowest", r"best|highest|most|top|excellent|highly", r"lower|worse", r"better|higher"),
    "days": _words(
        r"shortest|as short as \w+", r"longest|as long as (?:possible|(?:i|we|you) can)|as much time|maximum",
        r"shorter|less|lesser|fewer", r"longer|more",
    ),
    "date": _words(r"asap|soon(?:er|est)?|earliest", r"latest", r"earlier", r"later"),
}  # fmt: skip
_PEOPLE: Mapping[str, People] = {"n_adults": "adults", "n_children": "children"}


def canonical(
    slot: str, val: str | bool | int | float | None, *, held: str | None = None, today: date | None = None
) -> str | bool | None:
    """What a frame holds for `slot` after somebody said `val`.

    `held` is what the frame held before: "cheaper" is then "$LT 2890.5", "another thousand" is added, and "the 19th"
    gets the month of "august 17". With `today`, "tomorrow" and "Saturday" become days; without, they stay as they were
    said.
    """
    if val is None or isinstance(val, bool):
        return val
    return _canonical(slot, str(val), held, today)


@lru_cache(maxsize=65536)
def _canonical(slot: str, val: str, held: str | None, today: date | None) -> str:
    text = val.strip()
    if _HELD.fullmatch(text):
        return text
    if _ANY.fullmatch(text):
        return DONT_CARE
    kind = SLOTS[slot].kind if slot in SLOTS else "text"
    if slot in _PEOPLE:
        return _people(text, _PEOPLE[slot], held) or val
    if kind == "date":
        return _date(text, held) or _compared(text, kind, held) or _day_from(text, today) or val
    if kind in _COMPARED:
        return _number(text, kind, held) or _compared(text, kind, held) or val
    return val


def _date(text: str, held: str | None) -> str | None:
    """The day that `text` names; one without a month is of the month that the frame already held."""
    if written := in_digits(text):
        return f"{MONTHS[written.month - 1]} {written.day}"
    tokens = lex(text)
    if held and held.isdecimal() and len(tokens) <= 2 and (named := month_of(tokens[-1].text if tokens else "")):
        return f"{MONTHS[named - 1]} {held}"
    counts = {at for at, token in enumerate(tokens[:-1]) if tokens[at + 1].text in ("week", "weeks", "day", "days")}
    days = (int(token.value) for at, token in enumerate(tokens) if token.value and at not in counts)
    day = next((day for day in days if 1 <= day <= 31), None)
    if day is None:
        return None
    month = next((month_word(t.text) for t in tokens if t.value is None and month_of(t.text)), None)
    if not month and held and (before := re.search(r"([a-z]+) \d+$", held)):
        month = before.group(1)
    return f"{month} {day}" if month else str(day)


def _day_from(text: str, today: date | None) -> str | None:
    """The one day that `text` names from the day of the conversation ("tomorrow", "Saturday")."""
    if not today:
        return None
    dates = Dates(today, today) if _AT_ONCE.fullmatch(text) else read_dates(text, today)
    return f"{MONTHS[dates.first.month - 1]} {dates.first.day}" if dates and dates.first == dates.last else None


def _number(text: str, kind: Kind, held: str | None) -> str | None:
    number = _amount(text, kind)
    if number is None:
        return None
    if than := _THAN.search(text):
        return f"{'$LT' if than.group('less') else '$GT'} {_shown(number, kind)}"
    before = _held_number(held)
    if kind == "money" and before is not None and _ADDED.search(text):
        number += before
    elif kind == "money" and before is not None and before > number and _TAKEN_OFF.search(text):
        number = before - number
    return _shown(number, kind)


def _amount(text: str, kind: Kind) -> float | None:
    """The number that `text` says; None where it says none or only a few."""
    if kind == "money":
        money = read_money(text)
        return money.amount if money else None
    said = any(token.value is not None for token in lex(text))
    if not said and kind == "days" and (unit := _ONE_UNIT.search(text)) and not _UNCERTAIN.search(text):
        return 7.0 if unit.group("week") else 1.0
    quantity = read_quantity(text, kind) if said else None
    return None if quantity is None else quantity.low if quantity.low is not None else quantity.high


def _shown(number: float, kind: Kind) -> str:
    return str(int(number)) if kind == "days" else str(number)


def _compared(text: str, kind: Kind, held: str | None) -> str | None:
    """Superlatives, and comparatives with what the frame held ("00" where it held nothing, as in the release)."""
    words = _COMPARED[kind]
    if words.least.search(text):
        return "$MIN"
    if words.greatest.search(text):
        return "$MAX"
    before = held.split(maxsplit=1)[-1] if held and held.startswith(("$GT ", "$LT ")) else held
    known = before if before and before != DONT_CARE and not before.startswith("$") else None
    if words.less.search(text):
        return f"$LT {known}" if known else "$MIN"
    return f"$GT {known or '00'}" if words.more.search(text) else None


def _people(text: str, of: People, held: str | None) -> str | None:
    count, before = labelled_count(text, of), _held_number(held)
    if count is None or before is None or not count.isdecimal():
        return count
    if _ADDED.search(text):
        return str(int(before) + int(count))
    return str(max(0, int(before) - int(count))) if _TAKEN_OFF.search(text) else count


def _held_number(held: str | None) -> float | None:
    found = re.search(r"(?<![-\d])\d+(?:\.\d+)?$", held or "")
    return float(found.group()) if found else None
