"""Units, currencies, numbers, dates and lists as cells of tables write them; the words are in `units.toml`.

Whether "85.000" is eighty-five or eighty-five thousand a column says itself where one of its cells can be read in one
way only (1.234,50; 0.125; 3.5). Where none does, round numbers, the other columns and what stands between the cells
decide, and that is a doubt.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from importlib.resources import files
from itertools import chain
from typing import Any, NamedTuple

_DATA: dict[str, Any] = tomllib.loads(files("wayframe.schema").joinpath("units.toml").read_text(encoding="utf-8"))

EMPTY = frozenset(_DATA["empty"])
YES = frozenset(_DATA["yes"])
NO = frozenset(_DATA["no"])
CROSSES = frozenset(_DATA["crosses"])
FREE = frozenset(_DATA["free"])
SPACELESS = frozenset(_DATA["spaceless"])
FORMATS: tuple[str, ...] = tuple(_DATA["dates"])
DIGIT_FORMATS: tuple[str, ...] = tuple(_DATA["digit_dates"])

_SIGNS: dict[str, str] = {code: entry.get("sign", code) for code, entry in _DATA["currencies"].items()}
_CURRENCIES: dict[str, str] = {word: code for code, entry in _DATA["currencies"].items() for word in entry["words"]}
SIGN_OF_CODE = {code: sign for code, sign in _SIGNS.items() if sign != code}
"""The sign with which amounts of a currency are written."""

_MEASURES: list[dict[str, float]] = _DATA["measures"]
_SPELLED = {unit.casefold(): unit for measure in _MEASURES for unit in measure}
_FACTORS = {unit.casefold(): factor for measure in _MEASURES for unit, factor in measure.items()}
_HOME = {unit.casefold(): number for number, measure in enumerate(_MEASURES) for unit in measure}
_ASKED: list[dict[str, float]] = [
    {unit.casefold(): factor for unit, factor in measure.items()} for measure in _DATA["asked"]
]
ASKED_UNITS = frozenset(chain.from_iterable(_ASKED))
"""The units in which values may be asked for, in lower case."""
_COMPARED: dict[str, float] = _DATA["compared"]
"""How many days units of time have, for comparing alone: nobody says three weeks in months."""
UNITS = tuple(_SPELLED)
"""All units that are known, in lower case."""

_MOST_DIGITS = 15  # a longer run is a code, and a float would lose some of it
_SEPARATOR = re.compile(r"[,;|]|\s[/•]\s")


class NumberStyle(NamedTuple):
    """The marks of numbers: of decimals, and of thousands besides blanks and apostrophes."""

    decimal: str
    thousands: str

    @property
    def example(self) -> str:
        """The style as a settings file says it: "1,234.5", "1.234,5"."""
        return f"1{self.thousands}234{self.decimal}5"

    @property
    def other(self) -> NumberStyle:
        """The style in which the two marks have changed places."""
        return NumberStyle(self.thousands, self.decimal)


POINT, COMMA = NumberStyle(".", ","), NumberStyle(",", ".")
STYLES = {style.example: style for style in (POINT, COMMA)}


def _pattern(style: NumberStyle) -> re.Pattern[str]:
    thousands, decimal = re.escape(style.thousands), re.escape(style.decimal)
    whole = rf"(?:\d{{1,3}}(?:[{thousands}'’ \u00a0\u202f]\d{{3}})+(?!\d)|\d+)"
    return re.compile(rf"[+-]?(?:{whole}(?:{decimal}\d+)?|{decimal}\d+)(?:[eE][+-]?\d+)?")


_NUMBERS = {style: _pattern(style) for style in STYLES.values()}
_GROUPS = {
    style: re.compile(rf"(?<![\d.,])\d{{1,3}}(?:{re.escape(style.thousands)}\d{{3}})+(?!\d)") for style in _NUMBERS
}
_GROUPING = re.compile(r"['’ \u00a0\u202f]")


class Amount(NamedTuple):
    """A number as a cell has it, and the unit or the currency with it."""

    number: float
    unit: str


def split(text: str, style: NumberStyle = POINT) -> Amount | None:
    """Return the number and the unit of a cell that has no more than these: "16 GB", "€ 1,239"; None of any other.

    A number that can't be read in the style, but in the other, is read in that; "4:30 h" are hours, "8+" is 8.
    """
    bare = " ".join(text.split())
    return _hours(bare) or _split(bare, style) or _split(bare, style.other) or _least(bare, style)


def split_money(text: str, style: NumberStyle = POINT) -> Amount | None:
    """Return the amount and the currency of a cell: both "1.200 €" and "€1,200" are thousands, as cents are two.

    A dash in the place of cents is no part of either: "420,- €".
    """
    bare = _NO_CENTS.sub("", " ".join(text.split()))
    if bare.casefold() in FREE:
        return Amount(0.0, "")
    for each in (POINT, COMMA):
        found = _split(bare, each)
        if found and _GROUPS[each].search(bare):
            return found
    return split(bare, style)


_NO_CENTS = re.compile(r"(?<=\d)[.,][-–—]{1,2}(?!\d)")
_HOURS = re.compile(
    r"(\d{1,3}):([0-5]\d) ?(?:h|hrs?|hours?)\.?|(\d{1,3}) ?h(?:rs?|ours?)?\.? ?([0-5]?\d) ?(?:m|mins?|minutes)?\.?"
)


def _hours(bare: str) -> Amount | None:
    """Return the hours of a cell that has minutes beside them: "4:30 h", "4 h 30 min", "4h30"."""
    found = _HOURS.fullmatch(bare.casefold())
    if found is None:
        return None
    hours, minutes = filter(None, found.groups())
    return Amount(round(int(hours) + int(minutes) / 60, 4), "h")


def is_least(text: str) -> bool:
    """Return whether a cell says a number from which on something is so: "8+"."""
    return text.endswith("+") and text[-2:-1].isdecimal()


def _least(bare: str, style: NumberStyle) -> Amount | None:
    """Return the number of a cell that says from which on something is so."""
    return _split(bare[:-1], style) if is_least(bare) else None


def _split(bare: str, style: NumberStyle) -> Amount | None:
    found = _NUMBERS[style].search(bare)
    if found is None or len(found.group().partition(style.decimal)[0]) > _MOST_DIGITS:
        return None
    number = _float(found.group(), style)
    before, after = bare[: found.start()].strip(), bare[found.end() :].strip()
    if before == "-" and not after.startswith("-"):  # a minus that stands apart: "- 5 °C"
        number, before = -number, ""
    if not before:
        return Amount(number, after) if _is_plain(after) else None
    if after or not currency_code(before):
        return None
    return Amount(number, before)


def _is_plain(unit: str) -> bool:
    """Return whether what stands behind a number may be its unit: no digits but those of a known one."""
    return unit.casefold() in _SPELLED or not re.search(r"[\d,.;:/+]", unit)


def _float(digits: str, style: NumberStyle) -> float:
    plain = _GROUPING.sub("", digits).replace(style.thousands, "")
    return float(plain.replace(style.decimal, "."))


def style_named(form: str) -> NumberStyle:
    """Return the style of a column whose `format` names one; else decimal points."""
    return STYLES.get(form, POINT)


def flag(text: str) -> bool | None:
    """Return the yes or no that a cell says; None of any other."""
    return _FLAGS.get(text.casefold())


_FLAGS = {
    **dict.fromkeys((*NO, "0", "0.0"), False),
    **dict.fromkeys((*YES, *CROSSES, "1", "1.0"), True),
}


def day(text: str, form: str) -> date | None:
    """Return the day that a cell names in a format; None where it names none."""
    try:
        return datetime.strptime(text, form).date()
    except ValueError:
        return None


def minutes(text: str) -> int | None:
    """Return the time of day in minutes: 9:05, 21:30:00; None of any other text."""
    found = _CLOCK.fullmatch(text)
    return int(found[1]) * 60 + int(found[2]) if found else None


_CLOCK = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?")


def items(text: str) -> list[str]:
    """Return what a cell lists: "wifi, parking; lift"."""
    parts = (part.strip() for part in _SEPARATOR.split(text))
    return list(filter(None, parts))


def is_code(text: str) -> bool:
    """Return whether a cell is a code, of capitals and digits: "H-101", "B-WF 404"."""
    return bool(_CODED.fullmatch(text))


_CODED = re.compile(r"(?=.*[A-Z])(?=.*\d)(?:(?:^|[ ./_-]?)(?:[A-Z]{1,4}(?![A-Z])|\d+(?!\d)))+")


def spelled(unit: str) -> str:
    """Return a unit as it is written; as it stands where it is none that is known."""
    return _SPELLED.get(unit.casefold(), unit)


def converted(number: float, unit: str, to: str) -> float | None:
    """Return a number in another unit of the same measure; None where they measure different things."""
    one, other = unit.casefold(), to.casefold()
    if one == other or not unit:
        return number
    if one not in _HOME or _HOME[one] != _HOME.get(other):
        return None
    return number * _FACTORS[one] / _FACTORS[other]


def told_in(number: float, unit: str, asked: str) -> float | None:
    """Return a number in the unit in which it is asked for; None where that measures something else."""
    one, other = unit.casefold(), asked.casefold()
    measure = next((each for each in _ASKED if one in each and other in each), None)
    return None if measure is None else number * measure[one] / measure[other]


def time_in(number: float, unit: str, asked: str) -> float | None:
    """Return a time in another unit, a month as its share of a year; None where either is no unit of days."""
    one, own = _COMPARED.get(unit.casefold()), _COMPARED.get(asked.casefold())
    return None if one is None or own is None else number * one / own


def family(unit: str) -> tuple[str, ...]:
    """Return all units that measure the same as one, itself first."""
    home = _HOME.get(unit.casefold())
    others = () if home is None else tuple(_MEASURES[home])
    return tuple(dict.fromkeys((spelled(unit), *others)))


def currency_code(unit: str) -> str:
    """Return the code of a currency, "EUR" of "€", "eur" and "euros"; empty for what is none."""
    return _CURRENCIES.get(unit.casefold(), "")


def is_unit(text: str) -> bool:
    """Return whether a word is a unit or a currency that is known."""
    return text.casefold() in _SPELLED or bool(currency_code(text))


_MARK = re.compile("[.,]")
_NUMERAL = re.compile(r"(?<![\w.,])[+-]?\d[\d.,]*(?<![.,])")
_GROUPED = {style: re.compile(rf"\d{{1,3}}(?:{re.escape(style.thousands)}\d{{3}})+") for style in (POINT, COMMA)}
_FRACTION = {style: re.compile(rf"\d*{re.escape(style.decimal)}\d+") for style in (POINT, COMMA)}
_ROUND = re.compile(r"[1-9]\d*[.,]\d?(?:00|50)")


class StyleEvidence(NamedTuple):
    """The style that cells have, whether another would do as well, and a cell that it matters for."""

    style: NumberStyle
    sure: bool = True
    example: str = ""


def style_of(texts: Iterable[str], usual: NumberStyle) -> StyleEvidence:
    """Return the style of a column's cells; `usual` is that of the table, where they don't say."""
    marked = list(filter(_MARK.search, _numerals(map(_NUMERAL.search, texts))))
    votes = Counter(map(_only_style, marked))
    likelier = _winner(votes)
    if likelier is not None:
        return StyleEvidence(likelier)
    if not marked or (usual == POINT and all("," in numeral for numeral in marked)):
        return StyleEvidence(POINT)
    return _guessed(marked, usual)


def _numerals(found: Iterable[re.Match[str] | None]) -> list[str]:
    """Return the numerals that were found, without their signs."""
    return [match.group().lstrip("+-") for match in found if match]


_FAVOURED = {(True, False): POINT, (False, True): COMMA}
"""The style that something speaks for, by whether it speaks for decimal points and for decimal commas."""


def _winner(votes: Counter[NumberStyle | None]) -> NumberStyle | None:
    """Return the style with more votes; None where both have as many."""
    points, commas = votes[POINT], votes[COMMA]
    return _FAVOURED.get((points > commas, commas > points))


def _guessed(marked: Sequence[str], usual: NumberStyle) -> StyleEvidence:
    """Return the likelier style of numerals that either would read: thousands often end in round numbers."""
    example = max(marked, key=len)
    grouped = COMMA if "." in example else POINT
    round_ones = sum(bool(_ROUND.fullmatch(numeral)) for numeral in marked)
    if 2 * round_ones >= len(marked):
        return StyleEvidence(grouped, False, example)
    return StyleEvidence(usual, False, example)


def _only_style(numeral: str) -> NumberStyle | None:
    """Return the one style that reads a numeral; None where both do or none."""
    return _FAVOURED.get((_reads(numeral, POINT), _reads(numeral, COMMA)))


def _reads(numeral: str, style: NumberStyle) -> bool:
    """Return whether a numeral is right in a style: "1.234" is in both, "0.125" and "3.5" only with decimal points."""
    if _FRACTION[style].fullmatch(numeral):
        return True
    whole, _, decimals = numeral.partition(style.decimal)
    plain = not decimals or decimals.isdecimal()
    return plain and bool(_GROUPED[style].fullmatch(whole)) and not whole.startswith("0")


def usual_style(columns: Iterable[Iterable[str]], delimiter: str) -> NumberStyle:
    """Return the style of a whole table: what most columns say, else commas between the decimals after semicolons."""
    votes = Counter[NumberStyle | None]()
    for texts in columns:
        numerals = _numerals(map(_NUMERAL.fullmatch, texts))
        votes.update(set(map(_only_style, numerals)))
    usual = COMMA if delimiter == ";" else POINT
    return _winner(votes) or usual
