import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearing import TWO_OFFERS, WISH, heard
from wayframe.nlu.sentences import spelled


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
