"""Of which options a question asks, and what it asks of them."""

import pytest

from parses import heard
from wayframe.meaning.notation import meaning, show
from wayframe.reader.amendments.questions import (
    with_reasons_of_facts,
    with_those_asked_for,
    without_rejecting_what_is_asked_about,
)


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
