"""Doubt: how likely it is that a move was meant, by what was understood of the words around it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reading import examples, reader
from wayframe.meaning.records import Meaning
from wayframe.reader.doubt import LEAST, UNPROVED, features, judged, probability, weights_of

PLAIN = "from Boston to Rome for two adults"
STORY = "last spring we sat for 9 days in a tent with my aunt from Boston, who snores like a walrus, so never again"
CONTEXT = examples().scenes["rome"].context()
FINITE = st.floats(-50, 50)


def read(text: str) -> Meaning:
    return reader("trips").read(text, CONTEXT)


def sureness(text: str) -> list[float]:
    return [spoken.sure for spoken in read(text).moves]


def test_a_plain_wish_is_not_judged() -> None:
    assert sureness(PLAIN)
    assert set(sureness(PLAIN)) == {1.0}


def test_a_wish_read_out_of_a_story_is() -> None:
    assert min(sureness(STORY), default=0.0) < LEAST


@pytest.mark.parametrize(
    "text",
    [
        "Should we book the second one?",
        "book the second unless it has a gym",
        "I'll take it, but only if there's a pool",
    ],
)
def test_a_deed_that_is_not_ordered_is_asked_about(text: str) -> None:
    assert min(sureness(text)) <= UNPROVED


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("the second one, please", True),
        ("how much is the Fairwind?", True),
        ("can I pay with my card?", False),  # known to be out of scope
        ("five of us, two of us children, four more than last year", False),  # the people are said several times
        (STORY, False),
    ],
)
def test_a_turn_is_sure_where_rules_and_weights_say_the_same_of_it(text: str, sure: bool) -> None:
    meaning = reader("trips").sure(text, CONTEXT)
    assert meaning == (read(text) if sure else None)


def test_nothing_is_judged_in_a_language_that_has_no_weights() -> None:
    meaning, clauses = reader("trips").read_with_facts(STORY, CONTEXT)
    assert weights_of("no language") == {}
    assert judged(meaning, clauses, CONTEXT, reader("trips").schema, {}) == meaning


def test_words_that_nothing_was_made_of_count() -> None:
    schema = reader("trips").schema
    plain, story = (reader("trips").read_with_facts(text, CONTEXT) for text in (PLAIN, STORY))
    of_plain = features(plain[0].moves[0], *plain, CONTEXT, schema)
    of_story = features(story[0].moves[0], *story, CONTEXT, schema)
    assert of_story["turn many free"] > of_plain["turn many free"]


def test_every_weight_is_a_number_and_most_features_of_a_turn_have_one() -> None:
    weights = weights_of("en")
    meaning, clauses = reader("trips").read_with_facts(PLAIN, CONTEXT)
    found = features(meaning.moves[0], meaning, clauses, CONTEXT, reader("trips").schema)
    assert all(isinstance(weight, float) for weight in weights.values())
    assert len(found.keys() & weights.keys()) > len(found) / 2


@given(st.dictionaries(st.text(), FINITE, max_size=10), st.dictionaries(st.text(), FINITE, max_size=10))
def test_a_probability_lies_between_nothing_and_one(found: dict[str, float], weights: dict[str, float]) -> None:
    assert 0.0 <= probability(found, weights) <= 1.0
