"""The form in which the frames of the corpus hold a value: budget "$1,700" is "1700.0", category "4 stars" is "4.0".

The rules are those that the annotated values of the release follow (paper section 7.1): amounts and ratings as
decimals; days and people as integers; days of the year as "august 17" or, where nobody said the month, "17"; `$MIN` and
`$MAX` for superlatives; `$LT x` and `$GT x` for comparisons; "-1" for "no preference". Names, seats, times and whatever
no rule reads stay as they were said. So do spans of days ("end of August"), of which the release keeps one day: the
search needs them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import lru_cache, partial
from typing import NamedTuple

from wayframe.ontology import Kind, kind_of
from wayframe.values.amounts import read_money, read_quantity, seat
from wayframe.values.dates import MONTHS, in_digits, month_of, month_word, read_dates, shifted
from wayframe.values.lexer import Token, lex, numbers, token_at
from wayframe.values.parties import labelled_count, read_count
from wayframe.values.places import SYNONYMS, alike, distinctive, folded
from wayframe.values.records import Dates, Money, People, Quantity, Superlative, Typed

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
_UNIT_DAYS = {"week": 7.0, None: 1.0}
_UNCERTAIN = re.compile(r"\b(?:few|couple|several|half)\b", re.IGNORECASE)


class _Comparison(NamedTuple):
    """The words that compare, for a kind of value: the least, the greatest, less and more than before."""

    least: re.Pattern[str]
    greatest: re.Pattern[str]
    less: re.Pattern[str]
    more: re.Pattern[str]


def _words(least: str, greatest: str, less: str, more: str) -> _Comparison:
    return _Comparison(*(re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for words in (least, greatest, less, more)))


_COMPARED: Mapping[Kind, _Comparison] = {
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
_COUNTED = frozenset(("week", "weeks", "day", "days"))
_SIDES: Mapping[str | None, str] = {"less": "$LT ", "more": "$GT "}
_UNKNOWN = re.compile(r"^(?:\$.*|-1$)")


class _SaidValue(NamedTuple):
    """What was said for a slot of some kind, what the frame held before, the day of the conversation."""

    text: str
    kind: Kind
    held: str
    today: date | None


_ValueReading = Callable[[_SaidValue], str | None]


def canonical(
    slot: str, val: str | bool | int | float | None, *, held: str | None = None, today: date | None = None
) -> str | bool | None:
    """Return what a frame holds for `slot` after somebody said `val`.

    `held` is what the frame held before: "cheaper" is then "$LT 2890.5", "another thousand" is added, and "the 19th"
    gets the month of "august 17". With `today`, "tomorrow" and "Saturday" become days; without, they stay as they were
    said.
    """
    if val is None or isinstance(val, bool):
        return val
    return _canonical(slot, str(val), held or "", today)


@lru_cache(maxsize=65536)
def _canonical(slot: str, val: str, held: str, today: date | None) -> str:
    kind = kind_of(slot)
    said = _SaidValue(val.strip(), kind, held, today)
    readings = (_canonical_already, _any, *(_OF_SLOT.get(slot) or _OF_KIND.get(kind, ())))
    return next(filter(None, (reading(said) for reading in readings)), val)


def _canonical_already(said: _SaidValue) -> str | None:
    return said.text if _HELD.fullmatch(said.text) else None


def _any(said: _SaidValue) -> str | None:
    return DONT_CARE if _ANY.fullmatch(said.text) else None


def _written_day(said: _SaidValue) -> str | None:
    """A day in digits alone: "8/17"."""
    written = in_digits(said.text)
    return _shown_day(written) if written else None


def _month_of_day(said: _SaidValue) -> str | None:
    """The day that the frame held, with the month that is named now."""
    tokens = lex(said.text)
    if not said.held.isdecimal() or len(tokens) > 2:
        return None
    named = month_of(token_at(tokens, len(tokens) - 1).text)
    return f"{MONTHS[named - 1]} {said.held}" if named else None


def _date(said: _SaidValue) -> str | None:
    """The day that a text names; one without a month is of the month that the frame already held."""
    tokens = lex(said.text)
    days = [int(token.value or 0) for at, token in enumerate(tokens) if _is_day(tokens, at)]
    return f"{_month(tokens, said.held)} {days[0]}".strip() if days else None


def _is_day(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a token can be a day of a month and counts no days or weeks."""
    return 1 <= int(tokens[at].value or 0) <= 31 and token_at(tokens, at + 1).text not in _COUNTED


def _month(tokens: Sequence[Token], held: str) -> str:
    """The month that tokens name, else the one that the frame held; empty where there is none."""
    named = [month_word(token.text) for token in tokens if token.value is None and month_of(token.text)]
    return next(iter((*named, *re.findall(r"([a-z]+) \d+$", held))), "")


def _day_from(said: _SaidValue) -> str | None:
    """The one day that a text names from the day of the conversation ("tomorrow", "Saturday")."""
    if not said.today:
        return None
    if _AT_ONCE.fullmatch(said.text):
        return _shown_day(said.today)
    dates = read_dates(said.text, said.today)
    return _shown_day(dates.first) if dates and dates.first == dates.last else None


def _shown_day(day: date) -> str:
    return f"{MONTHS[day.month - 1]} {day.day}"


def _amount(said: _SaidValue) -> str | None:
    """An amount of money: a limit ("less than $500"), a change of what was held ("another 500"), or the amount."""
    money = read_money(said.text)
    if money is None or money.amount is None:
        return None
    side = _side(said.text)
    if side:
        return f"{side}{money.amount}"
    return str(_changed(money.amount, said))


def _number(said: _SaidValue) -> str | None:
    """A number of days, stars or points, or a limit of it."""
    number = _counted(said.text, said.kind)
    if number is None:
        return None
    shown = int(number) if said.kind == "days" else number
    return f"{_side(said.text)}{shown}"


def _side(text: str) -> str:
    """The operator, with a blank, of a text that says "less than" or "more than"; empty for another."""
    than = _THAN.search(text)
    return _SIDES[than.lastgroup] if than else ""


def _counted(text: str, kind: Kind) -> float | None:
    """The number that `text` says; None where it says none or only a few."""
    if numbers(lex(text)):
        return _bound(read_quantity(text, kind))
    return _one_unit(text) if kind == "days" else None


def _one_unit(text: str) -> float | None:
    """The days of a single unit ("a week"); None where it may be several ("a few days")."""
    unit = _ONE_UNIT.search(text)
    if unit is None or _UNCERTAIN.search(text):
        return None
    return _UNIT_DAYS[unit.lastgroup]


def _bound(quantity: Quantity | None) -> float | None:
    """The number that a quantity is known by: its lower end, else its upper."""
    if quantity is None:
        return None
    return quantity.high if quantity.low is None else quantity.low


def _changed(number: float, said: _SaidValue) -> float:
    """The number after a change by what was said: "another 500", "take off 200"; the number itself if it is none."""
    before = _held_number(said.held)
    if before is None:
        return number
    if _ADDED.search(said.text):
        return before + number
    falls = before > number or said.kind == "count"
    return max(0.0, before - number) if falls and _TAKEN_OFF.search(said.text) else number


def _compared(said: _SaidValue) -> str | None:
    """Superlatives, and comparatives with what the frame held ("00" where it held nothing, as in the release)."""
    words = _COMPARED[said.kind]
    held = said.held.removeprefix("$GT ").removeprefix("$LT ")
    known = _UNKNOWN.sub("", held)
    meanings = (
        (words.least, "$MIN"),
        (words.greatest, "$MAX"),
        (words.less, f"$LT {known}" if known else "$MIN"),
        (words.more, f"$GT {known or '00'}"),
    )
    return next((form for pattern, form in meanings if pattern.search(said.text)), None)


def _people(of: People, said: _SaidValue) -> str | None:
    count = labelled_count(said.text, of)
    return str(int(_changed(int(count), said))) if count and count.isdecimal() else count


def _held_number(held: str) -> float | None:
    found = re.search(r"(?<![-\d])\d+(?:\.\d+)?$", held)
    return float(found.group()) if found else None


_OF_SLOT: Mapping[str, tuple[_ValueReading, ...]] = {
    "n_adults": (partial(_people, "adults"),),
    "n_children": (partial(_people, "children"),),
}
_OF_KIND: Mapping[Kind, tuple[_ValueReading, ...]] = {
    "date": (_written_day, _month_of_day, _date, _compared, _day_from),
    "money": (_amount, _compared),
    "stars": (_number, _compared),
    "rating": (_number, _compared),
    "days": (_number, _compared),
}
"""What is tried in turn, by slot and by kind."""


_MOST = 1e6  # people, days, stars: more than that nobody means, and no search can be asked for
_QUANTITIES: tuple[Kind, ...] = ("days", "stars", "rating", "time")
_PEOPLE: dict[str, People] = {"n_children": "children"}
_BOOLEANS = {"true": True, "false": False}
_DEGREES: dict[str, Superlative] = {"$MIN": "min", "$MAX": "max"}


def read(slot: str, val: str, *, today: date) -> Typed | None:
    """Return what `val`, as it was said or canonical, means for `slot`; None where it says nothing ("-1", "no idea").

    So it is with counts beyond a million.
    """
    typed = _meant(slot, val, today)
    if not isinstance(typed, Quantity):
        return typed
    ends = filter(None, (typed.low, typed.high))
    return None if max(ends, default=0.0) > _MOST else typed


@lru_cache(maxsize=65536)
def _meant(slot: str, val: str, today: date) -> Typed | None:
    kind = kind_of(slot)
    operator, _, operand = val.partition(" ")
    if val == DONT_CARE:
        return None
    if operator in _DEGREES:
        return _extreme(kind, _DEGREES[operator], today)
    if operator in _LIMITED:
        return _LIMITED[operator](_read(slot, kind, operand, today), today)
    return _read(slot, kind, val, today)


def _read(slot: str, kind: Kind, val: str, today: date) -> Typed | None:
    readings: dict[Kind, Callable[[], Typed | None]] = {
        "date": lambda: read_dates(val, today),
        "money": lambda: read_money(val),
        "count": lambda: read_count(val, _PEOPLE.get(slot, "adults")),
        "seat": lambda: seat(val) or val,
        "boolean": lambda: _BOOLEANS.get(val.strip().lower()),
        **dict.fromkeys(_QUANTITIES, lambda: read_quantity(val, kind)),
    }
    return readings.get(kind, lambda: val)()


def _extreme(kind: Kind, degree: Superlative, today: date) -> Typed | None:
    """`$MIN` and `$MAX`. The earliest day is any from today on: the search's order sees to the rest."""
    extremes: dict[tuple[Kind, Superlative], Typed | None] = {
        ("money", "min"): Money(None, bound="cheapest"),
        ("money", "max"): Money(None, bound="most"),
        ("date", "min"): Dates(today, date.max),
        ("date", "max"): None,
    }
    return extremes.get((kind, degree), Quantity(None, None, degree))


def _above(limit: Typed | None, today: date) -> Typed | None:
    """`$GT x`; of days, those after x."""
    match limit:
        case Money(amount=int() | float()):
            return limit._replace(bound="at_least")
        case Quantity(low=int() | float()):
            return limit._replace(high=None)
        case Dates():
            return Dates(shifted(limit.last, 1), date.max)
    return None


def _below(limit: Typed | None, today: date) -> Typed | None:
    """`$LT x`; of days, those before x."""
    match limit:
        case Money(amount=int() | float()):
            return limit._replace(bound="at_most")
        case Quantity(low=int() | float() as low):
            return limit._replace(low=None, high=low)
        case Dates():
            last = shifted(limit.first, -1)
            return Dates(min(today, last), last)
    return None


_LIMITED = {"$GT": _above, "$LT": _below}


_SAME_SPELLING = 0.8  # "Frankfort" is "Frankfurt": one slip in five letters
_SHORTEST_SLIP = 5  # letters; shorter names are too near one another
_SORTS = frozenset(("inn", "motel", "resort", "lodge", "suite", "hostel"))
_DAY = re.compile(r"(?:(?P<month>[a-z]+) )?(?P<day>\d{1,2})")


def matches(slot: str, said: str | bool | int | float | None, held: str | bool | int | float | None) -> bool:
    """Whether `said` matches `held`. Either may be as it was said or canonical, and either may say less: "17th" matches
    "august 17", "the Marlin" matches "Marlin Resort", "Vancouver" matches "Vancouver, Canada". Symmetric.
    """
    if said is None or held is None:
        return said is held
    return said == held or _match(slot, str(said), str(held))


@lru_cache(maxsize=65536)
def _match(slot: str, said: str, held: str) -> bool:
    one, two = str(canonical(slot, said)).strip().lower(), str(canonical(slot, held)).strip().lower()
    if one == two:
        return True
    kind = kind_of(slot)
    if kind == "count":  # of people, the speaker among them: "my wife" and "2"; a canonical form says less
        return _same_reading(said, held, partial(read_count, of="adults"))
    return kind in _SAME and _SAME[kind](one, two)


def _same_day(one: str, two: str) -> bool:
    """The same day of the month, of months that don't differ."""
    first, second = _DAY.fullmatch(one), _DAY.fullmatch(two)
    if not first or not second:
        return False
    (month, day), (other_month, other_day) = first.groups(), second.groups()
    same_month = None in (month, other_month) or month_of(month) == month_of(other_month)
    return same_month and int(day) == int(other_day)


def _same_amount(one: str, two: str, near: float) -> bool:
    """The same number; one of two that are less than `near` apart may be rounded."""
    try:
        return abs(float(one) - float(two)) < near
    except ValueError:
        return False


def _same_city(one: str, two: str) -> bool:
    """The same name without its country, a nickname, or a slip of the pen."""
    first, second = _city(one), _city(two)
    return first == second or _slip(first, second)


def _city(name: str) -> str:
    """A name without its country and without accents; the full one for a nickname."""
    short = folded(name.partition(",")[0])
    return folded(SYNONYMS.get(short, short))


def _same_hotel(one: str, two: str) -> bool:
    """The same words that tell hotels apart; one of the two may leave some out."""
    first, second = sorted((distinctive(one), distinctive(two)), key=len)
    sorts, other_sorts = _sorts(one), _sorts(two)
    differ = sorts and other_sorts and sorts.isdisjoint(other_sorts)
    if differ or not first:
        return False
    return f" {first} " in f" {second} " or _slip(first, second)


def _sorts(name: str) -> frozenset[str]:
    """Return what a name calls the house, singular: an inn is no resort, but both are hotels."""
    return frozenset(word.rstrip("s") for word in folded(name).split()) & _SORTS


def _slip(first: str, second: str) -> bool:
    return min(len(first), len(second)) >= _SHORTEST_SLIP and alike(first, second) >= _SAME_SPELLING


def _same_reading(one: str, two: str, reading: Callable[[str], object]) -> bool:
    """The same typed value."""
    first = reading(one)
    return first is not None and first == reading(two)


_SAME: Mapping[Kind, Callable[[str, str], bool]] = {
    "date": _same_day,
    "money": partial(_same_amount, near=1.0),
    "rating": partial(_same_amount, near=0.05),
    "city": _same_city,
    "name": _same_hotel,
    "time": partial(_same_reading, reading=partial(read_quantity, kind="time")),
    "seat": partial(_same_reading, reading=seat),
}
"""When two forms of a kind are the same value."""
