"""A day or a place that a turn said before, and means again."""

import pytest
from msgspec.structs import replace

from parses import heard
from reading import parse_wishes
from wayframe.meaning.notation import meaning, show
from wayframe.reader.amendments.anaphora import with_days_again, with_said_days, with_same_days

GOAL = 'wish(dst_city, is("Cancun"))'


@pytest.mark.parametrize(
    "text",
    [
        "Our wedding is on the 10th of September, so we have to be home before that day",
        "I'm at work on September 10, and need to be back before then",
        "The party is on September 10. We can leave on August 25 and must be home before that",
    ],
)
def test_whoever_is_home_before_that_is_back_before_the_day_that_was_said(text: str) -> None:
    read = with_days_again(meaning("wish(str_date, is(2016-09-10))"), heard("", text))
    assert show(read.all()) == "wish(end_date, at_most(2016-09-10, strict=yes))"


def test_without_a_day_before_it_nothing_is_meant_again() -> None:
    read = "wish(str_date, is(2016-08-01..2016-08-31))"
    for text in ("home before that", "in August, and home before that"):
        assert show(with_days_again(meaning(read), heard("", text)).all()) == read


@pytest.mark.parametrize(
    "read",
    ["wish(str_date, more())", "ask(facts, slots=[str_date, end_date], of=it())", "wish(duration, any())"],
)
def test_the_same_dates_are_no_wish_of_their_own_beside_another(read: str) -> None:
    turn = heard("", "and what is there to Cancun on the same dates?")
    assert show(with_same_days(meaning(f"{GOAL}; {read}"), turn).all()) == GOAL


@pytest.mark.parametrize("text", ["are those on the same dates?", "to Cancun, not at the same time"])
def test_a_question_about_dates_stays(text: str) -> None:
    read = "ask(facts, slots=[str_date])"
    assert show(with_same_days(meaning(read), heard("", text)).all()) == read


def test_days_that_are_not_to_be_the_same_are_not_kept() -> None:
    read = f"{GOAL}; wish(str_date, any())"
    turn = heard("", "to Cancun, but not on the same dates")
    assert show(with_same_days(meaning(read), turn).all()) == read


@pytest.mark.parametrize("read", ["correct([wish(str_date, any())])", "wish(flex, is(yes))"])
def test_the_dates_that_were_said_are_fixed(read: str) -> None:
    turn = heard("", "no, just the dates I said")
    turn = replace(turn, context=turn.context._replace(wishes=parse_wishes("wish(str_date, is(2016-09-03))")))
    assert show(with_said_days(meaning(read), turn).all()) == "wish(flex, is(no))"
