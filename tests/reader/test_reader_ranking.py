"""Ranking: probabilities from the weights that the features of a place have for the names of its candidates."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.reader.ranking import probabilities, rankings_of

WORDS = st.sampled_from(["always", "word book", "word no", "question mark"])
NAMES = st.sampled_from(["book", "reject", "first", "nothing"])
WEIGHTS = st.dictionaries(WORDS, st.dictionaries(NAMES, st.floats(-30, 30)))
CANDIDATES = st.lists(st.lists(NAMES, max_size=3).map(tuple), min_size=1, max_size=6)


def test_the_candidate_whose_names_the_features_speak_for_is_likeliest() -> None:
    weights = {"word book": {"book": 2.0}, "word no": {"reject": 3.0}}
    book, reject = probabilities([("book",), ("reject",)], ["word book"], weights)
    assert book > 0.8 > reject
    book, reject = probabilities([("book",), ("reject",)], ["word book", "word no"], weights)
    assert reject > book


def test_without_weights_all_candidates_are_as_likely() -> None:
    assert probabilities([("book",), ("reject",)], ["word book"], {}) == [0.5, 0.5]


@given(CANDIDATES, st.lists(WORDS, unique=True), WEIGHTS)
def test_probabilities_make_one(
    candidates: list[tuple[str, ...]], features: list[str], weights: dict[str, dict[str, float]]
) -> None:
    found = probabilities(candidates, features, weights)
    assert sum(found) == pytest.approx(1.0)
    assert all(0.0 <= each <= 1.0 for each in found)


def test_a_language_without_weights_has_no_ranking() -> None:
    assert rankings_of("no language") is None


def test_every_weight_is_a_number() -> None:
    found = rankings_of("en")
    assert found
    for weights in found:
        assert all(isinstance(weight, float) for by_name in weights.values() for weight in by_name.values())
