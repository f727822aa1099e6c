import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.values.lexer import bounded, lex


@pytest.mark.parametrize(
    ("text", "value", "ordinal"),
    [
        ("3,200.50", 3200.5, False),
        ("3.2k", 3200, False),
        ("1.400,50", 1400.5, False),
        ("2.400", 2400, False),
        ("100.000", 100_000, False),
        ("60 000", 60_000, False),
        ("1 000 000", 1_000_000, False),
        ("3 thousand", 3000, False),
        ("three thousand two hundred", 3200, False),
        ("nine hundred and ninety-nine", 999, False),
        ("ten thousand", 10000, False),
        ("10 thousand three hundred", 10300, False),
        ("two and a half", 2.5, False),
        ("four-and-a-half", 4.5, False),
        ("a dozen", 12, False),
        ("another grand", 1000, False),
        ("17th", 17, True),
        ("twenty-fifth", 25, True),
        ("Twenty Fourth", 24, True),
        ("twenty nineteen", 2019, False),
        ("nineteen ninety-eight", 1998, False),
    ],
)
def test_a_number_is_one_token_however_it_is_written(text: str, value: float, ordinal: bool) -> None:
    [token] = lex(text)
    assert (token.value, token.ordinal) == (value, ordinal)


def test_words_numbers_and_signs_have_their_places() -> None:
    text = "From $1,700, it's 5-7 days 🏖"
    assert [text[t.start : t.end] for t in lex(text)] == ["From", "$", "1,700", ",", "it's", "5", "-", "7", "days", "🏖"]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("4,5 stars", [4.5]),
        ("2,5k", [2500]),
        ("2450,50 €", [2450.5]),
        ("children of 4,5 and 7", [4, 5, 7]),
        ("1.250 kg", [1.25]),
        ("121 500 km", [121_500]),
    ],
)
def test_a_comma_or_a_point_is_what_stands_behind_it_makes_it(text: str, values: list[float]) -> None:
    assert [t.value for t in lex(text) if t.value is not None] == values


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


def limited(text: str, number: str) -> tuple[str, str]:
    """The number in the text with the words that limit it, and what limit that is."""
    start, end, bound = bounded(text, text.index(number), text.index(number) + len(number))
    return text[start:end], bound


@pytest.mark.parametrize(
    ("text", "number", "words", "bound"),
    [
        ("it isn't worth it for less than 7 days", "7 days", "isn't worth it for less than 7 days", "at_least"),
        ("it isn’t worth it for less than 7 days", "7 days", "isn’t worth it for less than 7 days", "at_least"),
        ("it isnt worth packing for less than 7 days", "7 days", "isnt worth packing for less than 7 days", "at_least"),
        ("that shouldn't cost less than 6950", "6950", "shouldn't cost less than 6950", "at_least"),
        ("nothing below 3 stars", "3 stars", "nothing below 3 stars", "at_least"),
        ("we want less than 7 days", "7 days", "less than 7 days", "at_most"),
        ("we can’t pay more than 900", "900", "can’t pay more than 900", "at_most"),
        ("we can't pay more than 900", "900", "can't pay more than 900", "at_most"),
        ("a minimum of a fortnight", "fortnight", "minimum of a fortnight", "at_least"),
        ("in 7 days", "7 days", "7 days", "exact"),
    ],
)  # fmt: skip
def test_a_limit_is_whole_words(text: str, number: str, words: str, bound: str) -> None:
    assert limited(text, number) == (words, bound)


@given(
    st.lists(st.sampled_from(("isn't", "shouldn’t", "want", "can't", "not", "under", "less than", "up to", "a"))),
    st.sampled_from(("7", "6950", "7 days or more", "4+")),
)
def test_no_word_is_cut_in_two(words: list[str], number: str) -> None:
    text = " ".join((*words, number))
    start, end, _ = bounded(text, len(text) - len(number), len(text) - len(number) + 1)
    assert start == 0 or not (text[start - 1].isalnum() and text[start].isalnum())
    assert end <= len(text)
