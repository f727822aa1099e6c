import pytest

from hearing import TWO_OFFERS, WISH, heard
from wayframe.values import canonical


@pytest.mark.parametrize(
    ("text", "said", "held"),
    [
        ("Add 1000.", "Add 1000", "4000.0"),
        ("bump it up by 500", "bump it up by 500", "3500.0"),
        ("could you increase my budget by $250?", "increase my budget by $250", "3250.0"),
        ("let's lower it by 200", "lower it by 200", "2800.0"),
        ("we could spend another 300 dollars", "another 300 dollars", "3300.0"),
    ],
)
def test_a_change_of_the_budget_is_said_with_the_words_that_change_it(text: str, said: str, held: str) -> None:
    assert heard(text, WISH, TWO_OFFERS) == f"inform(budget={said})"
    assert canonical("budget", said, held="3000.0") == held


def test_a_difference_to_the_budget_is_no_budget() -> None:
    assert "budget=200" not in heard("that's 200 over my budget", WISH, TWO_OFFERS)


def test_a_limit_is_a_wish_although_an_offer_meets_it() -> None:
    assert heard("at least 3.5 stars please", WISH, TWO_OFFERS) == "inform(category=3.5)"
    assert heard("no more than 8 days", WISH, TWO_OFFERS) == "inform(max_duration=8 days)"
