"""Users played by a language model: it gets a task as a person would, talks about it, and says what it wants booked.

Beside each text the model says which option this turn is to book, so that bookings that nobody meant can be counted.
What a user remembers of long ago isn't asked of it: there are no questions about earlier options to be judged.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

import msgspec

from wayframe.conversation import Conversation, Exchange
from wayframe.dialogue import Arg, Dialogue, Package, acts_named
from wayframe.llm import Client, LLMError
from wayframe.llm.client import Shape
from wayframe.llm.json_schema import TEXT, YES_NO, obj
from wayframe.meaning.records import Text
from wayframe.packages import Catalogue
from wayframe.packages.source import TripsSource
from wayframe.simulation.agents import DialogueAgent
from wayframe.simulation.conversations import ConversationOutcome, booked_rightly, labelled
from wayframe.simulation.measuring import unmeant
from wayframe.sources.protocol import Item, Source
from wayframe.tasks import Task, possible
from wayframe.tasks.tables import TableTask, fitting, reaches
from wayframe.tasks.texts import table_otherwise, table_task_text

LONGEST = 20
"""User turns."""

MANNERS = (
    "You write as little as you can.", "You write as you talk, with asides.", "You are polite and precise.",
    "You are in a hurry and make typing mistakes.", "You tell what you want bit by bit, as you are asked.",
)  # fmt: skip
"""The ways in which users write, drawn for each conversation."""


class UserSays(msgspec.Struct, frozen=True):
    """A user's turn: the text, the name of the option that it is to book now, and whether the user leaves with it."""

    text: str
    books: str = ""
    leaves: bool = False


_SHAPE = Shape("user_turn", obj(text=TEXT, books=TEXT, leaves=YES_NO), UserSays)

_INSTRUCTIONS = """\
You play a user who talks with an assistant, for a simulation. You get JSON: your task, your manner, and the
conversation so far. Write the user's next turn. Tell only what the task says; answer "any" to what it leaves open.
Don't help the assistant with its work, don't invent wishes, don't quote the task. Book one option once you have
chosen; the least or most of something is that of all that fit, not only of those shown; where nothing fits, do as the
task says.
"text" is what you write. "books" is the name of the option that this very turn tells the assistant to book, also by
answering yes to whether it shall; else empty. "leaves" is true with your last turn: it is booked, or you give up."""


class LLMUser:
    """One user in one conversation."""

    def __init__(self, client: Client, task: str, manner: str) -> None:
        self._client, self._task, self._manner = client, task, manner
        self._said = list[Mapping[str, str]]()

    def says(self) -> UserSays:
        """Return the next turn; one that leaves where the model gives none."""
        question = {"task": self._task, "manner": self._manner, "conversation": self._said}
        try:
            said = self._client.ask(_INSTRUCTIONS, msgspec.json.encode(question).decode(), _SHAPE).value
        except LLMError:
            said = UserSays("Bye.", leaves=True)
        self._said.append({"you": said.text})
        return said

    def hears(self, text: str) -> None:
        """Take in what the agent says."""
        self._said.append({"assistant": text})


class _Talked(NamedTuple):
    """A conversation with such a user: the exchanges, the item that stands booked in the end, unmeant deeds."""

    exchanges: tuple[Exchange, ...]
    conversation: Conversation
    booked: Item | None
    unmeant: int


def _manner(seed: str) -> str:
    return Random(f"{seed} manner").choice(MANNERS)


def _talk(user: LLMUser, agent: DialogueAgent, source: Source) -> _Talked:
    conversation, exchanges, booked, wrong = agent.open(), list[Exchange](), dict[int, Item](), 0
    for _ in range(LONGEST):
        said = user.says()
        exchange = agent.respond(conversation, said.text)
        conversation = exchange.after
        exchanges.append(exchange)
        user.hears(exchange.wizard.text)
        items = {frame: source.item(row) for frame, row in conversation.offers.items()}
        meant = [frame for frame, item in items.items() if _is(item, said.books, source)]
        wrong += unmeant(exchange.wizard.acts, meant)
        booked |= {frame: items[frame] for frame in _done(exchange, "book")}
        for frame in _done(exchange, "cancel"):
            booked.pop(frame, None)
        if said.leaves:
            break
    last = list(booked.values())[-1] if booked else None
    return _Talked(tuple(exchanges), conversation, last, wrong)


def _done(exchange: Exchange, action: str) -> list[int]:
    """Return the options that an agent's turn says were booked, or cancelled."""
    deeds = [act for act in acts_named(exchange.wizard.acts, "inform") if Arg("action", action) in act.slots]
    return [ref.frame for act in deeds for ref in act.refs("write")]


def _is(item: Item, named: str, source: Source) -> bool:
    """Return whether an item has a name, in any case and with or without its article."""
    name = item.values.get(source.schema.name)
    if not isinstance(name, Text) or not named.strip():
        return False
    known, said = name.value.casefold().removeprefix("the "), named.casefold().removeprefix("the ")
    return known in said or said in known


def converse_with_model(
    task: TableTask, agent: DialogueAgent, source: Source, seed: str, noise: float, name: str, *, client: Client
) -> ConversationOutcome:
    """Let a model with a task over a table talk to an agent; how hard it is to read is its own affair, not `noise`."""
    text = f"{table_task_text(task, source.schema)}\n{table_otherwise(task, source.schema)}"
    talked = _talk(LLMUser(client, text, _manner(seed)), agent, source)
    found = fitting(source, task.goal)
    success = not found if talked.booked is None else reaches(source, task, talked.booked)
    return _outcome(talked, labelled(talked.conversation, seed, name, success), task.course, success, bool(found))


def talk_with_model(
    task: Task, agent: DialogueAgent, catalogue: Catalogue, seed: str, noise: float, name: str, *, client: Client
) -> ConversationOutcome:
    """Let a model with a task over trips talk to an agent."""
    source = TripsSource(catalogue)
    talked = _talk(LLMUser(client, f"{task.text}\n{task.otherwise}", _manner(seed)), agent, source)
    seen: list[Package] = list(talked.conversation.offers.values())
    booked: Any = talked.booked.row if talked.booked else None
    success = booked_rightly(task, booked, seen, catalogue)
    other = task.goal.alternative
    bookable = task.solvable or (other is not None and possible(catalogue, other))
    return _outcome(
        talked, labelled(talked.conversation, seed, name, success), task.goal.course, success, bookable, task.template
    )


def _outcome(
    talked: _Talked, dialogue: Dialogue, course: str, success: bool, bookable: bool, template: str = ""
) -> ConversationOutcome:
    return ConversationOutcome(
        template=template or course,
        course=course,
        meant=dialogue,
        understood=dialogue,
        success=success,
        bookable=bookable,
        probes=(),
        exchanges=talked.exchanges,
        unmeant=talked.unmeant,
    )
