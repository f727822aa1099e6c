"""One conversation between a simulated user of a table and an agent, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple
from uuid import UUID

from wayframe.agent import Agent
from wayframe.conversation import Conversation, Exchange
from wayframe.dialogue import Act, Dialogue, DialogueLabels
from wayframe.meaning.records import Text
from wayframe.schema import Schema
from wayframe.simulation.oracle import OracleReader
from wayframe.simulation.tables.user import TableQuestion, TableTurn, TableUser
from wayframe.simulation.tables.values import same_value
from wayframe.simulation.verdicts import Verdict, unmeant
from wayframe.sources.protocol import Item, Source
from wayframe.tasks.tables import TableTask, fitting, reaches


class TableOutcome(NamedTuple):
    """A conversation about a table, and how it went."""

    task: TableTask
    dialogue: Dialogue
    success: bool
    bookable: bool  # whether anything fits, if only by the alternative
    probes: tuple[Verdict, ...]  # questions about options of earlier
    answers: tuple[Verdict, ...]  # questions about the option at hand
    unmeant: int  # bookings and cancellations that the user did not mean
    exchanges: tuple[Exchange, ...]


def converse(
    task: TableTask, agent: Agent, source: Source, seed: str, noise: float, name: str = "simulated"
) -> TableOutcome:
    """Let a user with this task talk to an agent. Same arguments, same conversation."""
    rng = Random(seed)
    user = TableUser(task, source.schema, rng, noise)
    conversation, exchanges = agent.open(), list[Exchange]()
    verdicts: dict[bool, list[Verdict]] = {True: [], False: []}
    wrong = 0
    said: TableTurn | None = user.open()
    while said is not None:
        exchange = _exchange(agent, conversation, said)
        conversation = exchange.after
        exchanges.append(exchange)
        acts = exchange.wizard.acts
        items = {frame: source.item(row) for frame, row in conversation.offers.items()}
        if user.question is not None:
            verdicts[user.question.old].append(judged(user.question, acts, items, source.schema))
        wrong += unmeant(acts, user.same_as(user.booking))
        said = user.reply(acts, conversation.memory.active_frame, items)
    success = _succeeds(task, user, source)
    id = UUID(int=Random(f"{seed} id").getrandbits(128), version=4)
    saved = conversation.dialogue(id, name)
    labels = DialogueLabels(5 if success else 1, success)
    dialogue = Dialogue(saved.id, saved.user_id, saved.wizard_id, labels, saved.turns)
    bookable = bool(fitting(source, task.goal))
    old, new = tuple(verdicts[True]), tuple(verdicts[False])
    return TableOutcome(task, dialogue, success, bookable, old, new, wrong, tuple(exchanges))


def _exchange(agent: Agent, conversation: Conversation, said: TableTurn) -> Exchange:
    """Return the agent's answer; one with the oracle NLU is told the meaning."""
    if isinstance(agent.reader, OracleReader):
        agent.reader.meant = said.meaning
    return agent.respond(conversation, said.text)


def judged(question: TableQuestion, acts: Sequence[Act], items: Mapping[int, Item], schema: Schema) -> Verdict:
    """Return whether a turn answers a question about an option as its row has it."""
    truth = items[question.frame].values
    found = list[bool]()
    for act in acts:
        told = {arg.key: arg.value for arg in act.slots}
        if act.name in _TELLING and told.get(question.slot) is not None:
            named = told.get(schema.name, _name(truth, schema))
            found.append(named == _name(truth, schema) and same_value(told[question.slot], truth[question.slot]))
    if any(found):
        return "right"
    return "wrong" if found else "not_understood"


_TELLING = ("inform", "offer", "suggest")


def _name(values: Mapping[str, object], schema: Schema) -> str:
    """Return the name of an item as it is said."""
    value = values.get(schema.name)
    return " ".join(value.value.split()) if isinstance(value, Text) else ""


def _succeeds(task: TableTask, user: TableUser, source: Source) -> bool:
    """Return whether the user booked the option that it chose and that an oracle would accept, or rightly gave up."""
    if user.booked is None:
        return user.gave_up and not fitting(source, task.goal)
    booked = user.options.get(user.booked)
    return booked is not None and user.booked == user.favourite and reaches(source, task, booked)
