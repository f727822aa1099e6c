"""The tools of a session over MCP (Model Context Protocol), for any agent that speaks it."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from importlib.metadata import version
from typing import Annotated, Literal, ParamSpec, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import BaseModel, Field

from wayframe.errors import InputError
from wayframe.sources.protocol import Query, Source
from wayframe.tools.records import (
    BookingResult,
    ComparisonResult,
    FactsResult,
    MemoryRecord,
    Remembered,
    SearchResult,
    SuggestionResult,
    ValuesResult,
)
from wayframe.tools.schemas import description, wishes_model
from wayframe.tools.session import MOST, ToolSession

P = ParamSpec("P")
T = TypeVar("T")

INSTRUCTIONS = """A memory over a catalogue of {total} {items}, for conversations in which options are compared and gone
back to. Every set of wishes and every option found is a frame with a number, kept for the whole conversation. Call
remember with what the user wants (a changed wish makes a new frame, nothing is lost), forget for what they no longer
want, then search; suggest where nothing is found; facts, compare and switch for what was found before, under whatever
wishes; book and cancel once the user has said so, never before. Say only what these tools have said. Today is
{today}."""

_LOOKS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_KEEPS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
_LASTS = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False)

Frame = Annotated[int, Field(ge=1, description="The number of a frame.")]
Frames = Annotated[list[Frame], Field(min_length=1, description="The numbers of options.")]
Limit = Annotated[int, Field(ge=1, le=MOST, description="How many at most.")]
Slots = Annotated[list[str], Field(description="Names of slots; empty: all.")]


def server(source: Source) -> MCPServer:
    """Return the tools of one session: one conversation as long as the server lives."""
    session = ToolSession(source)
    total = source.search(Query(), 1).total
    instructions = INSTRUCTIONS.format(total=total, items=source.schema.items, today=session.today)
    mcp = MCPServer("wayframe", instructions=instructions, version=version("wayframe"), log_level="WARNING")
    _add_wishes(mcp, session)
    _add_catalogue(mcp, session)
    _add_options(mcp, session)
    _add_resources(mcp, session)
    return mcp


def _add_wishes(mcp: MCPServer, session: ToolSession) -> None:
    """Add the tools that keep what the user wants."""
    model = wishes_model(session.source)

    def remember(wishes: BaseModel, frame: Frame | None = None) -> Remembered:
        """Keep what the user wants. A wish that contradicts the active frame makes a new frame with all else kept."""
        said = wishes.model_dump(mode="json", by_alias=True, exclude_none=True)
        return session.remember(said, frame)

    remember.__annotations__["wishes"] = model
    mcp.tool(title="Remember wishes", annotations=_KEEPS)(_telling(remember))

    @mcp.tool(title="Take back wishes", annotations=_KEEPS)
    @_telling
    def forget(slots: Slots, frame: Frame | None = None) -> Remembered:
        """Take back the wishes for some slots, or all of them. The frames of before stay as they were."""
        return session.forget(slots, frame)

    @mcp.tool(title="Go back to a frame", annotations=_KEEPS)
    @_telling
    def switch(frame: Frame) -> Remembered:
        """Go back to a frame: what is remembered and searched next is about it."""
        return session.switch(frame)

    @mcp.tool(title="Recall everything", annotations=_LOOKS)
    @_telling
    def recall() -> MemoryRecord:
        """Return every frame with its wishes or facts, which one is active, and all bookings."""
        return session.recall()


def _add_catalogue(mcp: MCPServer, session: ToolSession) -> None:
    """Add the tools that look into the catalogue."""

    @mcp.tool(title="Search", annotations=_KEEPS)
    @_telling
    def search(limit: Limit = 3) -> SearchResult:
        """Search for the active frame's wishes, best first; each item becomes an option with a frame of its own."""
        return session.search(limit)

    @mcp.tool(title="Suggest what nearly fits", annotations=_KEEPS)
    @_telling
    def suggest(limit: Limit = 3) -> SuggestionResult:
        """Find what fits if a wish or two give way, and which; each item becomes an option."""
        return session.suggest(limit)

    @mcp.tool(title="Values of a slot", annotations=_LOOKS)
    @_telling
    def values(slot: str, among: Literal["catalogue", "fitting"] = "catalogue") -> ValuesResult:
        """Return the values that a slot has in the catalogue, or among the items that fit the active wishes."""
        return session.values(slot, fitting=among == "fitting")


def _add_options(mcp: MCPServer, session: ToolSession) -> None:
    """Add the tools for options that were found."""
    empty: list[str] = []

    @mcp.tool(title="Facts of options", annotations=_LOOKS)
    @_telling
    def facts(frames: Frames, slots: Slots = empty) -> FactsResult:
        """Return what is true of options, however long ago they were found."""
        return session.facts(frames, slots)

    @mcp.tool(title="Compare options", annotations=_LOOKS)
    @_telling
    def compare(frames: Frames, slots: Slots = empty) -> ComparisonResult:
        """Return options side by side, with the best of each slot."""
        return session.compare(frames, slots)

    @mcp.tool(title="Book", annotations=_LASTS)
    @_telling
    def book(frame: Frame) -> BookingResult:
        """Book an option, once the user has said so."""
        return session.book(frame)

    @mcp.tool(title="Cancel a booking", annotations=_LASTS)
    @_telling
    def cancel(frame: Frame) -> BookingResult:
        """Cancel the booking of an option, once the user has said so."""
        return session.cancel(frame)


def _add_resources(mcp: MCPServer, session: ToolSession) -> None:
    """Add the catalogue's slots and the memory as resources, and a prompt."""
    schema = session.schema

    @mcp.resource("wayframe://catalogue", title="The catalogue's slots", mime_type="application/json")
    def catalogue() -> str:
        """Return the slots of the catalogue: kind, unit, values, which way is better."""
        slots = {
            slot.name: {
                "kind": slot.kind,
                "unit": slot.unit,
                "better": slot.better,
                "description": description(session.source, slot),
            }
            for slot in schema.slots
        }
        return json.dumps({"items": schema.items, "today": session.today, "slots": slots})

    @mcp.resource("wayframe://memory", title="The memory", mime_type="application/json")
    def memory() -> str:
        """Return every frame and booking."""
        return json.dumps(session.recall())

    @mcp.prompt(title=f"Help somebody find the right {schema.item}")
    def assist() -> str:
        """Return how to help somebody with this catalogue."""
        return (
            f"Help me find the right {schema.item}. Keep what I want with the wayframe tools, offer two or three "
            "options at a time, compare when I ask, go back to earlier "
            "options by their frames, and book only when I say so."
        )


def _telling(work: Callable[P, T]) -> Callable[P, T]:
    """Return a tool that tells the agent that called what was wrong with the call."""

    @wraps(work)
    def told(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return work(*args, **kwargs)
        except InputError as error:
            raise ToolError(str(error)) from error

    return told
