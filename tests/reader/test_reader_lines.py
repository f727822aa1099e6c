"""Lines of spans and neighbours in them."""

from reading import spans_of
from wayframe.reader.lines import NOTHING, SpanLine, before, behind, having


def line(text: str) -> SpanLine:
    return SpanLine(spans_of(text))


def test_before_and_behind_a_line_there_is_nothing() -> None:
    assert line("Rome")[-1] == line("Rome")[1] == NOTHING
    assert not NOTHING.entries


def test_the_nearest_neighbour_is_found_over_what_may_stand_between() -> None:
    said = line("at most a mere 500")
    number = len(said) - 1
    assert said.nearest(number, before(5), having("before")).words == "at most"
    assert said.nearest(number, before(5, over="article"), having("before")) == NOTHING
    assert said.nearest(number, before(1), having("before")) == NOTHING


def test_a_search_ends_where_something_else_begins() -> None:
    said = line("from Rome to Paris")
    assert said.place(3, before(3), having("preposition")) == 2
    assert said.place(3, before(3, until="preposition"), having("place")) == -1
    assert said.place(0, behind(3), having("place")) == 1
