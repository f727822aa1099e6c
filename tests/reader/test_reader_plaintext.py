"""Turns with their short forms written out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.language.lexicon import lexicon
from wayframe.reader.plaintext import by_neighbours, plain_text

WORDS = lexicon("en")


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("I don’t think it’s there", "I do not think it is there"),
        ("cannot, can't, cant", "can not, can not, can not"),
        ("2 ppl pls", "2 people please"),
        ("w/ wifi w/o parking", "with wifi without parking"),
        ("c u b4 8/17", "c you before 8/17"),
        ("how much 4 us 2", "how much for us 2"),
        ("need 2 go 4 a week", "need to go for a week"),
        ("4 nights, 2 adults", "4 nights, 2 adults"),
        ("the other 1", "the other one"),
        ("1 adult", "1 adult"),
        ("Rome\nParis", "Rome;Paris"),
    ],
)
def test_short_forms_are_written_out(text: str, plain: str) -> None:
    assert by_neighbours(plain_text(text, WORDS.expansions).text, WORDS.homophones).text == plain


def test_a_digit_leads_to_a_place() -> None:
    assert by_neighbours("boston 2 tokyo", WORDS.homophones, {9}).text == "boston to tokyo"
    assert by_neighbours("for 2 tokyo", WORDS.homophones, {6}).text == "for 2 tokyo"


def test_every_character_knows_where_it_stood() -> None:
    plain = plain_text("2 ppl n me", WORDS.expansions)
    assert plain.text == "2 people and me"
    at = plain.text.index("people")
    assert (plain.start(at), plain.end(at + len("people"))) == (2, 5)


@given(st.text(max_size=80))
def test_without_short_forms_a_text_keeps_its_length(text: str) -> None:
    plain = plain_text(text, {})
    assert len(plain.text) == len(text)
    assert list(plain.starts) == list(range(len(text)))


@pytest.mark.parametrize("text", ["the $1,369.37 one", "max $2k", "from 1/9 to 2/9", "including a name"])
def test_amounts_and_known_words_stay_as_they_are(text: str) -> None:
    assert by_neighbours(plain_text(text, WORDS.expansions).text, WORDS.homophones).text == text
