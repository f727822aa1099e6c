"""Answers to questions about options are judged by what the option's row has, whatever the catalogue."""

from datetime import date

import pytest

from wayframe.meaning.records import Days, Flag, Money, Number, Text, Texts, Value
from wayframe.notation import parse
from wayframe.schema import trips
from wayframe.simulation.answers import OptionQuestion, judged, same_value
from wayframe.sources.protocol import Values

FAIRWIND: Values = {"name": Text("Fairwind"), "price": Money(1203, "USD"), "wifi": Flag(True)}


@pytest.mark.parametrize(
    ("said", "value", "same"),
    [
        ("€1,239", Money(1239, "EUR"), True), ("€1,240", Money(1239, "EUR"), False),
        ("16 GB", Number(16, "GB"), True), (True, Flag(True), True), ("yes", Flag(True), False),
        ("May 2", Days(date(2026, 5, 2), date(2026, 5, 2)), True), ("old town", Text("Old Town"), True),
        ("May 20", Days(date(2026, 5, 2), date(2026, 5, 2)), False),
        ("4 stars", Number(4, "stars"), True), ("4.5 stars", Number(4, "stars"), False),
        ("8.24/10", Number(8.24, "/10"), True), ("8.2/10", Number(8.24, "/10"), False),
        ("$1,203", Money(1203, "USD"), True), ("$1,203", Money(1203.4, "USD"), False),
        (False, Flag(True), False),
        ("wifi and parking", Texts(("wifi", "parking")), True), ("wifi", Texts(("wifi", "parking")), False),
    ],
)  # fmt: skip
def test_a_value_is_told_from_its_words(said: object, value: Value, same: bool) -> None:
    assert same_value(said, value) is same


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("inform(price=$1\\,203)", "right"),
        ("inform(name=Fairwind, price=$1\\,203)", "right"),
        ("inform(write=[2{name=Fairwind}], price=$1\\,203)", "right"),
        ("inform(price=$1.50)", "wrong"),
        ("inform(name=Another, price=$1\\,203)", "wrong"),
        ("inform(write=[2{name=Another}], price=$1\\,203)", "wrong"),
        ("inform(wifi=True)", "not_understood"),
        ("canthelp()", "not_understood"),
    ],
)
def test_an_answer_is_judged_by_the_row_of_its_option(said: str, verdict: str) -> None:
    assert judged(OptionQuestion(2, ("price",)), [parse(said)], FAIRWIND, trips()) == verdict


def test_all_that_was_asked_has_to_be_told() -> None:
    both = OptionQuestion(2, ("price", "wifi"))
    assert judged(both, [parse("inform(price=$1\\,203, wifi=True)")], FAIRWIND, trips()) == "right"
    assert judged(both, [parse("inform(price=$1\\,203)")], FAIRWIND, trips()) == "wrong"


def test_what_the_row_does_not_say_needs_no_answer() -> None:
    assert judged(OptionQuestion(2, ("gst_rating",)), [parse("canthelp()")], FAIRWIND, trips()) == "right"
