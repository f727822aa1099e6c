"""What a speaker takes back in the middle of a sentence is no part of the turn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reading import spans_of
from wayframe.reader.repairs import repairs


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("from Chicago no sorry New York to Rome", "from new york to rome"),
        ("from Chicago, no, from New York to Rome", "from new york to rome"),
        ("to Cancun no Madrid no wait Cancun", "to cancun"),
        ("the third one no the second one book that", "the second one book that"),
        ("compare the first and the no the second and the third one", "compare the second and the third one"),
        ("under fifteen hundred no under two thousand", "under two thousand"),
        ("6 adults to Rome in September... no, sorry, 7", "7 adults to rome in september"),
        ("2 adults 1 child no 2 children", "2 adults 2 children"),
        ("2 adults 1 child no 3 adults", "3 adults 1 child"),
        ("economy, actually business class", "business class"),
        ("on the 14th no the 16th", "on the 16th"),
    ],
)
def test_a_repair_stands_for_what_it_takes_back(text: str, meant: str) -> None:
    assert " ".join(span.words for span in spans_of(text)).replace("- ", "") == meant


@pytest.mark.parametrize(
    "text",
    [
        "economy, no business class",
        "Rome or Athens, no Paris",
        "2 adults, no kids",
        "to Rome no from Paris",
        "Paris? No, Madrid.",
        "sorry, Madrid",
        "under 1500, no more than 1200",
        "Rome, no later than the 20th",
        "no Rome and no Athens",
    ],
)
def test_a_denial_and_an_answer_take_nothing_back(text: str) -> None:
    assert repairs(text, spans_of(text)) == []


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("um, to Rome for uh two", "to rome for two"),
        ("the the first or or the second", "the first or the second"),
        ("um", "um"),
        ("bye bye", "bye bye"),
    ],
)
def test_pauses_are_not_part_of_what_is_said(text: str, meant: str) -> None:
    assert " ".join(span.words for span in spans_of(text)) == meant


PIECES = (
    "from",
    "to",
    "Rome",
    "Paris",
    "no",
    ",",
    "sorry",
    "two",
    "3",
    "adults",
    "the",
    "first",
    "wait",
    "um",
    ".",
    "or",
)


@given(st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join))
def test_exchanges_are_apart_and_in_order(text: str) -> None:
    found = repairs(text, spans_of(text))
    places = [place for exchange in found for place in (exchange.start, exchange.end)]
    assert places == sorted(places)
