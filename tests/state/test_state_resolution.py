"""What the moves of a turn are meant as in the state of the dialogue."""

from __future__ import annotations

import pytest

from states import SCHEMA, ToldAgent, replied, shown, state_after, talk, wishes
from wayframe.meaning.notation import meaning, parse
from wayframe.meaning.records import YES, Answer, Book, Cancel, Meaning, Named, Note, Nth, Numbered, Spoken
from wayframe.state.records import Pending
from wayframe.state.resolution import answered

ROME = 'wish(city, is("Rome"))'


def test_which_options_have_it_is_asked_of_what_was_asked_before() -> None:
    asked = "ask(holds, of=nth(1), wishes=[wish(pool, is(yes))])"
    assert replied(state_after(ROME, asked), "ask(which, of=shown())") == ["Holds pool, is(yes) BC some"]


@pytest.mark.parametrize(
    ("before", "said", "reply"),
    [
        ("ask(facts, slots=[stars], of=nth(1))", "correct([]); return(nth(2))", ["Tell B"]),
        ("ask(facts, slots=[stars], of=nth(1))", "answer(no); return(nth(3))", ["Tell C"]),
        (
            "ask(share, of=nth(1), scope=person)",
            "correct([]); return(nth(2))",
            ["Figure share 1200 hotel_price B person 1"],
        ),
        ("return(nth(1))", "correct([]); return(nth(2))", ["Tell B", "Propose book"]),
    ],
)
def test_what_was_asked_is_asked_again_of_another_option(before: str, said: str, reply: list[str]) -> None:
    assert replied(state_after(ROME, before), said) == reply


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("wish(opened, less(2015-06-01))", ["Offer BC 2"]),
        ("wish(opened, more(2015-06-01))", ["Offer A 1 only"]),
        (
            "ask(count, wishes=[wish(opened, less(2015-06-01))])",
            ["Figure count 2 BC [opened, at_most(2015-06-01, strict=yes)]"],
        ),
    ],
)
def test_a_day_to_be_before_is_a_bound(said: str, reply: list[str]) -> None:
    assert replied(state_after(ROME), said) == reply


def test_an_option_described_within_a_description_is_looked_for_by_both() -> None:
    said = 'return(described([wish(stars, is(5))], of=described([wish(city, is("Athens"))])))'
    assert replied(state_after(ROME), said) == ["Offer G 1 only"]


def test_an_option_that_is_told_by_where_it_is_is_booked_as_it_is() -> None:
    said = 'wish(city, is("Rome"), of=named("Beacon")); book()'
    assert replied(state_after(ROME), said) == ["Done book B"]


def test_who_agrees_and_names_what_was_asked_about_is_not_asked_again() -> None:
    said = "answer(yes); book(of=nth(2)); ask(facts, slots=[stars])"
    assert replied(state_after(ROME, "return(nth(2))"), said) == ["Done book B", "Tell B"]


def test_who_meant_another_one_changes_what_was_just_booked() -> None:
    said = 'change([], of=described([wish(city, is("Oslo"))]), to=nth(2))'
    assert replied(state_after(ROME, "book(of=nth(1))"), said) == ["Confirm change B A"]
    assert replied(state_after(ROME, "book(of=nth(1))", "recall(bookings)"), said) == ["Empty booking A"]


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


def test_what_is_to_be_booked_is_looked_for_where_nothing_was_shown() -> None:
    assert replied(shown(), "book(of=extreme(hotel_price, least))") == ["Offer FDA 7 hotel_price least"]


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


def test_others_to_compare_with_are_new_ones_where_many_were_shown() -> None:
    (compared,) = replied(shown("ABCDE", focus="A"), "compare(of=other())")
    assert compared.startswith("Comparison BCDE")
    assert replied(shown("ABCDEF", focus="A"), "compare(of=other())") == replied(shown("ABCDEF", focus="A"), "more()")


def test_who_agrees_to_wishes_may_go_on_wishing() -> None:
    asked = state_after(ROME)._replace(pending=Pending(on_yes=wishes("wish(pool, is(yes))")))
    heard = answered(meaning("answer(yes); wish(stars, is(5))"), asked, SCHEMA)
    assert heard.all() == wishes("wish(pool, is(yes)); wish(stars, is(5))")


def test_a_booking_that_only_the_change_describes_is_the_one_that_stands() -> None:
    said = "change([wish(stars, is(5))], of=described([wish(stars, is(5))], of=booked()))"
    assert replied(state_after(ROME, "book(of=nth(1))"), said) == ["Confirm change C A"]
