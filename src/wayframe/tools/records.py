"""The records that tools return: JSON with numbers, booleans, lists and ISO dates."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

from msgspec import Meta

Json = dict[str, Any]
Facts = Annotated[Json, Meta(extra_json_schema={"$ref": "#/$defs/Facts"})]
ConstraintForm = Annotated[Any, Meta(extra_json_schema={"$ref": "#/$defs/Constraint"})]
ValueForm = Annotated[Any, Meta(extra_json_schema={"$ref": "#/$defs/Value"})]
"""What a catalogue's schema says of facts, constraints and values (`wayframe.tools.schemas`)."""


class WishRecord(TypedDict):
    """A wish: a slot and its constraint, in the form in which `remember` takes it."""

    slot: str
    constraint: ConstraintForm


class FrameRecord(TypedDict):
    """A frame: a set of wishes of the user's (`kind` wishes), or an option that was found (`kind` option).

    The wishes of an option are those by which it was found; its facts are the catalogue's.
    """

    frame: int
    from_frame: int | None
    kind: str
    active: bool
    booked: bool
    wishes: list[WishRecord]
    facts: Facts


class OptionRecord(TypedDict):
    """An item of the catalogue, and the frame as which it is remembered."""

    frame: int
    facts: Facts


class MissRecord(TypedDict):
    """A wish that an option doesn't fulfil, and the value that it has instead."""

    slot: str
    asked: ConstraintForm
    offered: ValueForm


class SuggestionRecord(TypedDict):
    """An option that nearly fits."""

    frame: int
    facts: Facts
    given_up: list[MissRecord]


class BookingRecord(TypedDict):
    """A booking; `status` is booked or cancelled."""

    number: int
    frame: int
    status: str
    facts: Facts


class Remembered(TypedDict):
    """The frames that a call changed or created; `created` says whether the active one is new."""

    today: str
    active_frame: int
    created: bool
    changed: list[FrameRecord]


class MemoryRecord(TypedDict):
    """The whole memory."""

    today: str
    active_frame: int
    frames: list[FrameRecord]
    bookings: list[BookingRecord]


class ValueCount(TypedDict):
    """A value and how many items have it."""

    value: ValueForm
    items: int


class BlamedRecord(TypedDict):
    """A wish that is in the way, and the values that there are with all the other wishes.

    `least` and `most` are those of what has an order, else null.
    """

    slot: str
    constraint: ConstraintForm
    values: list[ValueCount]
    least: ValueForm
    most: ValueForm


class SearchResult(TypedDict):
    """The options that fit and how many do in all; where none does, the wishes without any one of which some would.

    `note` says why nothing was found, and what to do then.
    """

    today: str
    active_frame: int
    total: int
    found: list[OptionRecord]
    to_blame: list[BlamedRecord]
    note: str


class SuggestionResult(TypedDict):
    """The options that nearly fit, nearest first; `note` says why there is none."""

    today: str
    active_frame: int
    found: list[SuggestionRecord]
    note: str


class FactsResult(TypedDict):
    """The facts of options."""

    today: str
    options: list[OptionRecord]


class ComparedSlot(TypedDict):
    """A slot of several options, in their order; `best` are the frames with the best value.

    `sum` is what prices come to together, where it is asked for.
    """

    slot: str
    label: str
    unit: str
    values: list[ValueForm]
    best: list[int]
    sum: NotRequired[float]


class ComparisonResult(TypedDict):
    """Options side by side."""

    today: str
    frames: list[int]
    names: list[str]
    rows: list[ComparedSlot]


class ValuesResult(TypedDict):
    """The values of a slot, the most frequent first, and from where to where it goes."""

    today: str
    slot: str
    kind: str
    unit: str
    values: list[ValueCount]
    least: ValueForm
    most: ValueForm


class BookingResult(TypedDict):
    """What was booked or cancelled, and all bookings."""

    today: str
    booking: BookingRecord
    bookings: list[BookingRecord]
