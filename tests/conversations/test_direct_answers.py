"""What is asked is answered first, in its own terms, and nothing else is told."""

from __future__ import annotations

import pytest

import voiced
from assisting import last, packages
from reading import source
from states import ToldAgent
from states import talk as told_talk
from wayframe.agent import Agent

ROME = "I want to go to Rome"


def told(*said: str) -> str:
    return told_talk(ToldAgent(source("trips")), *said)[-1].wizard.text


# Where to, where from


def test_whether_a_place_is_there_is_said_before_where_from_is_asked() -> None:
    reply = told('wish(dst_city, is("Sicily", "Palermo"))')
    assert "no Sicily" in reply
    assert "Palermo, yes" in reply
    assert reply.endswith("where from?")


@pytest.mark.parametrize(
    "said",
    [
        "answer(no)",
        'ask(extreme, slots=[price], wishes=[wish(dst_city, is("Rome")), wish(price, least())])',
        "wish(str_date, is(2016-09-01..2016-09-30))",
    ],
)
def test_who_does_not_say_where_from_is_shown_what_there_is_with_where_it_leaves(said: str) -> None:
    reply = told('wish(dst_city, is("Rome"))', said)
    assert "origins" not in reply
    assert "Camellia Crescent" in reply
    assert "from Florence" in reply


# When


def test_on_which_days_another_place_is_cheapest_is_told_without_a_list_for_the_days_held(agent: Agent) -> None:
    exchange = last(agent, "From New York to Miami, August 19 to 24", "when's it cheapest to go to Toronto?")
    assert len(packages(exchange)) <= 1
    assert "Toronto" in exchange.wizard.text
    assert "August 20" not in exchange.wizard.text


# In the terms asked


MEXICO = (
    'wish(or_city, is("Toronto")); wish(dst_city, is("Mexico City")); '
    "wish(party, is(party(adults=2, children=2, ages=[4, 9]))); wish(str_date, is(2016-08-01..2016-08-31))"
)
QUILLON = 'of=named("Quillon Terrace")'


@pytest.mark.parametrize(("limit", "word"), [(350, "No"), (500, "Yes")])
def test_whether_it_stays_under_an_amount_each_is_told_each(limit: int, word: str) -> None:
    bound = f"wish(price, at_most(${limit}, scope=person, strict=yes))"
    reply = told(MEXICO, f"ask(holds, {QUILLON}, wishes=[{bound}])")
    assert reply.startswith(word)
    assert "$446.40 each" in reply
    assert "$1,785.62" not in reply


def test_a_head_and_a_night_are_told_in_one_sentence_with_whom_the_night_is_for() -> None:
    shares = (f"ask(share, slots=[price], {QUILLON}, scope={scope})" for scope in ("person", "night"))
    reply = told(MEXICO, "; ".join(shares))
    assert reply.count(".") == 3
    assert "$446.40 each and $892.81 a night for 2 adults and 2 children" in reply


def test_what_several_cost_a_night_comes_cheapest_first() -> None:
    reply = told(MEXICO, "ask(share, slots=[price], of=every(), scope=night)")
    assert reply.index("$597.21") < reply.index("$806.13") < reply.index("$892.81")


def test_a_difference_in_several_things_is_told_of_each() -> None:
    both = 'of=together([named("Wisteria Chambers"), named("Quillon Terrace")])'
    reply = told(MEXICO, f"ask(difference, slots=[price, duration], {both})")
    assert "more than" in reply
    assert "1 day longer" in reply


# Of all, and of nothing else


def test_whether_any_is_so_is_answered_of_all_once_it_was_of_those_shown() -> None:
    dogs = "wishes=[wish(dogs_allowed, is(yes))]"
    agent = voiced.agent("examples/restaurants.toml")
    outside = "wish(terrace, is(yes)); wish(price_per_person, at_most(€40))"
    told_agent = ToldAgent(agent.source)
    *_, exchange = told_talk(told_agent, outside, f"ask(holds, of=listed(), {dogs})", f"ask(which, {dogs})")
    assert "none" not in exchange.wizard.text.casefold()
    assert "seven" in exchange.wizard.text.casefold()


def test_what_is_asked_of_a_row_by_its_name_is_all_that_is_told() -> None:
    sofas = ToldAgent(voiced.agent("tests/voices/scenes/tables/sofas.csv").source)
    asked = 'ask(facts, slots=[sofa_price, lead_time], of=named("Norring"))'
    exchange = told_talk(sofas, asked)[-1]
    assert exchange.wizard.text == "Norring costs $610 and has a lead time of 1 week."
    assert exchange.after.offers  # it can be spoken of from now on


# What is booked


BOOKED = (
    'wish(or_city, is("Denver")); wish(dst_city, is("Paris")); wish(party, is(party(adults=2)))',
    "return(nth(1))",
)


def test_what_depends_on_an_answer_is_said_not_to_be_booked_yet() -> None:
    reply = told(*BOOKED, "answer(perhaps); ask(holds, of=nth(1), wishes=[wish(dep_time_or, at_most(7:00))])")
    assert "leave at " in reply
    assert not reply.startswith(("Yes", "No:"))
    assert "booked yet" in reply
    assert reply.endswith("?")


def test_after_a_cancellation_nothing_is_booked_any_more() -> None:
    reply = told(*BOOKED, "book(of=nth(1))", "cancel(of=booked())", "recall(bookings)")
    assert "cancelled" in reply
    assert "?" not in reply
