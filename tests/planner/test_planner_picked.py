"""The option that was picked comes first where the turn but changes for whom or when it is."""

from __future__ import annotations

import pytest

from reading import source
from states import ToldAgent, talk
from wayframe.conversation import Exchange
from wayframe.meaning.records import Extreme
from wayframe.state.denotation import Denoter

TO_ROME = 'wish(or_city, is("Montreal")); wish(dst_city, is("Rome")); wish(party, is(party(adults=2)))'


def proposed(exchange: Exchange) -> list[str]:
    """Return the hotels that a reply proposes to book, where it offers nothing else."""
    offers = [act for act in exchange.wizard.acts if act.name == "offer"]
    booked = [act for act in exchange.wizard.acts if act.name == "suggest"]
    named = [str(arg.value) for act in booked for arg in act.args if arg.key == "name"]
    return named if len(offers) <= len(named) else []


def second(agent: ToldAgent, exchange: Exchange) -> str:
    """Return the name of the second hotel of the last list."""
    state = agent.state(exchange.after)
    return state.options[state.lists[-1][1]].item.text("name")


@pytest.mark.parametrize(
    "said",
    [
        "wish(party, is(party(adults=1, added=yes)))",
        "correct([wish(party, is(party(adults=3)))])",
        "wish(party, is(party(adults=3))); answer(yes)",
        "wish(party, is(party(adults=2, children=1, ages=[7])))",
    ],
)
@pytest.mark.parametrize("picked", ["return(nth(2))", "ask(facts, slots=[price], of=nth(2))"])
def test_other_people_keep_to_what_was_picked(picked: str, said: str) -> None:
    agent = ToldAgent(source("trips"))
    first, _, asked = talk(agent, TO_ROME, picked, said)
    assert proposed(asked) == [second(agent, first)]


def test_other_days_keep_to_what_was_picked_where_it_can_be_had_then() -> None:
    agent = ToldAgent(source("trips"))
    first, _, asked = talk(agent, TO_ROME, "return(nth(2))", "wish(str_date, at_least(2016-08-20))")
    assert proposed(asked) == [second(agent, first)]


def test_what_was_picked_is_left_once_something_else_is_wished_for() -> None:
    agent = ToldAgent(source("trips"))
    *_, listed = talk(agent, TO_ROME, "return(nth(2))", "wish(wifi, is(yes))", "wish(party, is(party(adults=3)))")
    assert len(agent.state(listed.after).lists[-1]) > 1


def test_a_pick_beside_who_travels_is_taken() -> None:
    agent = ToldAgent(source("trips"))
    first, taken = talk(
        agent, TO_ROME, "wish(party, is(party(adults=2, children=1, ages=[7]))); return(extreme(price, least))"
    )
    listed, state = agent.state(first.after), agent.state(taken.after)
    (cheapest,) = Denoter(listed, agent.schema).denote(Extreme("price", "least"))
    assert [state.options[frame].item.key for frame in state.lists[-1]] == [listed.options[cheapest].item.key]
    assert state.pending.purpose == "book"


def test_ages_that_change_no_price_are_taken_in_shortly() -> None:
    agent = ToldAgent(source("trips"))
    with_child = TO_ROME.replace("adults=2", "adults=2, children=1")
    reply = talk(agent, with_child, "wish(party, is(party(adults=2, children=1, ages=[8])))")[-1].wizard.text
    assert "aged 8" in reply
    assert "$" not in reply
