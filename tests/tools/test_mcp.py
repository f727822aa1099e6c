"""The tools over the protocol: a client of the library's own, the server as a process."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp")

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


def talked(catalogue: Path, *calls: tuple[str, dict[str, Any]]) -> tuple[list[str], list[Any]]:
    """The names of the tools, and the answers to the calls."""

    async def talk() -> tuple[list[str], list[Any]]:
        command = StdioServerParameters(
            command=sys.executable, args=["-m", "wayframe", "mcp", "--catalogue", str(catalogue)]
        )
        async with stdio_client(command) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            tools = [tool.name for tool in (await session.list_tools()).tools]
            return tools, [await session.call_tool(name, arguments) for name, arguments in calls]

    return asyncio.run(talk())


def test_an_agent_plans_compares_and_books(catalogue_path: Path) -> None:
    wishes = {"or_city": "Montreal", "dst_city": "Tokyo", "str_date": "August 23", "end_date": "by September 1"}
    tools, answers = talked(
        catalogue_path,
        ("remember", {"constraints": wishes}),
        ("search", {"limit": 2}),
        ("compare", {"frames": [2, 3]}),
        ("book", {"frame": 2}),
        ("memory", {}),
        ("switch", {"frame": 9}),
        ("search", {"limit": 99}),
    )
    assert tools == ["remember", "switch", "memory", "search", "suggest", "compare", "details", "book"]
    remembered, searched, compared, booked, memory, lost, greedy = answers
    assert remembered.structured_content["active_frame"] == 1
    assert [each["frame"] for each in searched.structured_content["found"]] == [2, 3]
    assert compared.structured_content["frames"] == [2, 3]
    assert booked.structured_content["dst_city"] == "Tokyo"
    assert [frame["active"] for frame in memory.structured_content["memory"]] == [False, True, False]
    assert memory.structured_content["memory"][1]["values"]["end_date"] == booked.structured_content["end_date"]
    assert lost.is_error
    assert "frame 9: expected 1 to 3" in lost.content[0].text
    assert greedy.is_error
