"""A model's turn of a conversation: its text and the tools that it calls, put together from what a server streams."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from wayframe.llm.answers import Arguments, Content, Tokens, json_of, text_of


class ChatCall(msgspec.Struct, frozen=True):
    """A tool that a model calls, with its arguments as JSON."""

    id: str
    name: str
    arguments: str = ""


class ChatTurn(msgspec.Struct, frozen=True):
    """A model's turn."""

    text: str = ""
    calls: tuple[ChatCall, ...] = ()

    @property
    def message(self) -> dict[str, Any]:
        """The turn as the conversation goes on with it."""
        functions = [{"name": call.name, "arguments": call.arguments} for call in self.calls]
        calls = [
            {"id": call.id, "type": "function", "function": function}
            for call, function in zip(self.calls, functions, strict=True)
        ]
        return {"role": "assistant", "content": self.text or None, **({"tool_calls": calls} if calls else {})}


def function(name: str, description: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return a tool as a model is offered it; `parameters` are a JSON schema."""
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


def result(call: ChatCall, answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a tool answered as a message."""
    return {"role": "tool", "tool_call_id": call.id, "content": msgspec.json.encode(answer).decode()}


class _Function(msgspec.Struct):
    name: str | None = None
    arguments: Arguments = None


class _CallPart(msgspec.Struct):
    index: int | None = None
    id: str | None = None
    function: _Function | None = None


class _Part(msgspec.Struct):
    content: Content = None
    tool_calls: tuple[_CallPart, ...] | None = None


class _Choice(msgspec.Struct):
    delta: _Part | None = None
    message: _Part | None = None  # of a server that doesn't stream


class _Chunk(msgspec.Struct):
    choices: tuple[_Choice, ...] = ()
    usage: Tokens | None = None


_CHUNK = msgspec.json.Decoder(_Chunk)
_DATA = b"data:"
_DONE = b"[DONE]"


class ChatTurnParts:
    """A turn on its way: server-sent events, or one answer in whole. Raises `msgspec.DecodeError` for anything else."""

    def __init__(self, told: Callable[[str], None]) -> None:
        """`told` takes each piece of the text."""
        self._told = told
        self._waiting = b""
        self._text = ""
        self._calls: dict[int, ChatCall] = {}
        self.tokens = (0, 0)

    @property
    def begun(self) -> bool:
        """Return whether any of the text came."""
        return bool(self._text)

    @property
    def turn(self) -> ChatTurn:
        """The turn so far; calls without a name are none."""
        return ChatTurn(self._text, tuple(call for call in self._calls.values() if call.name))

    def take(self, piece: bytes) -> None:
        """Take what came next."""
        *lines, self._waiting = (self._waiting + piece).split(b"\n")
        for line in lines:
            self._line(line)

    def end(self) -> None:
        """Take what is left at the end."""
        self._line(self._waiting)
        self._waiting = b""

    def _line(self, line: bytes) -> None:
        whole = line.strip().startswith(b"{")
        data = line.removeprefix(_DATA).strip()
        if not (whole or line.startswith(_DATA)) or data == _DONE:
            return
        chunk = _CHUNK.decode(data)
        if chunk.usage:
            self.tokens = (chunk.usage.prompt_tokens, chunk.usage.completion_tokens)
        for choice in chunk.choices[:1]:
            self._part(choice.delta or choice.message or _Part())

    def _part(self, part: _Part) -> None:
        text = text_of(part.content)
        if text:
            self._text += text
            self._told(text)
        for place, piece in enumerate(part.tool_calls or ()):
            index = place if piece.index is None else piece.index
            before = self._calls.get(index, ChatCall(f"call_{index}", ""))
            function = piece.function or _Function()
            self._calls[index] = ChatCall(
                piece.id or before.id,
                before.name or function.name or "",
                before.arguments + json_of(function.arguments),
            )
