"""The tools over MCP (Model Context Protocol), with the catalogue and the memory as resources, and a prompt."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

import anyio.to_thread
from mcp.server import Server
from mcp.shared.exceptions import MCPError

from mcp import types
from wayframe.errors import InputError
from wayframe.mcp.calls import NEW, ToolCalls
from wayframe.sources.protocol import Query
from wayframe.tools import ToolDefinition
from wayframe.tools.records import Json
from wayframe.tools.schemas import description

INSTRUCTIONS = """A memory over a catalogue of {total} {items}, for conversations in which options are compared and gone
back to. Every set of wishes and every option found is a frame with a number, kept for the whole conversation. Call
remember with what the user wants (a changed wish makes a new frame, nothing is lost), forget for what they no longer
want, then search; suggest where nothing is found; facts, compare and switch for what was found before, under whatever
wishes; book and cancel once the user has said so, never before. Say only what these tools have said; prices are for
all of the party. Every answer has the conversation's id, which the next call takes, and today, from which "next Friday"
counts."""

PROMPT = """Help me find the right {item}. Keep what I want with the wayframe tools, offer two or three options at a
time, compare when I ask, go back to earlier options by their frames, and book only when I say so."""

CATALOGUE, MEMORY = "wayframe://catalogue", "wayframe://memory"
_JSON = "application/json"
_CONVERSATION = {
    "type": "string",
    "description": f"The id of the conversation, from the answer before; {NEW!r} begins another one.",
}
_KEY = {
    "type": "string",
    "pattern": "^[A-Za-z0-9_-]{1,64}$",
    "description": "A word for this very call; sent again with the same one, it is carried out once.",
}
_ID = {"type": "string", "description": "The id of the conversation; empty where nothing was said yet."}


def server(calls: ToolCalls) -> Server[Any]:
    """Return the server of tools whose calls are carried out there."""
    handlers, agent = _Handlers(calls), calls.offered().agent
    total = agent.source.search(Query(), 1).total
    return Server(
        "wayframe",
        version=version("wayframe"),
        instructions=INSTRUCTIONS.format(total=total, items=agent.schema.items),
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_resource_templates,
        on_read_resource=handlers.read_resource,
        on_list_prompts=handlers.list_prompts,
        on_get_prompt=handlers.get_prompt,
    )


class _Handlers:
    """Answers what the protocol asks; what takes time does so in threads."""

    def __init__(self, calls: ToolCalls) -> None:
        self.calls = calls

    async def list_tools(self, context: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_listed(tool) for tool in self.calls.offered().tools.values()])

    async def call_tool(self, context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        return await anyio.to_thread.run_sync(self._called, params.name, params.arguments or {})

    def _called(self, name: str, arguments: Mapping[str, Any]) -> types.CallToolResult:
        try:
            tools = self.calls.offered().tools
            if name not in tools:
                raise InputError(f"tool {name}: expected one of {', '.join(tools)}")
            answer = self.calls.call(tools[name], arguments)
        except InputError as error:
            return types.CallToolResult(content=[types.TextContent(text=str(error))], is_error=True)
        return types.CallToolResult(content=[types.TextContent(text=_written(answer))], structured_content=answer)

    # Resources

    async def list_resources(self, context: Any, params: Any) -> types.ListResourcesResult:
        resources = {CATALOGUE: "The catalogue's slots", MEMORY: "The memory of the conversation at hand"}
        listed = [
            types.Resource(uri=uri, name=uri.rpartition("/")[2], title=title, mime_type=_JSON)
            for uri, title in resources.items()
        ]
        return types.ListResourcesResult(resources=listed)

    async def list_resource_templates(self, context: Any, params: Any) -> types.ListResourceTemplatesResult:
        template = types.ResourceTemplate(
            uri_template=f"{MEMORY}/{{conversation}}",
            name="memory-of",
            title="The memory of a conversation",
            mime_type=_JSON,
        )
        return types.ListResourceTemplatesResult(resource_templates=[template])

    async def read_resource(self, context: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = str(params.uri)
        try:
            text = _written(await anyio.to_thread.run_sync(self._resource, uri))
        except InputError as error:
            raise MCPError(types.INVALID_PARAMS, str(error)) from error
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, mime_type=_JSON, text=text)])

    def _resource(self, uri: str) -> Json:
        if uri == CATALOGUE:
            return self._catalogue()
        base, _, conversation = uri.partition(f"{MEMORY}/")
        if uri == MEMORY or (not base and conversation):
            return self.calls.recall(conversation)
        raise InputError(f"resource {uri}: expected {CATALOGUE}, {MEMORY} or {MEMORY}/CONVERSATION")

    def _catalogue(self) -> Json:
        """Return the slots of the catalogue: kind, unit, values, which way is better."""
        agent = self.calls.offered().agent
        slots = {
            slot.name: {
                "kind": slot.kind,
                "unit": slot.unit,
                "better": slot.better,
                "description": description(agent.source, slot),
            }
            for slot in agent.schema.slots
        }
        return {"items": agent.schema.items, "today": agent.today.isoformat(), "slots": slots}

    # Prompts

    async def list_prompts(self, context: Any, params: Any) -> types.ListPromptsResult:
        title = f"Help somebody find the right {self.calls.offered().agent.schema.item}"
        wish = types.PromptArgument(name="wish", description="The first wish, in plain words.", required=False)
        return types.ListPromptsResult(prompts=[types.Prompt(name="assist", title=title, arguments=[wish])])

    async def get_prompt(self, context: Any, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        if params.name != "assist":
            raise MCPError(types.INVALID_PARAMS, f"prompt {params.name}: expected assist")
        wish = (params.arguments or {}).get("wish", "")
        asked = PROMPT.format(item=self.calls.offered().agent.schema.item)
        text = types.TextContent(text=f"{asked}\n\n{wish}" if wish else asked)
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=text)])


def _listed(tool: ToolDefinition) -> types.Tool:
    """Return a tool as hosts are told of it: with the conversation, and a key where it changes something."""
    said = {"conversation": _CONVERSATION} if tool.read_only else {"conversation": _CONVERSATION, "key": _KEY}
    answer = tool.output_schema
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema={**tool.input_schema, "properties": {**tool.input_schema["properties"], **said}},
        output_schema={
            **answer,
            "properties": {"conversation": _ID, **answer["properties"]},
            "required": ["conversation", *answer["required"]],
        },
        annotations=types.ToolAnnotations(
            title=tool.title,
            read_only_hint=tool.read_only,
            destructive_hint=tool.destructive,
            open_world_hint=False,
        ),
    )


def _written(answer: Json) -> str:
    return json.dumps(answer, ensure_ascii=False)
