"""What tools return: typed by the catalogue's schema, and in the form in which they take it."""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drawing import drawn
from wayframe.agent import Agent
from wayframe.catalogues import open_source, source_of
from wayframe.errors import InputError
from wayframe.meaning.records import Constraint, Days, Flag, Party, Text, Wish, wishes_for
from wayframe.packages import Catalogue, Plan, default_path_made, generate
from wayframe.sources.conformance import conditions
from wayframe.sources.protocol import Condition, Source
from wayframe.tools import ToolDefinition, ToolSession, tools_over
from wayframe.tools.encoding import constraint_json, constraints_of

schemas = pytest.importorskip("jsonschema")

EXAMPLES = Path(__file__).parents[2] / "examples"
SAID: dict[str, tuple[str, ...]] = {
    "laptops.csv": (
        "under 900 euros",
        "at least 16 GB, not black, no touchscreen",
        "between 500 and 900 euros, from Orla or Lumen",
        "the lightest below 1000 euros",
        "around 1000 euros, more than 8 hours of battery",
    ),
    "restaurants.toml": ("Italian with a terrace, under 40 euros", "within 1 mile, not Lebanese"),
    "trips": (
        "From Boston to Rome in late August for two weeks, a family of four with one child",
        "Boston to Paris, not in August, two adults and two kids of 5 and 9",
        "leaving Boston after 6 pm around the 20th of August, back before September 5, under 600 each",
        "From Boston to Rome or Paris with wifi but no spa, business class",
    ),
}


@cache
def source(name: str) -> Source:
    if name == "trips":
        path = default_path_made().with_name("few-packages.sqlite")
        generate(path, Plan(packages=6000))  # all places and hotels
        return source_of(Catalogue(path))
    return open_source(str(EXAMPLES / name), today=date(2026, 8, 3))


@cache
def agent(name: str) -> Agent:
    return Agent(source(name))


@cache
def tools(name: str) -> dict[str, ToolDefinition]:
    return {tool.name: tool for tool in tools_over(source(name))}


@cache
def wishable(name: str) -> list[Condition]:
    """Return conditions that a wish can say: "yes or no" is none."""
    both = {Flag(True), Flag(False)}
    return [
        each for each in conditions(source(name)) if each.constraint.op != "any" and set(each.constraint.values) != both
    ]


@cache
def validator(catalogue: str, tool: str) -> Any:
    """Return what checks a tool's answers; making it checks the schema itself, which takes longer than an answer."""
    schema = tools(catalogue)[tool].output_schema
    schemas.validators.validator_for(schema).check_schema(schema)
    return schemas.validators.validator_for(schema)(schema)


def called(session: ToolSession, name: str, **arguments: Any) -> Any:
    """Return what a tool answers, as JSON that its schema describes."""
    catalogue = Path(session.source.name).name or "trips"
    tool = tools(catalogue)[name]
    answer = json.loads(json.dumps(tool.call(session, arguments)))
    validator(catalogue, name).validate(answer)
    return answer


def check_round_trip(session: ToolSession) -> None:
    """Check that wishes that are recalled are remembered as they are, and are what they were."""
    wishes = called(session, "recall", all_facts=True)["frames"][0]["wishes"]
    again = ToolSession(session.agent)
    called(again, "remember", wishes=wishes)
    assert called(again, "recall")["frames"][0]["wishes"] == wishes


@pytest.mark.parametrize(("name", "said"), [(name, said) for name, texts in SAID.items() for said in texts])
def test_wishes_said_in_words_are_recalled_and_remembered_as_they_are(name: str, said: str) -> None:
    session = ToolSession(agent(name), agent(name).respond(agent(name).open(), said).after)
    assert session.recall()["frames"][0]["wishes"]
    check_round_trip(session)


@pytest.mark.parametrize("name", SAID)
@settings(max_examples=drawn(40))
@given(data=st.data())
def test_wishes_of_any_kind_are_recalled_and_remembered_as_they_are(name: str, data: st.DataObject) -> None:
    several = st.lists(st.sampled_from(wishable(name)), min_size=1, max_size=4, unique_by=lambda each: each.slot)
    forms = [{"slot": each.slot, "constraint": constraint_json(each.constraint)} for each in data.draw(several)]
    session = ToolSession(agent(name))
    try:
        called(session, "remember", wishes=forms)
    except InputError as error:  # back before one leaves
        assert "has to change with it" in str(error)  # noqa: PT017  # whichever were drawn
        return
    check_round_trip(session)


@pytest.mark.parametrize("name", SAID)
def test_a_constraint_in_json_is_the_same_when_it_is_read(name: str) -> None:
    for slot, constraint in wishable(name):
        form = constraint_json(constraint)
        read = constraints_of(source(name).schema.by_name[slot], form)
        assert [constraint_json(each) for each in read] == [form]


AUGUST = Days(date(2026, 8, 1), date(2026, 8, 31))
FORMS: list[tuple[Constraint, Any]] = [
    (Constraint("is", (AUGUST,)), {"is": "2026-08-01/2026-08-31"}),
    (Constraint("not", (AUGUST,)), {"not": "2026-08-01/2026-08-31"}),
    (Constraint("at_least", (AUGUST,)), {"at_least": "2026-08-01"}),
    (Constraint("at_most", (AUGUST,)), {"at_most": "2026-08-31"}),
    (Constraint("at_least", (AUGUST,), strict=True), {"at_least": "2026-08-31", "exclusive": True}),
    (Constraint("at_most", (AUGUST,), strict=True), {"at_most": "2026-08-01", "exclusive": True}),
    (Constraint("between", (AUGUST,)), {"at_least": "2026-08-01", "at_most": "2026-08-31"}),
    (Constraint("not", (Flag(True),)), False),
    (Constraint("is", (Party(total=4, children=1),)), {"adults": 3, "children": 1}),
    (Constraint("is", (Text("Orla"), Text("Lumen"))), {"is": ["Orla", "Lumen"]}),
]


@pytest.mark.parametrize(("constraint", "form"), FORMS)
def test_a_constraint_is_written_so_that_it_means_the_same(constraint: Constraint, form: Any) -> None:
    assert constraint_json(constraint) == form


def test_what_is_exclusive_excludes_its_bound() -> None:
    session = ToolSession(agent("laptops.csv"))
    least = session.values("laptop_price")["least"]
    called(session, "remember", wishes={"laptop_price": {"at_most": least}})
    assert called(session, "search")["total"] == 1
    called(session, "remember", wishes={"laptop_price": {"at_most": least, "exclusive": True}}, replace=True)
    assert called(session, "search")["total"] == 0
    (wish,) = wishes_for(session.state.wishes[session.state.memory.active_frame], "laptop_price")
    assert isinstance(wish, Wish)
    assert wish.constraint.strict


def test_several_wishes_for_a_slot_are_handed_over_as_they_are() -> None:
    session = ToolSession(agent("laptops.csv"))
    wishes = [
        {"slot": "laptop_price", "constraint": {"at_least": 500}},
        {"slot": "laptop_price", "constraint": {"at_most": 900, "exclusive": True}},
    ]
    (frame,) = called(session, "remember", wishes=wishes)["changed"]
    assert frame["wishes"] == wishes


COMPLAINTS: list[tuple[Any, str]] = [
    ({"slot": "ram", "constraint": {"at_least": "much"}}, "wishes.ram: at_least: expected `float`, got `str`"),
    ({"slot": "ram", "constraint": {"best": "middle"}}, "wishes.ram: best: invalid enum value 'middle'"),
    ({"slot": "wheels", "constraint": 4}, "slot 'wheels': expected one of model"),
    ({"slot": "ram"}, "remember: wishes"),
    ("ram", "remember: wishes"),
]


@pytest.mark.parametrize(("wish", "complaint"), COMPLAINTS)
def test_a_recalled_wish_that_is_none_is_refused(wish: Any, complaint: str) -> None:
    with pytest.raises(InputError) as refused:
        called(ToolSession(agent("laptops.csv")), "remember", wishes=[wish])
    assert complaint in str(refused.value)


# Schemas


def output(catalogue: str, tool: str) -> Any:
    return tools(catalogue)[tool].output_schema


def test_facts_have_the_columns_of_the_table_and_their_kinds() -> None:
    facts = output("laptops.csv", "search")["$defs"]["Facts"]["properties"]
    assert facts["ram"] == {"type": "number", "description": "GB"}
    assert facts["touchscreen"]["type"] == "boolean"
    assert facts["brand"]["type"] == "string"
    trips = output("trips", "facts")["$defs"]["Facts"]["properties"]
    assert trips["str_date"]["format"] == "date"


def of_slot(part: Any, slot: str) -> Any:
    """Return the schema of a record for a slot."""
    return next(each["properties"] for each in part["anyOf"] if slot in each["properties"]["slot"]["enum"])


def test_a_wish_has_the_constraint_of_its_slot() -> None:
    wish = output("laptops.csv", "recall")["$defs"]["WishRecord"]
    assert of_slot(wish, "laptop_price")["constraint"] == {"$ref": "#/$defs/MoneyConstraint"}
    assert of_slot(wish, "touchscreen")["constraint"] == {"type": "boolean"}
    party = output("trips", "recall")["$defs"]["WishRecord"]
    assert of_slot(party, "party")["constraint"] == {"$ref": "#/$defs/PartyConstraint"}


WRONG: list[tuple[str, Any]] = [
    ("WishRecord", {"slot": "touchscreen", "constraint": {"at_most": 900}}),
    ("WishRecord", {"slot": "laptop_price", "constraint": {"at_most": "cheap"}}),
    ("OptionRecord", {"frame": 2, "facts": {"ram": "16 GB"}}),
    ("MissRecord", {"slot": "ram", "asked": {"at_least": 16}, "offered": "8 GB"}),
]


@pytest.mark.parametrize(("record", "answer"), WRONG)
def test_what_is_of_another_kind_is_no_answer(record: str, answer: Any) -> None:
    parts = {
        name: part
        for tool in tools("laptops.csv").values()
        for name, part in tool.output_schema.get("$defs", {}).items()
    }
    with pytest.raises(schemas.ValidationError):
        schemas.validate(answer, {**parts[record], "$defs": parts})


@pytest.mark.parametrize("name", SAID)
def test_schemas_refer_to_what_they_have(name: str) -> None:
    for tool in tools(name).values():
        for schema in (tool.input_schema, tool.output_schema):
            schemas.Draft202012Validator.check_schema(schema)
            named = {part.partition('"')[0] for part in json.dumps(schema).split("#/$defs/")[1:]}
            assert named <= set(schema.get("$defs", {}))
            assert schema["type"] == "object"
