"""The tools of a session as definitions: name, JSON schemas and what calls them, for whatever protocol or loop.

    session = ToolSession(agent)
    tools = tools_over(agent.source)
    answer = tools[0].call(session, {"wishes": {"ram": {"at_least": 16}}})
    session.conversation                                  # as it stands then

A call is whole or not at all: where it raises `InputError`, whose one line is meant for whoever called, the session is
as it was before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET, Meta, UnsetType

from wayframe.errors import InputError, shown
from wayframe.schema import Schema
from wayframe.sources.protocol import Source
from wayframe.tools.encoding import slot_named
from wayframe.tools.outputs import output_schema
from wayframe.tools.records import (
    BookingResult,
    ComparisonResult,
    FactsResult,
    Json,
    MemoryRecord,
    Remembered,
    SearchResult,
    SuggestionResult,
    ValuesResult,
)
from wayframe.tools.schemas import (
    CLOCK,
    DAYS,
    RecalledWish,
    constraint_names,
    constraint_type,
    json_schema,
    wishes_type,
)
from wayframe.tools.session import MOST, ToolSession


class ToolDefinition(NamedTuple):
    """A tool. `read_only` is one that only looks, `destructive` one whose effect lasts: a booking, a cancellation.

    Schemas are JSON schemas of objects. `work` takes the arguments as records of `input_type`.
    """

    name: str
    title: str
    description: str
    input_schema: Json
    output_schema: Json
    read_only: bool
    destructive: bool
    input_type: Any
    work: Callable[[ToolSession, Any], Any]

    def call(self, session: ToolSession, arguments: Mapping[str, Any]) -> Json:
        """Return what the tool answers. Raises `InputError` for arguments that are wrong, and changes nothing then."""
        said = _without_nulls(arguments)
        _check_names(self.name, said, self.input_schema["properties"])
        if "wishes" in said:
            said["wishes"] = _spelt_out(session.source, said["wishes"])
        try:
            typed = msgspec.convert(said, self.input_type)
        except msgspec.ValidationError as error:
            raise InputError(f"{self.name}: {_in_one_line(error)}") from None
        answer: Json = self.work(session, typed)
        return answer


def tools_over(source: Source) -> list[ToolDefinition]:
    """Return the tools over a source; the inputs have its slots."""
    slots = Annotated[str, Meta(extra_json_schema={"enum": [slot.name for slot in source.schema.slots]})]
    wishable = [slot.name for slot in source.schema.slots if slot.wishable]
    wished = Annotated[str, Meta(extra_json_schema={"enum": wishable})]
    types = {
        "wishes": wishes_type(source) | list[RecalledWish],
        "frame": Annotated[int, Meta(ge=1, description="The number of a frame.")],
        "from_frame": Annotated[int, Meta(ge=1, description="The frame to start from; else the active one.")],
        "frames": Annotated[list[Annotated[int, Meta(ge=1)]], Meta(min_length=1, description="Numbers of options.")],
        "some_frames": Annotated[list[Annotated[int, Meta(ge=1)]], Meta(description="Only these frames; empty: all.")],
        "all_facts": Annotated[bool, Meta(description="Not only the facts that offers show.")],
        "limit": Annotated[int, Meta(ge=1, le=MOST, description="How many at most.")],
        "more": Annotated[bool, Meta(description="Leave out what was found before.")],
        "sums": Annotated[bool, Meta(description="Add up the prices.")],
        "replace": Annotated[bool, Meta(description="Whatever was wished for in these slots no longer holds.")],
        "slot": slots,
        "slots": Annotated[list[slots], Meta(description="Names of slots; empty: all.")],
        "wished_slots": Annotated[list[wished], Meta(description="Names of slots; empty: all.")],
        "among": Literal["catalogue", "fitting"],
    }
    return [_defined(row, types, source) for row in _TOOLS]


# The tools


class _ToolRow(NamedTuple):
    """A tool as the table has it: `inputs` are names, each with its type and its default where it has one."""

    name: str
    title: str
    description: str
    inputs: tuple[tuple[Any, ...], ...]
    output: Any
    effect: Literal["looks", "keeps", "lasts"]
    work: Callable[[ToolSession, Any], Any]


_TOOLS: tuple[_ToolRow, ...] = (
    _ToolRow(
        "remember",
        "Remember wishes",
        "Keep what the user wants. A wish that contradicts the active frame makes a new frame with all else kept, so "
        "that nothing is lost; replace says that the old wishes for the same slots go. The wishes of a frame are "
        "taken as recall gives them, too.",
        (("wishes", "wishes"), ("frame", "from_frame", UNSET), ("replace", "replace", False)),
        Remembered,
        "keeps",
        lambda session, said: session.remember(
            msgspec.to_builtins(said.wishes), said.frame or None, replace=said.replace
        ),
    ),
    _ToolRow(
        "forget",
        "Take back wishes",
        "Take back the wishes for some slots, or all of them. The frames of before stay as they were.",
        (("slots", "wished_slots"), ("frame", "from_frame", UNSET)),
        Remembered,
        "keeps",
        lambda session, said: session.forget(said.slots, said.frame or None),
    ),
    _ToolRow(
        "search",
        "Search",
        "Search for the active frame's wishes, best first; each item found becomes an option with a frame of its own. "
        "Where nothing fits, it says which wishes are to blame and which values there are.",
        (("limit", "limit", 3), ("more", "more", False)),
        SearchResult,
        "keeps",
        lambda session, said: session.search(said.limit, more=said.more),
    ),
    _ToolRow(
        "suggest",
        "Suggest what nearly fits",
        "Find what fits if a wish or two give way, and which; each item becomes an option.",
        (("limit", "limit", 3),),
        SuggestionResult,
        "keeps",
        lambda session, said: session.suggest(said.limit),
    ),
    _ToolRow(
        "values",
        "Values of a slot",
        "Return the values that a slot has in the catalogue, or among the items that fit the active wishes.",
        (("slot", "slot"), ("among", "among", "catalogue")),
        ValuesResult,
        "looks",
        lambda session, said: session.values(said.slot, fitting=said.among == "fitting"),
    ),
    _ToolRow(
        "facts",
        "Facts of options",
        "Return what is true of options, however long ago they were found.",
        (("frames", "frames"), ("slots", "slots", [])),
        FactsResult,
        "looks",
        lambda session, said: session.facts(said.frames, said.slots),
    ),
    _ToolRow(
        "compare",
        "Compare options",
        "Return options side by side, with the best of each slot; with sums, what their prices come to together.",
        (("frames", "frames"), ("slots", "slots", []), ("sums", "sums", False)),
        ComparisonResult,
        "looks",
        lambda session, said: session.compare(said.frames, said.slots, sums=said.sums),
    ),
    _ToolRow(
        "switch",
        "Go back to a frame",
        "Go back to a frame, of wishes or of an option: what is remembered and searched next is about it.",
        (("frame", "frame"),),
        Remembered,
        "keeps",
        lambda session, said: session.switch(said.frame),
    ),
    _ToolRow(
        "book",
        "Book",
        "Book an option, once the user has said so.",
        (("frame", "frame"),),
        BookingResult,
        "lasts",
        lambda session, said: session.book(said.frame),
    ),
    _ToolRow(
        "cancel",
        "Cancel a booking",
        "Cancel the booking of an option, once the user has said so.",
        (("frame", "frame"),),
        BookingResult,
        "lasts",
        lambda session, said: session.cancel(said.frame),
    ),
    _ToolRow(
        "recall",
        "Recall the memory",
        "Return the memory: every frame with its wishes and facts apart, which one is active, all bookings.",
        (("frames", "some_frames", []), ("all_facts", "all_facts", False)),
        MemoryRecord,
        "looks",
        lambda session, said: session.recall(said.frames, all_facts=said.all_facts),
    ),
)


def _defined(row: _ToolRow, types: Mapping[str, Any], source: Source) -> ToolDefinition:
    """Return a tool of the table with the types that a catalogue gives what it takes and gives."""
    fields = [_field(types, *each) for each in row.inputs]
    input_type = msgspec.defstruct(f"{row.name.title()}Input", fields, kw_only=True, forbid_unknown_fields=True)
    return ToolDefinition(
        row.name,
        row.title,
        f"{row.description} {spread_told(source.schema)}".strip() if row.name == "search" else row.description,
        json_schema(input_type),
        output_schema(row.output, source.schema),
        row.effect == "looks",
        row.effect == "lasts",
        input_type,
        row.work,
    )


def spread_told(schema: Schema) -> str:
    """Return what a search finds one of; empty where it finds every item."""
    if not schema.place:
        return ""
    place, name = (schema.by_name[slot].label for slot in (schema.place, schema.name))
    return f"It finds one for each {place}, or, within one, one for each {name}; total counts these."


def _field(types: Mapping[str, Any], name: str, kind: str, *default: Any) -> tuple[Any, ...]:
    """Return a field of an input record; one that may be left out where its default says so."""
    if default == (UNSET,):
        return name, types[kind] | UnsetType, UNSET
    return name, types[kind], *default


# Arguments

_DATE = "Expected an ISO date such as 2026-08-31"
_EXPECTED = {
    "Invalid RFC3339 encoded date": _DATE,
    f"Expected `str` matching regex {DAYS!r}": _DATE,
    f"Expected `str` matching regex {CLOCK!r}": "Expected a time of day such as 14:30",
}


def _without_nulls(said: Any) -> Any:
    """Return arguments without those that are null, as models write what they leave out."""
    if isinstance(said, Mapping):
        return {key: _without_nulls(each) for key, each in said.items() if each is not None}
    return said


def _check_names(where: str, said: Any, known: Collection[str]) -> None:
    """Check that an object has no other fields than those that are known. Raises `InputError` naming them."""
    if not isinstance(said, Mapping):
        return
    for name in said:
        if name not in known:
            raise InputError(f"{where}: expected {', '.join(known) or 'no arguments'}, found {shown(str(name))}")


def _spelt_out(source: Source, wishes: Any) -> Any:
    """Return wishes in the form of their slots: a value alone is the one wished for. Raises `InputError`."""
    if isinstance(wishes, list):
        return [_recalled(source, wish) for wish in wishes]
    if not isinstance(wishes, Mapping):
        return wishes
    return {str(name): _form(source, str(name), said) for name, said in wishes.items()}


def _recalled(source: Source, wish: Any) -> Any:
    """Return a wish as `recall` gives it, of which only the slot tells what its constraint may be."""
    if not isinstance(wish, Mapping) or not {"slot", "constraint"} <= set(wish):
        return wish
    slot = slot_named(source.schema, str(wish["slot"]))
    form = _form(source, slot.name, wish["constraint"])
    try:
        msgspec.convert(form, constraint_type(slot.kind))
    except msgspec.ValidationError as error:
        raise InputError(f"wishes.{slot.name}: {_in_one_line(error)}") from None
    return {**wish, "constraint": form}


def _form(source: Source, name: str, said: Any) -> Any:
    """Return what is said of a slot in the form of its constraints. Raises `InputError` for what is none."""
    slot = slot_named(source.schema, name)
    if not slot.wishable:
        raise InputError(f"slot {shown(slot.name)}: can't be wished for, only looked at")
    is_plain = slot.kind in ("party", "yes_no")
    form = said if isinstance(said, Mapping) or is_plain else {"is": said}
    if is_plain and isinstance(form, Mapping) and set(form) == {"is"}:
        form = form["is"]
    if names := constraint_names(slot):
        _check_names(f"wishes.{slot.name}", form, names)
    return form


def _in_one_line(error: msgspec.ValidationError) -> str:
    """Return what is wrong with arguments: "wishes.ram.at_least: expected `float`, got `str`"."""
    text, _, path = str(error).partition(" - at `$.")
    text = _EXPECTED.get(text, text)
    place = f"{path.rstrip('`')}: " if path else ""
    return f"{place}{text[:1].lower()}{text[1:]}"
