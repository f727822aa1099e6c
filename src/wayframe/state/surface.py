"""Values as frames and acts hold them: "$2,348.38", "August 22", "4"; `wayframe.values` reads each back."""

from __future__ import annotations

from functools import singledispatch

from wayframe.meaning.records import Clock, Days, Flag, Money, Number, Party, Text, Texts, Value

SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "": "$"}


def surface(value: Value) -> str:
    """Return a value as text."""
    return _surface(value)


@singledispatch
def _surface(value: Value) -> str:
    """Return a value of a kind as text."""
    raise TypeError(f"expected a value, found {type(value).__name__}")


@_surface.register
def _text(value: Text) -> str:
    return value.value


@_surface.register
def _texts(value: Texts) -> str:
    return ", ".join(value.values)


@_surface.register
def _money(value: Money) -> str:
    sign = SIGNS.get(value.currency)
    number = f"{value.value:,.2f}".removesuffix(".00")
    return f"{sign}{number}" if sign else f"{number} {value.currency}"


@_surface.register
def _number(value: Number) -> str:
    return f"{value.value:g}"


@_surface.register
def _days(value: Days) -> str:
    first = f"{value.first:%B} {value.first.day}"
    if value.exact:
        return first
    return f"{first} to {value.last:%B} {value.last.day}"


@_surface.register
def _party(value: Party) -> str:
    adults = f"{value.adults} adults"
    return f"{adults}, {value.children} children" if value.children else adults


@_surface.register
def _clock(value: Clock) -> str:
    hour, minute = divmod(value.value, 60)
    half = "am" if hour < 12 else "pm"
    return f"{hour % 12 or 12}:{minute:02} {half}"


@_surface.register
def _flag(value: Flag) -> str:
    return str(value.value)
