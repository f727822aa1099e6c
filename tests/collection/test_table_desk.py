"""The desk over a table: a form from the schema, what it finds, what is said of it, what the agent's records say."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.agent import Agent
from wayframe.collection.desk.tables import TableDesk
from wayframe.errors import InputError
from wayframe.sources.protocol import Query
from wayframe.sources.tables import opened

DESK = TableDesk(opened("examples/restaurants.csv", today=date(2026, 11, 22)))
CONTROLS = {field.slot.name: field.control for field in DESK.fields}


def test_each_kind_of_slot_has_its_control() -> None:
    assert CONTROLS["restaurant_name"] == "text"
    assert CONTROLS["cuisine"] == CONTROLS["neighbourhood"] == "choice"
    assert CONTROLS["rating"] == CONTROLS["seats"] == "bounds"
    assert CONTROLS["terrace"] == "yes_no"
    inputs = {field.slot.kind: field.input for field in DESK.fields if field.control == "bounds"}
    assert inputs["date"] == "date"
    assert inputs["money"] == "number"


def test_an_empty_form_asks_for_nothing_and_shows_ten() -> None:
    assert DESK.query({"cuisine": " "}) == ()
    found = DESK.look((), drawn=True, seed="any")
    assert (len(found.results), found.total) == (10, DESK.source.search(Query(), 0).total)


def test_what_is_asked_for_is_found_and_recorded() -> None:
    query = DESK.query({"cuisine": "Italian", "terrace": "yes", "rating.least": "4"})
    found = DESK.look(query, drawn=False, seed="any")
    assert found.results
    assert {row["cuisine"] for row in found.results} == {"Italian"}
    assert found.asked == {"cuisine": ("Italian",), "terrace": (True,), "rating": ("at least 4",)}


def test_suggestions_say_what_was_given_up() -> None:
    query = DESK.query({"cuisine": "Italian", "price_per_person.most": "1"})
    assert DESK.look(query, drawn=False, seed="any").suggestions == ()
    found = DESK.look(query, drawn=True, seed="any")
    assert found.results == ()
    assert found.suggestions[0].relaxed[0].asked
    assert found.suggestions[0].row["restaurant_name"]


@pytest.mark.parametrize(
    ("field", "text", "complaint"),
    [
        ("rating.least", "good", "Rating, from: expected a number, found 'good'"),
        ("rating.most", "nan", "Rating, to: expected a number, found 'nan'"),
        ("terrace", "perhaps", "Terrace: expected yes or no, found 'perhaps'"),
        ("restaurant_name", "x" * 101, "Name: expected at most 100 characters, found 101"),
    ],
)
def test_what_can_t_be_read_is_named(field: str, text: str, complaint: str) -> None:
    with pytest.raises(InputError) as error:
        DESK.query({field: text})
    assert str(error.value) == complaint


def test_names_that_the_table_has_not_got_are_pointed_out() -> None:
    assert DESK.unknown(DESK.query({"restaurant_name": "The Salted Barel"})) == (
        ("The Salted Barel", "The Salted Barrel"),
    )
    assert DESK.unknown(DESK.query({"restaurant_name": "the salted barrel", "cuisine": "Italian"})) == ()


def test_a_row_can_be_said_whole_or_fact_by_fact() -> None:
    (row, *_) = DESK.look(DESK.query({"restaurant_name": "The Salted Barrel"}), drawn=False, seed="any").results
    assert all(fact in DESK.sentence(row) for fact in ("The Salted Barrel", "€38", "Italian", "49 seats"))
    assert "49" in DESK.sentence(row, "seats")
    assert "Italian" not in DESK.sentence(row, "seats")


def test_the_agents_searches_fill_the_form() -> None:
    agent = Agent(DESK.source)
    turn = agent.respond(agent.open(), "an Italian place with a terrace and at least 40 seats").wizard
    (found, *_) = DESK.of_agent(turn)
    assert DESK.filled(found.query) == {"cuisine": "Italian", "terrace": "yes", "seats.least": "40"}


FORMS = st.fixed_dictionaries(
    {},
    optional={
        "cuisine": st.sampled_from(DESK.source.names("cuisine")),
        "terrace": st.sampled_from(("yes", "no")),
        "rating.least": st.integers(1, 5).map(str),
        "seats.most": st.integers(1, 90).map(str),
        "open_since.least": st.dates(date(2020, 1, 1), date(2026, 12, 31)).map(date.isoformat),
    },
)


@given(FORMS)
def test_a_record_says_what_the_form_held(form: dict[str, str]) -> None:
    query = DESK.query(form)
    found = DESK.look(query, drawn=False, seed="any")
    assert DESK.conditions(found.asked) == query
    assert DESK.filled(query) == form
