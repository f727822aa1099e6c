"""Spans, their neighbours, and the clauses that they make."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reading import spans_of
from wayframe.reader.people import party_phrases
from wayframe.reader.spans import (
    NOTHING,
    Clause,
    SpanLine,
    before,
    behind,
    clauses,
    having,
    with_couples_of_units,
    without_ratings_of_unknown,
)


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("no more than two weeks", "no more than|two|weeks"),
        ("anywhere but New York", "anywhere but|new york"),
        ("cap it at $500", "cap it at|$ 500"),
        ("I'll take it", "i will take|it"),
        ("from Rio de Janeiro to Rome", "from|rio de janeiro|to|rome"),
        ("the last ten days of August", "the|last ten days of august"),
        ("not the cancellation policy", "not|the|cancellation policy"),
    ],
)
def test_a_text_is_cut_so_that_long_phrases_are_whole(text: str, spans: str) -> None:
    assert "|".join(span.words for span in spans_of(text)) == spans


@pytest.mark.parametrize(
    ("text", "rates"),
    [("a better one", True), ("something better", True), ("a better zither", False), ("a better gaming laptop", True)],
)
def test_better_is_of_the_rating_unless_it_is_of_what_nothing_knows(text: str, rates: bool) -> None:
    cut = without_ratings_of_unknown(spans_of(text, "laptops"))
    assert any(span.has("compare") for span in cut) is rates


@pytest.mark.parametrize(("text", "counts"), [("a couple days", True), ("a couple from Berlin", False)])
def test_a_couple_before_a_unit_is_two_and_no_people(text: str, counts: bool) -> None:
    cut = with_couples_of_units(spans_of(text))
    assert any(span.data("few") == 2 for span in cut) is counts
    assert any(span.has("party:pair") for span in cut) is not counts


@given(st.text(max_size=60))
def test_spans_cover_all_tokens_once(text: str) -> None:
    spans = spans_of(text)
    assert [span.first for span in spans] == [0, *(span.last for span in spans)][: len(spans)]
    assert all(span.first < span.last for span in spans)


def line(text: str) -> SpanLine:
    return SpanLine(spans_of(text))


def test_before_and_behind_a_line_there_is_nothing() -> None:
    assert line("Rome")[-1] == line("Rome")[1] == NOTHING
    assert not NOTHING.entries


def test_the_nearest_neighbour_is_found_over_what_may_stand_between() -> None:
    said = line("at most a mere 500")
    number = len(said) - 1
    assert said.nearest(number, before(5), having("operator")).words == "at most"
    assert said.nearest(number, before(5, over="article"), having("operator")) == NOTHING
    assert said.nearest(number, before(1), having("operator")) == NOTHING


def test_a_search_ends_where_something_else_begins() -> None:
    said = line("from Rome to Paris")
    assert said.place(3, before(3), having("preposition")) == 2
    assert said.place(3, before(3, until="preposition"), having("place")) == -1
    assert said.place(0, behind(3), having("place")) == 1


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


def test_a_word_that_asks_to_agree_is_none_of_the_question() -> None:
    for text in ("500 for each of us, yes?", "500 for each of us, is that correct?"):
        (clause,) = cut(text)
        assert clause.question
        assert clause.spans[-1].words == "for each of us"


def test_a_clause_knows_the_people_that_it_names() -> None:
    first, second = cut("two adults. one child.")
    assert [clause.parties[0].first for clause in (first, second)] == [0, 0]


def test_people_who_ask_are_kept_where_another_clause_carries_the_question() -> None:
    spans = spans_of("My wife and I were wondering whether we might go to Rome")
    (clause,) = clauses(spans, party_phrases(spans))
    assert clause.question
    assert [span.words for span in clause.spans][:3] == ["wife", "and", "i"]
    assert [(phrase.first, phrase.last) for phrase in clause.parties] == [(0, 3)]
