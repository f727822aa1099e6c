"""Calls of tools on conversations that are kept: found again by their id, by any process, after any restart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from wayframe.agent import Agent
from wayframe.conversation import Conversation, Exchange
from wayframe.errors import InputError, shown
from wayframe.service import AnsweredTurn, Conversations, NotFoundError, UnavailableError
from wayframe.tools import ToolDefinition, ToolSession, tools_over
from wayframe.tools.records import Json

NEW = "new"
"""The id that begins another conversation."""


class OfferedTools(NamedTuple):
    """An agent and the tools over its catalogue, by their names."""

    agent: Agent
    tools: Mapping[str, ToolDefinition]


class ToolCalls:
    """Carries out calls of tools, each on the conversation that it names.

    `current` is the conversation of calls that name none. Where `keeps_current` is set, as for the one client of a
    process, that is the one of the call before; else each of these begins a conversation. Threads may share it where it
    is not.
    """

    def __init__(self, conversations: Conversations, current: str = "", *, keeps_current: bool = False) -> None:
        self.conversations, self.current, self._keeps_current = conversations, current, keeps_current
        self._offered = _offered_by(conversations.agent)

    def offered(self) -> OfferedTools:
        """Return the tools as they are now: an agent of another day may have read another table."""
        agent = self.conversations.agent
        if self._offered.agent is not agent:
            self._offered = _offered_by(agent)
        return self._offered

    def call(self, tool: ToolDefinition, arguments: Mapping[str, Any]) -> Json:
        """Return what a tool answers, and the conversation's id. Raises `InputError` for a call that is wrong."""
        said = dict(arguments)
        name, key = _text(said, "conversation") or self.current, _text(said, "key")
        if name == NEW:
            name = ""
        try:
            answer = self._looked(tool, name, said) if tool.read_only else self._changed(tool, name, said, key)
        except UnavailableError:
            raise InputError("the conversation can't be kept just now: call again") from None
        if self._keeps_current and answer["conversation"]:
            self.current = str(answer["conversation"])
        return answer

    def recall(self, name: str = "") -> Json:
        """Return the whole memory of a conversation. Raises `InputError` where there is no such one."""
        return self.call(self.offered().tools["recall"], {"conversation": name, "all_facts": True})

    def _looked(self, tool: ToolDefinition, name: str, said: Mapping[str, Any]) -> Json:
        agent = self.conversations.agent
        session = ToolSession(agent, self._conversation(name) if name else None)
        return {"conversation": name, **tool.call(session, said)}

    def _conversation(self, name: str) -> Conversation:
        try:
            return self.conversations.read_last(name, 0).conversation
        except NotFoundError:
            raise _unknown(name) from None
        except msgspec.ValidationError:
            raise _of_another_catalogue(name) from None

    def _changed(self, tool: ToolDefinition, name: str, said: Mapping[str, Any], key: str) -> Json:
        known = name or self.conversations.open()
        try:
            answer = self._carried_out(tool, known, said, key or None)
        except InputError:
            if not name:
                self.conversations.delete(known)  # nothing was said in it
            raise
        return {"conversation": known, **answer}

    def _carried_out(self, tool: ToolDefinition, name: str, said: Mapping[str, Any], key: str | None) -> Json:
        agent, answer = self.conversations.agent, Json()

        def respond(before: Conversation) -> Exchange:
            nonlocal answer
            session = ToolSession(agent, before)
            answer = tool.call(session, said)
            return session.exchanges[-1]

        try:
            turn = self.conversations.act(name, respond, key)
            if turn.again:
                _check_same(turn, respond(turn.exchange.before), str(key))
        except NotFoundError:
            raise _unknown(name) from None
        except msgspec.ValidationError:
            raise _of_another_catalogue(name) from None
        if turn.exchange.after is turn.exchange.before:
            raise InputError(f"{tool.name}: took too long, and everything is as it was: ask for less at once")
        return answer


def _offered_by(agent: Agent) -> OfferedTools:
    return OfferedTools(agent, {tool.name: tool for tool in tools_over(agent.source)})


def _text(said: dict[str, Any], name: str) -> str:
    """Take an argument out that is a text; one that is left out is an empty one. Raises `InputError`."""
    value = said.pop(name, None)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InputError(f"{name}: expected a text, found {shown(str(value))}")
    return value


def _check_same(turn: AnsweredTurn, exchange: Exchange, key: str) -> None:
    """Check that a call with a key that was there before is the same call."""
    kept = turn.exchange
    if (kept.user.text, kept.user.acts, kept.wizard.acts) != (
        exchange.user.text,
        exchange.user.acts,
        exchange.wizard.acts,
    ):
        raise InputError(f"key {shown(key)}: was another call's: give each call a key of its own")


def _unknown(name: str) -> InputError:
    return InputError(f"conversation {shown(name)}: there is no such one; {NEW!r} begins one")


def _of_another_catalogue(name: str) -> InputError:
    return InputError(f"conversation {shown(name)}: is about another catalogue; {NEW!r} begins one")
