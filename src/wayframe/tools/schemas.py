"""The input of `remember` as a JSON schema made from a catalogue's schema: a property for each slot."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from wayframe.schema import Slot
from wayframe.sources.protocol import Source

LISTED = 40
"""Values that are named one by one in a description; of more, some examples are."""

_EXAMPLES = 5
_STRICT = ConfigDict(extra="forbid", populate_by_name=True)
_IS: Any = Field(default=None, alias="is", description="One of these.")
_NOT: Any = Field(default=None, alias="not", description="None of these.")
_BEST: Any = Field(default=None, description="Order by it: the least or the most first.")


class NumberConstraint(BaseModel):
    """Bounds of a number, both included."""

    model_config = _STRICT
    is_: float | list[float] | None = _IS
    at_least: float | None = None
    at_most: float | None = None
    around: float | None = None
    not_: float | list[float] | None = _NOT
    best: Literal["least", "most"] | None = _BEST


class MoneyConstraint(NumberConstraint):
    """Bounds of an amount of money, for the whole party unless `per` says otherwise."""

    per: Literal["person", "night"] | None = None


class DateConstraint(BaseModel):
    """Bounds of a day, both included."""

    model_config = _STRICT
    is_: date | list[date] | None = _IS
    at_least: date | None = Field(default=None, description="On or after this day.")
    at_most: date | None = Field(default=None, description="On or before this day.")
    around: date | None = None
    best: Literal["least", "most"] | None = _BEST


class TimeConstraint(BaseModel):
    """Bounds of a time of day, such as 14:30."""

    model_config = _STRICT
    at_least: str | None = None
    at_most: str | None = None
    around: str | None = None
    best: Literal["least", "most"] | None = _BEST


class TextConstraint(BaseModel):
    """Values as the catalogue writes them."""

    model_config = _STRICT
    is_: str | list[str] | None = _IS
    not_: str | list[str] | None = _NOT


class PartyConstraint(BaseModel):
    """The people, all of them."""

    model_config = _STRICT
    adults: Annotated[int, Field(ge=0)] = 1
    children: Annotated[int, Field(ge=0)] = 0
    ages: list[int] | None = Field(default=None, description="Ages of the children.")


_TYPES: dict[str, Any] = {
    "number": NumberConstraint,
    "money": MoneyConstraint,
    "date": DateConstraint,
    "time": TimeConstraint,
    "party": PartyConstraint,
    "yes_no": bool,
    **dict.fromkeys(("name", "category", "place", "text", "list"), TextConstraint),
}


def wishes_model(source: Source) -> type[BaseModel]:
    """Return the model of a set of wishes over a source."""
    fields: dict[str, Any] = {}
    for slot in source.schema.slots:
        if slot.wishable:
            described = Field(default=None, alias=slot.name, description=description(source, slot))
            fields[f"slot_{len(fields)}"] = (_TYPES[slot.kind] | None, described)
    return create_model("Wishes", __config__=_STRICT, **fields)


def description(source: Source, slot: Slot) -> str:
    """Return a slot in words: its label, its unit, its values."""
    unit = f" in {slot.unit}" if slot.unit else ""
    names = source.names(slot.name) if slot.kind in ("category", "place", "list", "name") else ()
    if not names:
        return f"{slot.label}{unit}"
    if len(names) <= LISTED:
        return f"{slot.label}: {', '.join(names)}"
    return f"{slot.label}: {', '.join(names[:_EXAMPLES])}, ... ({len(names)} in all: call values)"
