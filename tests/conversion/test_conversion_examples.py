"""Values found in texts, and user turns as examples."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from conversion_samples import THANKS, TRIP
from wayframe.conversion.examples import EntityValue, TaggedEntity, examples, places, said
from wayframe.dialogue import Act, Arg, Dialogue, DialogueLabels, Ref, Turn, plain_args, user_turn


def found(text: str, *values: str) -> list[str | None]:
    where = places(text, [EntityValue(str(number), value) for number, value in enumerate(values)])
    return [text[place.start : place.end] if place else None for place in where]


def test_finds_words_whatever_their_case_blanks_and_apostrophes() -> None:
    assert found("From SÃO  PAULO to Land’s End", "São Paulo", "land's end") == ["SÃO  PAULO", "Land’s End"]


@pytest.mark.parametrize(
    ("value", "text"),
    [("9:00 a. m.", "9:00 a.m."), ("12.50USD", "12.50 USD"), ("7.1/10", "7.1 / 10"), ("4stars", "4 stars")],
)
def test_blanks_matter_only_between_words(value: str, text: str) -> None:
    assert found(f"is {text} now", value) == [text]
    assert found("the one and on ly", "theone", "only") == [None, None]


@pytest.mark.parametrize(
    ("text", "value"),
    [("a romance novel", "Rome"), ("in 2016", "20"), ("at 12.5 percent", "12"), ("12,500 dollars", "500")],
)
def test_half_a_word_and_half_a_number_are_no_place(text: str, value: str) -> None:
    assert found(text, value) == [None]


def test_a_number_may_touch_a_word_and_a_full_stop() -> None:
    assert found("2adults with $500.", "2", "500") == ["2", "500"]


def test_the_longest_value_goes_first_and_nothing_overlaps() -> None:
    assert found("New York City or York", "York", "New York City") == ["York", "New York City"]
    assert places("New York City or York", [EntityValue("a", "York")])[0] == (4, 8)


def test_equal_values_take_one_place_after_the_other() -> None:
    adults, children = EntityValue("n_adults", "2"), EntityValue("n_children", "2")
    assert places("2 adults, 2 children", [adults, children]) == [(0, 1), (10, 11)]
    assert places("2 of each", [adults, children]) == [(0, 1), None]


def test_what_the_acts_hold_twice_and_the_text_once_has_one_place() -> None:
    oslo = EntityValue("dst_city", "Oslo")
    assert places("to Oslo", [oslo, oslo]) == [(3, 7), (3, 7)]
    assert places("Oslo, yes, Oslo", [oslo, oslo]) == [(0, 4), (11, 15)]


def test_only_strings_are_said_and_references_are_flattened() -> None:
    ref = Arg("ref", (Ref(2, (Arg("name", "The Fern"), Arg("price"))), Ref(3)))
    act = Act("inform", (Arg("id", 3), ref, Arg("wifi", True), Arg("budget", "-1"), Arg("seat", "biz"), Arg("flex")))
    assert [arg.key for arg in plain_args(act)] == ["name", "price", "wifi", "budget", "seat", "flex"]
    assert list(said([act])) == [("name", "The Fern"), ("seat", "biz")]


@given(strategies.texts, st.lists(st.tuples(strategies.keys, strategies.texts.filter(str.strip)), max_size=4))
def test_places_lie_inside_the_text_and_apart(text: str, values: list[tuple[str, str]]) -> None:
    where = places(text, [EntityValue(*value) for value in values])
    assert len(where) == len(values)
    apart = sorted({place for place in where if place})
    assert all(0 <= start < end <= len(text) for start, end in apart)
    assert all(one.end <= two.start for one, two in pairwise(apart))


def of(*turns: Turn) -> Dialogue:
    return Dialogue("d", "u", "w", DialogueLabels(), turns)


def test_an_example_is_a_users_turn_with_its_acts_and_entities() -> None:
    first, second, third = examples([TRIP, THANKS])
    assert (first.dialogue_id, first.turn, first.acts) == ("d-1", 0, ("inform", "greeting"))
    assert [(first.text[start:end], slot) for start, end, slot in first.entities] == [
        ("OSLO", "dst_city"),
        ("lima", "or_city"),
        ("2", "n_adults"),
    ]
    assert first.not_located == ("intent",)  # "no preference" has no words, so it isn't missed
    assert second.entities == (TaggedEntity(5, 13, "name"),)
    assert third.acts == ("thankyou", "goodbye")


def test_turns_without_acts_or_words_are_no_examples() -> None:
    said = [("hm", []), (" \n", [Act("greeting")]), ("hm", [Act("")])]
    turns = [user_turn(text, 1, acts, 1, [], []) for text, acts in said]
    assert list(examples([of(*turns)])) == []


def test_acts_that_the_ontology_doesnt_know_come_last() -> None:
    turn = user_turn("hm", 1, [Act("shrug"), Act("reject"), Act("inform"), Act("shrug")], 1, [], [])
    assert [example.acts for example in examples([of(turn)])] == [("inform", "reject", "shrug")]
