"""Conversations over trips, as tests hold them."""

from wayframe.agent import Agent, Exchange
from wayframe.dialogue import Package
from wayframe.simulation import unfaithful


def talk(agent: Agent, *lines: str) -> list[Exchange]:
    """The exchanges that these lines lead to, none of which says what isn't so."""
    conversation, exchanges = agent.open(), list[Exchange]()
    for line in lines:
        exchanges.append(agent.respond(conversation, line))
        conversation = exchanges[-1].after
        assert unfaithful(exchanges[-1], agent.lexicon) == [], line
    return exchanges


def last(agent: Agent, *lines: str) -> Exchange:
    return talk(agent, *lines)[-1]


def names(exchange: Exchange) -> list[str]:
    return [act.name for act in exchange.wizard.acts]


def told(exchange: Exchange, name: str) -> list[dict[str, object]]:
    return [{a.key: a.value for a in act.slots} for act in exchange.wizard.acts if act.name == name]


def asked(exchange: Exchange) -> list[str]:
    return [a.key for act in exchange.wizard.acts if act.name == "request" for a in act.slots]


def offered(exchange: Exchange) -> list[Package]:
    return [exchange.after.offers[act.id] for act in exchange.wizard.acts if act.id is not None]


def about(exchange: Exchange) -> list[int]:
    """The frames that the agent told of or offered."""
    return [
        number
        for act in exchange.wizard.acts
        for number in ([act.id] if act.id is not None else [ref.frame for ref in act.refs("write")])
    ]
