"""Values as frames and acts hold them: "$2,348.38", "August 22", "4"; `wayframe.values` reads each back."""

from __future__ import annotations

from wayframe.meaning.records import Clock, Days, Flag, Money, Number, Party, Text, Texts, Value

SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "": "$"}


def surface(value: Value) -> str:
    """Return a value as text."""
    match value:
        case Text(text):
            return text
        case Texts(texts):
            return ", ".join(texts)
        case Money(amount, currency):
            sign = SIGNS.get(currency)
            number = f"{amount:,.2f}".removesuffix(".00")
            return f"{sign}{number}" if sign else f"{number} {currency}"
        case Number(amount, _):
            return f"{amount:g}"
        case Days(first, last):
            if first == last:
                return f"{first:%B} {first.day}"
            return f"{first:%B} {first.day} to {last:%B} {last.day}"
        case Party(adults, children):
            return f"{adults} adults" + (f", {children} children" if children else "")
        case Clock(minutes):
            hour = minutes // 60
            return f"{hour % 12 or 12}:{minutes % 60:02} {'am' if hour < 12 else 'pm'}"
        case Flag(yes):
            return str(yes)
