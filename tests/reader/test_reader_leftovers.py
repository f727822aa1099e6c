"""What a turn says that no move used, and how much that may matter."""

import pytest

from reading import TRIPS, examples, reader, spans_of
from wayframe.meaning.records import Meaning
from wayframe.reader.clauses import clauses
from wayframe.reader.leftovers import leftovers
from wayframe.reader.moves import moves
from wayframe.reader.readings import ClauseReader


def read(text: str, scene: str = "open") -> Meaning:
    known = examples().scenes[scene]
    return reader(known.catalogue).read(text, known.context())


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
