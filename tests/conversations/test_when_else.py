"""Questions for other days of one option, however they are put."""

import pytest

from assisting import last, meaning
from wayframe.agent import Agent
from wayframe.meaning.notation import show

MIAMI = "from New York to Miami for 3 adults, leaving August 19, back by the 24th"
UMBERLAND = 'ask(values, slots=[str_date], wishes=[wish(name, is("Umberland Pavilion"))])'


@pytest.mark.parametrize(
    "question",
    [
        "umberland looks sick. got other dates for it?",
        "are there other dates for the Umberland?",
        "does the Umberland go on any other day?",
    ],
)
def test_other_days_are_asked_of_the_option_that_is_named(agent: Agent, question: str) -> None:
    assert show(meaning(last(agent, MIAMI, question)).all()) == UMBERLAND


def test_of_days_that_are_said_the_question_is_within_these(agent: Agent) -> None:
    question = "Which other dates would the Umberland Pavilion have in September, and what would each of them cost?"
    asked = show(meaning(last(agent, MIAMI, question)).all())
    assert asked == UMBERLAND.replace("])", ", wish(str_date, is(2016-09-01..2016-09-30))])")


def test_after_several_days_of_one_option_it_is_that_which_is_spoken_of(agent: Agent) -> None:
    asked = show(meaning(last(agent, MIAMI, "other dates for the Umberland?", "and other dates?")).all())
    assert asked == UMBERLAND


def test_other_days_without_an_option_are_any_days(agent: Agent) -> None:
    assert "any()" in show(meaning(last(agent, MIAMI, "other dates?")).all())
