"""Deeds that the words around them order, hold back, or mean of but some of a set."""

import pytest

from reading import Scene, reader
from wayframe.meaning.notation import show
from wayframe.meaning.records import ASKED_FIRST, Meaning

OFFERED = Scene("trips", ("Anselm Plaza", "Fairwind Inn", "Trillium Lodge"))


def meant(text: str) -> Meaning:
    """What the rules read, as it is ordered."""
    return reader("trips").read_by_rules(text, OFFERED.context())


def is_held_back(text: str) -> bool:
    return any(each.sure == ASKED_FIRST for each in meant(text).moves)


@pytest.mark.parametrize(
    "text",
    [
        "my boss said book the second one",
        'my friend told me "book the second one"',
        "maybe we could book the second one",
        "I was going to book the second one",
        "once my wife agrees we'll book the second one",
        "should we book the second one?",
        "shall we book the second one?",
        "would you book the second one?",
        "book the second one?",
        "maybe I should cancel it",
        "what about the second one?",
        "would the second one be good?",
        "she said yes",
        "yes, I saw that",
    ],
)
def test_what_is_thought_over_reported_or_put_off_is_held_back(text: str) -> None:
    assert is_held_back(text)


@pytest.mark.parametrize(
    "text",
    [
        "book the second one",
        "can you book the second one?",
        "could we book the second one, please?",
        "would you book the second one for me?",
        "I said book the second one",
        "I already told you to book the second one",
        "I should like to book the second one",
        "my boss said yes, book the second one",
        "I'd like to cancel it",
        "the second one, please",
        "yes please",
    ],
)
def test_what_is_ordered_is_not_held_back(text: str) -> None:
    assert not is_held_back(text)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("book one of them", "book(of=described([], of=every()))"),
        ("please book any of these", "book(of=described([], of=every()))"),
        ("book either of the first two", "book(of=described([], of=nth(1, count=2)))"),
        ("book the first or the second", "book(of=described([], of=together([nth(1), nth(2)])))"),
        ("book all of them", "book(of=every())"),
        ("book the first two", "book(of=nth(1, count=2))"),
        ("cancel one of them", "cancel(of=described([], of=booked()))"),
    ],
)
def test_some_of_a_set_are_not_all_of_it(text: str, meaning: str) -> None:
    assert show(meant(text).all()) == meaning


@pytest.mark.parametrize(
    "text",
    [
        "The Anselm and the Fairwind are both nice. Book it",
        "I like the Anselm and the Fairwind. Please book",
        "The Anselm or the Fairwind... Just book.",
    ],
)
def test_an_order_that_names_none_of_several_asks_which(text: str) -> None:
    which = 'book(of=described([], of=together([named("Anselm Plaza"), named("Fairwind Inn")])))'
    assert show(meant(text).all()) == which


@pytest.mark.parametrize(
    "text",
    [
        "The Anselm and the Fairwind, book both",
        "I like the Anselm and the Fairwind. Book them",
        "Book the Anselm and the Fairwind",
    ],
)
def test_an_order_for_all_that_was_named_books_them(text: str) -> None:
    assert show(meant(text).all()) == 'book(of=together([named("Anselm Plaza"), named("Fairwind Inn")]))'


@pytest.mark.parametrize("text", ["Book hers", "we'll take his", "go with mine"])
def test_what_is_somebodys_is_held_back_where_nobody_said_what_they_want(text: str) -> None:
    assert is_held_back(text)
