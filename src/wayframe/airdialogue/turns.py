"""The turn protocol of the public competition: files in which a model adds a turn to many dialogues at once.

A state file has a line for each dialogue: what was said so far and, once the agent has acted, the action that ends it.
The customer's model is shown the intent too, the agent's model the knowledge bases. An agent answers each line with
`utterance | name | flights | status`, the last three empty while the dialogue goes on; a customer with the utterance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from wayframe.airdialogue.files import located, records
from wayframe.airdialogue.records import Action, Intent, Sample
from wayframe.errors import InputError, shown
from wayframe.files import reading, writing

Side = Literal["agent", "customer"]
ROUNDS = 6
"""How many turns each side has in the competition."""

_FIELDS = 4
_NO_ACTION = Action(flight=(), name="", status="")


class PartialDialogue(Struct, frozen=True, gc=False):
    """A dialogue under way. `action` is None until the agent has acted; nothing is added after that.

    `intent` is None in what an agent is shown.
    """

    dialogue: tuple[str, ...] = ()
    action: Action | None = None
    intent: Intent | None = None


class ModelReply(NamedTuple):
    """Reply of a model to a dialogue; an agent may act with it, which ends the dialogue."""

    text: str
    action: Action | None = None


class _StateAction(Struct, gc=False, omit_defaults=True):
    """An action as state files have it: `{}` is none, and the public scripts write no flight as an empty string."""

    name: str | None = None
    flight: tuple[int, ...] | Literal[""] | None = None
    status: str | None = None


class _StateLine(Struct, gc=False, omit_defaults=True, kw_only=True):
    dialogue: tuple[str, ...]
    action: _StateAction
    intent: Intent | None = None


def start(data: str | Path) -> Iterator[PartialDialogue]:
    """Dialogues about the intents of a data file, in which nobody has spoken. Raises `InputError` naming the line."""
    return (PartialDialogue(intent=sample.intent) for _, sample in records(data, Sample))


def read(path: str | Path) -> Iterator[PartialDialogue]:
    """The states of a file, whole or as a side is shown them. Raises `InputError` naming the line."""
    for _, line in records(path, _StateLine):
        name, flight, status = line.action.name or "", line.action.flight or (), line.action.status or ""
        acted = any((name, flight, status))
        action = Action(flight=flight, name=name, status=status) if acted else None
        yield PartialDialogue(line.dialogue, action, line.intent)


def write(path: str | Path, states: Iterable[PartialDialogue], seen_by: Side | None = None) -> int:
    """Write states whole, or as a side is shown them; how many there were."""
    count = 0
    with writing(path) as file:
        for count, state in enumerate(states, 1):  # noqa: B007  (it is what is returned)
            file.write(line(state, seen_by) + b"\n")
    return count


def line(state: PartialDialogue, seen_by: Side | None = None) -> bytes:
    """A state as a line, without its break. An agent doesn't see the intent."""
    found: dict[str, Any] = {"dialogue": state.dialogue, "action": state.action or {}}
    if state.intent is not None and seen_by != "agent":
        found["intent"] = state.intent
    return msgspec.json.encode(found)


def step(state: PartialDialogue, side: Side, reply: ModelReply) -> PartialDialogue:
    """The dialogue with a reply added; one that has ended stays as it is. Only an agent's action counts."""
    if state.action is not None:
        return state
    action = reply.action if side == "agent" else None
    return replace(state, dialogue=(*state.dialogue, f"{side}: {reply.text}"), action=action)


def steps(states: Iterable[PartialDialogue], path: str | Path, side: Side) -> Iterator[PartialDialogue]:
    """The states with the replies of a file added, line by line.

    Raises `InputError` naming the line of a reply that is none, and where there are not as many replies as states.
    """
    with reading(path) as file:
        for number, (state, text) in enumerate(zip_longest(states, file), 1):
            where = f"{path}: line {number}"
            if state is None or text is None:
                raise InputError(f"{where}: {'no dialogue for this reply' if state is None else 'a reply is missing'}")
            with located(where):
                reply = parse(_text(text), side)
            yield step(state, side, reply)


def _text(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise InputError("not UTF-8") from error


def parse(text: str, side: Side) -> ModelReply:
    """A line of a model's replies. Raises `InputError` where an agent's lacks its bars, or a flight is no number."""
    if side == "customer":
        return ModelReply(text.strip())
    fields = [each.strip() for each in text.split("|")]
    if len(fields) != _FIELDS:
        raise InputError(f"expected utterance | name | flights | status, found {shown(text.strip())}")
    said, name, flights, status = fields
    if not (name or flights or status):
        return ModelReply(said)
    try:
        numbers = tuple(int(each) for each in flights.split(",")) if flights else ()
    except ValueError as error:
        raise InputError(f"expected flight numbers with commas, found {shown(flights)}") from error
    return ModelReply(said, Action(flight=numbers, name=name, status=status))


def show(reply: ModelReply, side: Side) -> str:
    """A reply as a line, all blanks in it single. Raises `InputError` where a field holds a bar."""
    text = " ".join(reply.text.split())
    if side == "customer":
        return text
    action = reply.action or _NO_ACTION
    fields = (text, action.name, ",".join(map(str, action.flight)), action.status)
    if any("|" in each for each in fields):
        raise InputError(f"a reply can't hold a bar: {shown(reply.text)}")
    return " | ".join(fields).rstrip()
