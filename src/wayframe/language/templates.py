"""Templates: texts with fields in braces, of which a part in brackets is left out where a field in it is empty."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from string import Formatter

OPTIONAL = re.compile(r"\[([^\[\]]*)\]")


@cache
def fields_of(text: str) -> frozenset[str]:
    """Return the names of the fields that a text has, in small letters."""
    return frozenset(name.lower() for _, name, _, _ in Formatter().parse(text) if name)


@cache
def required_fields(text: str) -> frozenset[str]:
    """Return the names of the fields that a text has outside of brackets."""
    return fields_of(OPTIONAL.sub("", text))


def fitting(templates: Sequence[str], fields: Mapping[str, str]) -> list[str]:
    """Return the templates that can be filled and of these those that use the most fields; empty where there are none.

    So one key may have texts for several cases: what there is to say decides which of them are taken.
    """
    known = frozenset(name for name, value in fields.items() if value)
    possible = [text for text in templates if required_fields(text) <= known]
    used = [len(fields_of(text) & known) for text in possible]
    return [text for text, count in zip(possible, used, strict=True) if count == max(used)]


def filled(template: str, fields: Mapping[str, str]) -> str:
    """Return a template with its fields filled in; a field whose name has a capital has its value begin so, too."""
    known = frozenset(name for name, value in fields.items() if value)
    capitals = {name.capitalize(): value[:1].upper() + value[1:] for name, value in fields.items()}
    text = OPTIONAL.sub(lambda part: part[1] if fields_of(part[1]) <= known else "", template)
    return text.format_map({**fields, **capitals})
