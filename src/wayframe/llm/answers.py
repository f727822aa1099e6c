"""Answers of models, taken out of what a model and its server wrap them in.

A server may send the text as a string or in parts, or make of it the arguments of a tool. A model that was asked for
JSON may put it in a fence, among words, or behind its thoughts.
"""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec

from wayframe.llm.endpoint import AnswerError

T = TypeVar("T")


class ContentPart(msgspec.Struct, frozen=True):
    """A part of a message's content; one that is no text, such as the model's thoughts, has none."""

    text: str | None = None


Content = str | tuple[ContentPart, ...] | None
"""What a message says, in whole or in parts."""

Arguments = str | dict[str, Any] | None
"""What a tool is called with: JSON as a string, as the protocol has it, or an object, as some servers send it."""


def text_of(content: Content) -> str:
    """Return what a message says."""
    if isinstance(content, tuple):
        return "".join(part.text or "" for part in content)
    return content or ""


def json_of(arguments: Arguments) -> str:
    """Return a tool's arguments as JSON; an empty text where it has none."""
    if isinstance(arguments, dict):
        return msgspec.json.encode(arguments).decode()
    return arguments or ""


class Tokens(msgspec.Struct, frozen=True):
    """How many tokens a server says that it has read and written."""

    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Function(msgspec.Struct, frozen=True):
    arguments: Arguments = None


class _ToolCall(msgspec.Struct, frozen=True):
    function: _Function = _Function()


class Message(msgspec.Struct, frozen=True):
    """What a model says to one question."""

    content: Content = None
    tool_calls: tuple[_ToolCall, ...] | None = None

    @property
    def answer(self) -> str:
        """The arguments of the first tool that it calls, else its text: beside a tool only its announcement stands."""
        called = [json_of(call.function.arguments) for call in self.tool_calls or ()]
        return next(filter(None, called), "") or text_of(self.content)


class _Choice(msgspec.Struct):
    message: Message


class Completion(msgspec.Struct):
    """What a server sends as the answer to one question."""

    choices: tuple[_Choice, ...]
    usage: Tokens | None = None

    @property
    def answer(self) -> str:
        """What the model says; an empty text where it says nothing."""
        return self.choices[0].message.answer if self.choices else ""


def decoded(content: bytes, record: type[T]) -> T:
    """Return JSON as a record. Raises `AnswerError` where it is no JSON, or none of this form."""
    try:
        return msgspec.json.decode(content, type=record)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise AnswerError("an answer of another form") from error


def read_as(text: str, record: type[T]) -> T:
    """Return an answer as its record: the whole text, else the last object in it, thoughts left out, that is one.

    The last, as a model that thinks aloud ends with what it means. Raises `AnswerError` where there is none.
    """
    for found in (text, *reversed(_objects(text))):
        try:
            return decoded(found.encode(), record)
        except AnswerError:
            continue
    raise AnswerError("an answer of another form")


_BEGIN = re.compile(
    r"""
    (?P<thinks> <think(?:ing)?> | \[THINK\] | <\|channel\|>analysis )
    | (?P<thought> </think(?:ing)?> | \[/THINK\] | <\|channel\|> )  # whose beginning may stand in the prompt
    | \{ (?= \s* ["}] )
    """,
    re.VERBOSE,
)
_THOUGHT = re.compile(r"</think(?:ing)?>|\[/THINK\]|<\|end\|>|<\|channel\|>(?!analysis)")
_INSIDE = re.compile(r'"(?:[^"\\]|\\.|\\\Z)*(?:"|\Z)|[{}]', re.DOTALL)


def _objects(text: str) -> list[str]:
    """Return the JSON objects that stand in a text, without those that are inside others, in thoughts, or cut off."""
    found = list[str]()
    at = 0
    while begin := _BEGIN.search(text, at):
        if begin["thinks"]:
            end = _THOUGHT.search(text, begin.end())
            if not end:
                break
            at = end.end()
        elif begin["thought"]:
            found.clear()
            at = begin.end()
        else:
            closed = _end(text, begin.start())
            if closed:
                found.append(text[begin.start() : closed])
            at = closed or max((end.start() for end in _THOUGHT.finditer(text, begin.end())), default=len(text))
    return found


def _end(text: str, begin: int) -> int | None:
    """Return where the object that begins there ends; None where it is cut off."""
    depth = 0
    for inside in _INSIDE.finditer(text, begin):
        depth += {"{": 1, "}": -1}.get(inside[0], 0)
        if depth == 0:
            return inside.end()
    return None
