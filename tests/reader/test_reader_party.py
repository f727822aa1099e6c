"""People who travel, in everyday words."""

import pytest

from reading import spans_of
from wayframe.meaning.records import Party
from wayframe.reader.party import party_phrases


def parties(text: str) -> list[Party]:
    return [phrase.party for phrase in party_phrases(spans_of(text))]


@pytest.mark.parametrize(
    ("text", "adults", "children", "ages"),
    [
        ("two adults", 2, 0, ()),
        ("2 adults and 3 children", 2, 3, ()),
        ("me, my wife and our two kids", 2, 2, ()),
        ("me and my wife", 2, 0, ()),
        ("just me", 1, 0, ()),
        ("travelling alone", 1, 0, ()),
        ("a couple with twins", 2, 2, ()),
        ("my parents and I", 3, 0, ()),
        ("with three mates", 4, 0, ()),
        ("2 adults, 2 kids (3 and 8)", 2, 2, (3, 8)),
        ("my husband, my son aged 4 and me", 2, 1, (4,)),
        ("there are four of us", 4, 0, ()),
        ("a family of 5, three kids", 2, 3, ()),
        ("five of us, two under ten", 3, 2, ()),
        ("the two of us plus grandma", 3, 0, ()),
        ("my mates and I, 4 in total", 4, 0, ()),
        ("me and my 4-year-old", 1, 1, (4,)),
        ("for two and a baby", 2, 1, ()),
        ("my sister Florence and I", 2, 0, ()),
        ("for my wife and me, 2 adults", 2, 0, ()),
        ("the two of us", 2, 0, ()),
        ("my wife, my mother-in-law and me", 3, 0, ()),
    ],
)
def test_a_party(text: str, adults: int, children: int, ages: tuple[int, ...]) -> None:
    (party,) = parties(text)
    assert (party.adults, party.children, party.ages) == (adults, children, ages)


@pytest.mark.parametrize("text", ["my sister is coming too", "another kid will join us"])
def test_who_comes_on_top(text: str) -> None:
    (party,) = parties(text)
    assert party.added


@pytest.mark.parametrize(
    ("text", "adults", "children"),
    [("one less kid", 0, -1), ("my brother isn't coming after all", -1, 0), ("two fewer adults", -2, 0)],
)
def test_who_stays_at_home(text: str, adults: int, children: int) -> None:
    assert parties(text) == [Party(adults, children, added=True)]


@pytest.mark.parametrize(
    "text",
    [
        "my parents are 70 and can't do stairs",
        "our daughter's birthday",
        "I want to go to Rome",
        "three nights",
        "5 stars",
        "two weeks",
        "it's me again",
    ],
)
def test_no_party(text: str) -> None:
    assert parties(text) == []
