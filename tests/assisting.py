"""Conversations with the agent that people talk to, over trips and tables, as tests hold them."""

from datetime import date
from pathlib import Path

from wayframe import catalogues
from wayframe.agent import Agent
from wayframe.conversation import Exchange
from wayframe.dialogue import Act, Package
from wayframe.meaning import Raw, decoded
from wayframe.meaning.notation import show
from wayframe.meaning.records import Meaning
from wayframe.packages import Catalogue
from wayframe.packages.source import TripsSource
from wayframe.schema.inference import inferred
from wayframe.schema.tables import RawTable
from wayframe.sources.protocol import Source
from wayframe.sources.tables import TableSource, opened
from wayframe.sources.tables.opening import source

EXAMPLES = Path(__file__).parents[1] / "examples"
TODAY = date(2026, 9, 1)


def table(*lines: str, items: str = "things") -> TableSource:
    """A table of lines with bars between the cells, the first of them the header."""
    header, *rows = (tuple(cell.strip() for cell in line.split("|")) for line in lines)
    raw = RawTable("a table", header, tuple(enumerate(rows, 2)))
    return source(inferred(raw, items), raw, today=TODAY)


def example(name: str) -> TableSource:
    found = opened(str(EXAMPLES / name), today=TODAY)
    assert isinstance(found, TableSource)
    return found


def agent_over(catalogue: Catalogue | Source, seed: int = 0) -> Agent:
    return catalogues.agent_over(catalogue, seed=seed)


def catalogue_of(agent: Agent) -> Catalogue:
    assert isinstance(agent.source, TripsSource)
    return agent.source.catalogue


def talk(agent: Agent, *texts: str) -> list[Exchange]:
    """The exchanges of a conversation in which the user says these texts."""
    conversation, held = agent.open(), list[Exchange]()
    for text in texts:
        held.append(agent.respond(conversation, text))
        conversation = held[-1].after
    return held


def last(agent: Agent, *texts: str) -> Exchange:
    return talk(agent, *texts)[-1]


def meaning(exchange: Exchange) -> Meaning:
    """What the user's turn was read as."""
    kept = exchange.user.labels.meaning_json
    assert isinstance(kept, Raw)
    return decoded(bytes(kept))


def offered(exchange: Exchange) -> list[dict[str, str | bool]]:
    """What a reply offers or suggests, slot by slot."""
    return [_values(act) for act in exchange.wizard.acts if act.id is not None]


def told(exchange: Exchange, *names: str) -> list[dict[str, str | bool]]:
    """What acts of these names say."""
    return [_values(act) for act in exchange.wizard.acts if act.name in names]


def _values(act: Act) -> dict[str, str | bool]:
    return {a.key: a.value for a in act.slots if isinstance(a.value, str | bool)}


def facts(exchange: Exchange) -> list[dict[str, str | bool]]:
    """The facts that a reply tells."""
    return told(exchange, "inform")


def about(exchange: Exchange) -> list[int]:
    """The frames that the agent told of or offered, in order."""
    frames = [
        number
        for act in exchange.wizard.acts
        for number in ([act.id] if act.id is not None else [ref.frame for ref in act.refs("write")])
    ]
    return list(dict.fromkeys(frames))


def asked(exchange: Exchange) -> list[str]:
    """The slots that a reply asks for."""
    return [a.key for act in exchange.wizard.acts if act.name == "request" for a in act.slots]


def done(exchange: Exchange, action: str) -> list[dict[str, str | bool]]:
    """What a reply says was booked, cancelled or changed."""
    return [values for values in facts(exchange) if values.get("action") == action]


def packages(exchange: Exchange) -> list[Package]:
    """The packages that a reply offers or tells of, in order."""
    return [exchange.after.offers[frame] for frame in about(exchange) if frame in exchange.after.offers]


def chosen(exchange: Exchange) -> Package:
    """The package that is spoken of after a user's turn."""
    return exchange.after.offers[exchange.user.active_frame]  # type: ignore[no-any-return]


def wanted(agent: Agent, *texts: str) -> dict[str, str]:
    """What the user wants after these texts, slot by slot, in the notation of meaning."""
    state = agent.state(last(agent, *texts).after)
    option = state.options.get(state.memory.active_frame)
    wishes = state.wishes.get(option.wishes_of if option else state.memory.active_frame, ())
    found: dict[str, list[str]] = {}
    for wish in wishes:
        found.setdefault(wish.slot, []).append(show((wish,)).removeprefix(f"wish({wish.slot}, ").removesuffix(")"))
    return {slot: " and ".join(said) for slot, said in found.items()}


def named(value: object) -> str:
    """What a test's parameter is called in its id: the last text of a conversation, what a table holds."""
    if isinstance(value, tuple):
        return str(value[-1])
    return value.schema.items if isinstance(value, TableSource) else str(value)
