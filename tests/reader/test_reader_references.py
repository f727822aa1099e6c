"""Noun phrases and the references that they are, where three hotels were offered."""

import pytest

from reading import read


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ("the first one", "nth(1)"),
        ("the second hotel", "nth(2)"),
        ("the last one", "nth(-1)"),
        ("option 3", "nth(3)"),
        ("the first two", "nth(1, count=2)"),
        ("the Fairwind", 'named("Fairwind Residence")'),
        ("Anselm Manor", 'named("Anselm Manor")'),
        ("the cheapest", "extreme(price, least)"),
        ("the cheapest one", "extreme(price, least)"),
        ("the two cheapest", "extreme(price, least, count=2)"),
        ("the cheapest with a gym", "extreme(price, least, of=described([wish(gym, is(yes))]))"),
        ("the best one", 'extreme("", most)'),
        ("the one with a gym", "described([wish(gym, is(yes))])"),
        ("the one with a gym and a spa", "described([wish(gym, is(yes)), wish(spa, is(yes))])"),
        ("the one without a gym", "described([wish(gym, is(no))])"),
        ("the four-star one", "described([wish(category, is(number(4, unit=stars)))])"),
        ("the one in Rome", 'described([wish(dst_city, is("Rome"))])'),
        ("the one for $2,435", "described([wish(price, is($2435))])"),
        ("the other one", "other()"),
        ("the other two", "other()"),
        ("the one guests rate highest", "extreme(gst_rating, most)"),
        ("the one that is rated lowest", "extreme(gst_rating, least)"),
        ("the previous one", "neighbour(-1)"),
        ("the next one", "neighbour(1)"),
        ("the remaining one", "other()"),
        ("the two others", "other()"),
        ("next one", "neighbour(1)"),
        ("the latter two", "nth(-1, count=2)"),
        ("the cheap one", "extreme(price, least)"),
        ("the 2145 one", "described([wish(price, around(¤2145))])"),
        ("the one in the middle", "nth(2)"),
        ("both", "every(count=2)"),
        ("the cheapest and the dearest", "together([extreme(price, least), extreme(price, most)])"),
        ("the first and the third", "together([nth(1), nth(3)])"),
        ("the Fairwind and the Anselm", 'together([named("Fairwind Residence"), named("Anselm Manor")])'),
    ],
)
def test_what_a_noun_phrase_refers_to(text: str, reference: str) -> None:
    assert read(text, "rome") == f"return({reference})"


@pytest.mark.parametrize(
    "text", ["the others would rather have a beach", "the others want a gym", "the others prefer Rome"]
)
def test_others_who_want_something_are_people(text: str) -> None:
    assert "other()" not in read(text, "rome")


@pytest.mark.parametrize("text", ["a second opinion", "one of my friends likes Rome", "the first week of September"])
def test_what_is_no_reference(text: str) -> None:
    assert "return" not in read(text, "open")


@pytest.mark.parametrize(
    "text",
    ["the Fairwind will be lovely for the two of them, let's book it", "book the Fairwind for both of them"],
)
def test_for_whom_something_is_booked_is_none_of_the_options(text: str) -> None:
    assert "party(adults=2, total=2)), of=named" in read(text, "rome")
    assert "together" not in read(text, "rome")
