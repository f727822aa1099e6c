"""What clauses do, as the first pattern that fits has it."""

import pytest

from reading import read
from wayframe.meaning.notation import parse
from wayframe.meaning.records import Wish


@pytest.mark.parametrize("text", ["but it leaves in August", "that leaves in August"])
def test_what_an_option_says_of_its_days_is_no_wish(text: str) -> None:
    assert not any(isinstance(move, Wish) for move in parse(read(text, "wishful")))


def test_a_word_before_a_question_is_no_yes() -> None:
    assert "answer(yes)" not in read("right what class is the flight", "wishful")


@pytest.mark.parametrize(
    ("text", "scene", "meaning"),
    [
        (
            "is there anything else there under €900?",
            "laptops_offered",
            "more(); wish(laptop_price, at_most(€900, strict=yes))",
        ),
        (
            "what would nine people cost there in total?",
            "restaurants_offered",
            "ask(sum, slots=[price_per_person], of=it(), by=9)",
        ),
        (
            "Second trip: Ms. Okafor, Toronto to San Francisco",
            "rome",
            'drop(keeping=["or_city", "party"]); wish(or_city, is("Toronto")); wish(dst_city, is("San Francisco"))',
        ),
        (
            "book the Anselm. Then I need something in Athens",
            "rome",
            'book(of=named("Anselm Manor")); wish(dst_city, is("Athens"))',
        ),
    ],
)
def test_what_is_asked_beside_what_was_shown(text: str, scene: str, meaning: str) -> None:
    assert read(text, scene) == meaning
