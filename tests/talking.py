"""Conversations over tables, as tests hold them."""

from datetime import date
from pathlib import Path

from wayframe.agent import Agent, Conversation, Exchange
from wayframe.schema.inference import Raw
from wayframe.tables import Table, opened
from wayframe.tables.inference import inferred

EXAMPLES = Path(__file__).parents[1] / "examples"
TODAY = date(2026, 9, 1)


def table(*lines: str, items: str = "things") -> Table:
    """A table of lines with bars between the cells, the first of them the header."""
    header, *rows = (tuple(cell.strip() for cell in line.split("|")) for line in lines)
    raw = Raw("a table", header, tuple(enumerate(rows, 2)))
    return Table(inferred(raw, items), raw, today=TODAY)


def example(name: str) -> Table:
    return opened(str(EXAMPLES / name), today=TODAY)


def talk(over: Table, *texts: str) -> list[Exchange]:
    """The exchanges of a conversation in which the user says these texts."""
    agent = Agent(over)
    conversation: Conversation = agent.open()
    held = list[Exchange]()
    for text in texts:
        held.append(agent.respond(conversation, text))
        conversation = held[-1].after
    return held


def offered(exchange: Exchange) -> list[dict[str, str | bool]]:
    """What a reply offers, by label."""
    return [
        {a.key: a.value for a in act.slots if isinstance(a.value, str | bool)}
        for act in exchange.wizard.acts if act.id is not None
    ]  # fmt: skip
