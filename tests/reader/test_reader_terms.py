"""Terms of a booking that no slot holds: which days, hours and guests are noted, and which are but spoken of."""

import pytest

from reading import examples, reader
from wayframe.meaning.records import Note


def noted(text: str) -> list[str]:
    """Return what is noted of a text over restaurants that were offered, as the rules read it."""
    context = examples().scenes["restaurants_offered"].context()
    moves = reader("restaurants").read_by_rules(text, context).all()
    return [move.words for move in moves if isinstance(move, Note)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Friday at eight", ["Friday at eight"]),
        ("book the second one for Friday", ["Friday"]),
        ("can I have it on Thursday?", ["Thursday"]),
        ("a table for six people on Friday evening", ["six people on Friday evening"]),
        ("Please book it. Saturday at eight, two people, one vegetarian.", ["Saturday at eight, two people"]),
    ],
)
def test_what_is_ordered_or_said_alone_is_noted(text: str, words: list[str]) -> None:
    assert noted(text) == words


@pytest.mark.parametrize(
    "text",
    [
        "is the second one quiet on Saturday evening?",
        "electric heating gets expensive in winter",
        "my sister-in-law comes in by the Sunday train",
        "why do you tell me of August 6?",
    ],
)
def test_a_day_in_a_question_or_a_remark_is_not(text: str) -> None:
    assert noted(text) == []
