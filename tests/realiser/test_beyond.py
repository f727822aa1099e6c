"""What the catalogue has nothing on and what can't be done, as it reads."""

from __future__ import annotations

import pytest

from plans import CARS, RESTAURANTS, TRIPS, option, reply, slot
from wayframe.meaning.records import Number
from wayframe.planner.plan import NotKnown, Propose, Tell
from wayframe.schema import Schema

BARS = Schema(item="bar", items="bars", name="name", slots=(slot("name", "name"), slot("opening_hours", "text")))
DOGS = Schema(
    item="dog", items="dogs", name="name", slots=(slot("name", "name"), slot("energy", "number", header="energy (1-5)"))
)


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("is it open late", "opening hours"),
        ("open for luncheon on a Sunday", "opening hours"),
        ("how quiet are the rooms facing the yard", "noise"),
        ("does it deliver", "delivery"),
        ("do you show reviews", "ratings"),
        ("is that energy of 3 out of five", "the scale"),
        ("could you give me the telephone number", "contact details"),
        ("does it take bookings for Friday at eight", "free times"),
        ("The boot", "“boot”"),
        ("is there a lift", "“a lift”"),
        ("does it have snow tyres", "“snow tyres”"),
        ("Is it suitable there?", "“suitable”"),
        ("there", "“there”"),
        ("can I bring it back", "“bring it back”"),
        ("would you take 6,000", "discounts"),
        ("would you knock 500 off", "discounts"),
        ("do you take 2 dogs", "“take 2 dogs”"),
        ("could you come down to 5,400", "discounts"),
        ("is the Kestrel ordered now", "“is the Kestrel ordered now”"),
    ],
)
def test_what_is_asked_is_named_by_its_topic_or_by_the_words_that_matter(said: str, named: str) -> None:
    assert reply(CARS, NotKnown(said)) == f"Sorry, I've nothing on {named}."


def test_a_topic_that_a_slot_is_about_is_said_in_the_words_of_the_question() -> None:
    assert reply(BARS, NotKnown("are they open late")) == "Sorry, I've nothing on “open late”."
    assert reply(CARS, NotKnown("is 3 out of 5")) == "Sorry, I've nothing on the scale."
    assert reply(DOGS, NotKnown("is 3 out of 5")) == "Sorry, I've nothing on “3 out of 5”."
    assert reply(RESTAURANTS, NotKnown("is it rated by guides")) == "Sorry, I've nothing on “rated by guides”."


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("may I come to see it", "I can't arrange a visit; I can only book."),
        ("can we see it wednesday at 6.30", "I can't arrange a visit; I can only book."),
        ("could I view the Park Side on Thursday", "I can't arrange a visit; I can only book."),
        ("view", "I can't arrange a visit; I can only book."),
        ("go and see it on saturday", "I can't arrange a visit; I can only book."),
        ("would you ring them for me", "I can't get in touch with anybody; I can only book."),
        ("can we see the sea from the balcony of it", "My catalogue doesn't say."),
        ("come with a sea view over there", "My catalogue doesn't say."),
    ],
)
def test_what_is_asked_to_be_done_is_no_question_of_fact(said: str, text: str) -> None:
    assert reply(CARS, NotKnown(said)) == text


def test_what_is_not_known_comes_behind_the_answers_in_one_sentence() -> None:
    mazda = Tell((option(1, "Mazda 3", year=Number(2020)),))
    said = reply(CARS, NotKnown("does it smell"), mazda, NotKnown("any snow tyres"), Propose("book"))
    assert said == "The Mazda 3 is from 2020. Sorry, I've nothing on “smell” or “snow tyres”. Does that suit you?"


def test_what_is_known_instead_is_told_where_nothing_else_is_said() -> None:
    smell = NotKnown("does it smell", known=("fuel", "year"))
    assert reply(CARS, smell) == "The catalogue says nothing on “smell”; it does give fuel and year."
    mazda = Tell((option(1, "Mazda 3", year=Number(2020)),))
    assert reply(CARS, mazda, smell) == "The Mazda 3 is from 2020. Sorry, I've nothing on “smell”."


def test_many_words_are_the_rest_beside_an_answer() -> None:
    long = NotKnown("whether one would rather take the old road in such a winter")
    mazda = Tell((option(1, "Mazda 3", year=Number(2020)),))
    assert reply(CARS, mazda, long) == "The Mazda 3 is from 2020. The rest isn't in the catalogue."
    assert reply(TRIPS, long, NotKnown("visa")) == "Sorry, I've nothing on “visa”. The rest isn't in the catalogue."
    assert reply(TRIPS, long) == "My catalogue doesn't say."
