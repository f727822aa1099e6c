from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drawing import drawn
from wayframe.values import Dates, Gazetteer, Lexicon, Mention, Money, Quantity, find
from working import calls

TODAY = date(2016, 8, 1)
LEXICON = Lexicon(
    Gazetteer(["New York", "Frankfurt", "Tokyo", "Nice"]), Gazetteer(["Marlin Resort", "Silver Fern Inn"])
)


def values(text: str) -> list[tuple[str, str, object]]:
    return [(text[m.start : m.end], m.kind, m.value) for m in find(text, today=TODAY, lexicon=LEXICON)]


def day(month: int, number: int) -> Dates:
    return Dates(date(2016, month, number), date(2016, month, number))


def test_everything_that_is_a_value() -> None:
    text = (
        "Hi! I want to go to NYC from Frankfort between Aug 13 and Sept 5th with my wife and 3 kids, "
        "at least 4 stars, business class, for 8 days and no more than $2,100. Is the Marlin still free?"
    )
    assert values(text) == [
        ("NYC", "city", "New York"),
        ("Frankfort", "city", "Frankfurt"),
        ("Aug 13", "date", day(8, 13)),
        ("Sept 5th", "date", day(9, 5)),
        ("with my wife", "count", Quantity(2, 2, None, "adults")),
        ("3", "count", Quantity(3, 3, None, "children")),
        ("4", "stars", Quantity(4, None)),
        ("business", "seat", "business"),
        ("8 days", "days", Quantity(8, 8)),
        ("$2,100", "money", Money(2100.0, bound="at_most")),
        ("Marlin", "name", "Marlin Resort"),
    ]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("2", "count"),
        ("two", "count"),
        ("one", "count"),
        ("1700", "money"),
        ("the 2nd", "date"),
        ("2 stars", "stars"),
        ("2 days", "days"),
        ("2 pm", "time"),
        ("8.22", "rating"),
    ],
)
def test_a_number_is_what_its_unit_makes_of_it(text: str, kind: str) -> None:
    assert [found for _, found, _ in values(text)] == [kind]


def test_one_is_a_pronoun_more_often_than_a_number() -> None:
    assert values("I like the last one better than that one") == []
    assert values("a ticket for one please") == [("one", "count", Quantity(1, 1))]


@pytest.mark.parametrize("text", ["", " ", "hello there!", "thank you so much", "🏖️✈️", "東京へ行きたい", "\x00\x1b[A"])
def test_texts_without_values(text: str) -> None:
    assert values(text) == []


PIECES = (
    "to", "from", "the", "a", "and", "NYC", "frankfurt", "Nice", "nice", "aug", "13", "13th", "31", "sept", "may",
    ",", ".", "-", "5", "$", "2,100", "k", "days", "stars", "4.5", "8.86/10", "me", "my", "wife", "kids",
    "business", "class", "Marlin", "hotel", "week", "next", "friday", "half", "twenty", "five", "hundred", "9:30",
    "am", "8/17/2016", "at", "least", "under", "🏖", "\n",
    "before", "after", "around", "in", "two", "weeks", "from", "now", "end", "of", "month", "weekend", "not", "between",
    "1st", "first", "half", "last", "day", "tomorrow", "returning", "until", "or", "later", "2-3", "no", "%", "grand",
)  # fmt: skip
TEXTS = st.text(max_size=300) | st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join)


@settings(max_examples=drawn(200))
@given(TEXTS)
def test_mentions_are_in_order_apart_and_inside_the_text(text: str) -> None:
    end = 0
    for mention in find(text, today=TODAY, lexicon=LEXICON):
        assert isinstance(mention, Mention)
        assert end <= mention.start < mention.end <= len(text)
        end = mention.end


@settings(max_examples=drawn(200))
@given(TEXTS, st.dates(min_value=date(1900, 1, 1), max_value=date(2100, 12, 31)))
def test_never_raises_whatever_the_day(text: str, today: date) -> None:
    for mention in find(text, today=today, lexicon=LEXICON):
        if isinstance(mention.value, Dates):
            assert mention.value.first <= mention.value.last


@pytest.mark.long
@pytest.mark.parametrize(
    "piece",
    [
        "a",
        " ",
        "1 ",
        "1",
        "🏖",
        "京",
        "to Xyzzy",
        "Aug 13 and ",
        "twenty-",
        "I and ",
        "$1,",
        "8/17/2016 ",
        "the Silver ",
        "-",
    ],
)
def test_the_work_grows_no_faster_than_the_text(piece: str) -> None:
    text = (piece * 10_000)[:10_000]
    find(text[:100], today=TODAY, lexicon=LEXICON)  # the first time, patterns are compiled
    half = calls(lambda: find(text[:5000], today=TODAY, lexicon=LEXICON))
    assert calls(lambda: find(text, today=TODAY, lexicon=LEXICON)) < 2.2 * half
