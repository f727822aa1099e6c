"""Whole turns: where their moves come from, and what is left unread."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from reading import Scene, examples, reader
from wayframe.meaning.records import Meaning

TEXTS = st.sampled_from([turn.text for turn in examples().turn if examples().scenes[turn.scene].catalogue == "trips"])


def read(text: str) -> Meaning:
    return reader("trips").read(text, Scene("trips").context())


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


@settings(deadline=None, max_examples=60)
@given(TEXTS, TEXTS)
def test_the_same_text_is_always_read_the_same_way(text: str, before: str) -> None:
    first = read(text)
    read(before)
    assert read(text) == first


@settings(deadline=None, max_examples=60)
@given(TEXTS)
def test_moves_lie_within_the_text(text: str) -> None:
    meaning = read(text)
    places = [*((each.start, each.end) for each in meaning.moves), *((each.start, each.end) for each in meaning.unread)]
    assert all(0 <= start < end <= len(text) for start, end in places)
