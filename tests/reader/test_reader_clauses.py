"""Turns cut into clauses."""

import pytest

from reading import spans_of
from wayframe.reader.clauses import Clause, clauses
from wayframe.reader.party import party_phrases


def cut(text: str) -> list[Clause]:
    spans = spans_of(text)
    return clauses(spans, party_phrases(spans))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Book it and tell me the price", ["book it", "and tell me the price"]),
        ("Yes, from Boston", ["yes", ", from boston"]),
        ("cheap but nice", ["cheap", "but nice"]),
        ("What? Why!", ["what", "why"]),
        ("the first and the second", ["the first and the second"]),
        ("Rome, Athens or Madrid", ["rome , athens or madrid"]),
        ("me, my wife and our kids", ["me , my wife and our kids"]),
        ("", []),
        ("...", []),
    ],
)
def test_a_clause_says_one_thing(text: str, parts: list[str]) -> None:
    assert [" ".join(span.words for span in clause.spans) for clause in cut(text)] == parts


def test_a_question_mark_makes_a_question_of_its_clause_only() -> None:
    assert [clause.question for clause in cut("Rome. Is there wifi? Book it.")] == [False, True, False]


def test_a_tag_makes_a_question_of_what_it_follows() -> None:
    (clause,) = cut("it's near the beach, isn't it?")
    assert clause.question


def test_a_clause_knows_the_people_that_it_names() -> None:
    first, second = cut("two adults. one child.")
    assert [clause.parties[0].first for clause in (first, second)] == [0, 0]
