"""Intervals against published ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.evaluation.figures import between, wilson


def test_wilson_against_a_published_value() -> None:
    assert wilson(81, 263) == (0.2553, 0.3662)  # Newcombe 1998, table I


@given(hits=st.integers(0, 500), misses=st.integers(0, 500))
def test_wilson_holds_the_share(hits: int, misses: int) -> None:
    low, high = wilson(hits, hits + misses)
    share = hits / (hits + misses) if hits + misses else 0.5
    assert 0 <= low <= share + 1e-4
    assert share - 1e-4 <= high <= 1


def test_the_difference_of_shares_against_published_values() -> None:
    # Newcombe 1998, "Interval estimation for the difference between independent proportions", table II, method 10
    for (hits, of), (others, of_others), published in (
        ((48, 80), (56, 70), (0.0524, 0.3339)),
        ((3, 10), (9, 10), (0.1705, 0.8090)),
        ((2, 7), (6, 7), (0.0582, 0.8062)),
        ((0, 29), (5, 56), (-0.0381, 0.1926)),
        ((0, 20), (0, 10), (-0.1611, 0.2775)),
        ((0, 10), (10, 10), (0.6075, 1.0)),
    ):
        found = between(hits / of, wilson(hits, of), others / of_others, wilson(others, of_others))
        assert found == pytest.approx(published, abs=2e-4)
