"""Wishes for more, less, the most or the least."""

import pytest

from reading import read


@pytest.mark.parametrize(
    ("text", "scene", "meaning"),
    [
        ("something heavier", "laptops", "wish(weight, more())"),
        ("too heavy", "laptops", "wish(weight, less())"),
        ("not heavier", "laptops", "wish(weight, less())"),
        ("more memory", "laptops", "wish(ram, more())"),
        ("something cheap", "open", "wish(price, least())"),
        ("not cheaper than $500", "open", "wish(price, at_least($500))"),
    ],
)
def test_words_that_compare_are_wishes(text: str, scene: str, meaning: str) -> None:
    assert read(text, scene) == meaning
