"""Values of databases, documents and sheets as a text file would have them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time


def text_of(value: object) -> str:
    """Return a value as a cell of text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, time):
        return f"{value:%H:%M}"
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, list | tuple):
        return ", ".join(map(text_of, value))
    return " ".join(str(value).split())


def _number(value: float) -> str:
    if value != value:  # not a number
        return ""
    return str(int(value)) if value.is_integer() else str(value)


def flattened(record: Mapping[str, object]) -> dict[str, str]:
    """Return the fields of a record as texts; those of a record in it go by both names: "address.city"."""
    found = dict[str, str]()
    for field, value in record.items():
        if isinstance(value, Mapping):
            found |= {f"{field}.{inner}": text for inner, text in flattened(value).items()}
        else:
            found[field] = text_of(value)
    return found
