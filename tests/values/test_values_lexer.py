import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.values.lexer import lex


@pytest.mark.parametrize(
    ("text", "value", "ordinal"),
    [
        ("3,200.50", 3200.5, False),
        ("3.2k", 3200, False),
        ("3 thousand", 3000, False),
        ("three thousand two hundred", 3200, False),
        ("nine hundred and ninety-nine", 999, False),
        ("ten thousand", 10000, False),
        ("10 thousand three hundred", 10300, False),
        ("two and a half", 2.5, False),
        ("a dozen", 12, False),
        ("another grand", 1000, False),
        ("17th", 17, True),
        ("twenty-fifth", 25, True),
        ("Twenty Fourth", 24, True),
    ],
)
def test_a_number_is_one_token_however_it_is_written(text: str, value: float, ordinal: bool) -> None:
    [token] = lex(text)
    assert (token.value, token.ordinal) == (value, ordinal)


def test_words_numbers_and_signs_have_their_places() -> None:
    text = "From $1,700, it's 5-7 days 🏖"
    assert [text[t.start : t.end] for t in lex(text)] == ["From", "$", "1,700", ",", "it's", "5", "-", "7", "days", "🏖"]


def test_numbers_that_do_not_belong_together_stay_apart() -> None:
    assert [t.value for t in lex("two three") if t.value is not None] == [2, 3]
    assert [t.value for t in lex("august 27,2016") if t.value is not None] == [27, 2016]


def test_too_many_digits_are_no_number() -> None:
    assert [t.value for t in lex("9" * 400)] == [None]


PIECES = ("two", "twenty", "-", "hundred", "and", "a", "half", "k", "3", ",", "th", "first", "dozen", "thousand")


@given(st.text(max_size=300) | st.lists(st.sampled_from(PIECES)).map(" ".join))
def test_tokens_cover_the_text_in_order(text: str) -> None:
    end = 0
    for token in lex(text):
        assert end <= token.start < token.end
        assert text[end : token.start].isspace() or end == token.start
        end = token.end
    assert not text[end:].strip()


@given(st.integers(0, 999_999))
def test_written_with_commas_it_is_the_same_number(number: int) -> None:
    assert [t.value for t in lex(f"{number:,}")] == [number]
