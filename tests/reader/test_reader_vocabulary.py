"""Phrases and what they can stand for."""

import pytest

from reading import spans_of
from wayframe.language.lexicon import lexicon
from wayframe.reader.vocabulary import inflected

ADJECTIVES = lexicon("en").adjectives


def kinds(phrase: str, catalogue: str = "trips") -> set[str]:
    """The kinds of entry of a phrase that is one span."""
    (span,) = spans_of(phrase, catalogue)
    return {entry.kind for entry in span.entries}


@pytest.mark.parametrize(
    ("phrase", "kind"),
    [
        ("no more than", "before"),
        ("tops", "after"),
        ("anywhere but", "except"),
        ("per person", "scope"),
        ("wi-fi", "value"),
        ("business class", "value"),
        ("star rating", "noun"),
        ("nights", "unit"),
        ("cheaper", "compare"),
        ("cheapest", "extreme"),
        ("cheap", "adjective"),
        ("the previous one", "reference"),
        ("call off", "cue"),
        ("good morning", "social"),
        ("cancellation policy", "unknown"),
        ("my daughter", "story"),
    ],
)
def test_a_phrase_of_the_language_or_of_the_schema(phrase: str, kind: str) -> None:
    assert kind in kinds(phrase)


@pytest.mark.parametrize(
    ("phrase", "kind"), [("Skoda", "value"), ("Skodas", "value"), ("tow bar", "value"), ("car", "item")]
)
def test_a_phrase_of_a_table(phrase: str, kind: str) -> None:
    assert kind in kinds(phrase, "cars")


def test_what_nothing_knows_stands_for_nothing() -> None:
    assert kinds("zorb") == set()


@pytest.mark.parametrize(
    ("comparative", "superlative"),
    [
        ("cheaper", ["cheapest"]),
        ("more popular", ["most popular"]),
        ("less expensive", ["least expensive"]),
        ("better rated", ["best rated"]),
        ("worse", ["worst"]),
        ("sans", []),
    ],
)
def test_superlatives(comparative: str, superlative: list[str]) -> None:
    assert inflected(ADJECTIVES["superlatives"], comparative) == superlative


@pytest.mark.parametrize(
    ("comparative", "positive"),
    [("cheaper", "cheap"), ("heavier", "heavy"), ("bigger", "big"), ("nicer", "nice"), ("more popular", "popular")],
)
def test_the_plain_adjective_is_among_its_spellings(comparative: str, positive: str) -> None:
    assert positive in inflected(ADJECTIVES["positives"], comparative)
