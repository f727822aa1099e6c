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
    ("said", "topic"),
    [
        ("is it open late", "opening hours"),
        ("open for luncheon on a Sunday", "opening hours"),
        ("how quiet are the rooms facing the yard", "noise"),
        ("does it deliver", "delivery"),
        ("do you show reviews", "ratings"),
        ("is that energy of 3 out of five", "the scale"),
        ("could you give me the telephone number", "contact details"),
        ("does it take bookings for Friday at eight", "free times"),
        ("would you take 6,000", "discounts"),
        ("would you knock 500 off", "discounts"),
        ("could you come down to 5,400", "discounts"),
    ],
)
def test_what_is_asked_is_named_by_its_topic(said: str, topic: str) -> None:
    assert f" about {topic}" in reply(CARS, NotKnown(said))


@pytest.mark.parametrize(
    ("said", "begins"),
    [
        ("The boot", "The boot? "),
        ("can I bring it back", "Can you bring it back? "),
        ("do I bring my own snow tyres", "Do you bring your own snow tyres? "),
        ("Is it suitable there?", "Is it suitable? "),
        ("can the tools go in the hold", "Can the tools go in the hold? "),
        ("aircon", "Aircon? "),
    ],
)
def test_what_has_no_topic_is_asked_back_in_the_words_of_the_user(said: str, begins: str) -> None:
    assert reply(CARS, NotKnown(said)).startswith(begins)
    assert "“" not in reply(CARS, NotKnown(said))


@pytest.mark.parametrize(
    ("said", "thing"),
    [
        ("is there a lift", "a lift"),
        ("a kids' club", "a kids' club"),
        ("does it have snow tyres", "snow tyres"),
        ("any snow tyres", "snow tyres"),
    ],
)
def test_of_what_may_be_had_it_is_not_known_whether_it_is(said: str, thing: str) -> None:
    assert f"whether any of them has {thing}" in reply(CARS, NotKnown(said))
    mazda = Tell((option(1, "Mazda 3", year=Number(2020)),))
    assert f"whether it has {thing}" in reply(CARS, mazda, NotKnown(said))


@pytest.mark.parametrize(
    ("said", "words"),
    [("do you take 2 dogs", "take 2 dogs"), ("is the Kestrel ordered now", "the Kestrel ordered now")],
)
def test_words_with_figures_and_names_stand_in_quotation_marks(said: str, words: str) -> None:
    assert f"{words}”" in reply(CARS, NotKnown(said))


def test_a_topic_that_a_slot_is_about_is_said_in_the_words_of_the_question() -> None:
    assert reply(BARS, NotKnown("are they open late")).startswith("Are they open late? ")
    assert " about the scale" in reply(CARS, NotKnown("is 3 out of 5"))
    assert "“3 out of 5”" in reply(DOGS, NotKnown("is 3 out of 5"))
    assert reply(RESTAURANTS, NotKnown("is it rated by guides")).startswith("Is it rated by guides? ")


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
    ],
)
def test_what_is_asked_to_be_done_is_no_question_of_fact(said: str, text: str) -> None:
    assert reply(CARS, NotKnown(said)) == text


def test_what_is_not_known_comes_behind_the_answers_things_of_one_kind_together() -> None:
    mazda = Tell((option(1, "Mazda 3", year=Number(2020)),))
    said = reply(CARS, NotKnown("does it smell"), mazda, NotKnown("does it rattle"), Propose("book"))
    assert said.startswith("The Mazda 3 is from 2020. Does it smell? Does it rattle? ")
    assert said.endswith("Shall I book this one?")


def test_behind_what_is_near_to_it_no_more_is_known() -> None:
    mazda = Tell((option(1, "Mazda 3", year=Number(2020)),))
    said = reply(CARS, mazda, NotKnown("is the year right", is_near=True))
    assert said.startswith("The Mazda 3 is from 2020. More than that ")


def test_many_words_are_another_question_beside_an_answer() -> None:
    long = NotKnown("whether one would rather take the old road in such a winter")
    mazda = Tell((option(1, "Mazda 3", year=Number(2020)),))
    assert (
        reply(CARS, mazda, long) == "The Mazda 3 is from 2020. Your other question I can't answer from the catalogue."
    )
    assert reply(TRIPS, long) == "My catalogue doesn't say."
