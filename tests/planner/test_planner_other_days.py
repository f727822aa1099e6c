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


def test_where_its_own_stay_is_not_so_the_days_are_told_on_which_it_is() -> None:
    reply = told(
        MIAMI + AUGUST, "return(nth(1))", "ask(holds, of=it(), wishes=[wish(duration, is(number(7, unit=days)))])"
    )
    assert "you are away for 3 days. " in reply
    assert "other date" in reply
    assert "book" not in reply


def test_an_option_of_another_kind_on_the_same_days_comes_before_other_days() -> None:
    reply = told(MIAMI + AUGUST, "return(nth(1))", 'ask(holds, of=it(), wishes=[wish(seat, is("business"))])')
    assert reply.endswith("in business class, too: $2,498.13 for 3 adults, August 20 to 23.")


def test_of_a_booking_only_what_is_asked_is_told() -> None:
    reply = told(MIAMI + AUGUST, "book(of=nth(1))", 'ask(holds, of=it(), wishes=[wish(seat, is("business"))])')
    assert reply == "No: it is economy class."
