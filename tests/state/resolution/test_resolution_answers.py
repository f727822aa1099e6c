"""What an answer to what the agent asked stands for."""

from __future__ import annotations

import pytest

from states import SCHEMA, ToldAgent, replied, state_after, talk, wishes
from wayframe.meaning.notation import meaning, parse
from wayframe.meaning.records import YES, Answer, Book, Cancel, Meaning, Named, Note, Nth, Numbered, Spoken
from wayframe.state.records import Pending
from wayframe.state.resolution.answers import answered

ROME = 'wish(city, is("Rome"))'


def test_who_agrees_and_names_what_was_asked_about_is_not_asked_again() -> None:
    said = "answer(yes); book(of=nth(2)); ask(facts, slots=[stars])"
    assert replied(state_after(ROME, "return(nth(2))"), said) == ["Done book B", "Tell B"]


def test_an_option_named_when_asked_which_to_book_is_booked_however_it_is_read() -> None:
    doubtful = Meaning((Spoken(Book(Nth(2)), sure=0.2),))
    asked = state_after(ROME, "book()")
    (spoken,) = answered(doubtful, asked, SCHEMA).moves
    assert (spoken.move, spoken.sure) == (Book(Nth(2)), 1.0)


@pytest.mark.parametrize(("said", "sure"), [("wish(stars, is(5))", 1.0), ("wish(stars, at_least(5))", 0.0)])
def test_a_bound_that_one_of_them_keeps_may_be_a_new_search_and_is_asked_about(said: str, sure: float) -> None:
    (spoken,) = answered(meaning(said), state_after(ROME, "book()"), SCHEMA).moves
    assert (spoken.move, spoken.sure) == (Book(Numbered(4)), sure)


def test_who_would_cancel_when_asked_which_to_book_books_nothing() -> None:
    would_cancel = Meaning((Spoken(Cancel(Nth(2))),))
    assert answered(would_cancel, state_after(ROME, "book()"), SCHEMA) == would_cancel


def test_who_would_book_when_asked_which_to_cancel_cancels_nothing() -> None:
    asked = state_after(ROME, "book(of=nth(1, count=2))", "cancel(of=listed())")
    assert asked.pending.purpose == "cancel"
    would_book = Meaning((Spoken(Book(Nth(2))),))
    assert answered(would_book, asked, SCHEMA) == would_book


def test_another_option_than_those_of_which_one_is_to_be_booked_stays_doubtful() -> None:
    doubtful = Meaning((Spoken(Book(Named("Dune")), sure=0.2),))
    asked = state_after('wish(city, is("Paris"))', f"correct([{ROME}])", "book()")
    (spoken,) = answered(doubtful, asked, SCHEMA).moves
    assert spoken.sure == 0.2


@pytest.mark.parametrize(("sure", "believed"), [(0.35, 1.0), (0.0, 0.0)])
def test_nobody_who_demanded_it_already_is_asked_a_third_time_but_under_a_condition(
    sure: float, believed: float
) -> None:
    agent = ToldAgent()
    asked = agent.tell(talk(agent, ROME)[-1].after, Meaning((Spoken(Book(Nth(2)), sure=0.2),)))
    yes = Meaning((Spoken(YES, sure=sure), Spoken(Note(words="Thursday morning"), sure=0.2)))
    said = answered(yes, agent.state(asked.after), SCHEMA).moves
    assert [(type(each.move), each.sure) for each in said] == [(Book, believed), (Note, 0.2)]


def test_a_yes_that_says_the_same_again_is_sure() -> None:
    unsure = Meaning((Spoken(Answer("yes"), sure=0.4), Spoken(parse(ROME)[0])))
    asked = state_after(ROME, "return(nth(2))")
    (spoken, *_) = answered(unsure, asked, SCHEMA).moves
    assert spoken.sure == 1.0


def test_who_agrees_to_wishes_may_go_on_wishing() -> None:
    asked = state_after(ROME)._replace(pending=Pending(on_yes=wishes("wish(pool, is(yes))")))
    heard = answered(meaning("answer(yes); wish(stars, is(5))"), asked, SCHEMA)
    assert heard.all() == wishes("wish(pool, is(yes)); wish(stars, is(5))")
