"""The tools over the protocol, as its official client finds them: over stdio and over HTTP, in both of its eras."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

pytest.importorskip("mcp")

import httpx2
from mcp.client.streamable_http import streamable_http_client

from mcp import Client, MCPError, StdioServerParameters
from serving import PATIENCE, free_port
from wayframe.agent import Agent
from wayframe.catalogues import open_source
from wayframe.mcp.calls import ToolCalls
from wayframe.mcp.server import server
from wayframe.service import Conversations, Storage

pytestmark = pytest.mark.long

LAPTOPS = str(Path(__file__).parents[2] / "examples" / "laptops.csv")
T = TypeVar("T")


@contextmanager
def served(*options: str, **environment: str) -> Iterator[str]:
    """Serve the laptops over HTTP in a process of its own; the value is the address."""
    port = free_port()
    command = [sys.executable, "-m", "wayframe", "mcp", "--http", "--port", str(port), "--catalogue", LAPTOPS, *options]
    with subprocess.Popen(command, env={**os.environ, **environment}, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        said = process.stderr.readline()
        try:
            assert "/mcp" in said, said
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            process.kill()  # what was answered is kept all the same


def over_stdio(*options: str) -> StdioServerParameters:
    """Return how a host starts the tools over the laptops."""
    arguments = ["-m", "wayframe", "mcp", "--catalogue", LAPTOPS, *options]
    return StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))


@asynccontextmanager
async def bearing(url: str, token: str) -> AsyncIterator[Client]:
    """A client that bears a token."""
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        yield client


def with_client(at: Any, work: Callable[[Client], Awaitable[T]], **options: Any) -> T:
    """Return what a piece of work with a client returns."""

    async def talk() -> T:
        async with Client(at, **options) as client:
            return await work(client)

    return asyncio.run(talk())


def called(at: Any, name: str, arguments: dict[str, Any] | None = None, **options: Any) -> Any:
    """Return the answer of one call by a client of its own, which checks it against the tool's output schema."""

    async def work(client: Client) -> Any:
        return await client.call_tool(name, arguments or {})

    return with_client(at, work, **options).structured_content


@pytest.fixture
def laptops(tmp_path: Path) -> Iterator[Any]:
    """The server over the laptops in this process."""
    storage = Storage(str(tmp_path / "conversations.sqlite"))
    yield server(ToolCalls(Conversations(Agent(open_source(LAPTOPS)), storage), keeps_current=True))
    storage.close()


async def plan(client: Client) -> list[Any]:
    """Return the answers to a whole conversation."""
    calls: list[tuple[str, dict[str, Any]]] = [
        ("remember", {"wishes": {"ram": {"at_least": 16}, "brand": {"not": "Orla"}, "touchscreen": True}}),
        ("search", {"limit": 2}),
        ("compare", {"frames": [2, 3]}),
        ("book", {"frame": 2, "key": "book-2"}),
        ("book", {"frame": 2, "key": "book-2"}),
        ("recall", {}),
    ]
    answers, conversation = list[Any](), ""
    for name, arguments in calls:
        said = {"conversation": conversation, **arguments} if conversation else arguments
        answers.append((await client.call_tool(name, said)).structured_content)
        conversation = answers[-1]["conversation"]
    return answers


def check_plan(answers: list[Any]) -> None:
    remembered, searched, compared, booked, again, memory = answers
    assert remembered["active_frame"] == 1
    assert all(option["facts"]["touchscreen"] for option in searched["found"])
    assert compared["frames"] == [2, 3]
    assert booked == again
    assert [frame["kind"] for frame in memory["frames"]] == ["wishes", "option", "option"]
    assert len(memory["bookings"]) == 1


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_conversation_over_stdio_goes_on_in_another_process(tmp_path: Path, mode: str) -> None:
    options = ["--store", str(tmp_path / "kept.sqlite"), "--conversation", "my-laptop"]
    answers = with_client(over_stdio(*options), plan, mode=mode)
    check_plan(answers)
    assert answers[0]["conversation"] == "my-laptop"
    assert called(over_stdio(*options), "recall", mode=mode) == answers[-1]


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_conversation_over_http_goes_on_in_another_process(tmp_path: Path, mode: str) -> None:
    options = ["--store", str(tmp_path / "kept.sqlite")]
    with served(*options) as url:
        answers = with_client(url, plan, mode=mode)
    check_plan(answers)
    with served(*options) as url:
        assert called(url, "recall", {"conversation": answers[0]["conversation"]}, mode=mode) == answers[-1]


def test_hosts_are_told_what_tools_do_and_take(laptops: Any) -> None:
    async def work(client: Client) -> Any:
        return client.instructions, (await client.list_tools()).tools

    instructions, listed = with_client(laptops, work)
    tools = {tool.name: tool for tool in listed}
    assert "56 laptops" in instructions
    looking = {name for name, tool in tools.items() if tool.annotations.read_only_hint}
    lasting = {name for name, tool in tools.items() if tool.annotations.destructive_hint}
    assert looking == {"recall", "values", "facts", "compare"}
    assert lasting == {"book", "cancel"}
    assert all(tool.title and tool.output_schema for tool in tools.values())
    wishes = tools["remember"].input_schema["$defs"]["Wishes"]["properties"]
    assert "Orla" in wishes["brand"]["description"]
    assert "key" in tools["book"].input_schema["properties"]
    assert "key" not in tools["facts"].input_schema["properties"]


def test_what_is_recalled_is_remembered_as_it_is(laptops: Any) -> None:
    wishes = {
        "laptop_price": {"at_most": 900, "exclusive": True},
        "brand": {"not": ["Orla", "Pinto"]},
        "colour": "black",
    }

    async def work(client: Client) -> list[Any]:
        await client.call_tool("remember", {"wishes": wishes})
        (frame,) = (await client.call_tool("recall", {})).structured_content["frames"]
        again = await client.call_tool("remember", {"conversation": "new", "wishes": frame["wishes"]})
        return [frame["wishes"], again.structured_content["changed"][0]["wishes"]]

    recalled, again = with_client(laptops, work)
    assert recalled == again
    assert {wish["slot"]: wish["constraint"] for wish in recalled} == {**wishes, "colour": {"is": "black"}}


def test_hosts_are_told_the_kinds_of_facts_and_constraints(laptops: Any) -> None:
    async def work(client: Client) -> Any:
        return (await client.list_tools()).tools

    parts = {tool.name: tool.output_schema.get("$defs", {}) for tool in with_client(laptops, work)}
    facts = parts["search"]["Facts"]["properties"]
    assert [facts[slot]["type"] for slot in ("ram", "touchscreen", "brand")] == ["number", "boolean", "string"]
    forms = [each["properties"]["constraint"] for each in parts["recall"]["WishRecord"]["anyOf"]]
    assert {"$ref": "#/$defs/MoneyConstraint"} in forms


def test_what_is_wrong_is_said_to_the_model(laptops: Any) -> None:
    async def work(client: Client) -> list[Any]:
        calls: list[tuple[str, dict[str, Any]]] = [
            ("remember", {"wishes": {"brand": {"is": "Orlla"}}}),
            ("remember", {"wishes": {"wheels": {"is": 4}}}),
            ("search", {"limit": 99}),
            ("fly", {}),
        ]
        return [await client.call_tool(name, arguments) for name, arguments in calls]

    answers = with_client(laptops, work)
    assert all(answer.is_error for answer in answers)
    texts = [answer.content[0].text for answer in answers]
    assert "nearest: Orla" in texts[0]
    assert "slot 'wheels': expected one of model" in texts[1]
    assert "limit: expected `int` <= 10" in texts[2]
    assert "tool fly: expected one of remember" in texts[3]


def test_catalogue_and_memory_are_resources(laptops: Any) -> None:
    async def work(client: Client) -> list[Any]:
        begun = (await client.call_tool("remember", {"wishes": {"ram": 16}})).structured_content["conversation"]
        listed = [str(each.uri) for each in (await client.list_resources()).resources]
        (template,) = (await client.list_resource_templates()).resource_templates
        uris = [*listed, template.uri_template.replace("{conversation}", begun)]
        return [json.loads((await client.read_resource(uri)).contents[0].text) for uri in uris]

    catalogue, memory, same = with_client(laptops, work)
    assert catalogue["slots"]["laptop_price"]["better"] == "less"
    assert memory["frames"][0]["wishes"] == [{"slot": "ram", "constraint": {"is": 16}}]
    assert memory == same


@pytest.mark.parametrize("uri", ["wayframe://nothing", "wayframe://memory/nobody"])
def test_a_resource_that_there_is_not_is_refused(laptops: Any, uri: str) -> None:
    async def work(client: Client) -> None:
        with pytest.raises(MCPError, match=r"resource|conversation 'nobody'"):
            await client.read_resource(uri)

    with_client(laptops, work)


def test_a_prompt_begins_a_conversation(laptops: Any) -> None:
    async def work(client: Client) -> Any:
        (prompt,) = (await client.list_prompts()).prompts
        return (await client.get_prompt(prompt.name, {"wish": "Something light, please."})).messages[0].content.text

    text = with_client(laptops, work)
    assert text.startswith("Help me find the right laptop.")
    assert text.endswith("\n\nSomething light, please.")


def test_who_bears_no_token_is_not_served(tmp_path: Path) -> None:
    with served("--store", str(tmp_path / "kept.sqlite"), WAYFRAME_MCP_TOKEN="sesame") as url:

        async def work() -> Any:
            async with bearing(url, "sesame") as client:
                return (await client.call_tool("values", {"slot": "brand"})).structured_content

        assert asyncio.run(work())["values"]
        for headers in ({}, {"Authorization": "Bearer guessed"}, {"Authorization": "Basic sesame"}):
            answer = httpx2.post(url, json={}, headers={"Accept": "application/json", **headers})
            assert answer.status_code == 401
            assert "Bearer" in answer.headers["WWW-Authenticate"]


def test_pages_elsewhere_cannot_pose_as_this_machine(tmp_path: Path) -> None:
    with served("--store", str(tmp_path / "kept.sqlite")) as url:
        headers = {"Accept": "application/json, text/event-stream"}
        request = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        other_host = httpx2.post(url, json=request, headers={**headers, "Host": "evil.example"})
        other_page = httpx2.post(url, json=request, headers={**headers, "Origin": "https://evil.example"})
        assert (other_host.status_code, other_page.status_code) == (421, 403)


@pytest.mark.parametrize("options", [["--host", "0.0.0.0"], ["--name", "laptops.example.org"]])
def test_others_than_this_machine_need_a_token(options: list[str]) -> None:
    command = [sys.executable, "-m", "wayframe", "mcp", "--http", "--catalogue", LAPTOPS, *options]
    environment = {name: value for name, value in os.environ.items() if name != "WAYFRAME_MCP_TOKEN"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2
    assert "needs a token: set WAYFRAME_MCP_TOKEN" in done.stderr
