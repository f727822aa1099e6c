"""What questions are meant to ask after others."""

from __future__ import annotations

import pytest

from states import replied, shown, state_after

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


def test_others_to_compare_with_are_new_ones_where_many_were_shown() -> None:
    (compared,) = replied(shown("ABCDE", focus="A"), "compare(of=other())")
    assert compared.startswith("Comparison BCDE")
    assert replied(shown("ABCDEF", focus="A"), "compare(of=other())") == replied(shown("ABCDEF", focus="A"), "more()")
