"""When else an option can be had: its days with their prices, or that there are no others."""

from __future__ import annotations

import pytest

from reading import source
from states import ToldAgent, talk

MIAMI = 'wish(or_city, is("New York")); wish(dst_city, is("Miami")); wish(party, is(party(adults=3))); '
AUGUST = "wish(str_date, is(2016-08-19)); wish(end_date, at_most(2016-08-24))"
ELSE = 'ask(values, slots=[str_date], wishes=[wish(name, is("Umberland Pavilion"))])'


def told(*said: str) -> str:
    return talk(ToldAgent(source("trips")), *said)[-1].wizard.text


@pytest.mark.parametrize("asked", [ELSE, 'ask(values, slots=[str_date], of=named("Umberland Pavilion"))'])
def test_the_other_days_of_an_option_are_told_with_their_prices(asked: str) -> None:
    reply = told(MIAMI + AUGUST, asked)
    assert "13 other dates for the Umberland Pavilion" in reply
    assert "September 18 to 21 for $1,469.73" in reply
    assert "August 20 to 23" not in reply  # those that are known
    assert "Book" not in reply
    assert "book" not in reply


def test_days_that_were_told_are_not_told_again() -> None:
    assert "eight other dates" in told(MIAMI + AUGUST, ELSE, ELSE)


def test_the_days_asked_for_bound_them() -> None:
    reply = told(MIAMI + AUGUST, ELSE.replace("])", ", wish(str_date, is(2016-08-24..2016-08-31))])"))
    assert reply.startswith("Four other dates")
    assert "September 18" not in reply


def test_without_any_it_is_said_what_stands_in_their_way() -> None:
    limited = "wish(str_date, is(2016-09-18)); wish(price, at_most($1330, scope=total))"
    reply = told(MIAMI + limited, "ask(values, slots=[str_date], of=nth(1))")
    assert reply == "No other dates for the Arbour Court in Miami for $1,330 or less in all, only September 18 to 21."
