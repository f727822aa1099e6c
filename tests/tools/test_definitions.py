"""Tools as definitions: schemas made from the catalogue, arguments checked, calls carried out on a session."""

import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from wayframe.agent import Agent
from wayframe.catalogues import open_source, source_of
from wayframe.errors import InputError
from wayframe.packages import Catalogue
from wayframe.tools import ToolDefinition, ToolSession, tools_over

LAPTOPS = Path(__file__).parents[2] / "examples" / "laptops.csv"


@pytest.fixture
def session() -> ToolSession:
    return ToolSession(Agent(open_source(str(LAPTOPS), today=date(2026, 8, 3))))


@pytest.fixture
def tools(session: ToolSession) -> dict[str, ToolDefinition]:
    return {tool.name: tool for tool in tools_over(session.source)}


def test_tools_say_what_looks_what_keeps_and_what_lasts(tools: dict[str, ToolDefinition]) -> None:
    assert [name for name, tool in tools.items() if tool.read_only] == ["values", "facts", "compare", "recall"]
    assert [name for name, tool in tools.items() if tool.destructive] == ["book", "cancel"]
    assert all(tool.title and tool.description for tool in tools.values())


def test_inputs_and_outputs_are_objects(tools: dict[str, ToolDefinition]) -> None:
    for tool in tools.values():
        assert tool.input_schema["type"] == tool.output_schema["type"] == "object"
        assert "today" in tool.output_schema["properties"]


def test_the_wishes_have_the_columns_of_a_table(tools: dict[str, ToolDefinition]) -> None:
    wishes = tools["remember"].input_schema["$defs"]["Wishes"]["properties"]
    assert wishes["brand"]["description"] == "brand: Pinto, Lumen, Orla, Tamarack, Kestrel, Vesper"
    assert wishes["laptop_price"] == {"$ref": "#/$defs/MoneyConstraint", "description": "price (EUR)"}
    assert wishes["ram"]["description"] == "RAM (GB): 8 to 64"
    assert wishes["touchscreen"]["type"] == "boolean"
    assert "ram" in tools["values"].input_schema["properties"]["slot"]["enum"]


def test_days_are_iso_dates_and_people_are_counted(catalogue: Catalogue) -> None:
    session = ToolSession(Agent(source_of(catalogue)))
    remember = next(tool for tool in tools_over(session.source) if tool.name == "remember")
    parts = remember.input_schema["$defs"]
    assert parts["DateConstraint"]["properties"]["at_least"]["format"] == "date"
    assert parts["PartyConstraint"]["properties"]["adults"]["type"] == "integer"
    wishes = {"str_date": {"at_least": "2016-08-22"}, "party": {"adults": 2, "children": 1, "ages": [7]}}
    kept = remember.call(session, {"wishes": wishes})["changed"][0]["wishes"]
    assert {wish["slot"]: wish["constraint"] for wish in kept} == wishes
    with pytest.raises(InputError, match=r"wishes\.str_date\.is: expected an ISO date such as 2026-08-31"):
        remember.call(session, {"wishes": {"str_date": "August 22"}})


def test_a_value_alone_is_the_one_that_is_wished_for_and_what_is_null_was_left_out(
    session: ToolSession, tools: dict[str, ToolDefinition]
) -> None:
    wishes = {"brand": "Orla", "ram": {"at_least": 16, "at_most": None}, "touchscreen": {"is": True}, "colour": None}
    kept = tools["remember"].call(session, {"wishes": wishes, "frame": None})["changed"][0]["wishes"]
    assert {wish["slot"]: wish["constraint"] for wish in kept} == {
        "brand": {"is": "Orla"}, "ram": {"at_least": 16}, "touchscreen": True,
    }  # fmt: skip


def test_facts_and_wishes_are_apart(session: ToolSession, tools: dict[str, ToolDefinition]) -> None:
    tools["remember"].call(session, {"wishes": {"ram": {"at_least": 16}}})
    tools["search"].call(session, {"limit": 1})
    wishes, option = tools["recall"].call(session, {})["frames"]
    assert (wishes["kind"], wishes["facts"]) == ("wishes", {})
    assert (option["kind"], option["wishes"]) == ("option", wishes["wishes"])
    assert option["facts"]["ram"] >= 16


COMPLAINTS: list[tuple[str, dict[str, Any], str]] = [
    ("remember", {"wishes": {"ram": {"at_least": "much"}}}, "wishes.ram.at_least: expected `float`, got `str`"),
    ("remember", {"wishes": {"wheels": 4}}, "slot 'wheels': expected one of model, brand"),
    ("remember", {"wishes": {"brand": "Orlla"}}, "brand 'Orlla': not in the catalogue; nearest: Orla"),
    ("remember", {"wishes": {"brand": {"at_least": "Orla"}}}, "wishes.brand: expected is, not, found 'at_least'"),
    ("remember", {"wishes": {"brand": []}}, "wishes.brand.is: expected `array` of length >= 1"),
    ("remember", {"wishes": {"touchscreen": "yes"}}, "wishes.touchscreen: expected `bool`, got `str`"),
    ("remember", {"wishes": "red"}, "wishes: expected `object | array`, got `str`"),
    ("remember", {}, "missing required field `wishes`"),
    ("search", {"limit": 99}, "limit: expected `int` <= 10"),
    ("search", {"limti": 3}, "search: expected limit, more, found 'limti'"),
    ("recall", {"frame": 3}, "recall: expected frames, all_facts, found 'frame'"),
    ("book", {"frame": 4}, "frame 4: there is none yet"),
    ("values", {"slot": "wheels"}, "slot 'wheels': expected one of model, brand"),
]


@pytest.mark.parametrize(("name", "arguments", "complaint"), COMPLAINTS)
def test_wrong_arguments_are_refused_and_change_nothing(
    session: ToolSession, tools: dict[str, ToolDefinition], name: str, arguments: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(InputError, match=re.escape(complaint)):
        tools[name].call(session, arguments)
    assert (session.conversation.turns, session.exchanges) == ((), ())
