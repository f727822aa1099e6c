from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from wayframe.tagging import TaggedSpan, iob, spans, words


def texts(text: str) -> list[str]:
    return [word.text for word in words(text)]


def test_words_numbers_and_signs_stand_by_themselves() -> None:
    assert texts("Two nights in Rome's centre, don't say $1,700.50!") == [
        "Two", "nights", "in", "Rome", "'s", "centre", ",", "don't", "say", "$", "1,700.50", "!",
    ]  # fmt: skip


def test_ordinals_and_times_are_one_word_units_are_not() -> None:
    assert texts("Aug 17th-21ST, 9:30am, 3.5-star, 2k") == [
        "Aug", "17th", "-", "21ST", ",", "9:30", "am", ",", "3.5", "-", "star", ",", "2", "k",
    ]  # fmt: skip


@given(st.text())
def test_every_character_but_blanks_is_in_exactly_one_word(text: str) -> None:
    found = words(text)
    assert all(text[word.start : word.end] == word.text for word in found)
    assert "".join(word.text for word in found) == "".join(text.split())
    assert all(one.end <= other.start for one, other in pairwise(found))


def test_an_inside_that_carries_nothing_on_begins_a_value() -> None:
    assert spans(["I-name", "I-name", "O", "I-name", "I-price", "B-price"]) == [
        TaggedSpan(0, 2, "name"), TaggedSpan(3, 4, "name"), TaggedSpan(4, 5, "price"), TaggedSpan(5, 6, "price"),
    ]  # fmt: skip


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(1, 3), st.sampled_from(["name", "price"]))))
def test_tags_and_spans_say_the_same(pieces: list[tuple[int, int, str]]) -> None:
    at, found = 0, list[TaggedSpan]()
    for gap, length, slot in pieces:
        found.append(TaggedSpan(at + gap, at + gap + length, slot))
        at = found[-1].end
    assert spans(iob(at, found)) == found
