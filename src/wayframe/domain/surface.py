"""Values as the agent writes them; `wayframe.values` reads each back to what it was."""

from __future__ import annotations

from collections.abc import Callable

_COMPARED = {"$LT": "less than", "$GT": "more than"}


def surface(slot: str, value: str | bool) -> str | bool:
    """A value of a frame or a package as it stands in a sentence: "$1203.50", "4-star", "7 days".

    What isn't a bare number is said as it stands: the user's own words, a date, a name.
    """
    operator, _, operand = value.partition(" ") if isinstance(value, str) else ("", "", "")
    if operator in _COMPARED:
        return f"{_COMPARED[operator]} {surface(slot, operand)}"
    write = _WRITTEN.get(slot)
    try:
        return write(float(value)) if write and not isinstance(value, bool) else value
    except ValueError:
        return value


def _dollars(amount: float) -> str:
    return f"${amount:,.2f}".removesuffix(".00")


def _days(number: float) -> str:
    return "1 day" if number == 1 else f"{number:g} days"


def _adults(number: float) -> str:
    return "1 adult" if number == 1 else f"{number:g} adults"


def _children(number: float) -> str:
    return "1 child" if number == 1 else f"{number:g} children"


def _cities(number: float) -> str:
    return "1 city" if number == 1 else f"{number:g} cities"


def _packages(number: float) -> str:
    return "1 package" if number == 1 else f"{number:,g} packages"


def _hotels(number: float) -> str:
    return "1 hotel" if number == 1 else f"{number:g} hotels"


_WRITTEN: dict[str, Callable[[float], str]] = {
    "price": _dollars,
    "budget": _dollars,
    "category": lambda stars: f"{stars:g}-star",
    "gst_rating": lambda points: f"{points:g}/10",
    "duration": _days,
    "max_duration": _days,
    "min_duration": _days,
    "n_adults": _adults,
    "n_children": _children,
    "count_name": _hotels,
    "count_dst_city": _cities,
    "count": _packages,
}
