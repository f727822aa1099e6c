"""Texts and their tokens."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.reader.tokens import tokenize


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("wi-fi, e-mail.", "wi-fi , e-mail ."),
        ("4-star, 5* hotel", "4 - star , 5 * hotel"),
        ("the hotel's gym", "the hotel 's gym"),
        ("$1,500.50!", "$ 1,500.50 !"),
        ("ROME", "rome"),
        ("", ""),
    ],
)
def test_words_and_signs_stand_apart(text: str, tokens: str) -> None:
    assert " ".join(token.text for token in tokenize(text)) == tokens


@pytest.mark.parametrize(
    ("text", "value", "ordinal"),
    [("3", 3, False), ("three", 3, False), ("22nd", 22, True), ("third", 3, True), ("1,500.50", 1500.5, False)],
)
def test_numbers_have_their_value(text: str, value: float, ordinal: bool) -> None:
    (token,) = tokenize(text)
    assert (token.value, token.ordinal) == (value, ordinal)


def test_capitals_are_kept_in_mind() -> None:
    assert [token.capital for token in tokenize("my daughter Paris")] == [False, False, True]


@given(st.text(max_size=80))
def test_tokens_stand_in_the_order_of_the_text(text: str) -> None:
    tokens = tokenize(text)
    assert all(0 <= token.start < token.end <= len(text) for token in tokens)
    assert all(one.start <= other.start for one, other in pairwise(tokens))
