"""The tools over the protocol: a client of the library's own, the server as a process."""

import asyncio
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

pytest.importorskip("mcp")

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

LAPTOPS = Path(__file__).parents[2] / "examples" / "laptops.csv"


class Heard(NamedTuple):
    """The tools of a server and its answers."""

    instructions: str
    tools: dict[str, Any]
    answers: list[Any]
    resources: list[str]


def talked(catalogue: Path, *calls: tuple[str, dict[str, Any]]) -> Heard:
    """Call the tools of a server over a catalogue."""

    async def talk() -> Heard:
        command = StdioServerParameters(
            command=sys.executable, args=["-m", "wayframe", "mcp", "--catalogue", str(catalogue)]
        )
        async with stdio_client(command) as (read, write), ClientSession(read, write) as session:
            greeting = await session.initialize()
            tools = {tool.name: tool for tool in (await session.list_tools()).tools}
            answers = [await session.call_tool(name, arguments) for name, arguments in calls]
            resources = [str(each.uri) for each in (await session.list_resources()).resources]
            return Heard(str(greeting.instructions), tools, answers, resources)

    return asyncio.run(talk())


def test_an_agent_plans_compares_and_books(catalogue_path: Path) -> None:
    wishes = {
        "or_city": {"is": "Montreal"}, "dst_city": {"is": "Tokyo"},
        "str_date": {"is": "2016-08-23"}, "end_date": {"at_most": "2016-09-01"}, "party": {"adults": 2},
    }  # fmt: skip
    heard = talked(
        catalogue_path,
        ("remember", {"wishes": wishes}),
        ("search", {"limit": 2}),
        ("compare", {"frames": [2, 3]}),
        ("book", {"frame": 2}),
        ("recall", {}),
        ("switch", {"frame": 9}),
        ("search", {"limit": 99}),
    )
    remembered, searched, compared, booked, memory, lost, greedy = heard.answers
    assert remembered.structured_content["active_frame"] == 1
    assert [each["frame"] for each in searched.structured_content["found"]] == [2, 3]
    assert compared.structured_content["frames"] == [2, 3]
    assert booked.structured_content["booking"]["facts"]["dst_city"] == "Tokyo"
    assert [frame["active"] for frame in memory.structured_content["frames"]] == [False, True, False]
    assert [frame["kind"] for frame in memory.structured_content["frames"]] == ["wishes", "option", "option"]
    assert lost.is_error
    assert "frame 9: expected 1 to 3" in lost.content[0].text
    assert greedy.is_error


def test_any_table_has_tools_made_from_its_columns() -> None:
    heard = talked(
        LAPTOPS,
        ("remember", {"wishes": {"ram": {"at_least": 16}, "touchscreen": True, "brand": {"not": "Orla"}}}),
        ("search", {}),
        ("remember", {"wishes": {"brand": {"is": "Orlla"}}}),
        ("remember", {"wishes": {"wheels": {"is": 4}}}),
        ("remember", {"wishes": {"laptop_price": {"at_most": 10}}}),
        ("search", {}),
    )
    _, searched, misspelt, unknown, _, empty = heard.answers
    assert "56 laptops" in heard.instructions
    assert all(option["facts"]["touchscreen"] for option in searched.structured_content["found"])
    assert "nearest: Orla" in misspelt.content[0].text
    assert unknown.is_error
    assert empty.structured_content["to_blame"] == [{"slot": "laptop_price", "constraint": {"at_most": 10}}]
    wishes = heard.tools["remember"].input_schema["$defs"]["Wishes"]["properties"]
    assert "Orla" in wishes["brand"]["description"]
    assert wishes["laptop_price"]["description"] == "price in EUR"
    assert "wayframe://memory" in heard.resources


def test_hosts_are_told_what_looks_and_what_lasts() -> None:
    tools = talked(LAPTOPS).tools
    looking = {name for name, tool in tools.items() if tool.annotations.read_only_hint}
    lasting = {name for name, tool in tools.items() if tool.annotations.destructive_hint}
    assert looking == {"recall", "values", "facts", "compare"}
    assert lasting == {"book", "cancel"}
    assert all(tool.title and tool.output_schema for tool in tools.values())
