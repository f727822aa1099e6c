"""Values assigned to slots."""

from __future__ import annotations

import pytest

from hearing import LEXICON, TODAY, TWO_OFFERS, WISH, heard
from wayframe.nlu.sentences import sentences
from wayframe.nlu.slot_filling import fills
from wayframe.nlu.wizard_context import WizardContext
from wayframe.values import canonical, find


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


def filled(text: str, scene: WizardContext | None = None) -> list[str]:
    mentions = find(text, today=TODAY, lexicon=LEXICON)
    parts = sentences(text, mentions)
    return [f"{f.slot}={f.val}" for part in parts for f in fills(part, text, scene or WizardContext())]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from Rome to Paris", ["or_city=Rome", "dst_city=Paris"]),
        ("Rome to Paris", ["or_city=Rome", "dst_city=Paris"]),
        ("to Paris from Rome", ["dst_city=Paris", "or_city=Rome"]),
        ("leaving Rome for Paris", ["or_city=Rome", "dst_city=Paris"]),
        ("we live in Rome and want to visit Paris", ["or_city=Rome", "dst_city=Paris"]),
        ("get out of Rome", ["or_city=Rome"]),
        ("Rome is where we're leaving from", ["or_city=Rome"]),
        ("flights between Rome and Paris", ["or_city=Rome", "dst_city=Paris"]),
        ("Paris, Rome or Tokyo", ["dst_city=Paris", "dst_city=Rome", "dst_city=Tokyo"]),
    ],
)
def test_both_ends_of_a_journey(text: str, found: list[str]) -> None:
    assert filled(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("between August 13 and August 20", ["str_date=August 13", "end_date=August 20"]),
        ("from the 13th until the 20th", ["str_date=13th", "end_date=20th"]),
        ("leave on August 13 and return by the 20th", ["str_date=August 13", "end_date=20th"]),
        ("I must be back before August 20", ["end_date=August 20"]),
        ("back by the 20th, leaving August 13", ["end_date=20th", "str_date=August 13"]),
        ("August 13", ["str_date=August 13"]),
        ("how about 13 to 26", ["str_date=13", "end_date=26"]),
        ("I feel great today", []),
        ("next weekend from Rome to Paris", ["str_date=next weekend", "or_city=Rome", "dst_city=Paris"]),
        ("a trip to Paris next month", ["dst_city=Paris", "str_date=next month"]),
        ("I have so much to do this week", []),
    ],
)
def test_both_ends_of_a_stay(text: str, found: list[str]) -> None:
    assert filled(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3 adults and 2 kids", ["n_adults=3", "n_children=2"]),
        ("4 of us, two adults and two children", ["n_adults=two", "n_children=two"]),
        ("book it for 2", ["n_adults=2"]),
        ("one more adult", ["n_adults=one more"]),
        ("two kids less", ["n_children=two kids less"]),
        ("one fewer adult", ["n_adults=one fewer"]),
        ("2 adults, more or less", ["n_adults=2"]),
        ("for 2 people less than $900", ["n_adults=2", "budget=$900"]),
        ("me and wife", ["n_adults=me and wife"]),
        ("let me talk to my wife", []),
        ("for 5 days", ["max_duration=5 days"]),
        ("at least 5 days", ["min_duration=5 days"]),
        ("it isn't worth it for less than 5 days", ["min_duration=5 days"]),
        ("it isnt worth it for less than 5 days", ["min_duration=5 days"]),
        ("we want less than 5 days", ["max_duration=5 days"]),
        ("a longer trip", ["min_duration=longer"]),
        ("two days later", []),
        ("at most $900", ["budget=$900"]),
        ("an extra $900", ["budget=an extra $900"]),
        ("money is no object", ["budget=-1"]),
        ("a 4 star hotel in business class", ["category=4", "seat=business"]),
    ],
)
def test_numbers(text: str, found: list[str]) -> None:
    assert filled(text) == found


def test_a_bare_value_fills_what_the_wizard_asked_for() -> None:
    assert filled("Rome", WizardContext(requested=("or_city",))) == ["or_city=Rome"]
    assert filled("Rome", WizardContext(confirming=("or_city",))) == ["or_city=Rome"]
    assert filled("the 5th", WizardContext(requested=("end_date",))) == ["end_date=5th"]
    assert filled("3", WizardContext(asked=("n_children",))) == ["n_children=3"]
    assert filled("3") == []
