"""Who asks what it would cost otherwise is told the cheapest so, and by how much the price changes."""

import pytest

from assisting import last, packages, talk
from wayframe.agent import Agent

ROME = "A trip from Miami to Rome for two, leaving August 20"


@pytest.mark.parametrize(
    "question",
    [
        "how much cheaper is it if we leave in September?",
        "is it cheaper if we leave in September?",
        "how much do we save if we go in September?",
    ],
)
def test_the_cheapest_of_other_days_is_offered_with_the_difference(agent: Agent, question: str) -> None:
    before, answer = talk(agent, ROME, question)
    cheapest = min(package.price for package in packages(before))
    package, *_ = packages(answer)
    assert package.trip.leaving.departure.month == 9
    assert f"${cheapest - package.price:,.2f}" in answer.wizard.text


@pytest.mark.parametrize(
    "question", ["Do we save anything by leaving two days later?", "How much would I save if I flew a week later?"]
)
def test_days_later_are_later_than_those_that_were_asked_for(agent: Agent, question: str) -> None:
    package, *_ = packages(last(agent, ROME, question))
    assert package.trip.leaving.departure.day >= 22


def test_of_one_option_it_is_that_hotel_on_other_days(agent: Agent) -> None:
    answer = last(agent, ROME, "Tell me about the Clovelly Grand", "how much more is that in September?")
    assert {package.hotel.name for package in packages(answer)} == {"Clovelly Grand"}


def test_what_is_supposed_is_not_wished_for(agent: Agent) -> None:
    before, answer = talk(agent, ROME, "would it be cheaper from Orlando?")
    assert packages(answer)[0].trip.or_city == "Orlando"
    assert agent.wishes(agent.state(answer.after)) == agent.wishes(agent.state(before.after))


def test_that_there_is_nothing_so_is_said(agent: Agent) -> None:
    answer = last(agent, ROME, "What's the difference in price if we go two days earlier?")
    assert "August 18" in answer.wizard.text
    assert not packages(answer)


def test_a_price_asked_for_other_days_is_looked_for(agent: Agent) -> None:
    months = {each.trip.leaving.departure.month for each in packages(last(agent, ROME, "how much is it in September?"))}
    assert months == {9}
