"""Texts as they were written, put right and cut into sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearing import TWO_OFFERS, WISH, heard
from wayframe.nlu.sentences import sentences, spelled, straightened
from wayframe.values import Mention


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("retrun on the 5th", "return on the 5th"),
        ("my budjet, leavng from Bari", "my budget, leaving from Bari"),
        ("anything chepaer?", "anything cheaper?"),
        ("which desination is avialable", "which destination is available"),
        ("the returns, the hotel, two weekends", "the returns, the hotel, two weekends"),
        ("we are learning to be leading", "we are learning to be leading"),
        ("Budjet Inn", "Budjet Inn"),
        ("", ""),
    ],
)
def test_slips_in_common_words_are_corrected(text: str, words: str) -> None:
    assert spelled(text).words == words


@given(st.lists(st.sampled_from(["retrun", "leavng", "budgett", "Rome", "5th", "🏝️", "to", "."]), max_size=8))
def test_each_place_has_one_in_the_text_as_it_was_written(words: list[str]) -> None:
    text = " ".join(words)
    read = spelled(text)
    assert len(read.places) == len(read.words) + 1
    assert list(read.places) == sorted(read.places)
    assert read.written(0, len(read.words)) == (0, len(text))


def test_values_are_the_users_own_words() -> None:
    said = "leavng from Boston, retrunning septmber 10, my budjet is two thousand"
    assert heard(said) == ("inform(intent=book); inform(or_city=Boston, end_date=septmber 10, budget=two thousand)")


def test_what_only_compares_is_read_without_its_slips() -> None:
    assert heard("somthing chepaer please", WISH, TWO_OFFERS) == heard("something cheaper please", WISH, TWO_OFFERS)


def test_sentences_end_at_marks_lines_and_but() -> None:
    parts = sentences("Yes! Book it.\nno wait... it's nice but far", [])
    assert [part.words.strip() for part in parts] == ["Yes!", "Book it.", "no wait...", "it's nice", "but far"]


def test_a_value_is_never_cut() -> None:
    text = "at 9 a.m. from St. Louis"
    parts = sentences(text, [Mention(15, 24, "city", "St. Louis")])
    assert parts[-1].words.endswith("St. Louis")
    assert [m.value for m in parts[-1].mentions] == ["St. Louis"]


def test_what_asks() -> None:
    assert [part.asks for part in sentences("Is it near? I like it. Tell me the price. Fine", [])] == [
        True, False, True, False,
    ]  # fmt: skip


def test_signs_alone_are_no_sentence() -> None:
    assert sentences("?! ... 🏖️", []) == []


def test_straightening_keeps_every_place() -> None:
    assert straightened("“that’s” – it") == '"that\'s" - it'
