"""Words around a number that make it a limit, whole: a contraction is a word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.values.bounds import bounded


def limited(text: str, number: str) -> tuple[str, str]:
    """The number in the text with the words that limit it, and what limit that is."""
    start, end, bound = bounded(text, text.index(number), text.index(number) + len(number))
    return text[start:end], bound


@pytest.mark.parametrize(
    ("text", "number", "words", "bound"),
    [
        ("it isn't worth it for less than 7 days", "7 days", "isn't worth it for less than 7 days", "at_least"),
        ("it isn’t worth it for less than 7 days", "7 days", "isn’t worth it for less than 7 days", "at_least"),
        ("it isnt worth packing for less than 7 days", "7 days", "isnt worth packing for less than 7 days", "at_least"),
        ("that shouldn't cost less than 6950", "6950", "shouldn't cost less than 6950", "at_least"),
        ("nothing below 3 stars", "3 stars", "nothing below 3 stars", "at_least"),
        ("we want less than 7 days", "7 days", "less than 7 days", "at_most"),
        ("we can’t pay more than 900", "900", "can’t pay more than 900", "at_most"),
        ("we can't pay more than 900", "900", "can't pay more than 900", "at_most"),
        ("a minimum of a fortnight", "fortnight", "minimum of a fortnight", "at_least"),
        ("in 7 days", "7 days", "7 days", "exact"),
    ],
)  # fmt: skip
def test_a_limit_is_whole_words(text: str, number: str, words: str, bound: str) -> None:
    assert limited(text, number) == (words, bound)


@given(
    st.lists(st.sampled_from(("isn't", "shouldn’t", "want", "can't", "not", "under", "less than", "up to", "a"))),
    st.sampled_from(("7", "6950", "7 days or more", "4+")),
)
def test_no_word_is_cut_in_two(words: list[str], number: str) -> None:
    text = " ".join((*words, number))
    start, end, _ = bounded(text, len(text) - len(number), len(text) - len(number) + 1)
    assert start == 0 or not (text[start - 1].isalnum() and text[start].isalnum())
    assert end <= len(text)
