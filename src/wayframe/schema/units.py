"""Units, currencies, numbers, dates and lists as cells of tables write them."""

from __future__ import annotations

import re

EMPTY = frozenset(("", "-", "–", "—", "?", "n/a", "na", "n.a.", "nan", "none", "null", "unknown"))
YES = frozenset(("yes", "y", "true", "t", "✓", "✔"))
NO = frozenset(("no", "n", "false", "f", "✗", "✘"))

SIGNS = {"$": "$", "€": "€", "£": "£", "¥": "¥", "₹": "₹"}
CODES = {"usd": "$", "eur": "€", "gbp": "£", "jpy": "¥", "inr": "₹", "chf": "CHF", "cad": "CAD", "aud": "AUD",
         "dollar": "$", "dollars": "$", "bucks": "$", "euro": "€", "euros": "€", "pound": "£", "pounds": "£",
         "yen": "¥", "rupees": "₹"}  # fmt: skip
"""How currencies are called, and how they are written."""

# What measures a unit is of, and how many of the first of its family it is.
_FAMILIES: tuple[dict[str, float], ...] = (
    {"GB": 1, "gig": 1, "gigs": 1, "gigabytes": 1, "TB": 1000, "terabytes": 1000, "terabyte": 1000, "MB": 0.001},
    {"kg": 1, "kilo": 1, "kilos": 1, "kilograms": 1, "g": 0.001, "grams": 0.001, "lb": 0.45359237, "lbs": 0.45359237},
    {"inch": 1, "inches": 1, '"': 1, "″": 1, "in": 1},
    {"km": 1, "kilometres": 1, "kilometers": 1, "m": 0.001, "mi": 1.609344, "mile": 1.609344, "miles": 1.609344,
     "metres": 0.001, "meters": 0.001},
    {"min": 1, "mins": 1, "minutes": 1, "minute": 1, "h": 60, "hour": 60, "hours": 60, "hrs": 60},
    {"m²": 1, "m2": 1, "sqm": 1, "sq m": 1, "square metres": 1, "square meters": 1},
    {"GHz": 1, "MHz": 0.001}, {"Wh": 1}, {"Hz": 1}, {"mm": 1, "cm": 10}, {"%": 1, "percent": 1},
    {"star": 1, "stars": 1}, {"W": 1, "kW": 1000}, {"l": 1, "litres": 1, "liters": 1, "litre": 1},
    {"day": 1, "days": 1, "nights": 1, "night": 1, "week": 7, "weeks": 7}, {"mAh": 1}, {"cores": 1, "core": 1},
    {"MP": 1, "megapixels": 1}, {"nits": 1}, {"fps": 1},
)  # fmt: skip
_FACTORS = {unit.casefold(): factor for family in _FAMILIES for unit, factor in family.items()}
_SPELLED = {unit.casefold(): unit for family in _FAMILIES for unit in family}
_HOME = {unit.casefold(): number for number, family in enumerate(_FAMILIES) for unit in family}
SPACELESS = frozenset(("%", '"', "″"))
UNITS = tuple(_SPELLED)
"""All units that are known, in lower case."""

NUMBER = re.compile(r"[+-]?(?:\d{1,3}(?:[,'’ \u00a0]\d{3})+|\d+)(?:\.\d+)?|[+-]?\.\d+")
_DECIMAL_COMMA = re.compile(r"(?<![\d,.])(\d{1,3}(?:\.\d{3})+|\d+),(\d{1,2})(?![\d,])")
_DOTTED = re.compile(r"\d{1,3}(?:\.\d{3})+")
_SEPARATOR = re.compile(r"[,;|]")
_MOST_DIGITS = 15  # a longer run is a code, and a float would lose some of it

FORMATS = ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%Y/%m/%d", "%d %B %Y", "%B %d, %Y", "%d %b %Y", "%b %d, %Y")
"""How dates may be written; where two would do, the first is taken."""


def spelled(unit: str) -> str:
    """A unit as it is written; as it stands where it is none that is known."""
    return _SPELLED.get(unit.casefold(), unit)


def converted(number: float, unit: str, to: str) -> float | None:
    """A number in another unit of the same family; None where they measure different things."""
    one, other = unit.casefold(), to.casefold()
    if one == other or not unit:
        return number
    if one not in _HOME or _HOME[one] != _HOME.get(other):
        return None
    return number * _FACTORS[one] / _FACTORS[other]


def split(text: str, *, money: bool = False) -> tuple[float, str] | None:
    """A cell that is a number with at most a unit or a currency: the number and that; None where it is none.

    "12,5" has a decimal comma, and "1.200 €" no decimals: amounts of `money` have not three of them.
    """
    bare = _DECIMAL_COMMA.sub(lambda found: f"{found[1].replace('.', '')}.{found[2]}", " ".join(text.split()))
    found = NUMBER.search(bare)
    if found is None or len(found.group()) > _MOST_DIGITS:
        return None
    before, after = bare[: found.start()].strip(), bare[found.end() :].strip()
    if before and (after or not _is_money(before)):
        return None
    if any(character.isdigit() for character in after) and after.casefold() not in _SPELLED:
        return None
    digits = re.sub(r"[,'’ \u00a0]", "", found.group())
    if (money or _is_money(before or after)) and _DOTTED.fullmatch(digits):
        digits = digits.replace(".", "")
    return float(digits), before or after


def items(text: str) -> list[str]:
    """What a cell lists: "wifi, parking; lift"."""
    return [item for each in _SEPARATOR.split(text) if (item := each.strip())]


def currency(unit: str) -> str:
    """A currency as it is written; empty for what is none."""
    return SIGNS.get(unit) or CODES.get(unit.casefold(), "")


def _is_money(unit: str) -> bool:
    return bool(currency(unit))


_CODE_OF_SIGN = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR"}
SIGN_OF_CODE = {code: sign for sign, code in _CODE_OF_SIGN.items()}
"""How amounts are written in currencies that have a sign."""


def currency_code(unit: str) -> str:
    """Return the code of a currency, "EUR" of "€" and of "euros"; empty for what is none."""
    sign = currency(unit) or (unit if unit in CODES.values() else "")
    return _CODE_OF_SIGN.get(sign, sign)


def family(unit: str) -> tuple[str, ...]:
    """Return all units that measure the same as one, itself first."""
    home = _HOME.get(unit.casefold())
    others = () if home is None else tuple(_FAMILIES[home])
    return tuple(dict.fromkeys((spelled(unit), *others)))
