"""Of which options a question asks, and what it asks of them."""

import pytest

from parses import heard
from wayframe.meaning.notation import meaning, show
from wayframe.reader.amendments.questions import (
    with_open_apart,
    with_others_sought,
    with_reasons_of_facts,
    with_those_asked_for,
    with_those_of_list,
    without_comparing_to_itself,
    without_own_money,
    without_rejecting_what_is_asked_about,
)


@pytest.mark.parametrize(
    ("text", "said", "meant"),
    [
        ("have you something cheaper than the first?", "less(than=it())", "wish(price, less(than=nth(1)))"),
        ("something like the first, but cheaper", "less()", "wish(price, less(than=nth(1)))"),
        (
            "is the first cheaper than it?",
            "less(than=it())",
            "ask(holds, of=nth(1), wishes=[wish(price, less(than=it()))])",
        ),
    ],
)
def test_something_like_an_option_is_another_one(text: str, said: str, meant: str) -> None:
    asked = f"ask(holds, of=nth(1), wishes=[wish(price, {said})])"
    assert show(with_others_sought(meaning(asked), heard("", text)).all()) == meant


def test_what_is_left_of_an_amount_is_asked_of_what_is_spoken_of() -> None:
    own = "described([wish(price, is($1800))])"
    left = "ask(left, slots=[price], {}wishes=[wish(price, at_most($1800))])"
    held = "ask(holds, {}wishes=[wish(breakfast, is(yes))])"
    said = "; ".join((left, held))
    assert show(without_own_money(meaning(said.format(*[f"of={own}, "] * 2))).all()) == said.format("", "")
    assert show(without_own_money(meaning(held.format(f"of={own}, "))).all()) == held.format(f"of={own}, ")


def test_nothing_is_asked_to_be_earlier_than_itself() -> None:
    asked = "ask(holds, of={}, wishes=[wish(str_date, less(number(2, unit=days), than=it()))])"
    other = "ask(holds, of=it(), wishes=[wish(str_date, less(number(2, unit=days)))])"
    assert show(without_comparing_to_itself(meaning(asked.format("it()"))).all()) == other
    of_another = asked.format("nth(2)")
    assert show(without_comparing_to_itself(meaning(of_another)).all()) == of_another


def test_which_of_these_asks_of_all_of_them() -> None:
    asked = "ask(facts, slots=[gst_rating], of=it())"
    turn = heard(asked, "Which of these have its guests been happiest with?")
    assert show(with_those_of_list(meaning(asked), turn).all()) == "ask(facts, slots=[gst_rating], of=every())"
    one = heard(asked, "What do its guests say of it?")
    assert show(with_those_of_list(meaning(asked), one).all()) == asked


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("why is it only 5 nights?", "ask(reason, slots=[duration])"),
        ("why are they all in economy?", "ask(reason, slots=[seat])"),
        ("why is that one so cheap?", "ask(reason, slots=[price])"),
        ("why do you suggest the cheap one?", "ask(reason)"),
        ("why do you suggest the 5-star one?", "ask(reason)"),
        ("why that one? It has 5 stars", "ask(reason)"),
    ],
)
def test_whoever_asks_why_a_fact_is_so_asks_about_that_fact(text: str, slots: str) -> None:
    assert show(with_reasons_of_facts(meaning("ask(reason)"), heard("", text)).all()) == slots


def test_what_one_asks_why_about_is_not_wished_for() -> None:
    read = with_reasons_of_facts(meaning("ask(reason); wish(duration, is(5))"), heard("", "why is it only 5 nights?"))
    assert show(read.all()) == "ask(reason, slots=[duration])"


def test_what_is_asked_about_is_not_ruled_out() -> None:
    asked = "ask(reason, of=every())"
    assert show(without_rejecting_what_is_asked_about(meaning(f"reject(of=every()); {asked}")).all()) == asked
    others = f"reject(of=nth(1)); {asked}"
    assert show(without_rejecting_what_is_asked_about(meaning(others)).all()) == others


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("which hotels in Paris have breakfast?", "which"),
        ("what hotel there has breakfast?", "which"),
        ("does the one in Paris have breakfast?", "holds"),
    ],
)
def test_a_question_for_hotels_looks_for_those_that_are_so(text: str, question: str) -> None:
    of = 'of=described([wish(dst_city, is("Paris"))]), wishes=[wish(breakfast, is(yes))]'
    read = with_those_asked_for(meaning(f"ask(holds, {of})"), heard("", text))
    assert show(read.all()) == f"ask({question}, {of})"


def test_a_question_asks_nothing_of_what_it_leaves_open() -> None:
    asked = "ask(which, wishes=[wish(gym, any()), wish(price, at_most($500))])"
    apart = "wish(gym, any()); ask(which, wishes=[wish(price, at_most($500))])"
    assert show(with_open_apart(meaning(asked)).all()) == apart
