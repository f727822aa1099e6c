"""The desk over MCP (Model Context Protocol), for any agent that speaks it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from importlib.metadata import version
from typing import Annotated, Any, ParamSpec, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from wayframe.errors import InputError
from wayframe.packages import Catalogue
from wayframe.tools.desk import DESCRIBED, MOST, Desk, Found

P = ParamSpec("P")
T = TypeVar("T")

INSTRUCTIONS = """A travel agent's desk that remembers. Every set of wishes and every offer is a frame with a number,
kept for the whole conversation. Call remember with what the user wants, then search; suggest if nothing is found;
compare, switch and details for what was discussed before; book once the user has decided. Only tell the user what these
tools have said."""

_SLOTS = "; ".join(f"{slot}: {text}" for slot, text in DESCRIBED.items())
Constraints = Annotated[
    dict[str, str | bool],
    Field(description=f'Slot to value, in the user\'s own words where possible ("under $2000"). Slots: {_SLOTS}.'),
]
Frame = Annotated[int, Field(ge=1, description="The number of a frame.")]
Limit = Annotated[int, Field(ge=1, le=MOST, description="How many packages at most.")]


def server(catalogue: Catalogue) -> MCPServer:
    """The tools of one desk: one conversation as long as the server lives."""
    desk = Desk(catalogue)
    mcp = MCPServer("wayframe", instructions=INSTRUCTIONS, version=version("wayframe"), log_level="WARNING")

    @mcp.tool()
    @_telling
    def remember(constraints: Constraints, frame: Frame | None = None) -> dict[str, Any]:
        """Keep what the user wants. What contradicts the active frame makes a new one; nothing is overwritten."""
        active = desk.remember(constraints, frame)
        return {"active_frame": active, "memory": _board(desk)}

    @mcp.tool()
    @_telling
    def switch(frame: Frame) -> dict[str, Any]:
        """Go back to a frame: what is remembered and searched next is about it."""
        desk.switch(frame)
        return {"active_frame": desk.memory.active_frame, "memory": _board(desk)}

    @mcp.tool()
    @_telling
    def memory() -> dict[str, Any]:
        """Every frame: what it holds, what it took over, what was offered, which one is active."""
        return {"active_frame": desk.memory.active_frame, "memory": _board(desk)}

    @mcp.tool()
    @_telling
    def search(limit: Limit = 3) -> dict[str, Any]:
        """Search the catalogue for the active frame's wishes, cheapest first; each package becomes a frame."""
        return {"found": [_found(each) for each in desk.search(limit)]}

    @mcp.tool()
    @_telling
    def suggest(limit: Limit = 3) -> dict[str, Any]:
        """What would fit if some wishes gave way, and which; each package becomes a frame."""
        return {"found": [_found(each) for each in desk.suggest(limit)]}

    @mcp.tool()
    @_telling
    def compare(frames: Annotated[list[Frame], Field(min_length=2)]) -> dict[str, Any]:
        """Frames side by side; best holds the places of a row's best values, counted from 0."""
        found = desk.compare(frames)
        rows = [{"slot": row.slot, "values": row.values, "best": sorted(row.best)} for row in found.rows]
        return {"frames": found.frames, "titles": found.titles, "rows": rows}

    @mcp.tool()
    @_telling
    def details(frame: Frame) -> dict[str, Any]:
        """All that is known of the package of a frame."""
        return dict(desk.details(frame))

    @mcp.tool()
    @_telling
    def book(frame: Frame) -> dict[str, Any]:
        """Put the booking of a frame's package on record, once the user has said so."""
        return dict(desk.book(frame))

    return mcp


def _telling(work: Callable[P, T]) -> Callable[P, T]:
    """What the desk complains of is told to the agent that called."""

    @wraps(work)
    def told(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return work(*args, **kwargs)
        except InputError as error:
            raise ToolError(str(error)) from error

    return told


def _board(desk: Desk) -> list[dict[str, Any]]:
    return [
        {
            "frame": card.frame,
            "from_frame": card.parent,
            "title": card.title,
            "values": {entry.slot: entry.words or entry.text for entry in card.entries},
            "active": card.active,
            "offered": card.offered,
            "no_result": card.no_result,
        }
        for card in desk.board
    ]


def _found(found: Found) -> dict[str, Any]:
    relaxed = [{"slot": slot, "asked": asked, "offered": offered} for slot, asked, offered in found.relaxed]
    return {"frame": found.frame, **found.facts, **({"relaxed": relaxed} if relaxed else {})}
