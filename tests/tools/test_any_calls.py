"""Whatever is called: tools answer as their schemas say, or refuse in a line and leave everything as it was."""

import json
import random
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from wayframe.agent import Agent
from wayframe.catalogues import open_source, source_of
from wayframe.errors import InputError
from wayframe.packages import Catalogue
from wayframe.schema import Slot
from wayframe.sources.protocol import Source
from wayframe.tools import ToolDefinition, ToolSession, tools_over

RESTAURANTS = Path(__file__).parents[2] / "examples" / "restaurants.toml"
SEEDS = range(8)
CALLS = 12
OPERATORS = ("is", "not", "at_least", "at_most", "around", "best", "per", "than")
ODD: tuple[Any, ...] = (None, "", [], {}, [[]], -1, 1e12, True, "least", {"is": []}, {"is": None}, {"adults": -1})
CHANGING = ("remember", "remember", "remember", "search", "search")


def drawn_value(random: random.Random, source: Source, slot: Slot) -> Any:
    """Return a value that a slot may have, or one that it can't."""
    if random.random() < 0.1:
        return random.choice(ODD)
    names = source.names(slot.name) if slot.kind in ("name", "category", "place", "list") else ()
    values: dict[str, Any] = {
        "number": random.randint(0, 50), "money": random.randint(0, 3000), "yes_no": random.random() < 0.5,
        "date": f"2016-08-{random.randint(1, 31):02}", "time": f"{random.randint(0, 25):02}:30",
        "party": {"adults": random.randint(0, 3), "children": random.randint(0, 2)},
    }  # fmt: skip
    return random.choice(names) if names else values.get(slot.kind, "word")


def drawn_wish(random: random.Random, source: Source, slot: Slot) -> Any:
    """Return a wish for a slot, right or wrong."""
    if slot.kind in ("yes_no", "party") or random.random() < 0.2:
        return drawn_value(random, source, slot)
    operators = random.sample(OPERATORS, random.choice([1, 1, 2]))
    return {operator: drawn_value(random, source, slot) for operator in operators}


def drawn_calls(random: random.Random, source: Source) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield calls with arguments that are mostly right."""
    names = [*CHANGING, *(tool.name for tool in tools_over(source))]
    for _ in range(CALLS):
        slots = random.sample(list(source.schema.slots), random.randint(1, 2))
        frames = [random.randint(1, 8), random.randint(1, 8)]
        arguments: dict[str, dict[str, Any]] = {
            "remember": {
                "wishes": {slot.name: drawn_wish(random, source, slot) for slot in slots},
                "replace": random.random() < 0.3,
                "frame": random.choice([None, frames[0]]),
            },
            "forget": {"slots": [slot.name for slot in slots]},
            "search": {"limit": random.randint(1, 3), "more": random.random() < 0.3},
            "values": {"slot": slots[0].name, "among": random.choice(["catalogue", "fitting"])},
            "facts": {"frames": frames},
            "compare": {"frames": frames},
            **{name: {"frame": frames[0]} for name in ("switch", "book", "cancel")},
        }
        name = random.choice(names)
        yield name, arguments.get(name, {})


@pytest.fixture(params=["trips", "table"])
def source(request: pytest.FixtureRequest, catalogue: Catalogue) -> Source:
    """Trips, or a table."""
    if request.param == "trips":
        return source_of(catalogue)
    return open_source(str(RESTAURANTS), today=date(2026, 8, 3))


def answered(tool: ToolDefinition, session: ToolSession, arguments: dict[str, Any]) -> Any:
    """Return what a tool answers, or the line in which it refuses."""
    try:
        return tool.call(session, arguments)
    except InputError as error:
        return str(error)


@pytest.mark.long
@pytest.mark.parametrize("seed", SEEDS)
def test_calls_answer_as_promised_and_conversations_can_be_gone_on_with(source: Source, seed: int) -> None:
    schemas = pytest.importorskip("jsonschema")
    session, tools = ToolSession(Agent(source)), {tool.name: tool for tool in tools_over(source)}
    for name, arguments in drawn_calls(random.Random(seed), source):
        before, tool = session.conversation, tools[name]
        answer = answered(tool, session, arguments)
        is_refused = isinstance(answer, str)
        assert (session.conversation is before) == (is_refused or tool.read_only)
        if is_refused:
            assert "\n" not in answer
        else:
            schemas.validate(json.loads(json.dumps(answer)), tool.output_schema)
    assert ToolSession(Agent(source), session.conversation).recall() == session.recall()
