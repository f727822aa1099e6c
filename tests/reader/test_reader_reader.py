"""The reader as a whole: the moves of a turn joined, its words accounted for."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drawing import drawn
from long_texts import ORDINARY, repeated
from reading import TRIPS, examples, reader, spans_of
from wayframe.meaning.notation import meaning, show
from wayframe.meaning.records import Meaning
from wayframe.reader.clauses import ClauseReader
from wayframe.reader.moves.patterns import moves
from wayframe.reader.reader import joined, leftovers
from wayframe.reader.spans import clauses
from wayframe.schema import trips

TEXTS = st.sampled_from([turn.text for turn in examples().turn if examples().scenes[turn.scene].catalogue == "trips"])


def read(text: str, scene: str = "open") -> Meaning:
    known = examples().scenes[scene]
    return reader(known.catalogue).read(text, known.context())


def test_each_move_knows_the_words_that_it_comes_from() -> None:
    text = "Hello! From Chicago to Rome."
    greeting, origin, destination = read(text).moves
    assert text[greeting.start : greeting.end] == "Hello"
    assert text[origin.start : origin.end] == text[destination.start : destination.end] == "From Chicago to Rome"


def test_words_that_nobody_knows_are_left_unread() -> None:
    text = "Rome with a zorb"
    assert [text[each.start : each.end] for each in read(text).unread] == ["zorb"]


def test_nothing_is_meant_by_nothing() -> None:
    assert read("").moves == read("...").moves == ()


@settings(deadline=None, max_examples=drawn(60))
@given(TEXTS, TEXTS)
def test_the_same_text_is_always_read_the_same_way(known_parses: dict[object, object], text: str, before: str) -> None:
    first = read(text)
    read(before)
    known_parses.clear()
    assert read(text) == first


@settings(deadline=None, max_examples=drawn(60))
@given(TEXTS)
def test_moves_lie_within_the_text(text: str) -> None:
    meaning = read(text)
    places = [*((each.start, each.end) for each in meaning.moves), *((each.start, each.end) for each in meaning.unread)]
    assert all(0 <= start < end <= len(text) for start, end in places)


@pytest.mark.parametrize(
    ("said", "together"),
    [
        (
            'return(named("Fairwind")); ask(holds, wishes=[wish(wifi, is(yes))])',
            'ask(holds, of=named("Fairwind"), wishes=[wish(wifi, is(yes))])',
        ),
        ("return(nth(2)); book(of=it())", "book(of=nth(2))"),
        ("return(nth(2)); book(of=nth(1))", "return(nth(2)); book(of=nth(1))"),
        ("return(nth(1)); return(nth(3)); compare()", "compare(of=together([nth(1), nth(3)]))"),
        (
            'wish(dst_city, is("Rome")); cancel(of=it())',
            'cancel(of=described([wish(dst_city, is("Rome"))], of=booked()))',
        ),
        (
            "wish(party, is(party(adults=3))); ask(facts, slots=[price], of=nth(2))",
            "wish(party, is(party(adults=3)), of=nth(2))",
        ),
        ('wish(dst_city, is("Athens")); return(nth(2))', "return(nth(2))"),
        ("answer(yes); book(of=nth(1))", "book(of=nth(1))"),
        ("answer(perhaps); wish(wifi, is(yes))", "answer(perhaps); wish(wifi, is(yes))"),
        ("reject(); wish(wifi, is(yes))", "wish(wifi, is(yes))"),
        ("reject(of=nth(1)); wish(wifi, is(yes))", "reject(of=nth(1)); wish(wifi, is(yes))"),
        ("social(thanks); social(thanks)", "social(thanks)"),
        ("social(greeting); wish(wifi, is(yes))", "social(greeting); wish(wifi, is(yes))"),
    ],
)
def test_what_belongs_together(said: str, together: str) -> None:
    assert show(spoken.move for spoken in joined(meaning(said).moves, trips())) == together


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Rome with a zorb", [("zorb", 0.5)]),
        ("Rome, please, if that could possibly be done", []),
        ("I must admit that Rome sounds lovely", []),
        ("we went to Paris in 2010", []),
    ],
)
def test_what_is_left_unread_has_a_weight(text: str, left: list[tuple[str, float]]) -> None:
    assert [(text[each.start : each.end], each.weight) for each in read(text).unread] == left


def test_a_value_that_no_move_uses_weighs_most() -> None:
    (clause,) = clauses(spans_of("to Rome"), ())
    reading = ClauseReader(TRIPS, examples().scenes["open"].context()).read(clause)
    assert [each.weight for each in leftovers(reading, moves(reading))] == []
    assert [each.weight for each in leftovers(reading, ())] == [1.0]


def test_the_score_is_the_share_that_was_read() -> None:
    assert read("from Boston to Rome").score == 1.0
    assert read("").score == 1.0
    assert 0 < read("from Boston to Rome with a zorb").score < 1.0


def test_prose_is_read_whole_however_long() -> None:
    text = repeated(ORDINARY)
    assert max(spoken.end for spoken in read(text + " To Rome, please.").moves) > len(text)


def test_what_is_too_long_to_be_read_is_left_unread() -> None:
    text = "From Boston to Rome. " + repeated("1-2-")
    meaning = read(text)
    beginning, rest = meaning.unread[-2:]
    assert [type(move).__name__ for move in meaning.all()][:2] == ["Wish", "Wish"]
    assert (beginning.end, rest.end) == (rest.start, len(text))
    assert len(text[beginning.start : beginning.end]) <= 40
