"""Terms of a booking that no slot holds: which days, hours and guests are noted, and which are but spoken of."""

import pytest

from assisting import agent_over, example, table, talk
from reading import examples, reader
from wayframe.meaning.records import Note, Number, Wish
from wayframe.state.records import Terms


def noted(text: str) -> list[str]:
    """Return what is noted of a text over restaurants that were offered, as the rules read it."""
    context = examples().scenes["restaurants_offered"].context()
    moves = reader("restaurants").read_by_rules(text, context).all()
    return [move.words for move in moves if isinstance(move, Note) and move.words]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Friday at eight", ["Friday", "at eight"]),
        ("book the second one for Friday", ["Friday"]),
        ("can I have it on Thursday?", ["Thursday"]),
        ("a table for six people on Friday evening", ["on Friday evening"]),
        ("Please book it. Saturday at eight, two people, one vegetarian.", ["Saturday", "at eight"]),
    ],
)
def test_what_is_ordered_or_said_alone_is_noted(text: str, words: list[str]) -> None:
    assert noted(text) == words


@pytest.mark.parametrize(
    "text",
    [
        "is the second one quiet on Saturday evening?",
        "electric heating gets expensive in winter",
        "my sister-in-law comes in by the Sunday train",
        "why do you tell me of August 6?",
        "Thank you for your patience.",
    ],
)
def test_a_day_in_a_question_or_a_remark_is_not(text: str) -> None:
    assert noted(text) == []


WINES = (
    "wine | colour | bottle price | bottles left",
    "Larrea | red | €12.50 | 48",
    "Morello | red | €18.00 | 22",
    "Amarine | white | €36.00 | 11",
)


@pytest.mark.parametrize("said", ["book six bottles of the Larrea", "six bottles of the Larrea please"])
def test_bottles_that_are_ordered_are_no_bottle_price(said: str) -> None:
    turn = talk(agent_over(table(*WINES, items="wines")), "show me the red wines", said)[-1]
    assert "€75" in turn.wizard.text


def test_what_several_come_to_is_told_once() -> None:
    said = ("show me the red wines", "the Larrea", "No, six bottles of the Larrea! What does that make in total?")
    assert talk(agent_over(table(*WINES, items="wines")), *said)[-1].wizard.text.count("€75") == 1


def test_guests_change_what_was_booked() -> None:
    agent = agent_over(example("restaurants.toml"))
    turns = talk(agent, "something Italian", "book the first one for six people", "make it 8 people instead")
    (booked,) = agent.state(turns[-1].after).standing
    assert booked.terms == Terms(8)
    assert "for 8" in turns[-1].wizard.text


def test_guests_are_noted_where_the_price_is_not_each_persons() -> None:
    agent = agent_over(table("Room | Price | Seats", "Elm | €100 | 20", "Oak | €150 | 30", items="rooms"))
    turns = talk(agent, "what do you have?", "book the first one for six people", "make it 8 people instead")
    (booked,) = agent.state(turns[-1].after).standing
    assert booked.terms == Terms(0, (Note("8 people", particular="guests"),))


def test_guests_of_another_search_change_nothing_that_was_booked() -> None:
    agent = agent_over(example("restaurants.toml"))
    turns = talk(agent, "something Italian", "book the first one", "make it something for 8 people in the Harbour")
    (booked,) = agent.state(turns[-1].after).standing
    assert booked.terms.words == ()


def test_what_is_booked_counts_as_often_as_it_is_booked() -> None:
    agent = agent_over(example("laptops.csv"))
    turns = talk(agent, "a laptop under 500", "book the first one", "yes book it, I need two of them", "total?")
    (booked,) = agent.state(turns[-1].after).standing
    assert booked.terms.number == 2
    assert "€778" in turns[-1].wizard.text


def test_a_later_hour_takes_the_place_of_an_earlier_one() -> None:
    agent = agent_over(example("restaurants.toml"))
    said = ("something Italian", "book the first for Friday evening, at 7.30", "make it eight o'clock instead")
    (booked,) = agent.state(talk(agent, *said)[-1].after).standing
    assert booked.terms.words == ("Friday evening eight o'clock",)


def test_an_hour_counts_nobody() -> None:
    context = examples().scenes["restaurants_offered"].context()
    read = reader("restaurants").read_by_rules("book it for Friday at 8, 2 people", context).all()
    assert [wish.constraint.values for wish in read if isinstance(wish, Wish)] == [(Number(2),)]


def test_those_for_whom_one_looked_pay_for_what_is_booked() -> None:
    agent = agent_over(example("restaurants.toml"))
    asked, booked = talk(agent, "an Indian restaurant for two", "book the first one", "yes")[-2:]
    assert "for 2 at €28?" in asked.wizard.text
    assert "for 2, €28" in booked.wizard.text
    room = talk(agent, "an Indian restaurant with at least 50 seats", "book the first one")[-1]
    assert "for 50" not in room.wizard.text


def test_what_is_said_of_another_dinner_is_not_noted_with_the_one_that_is_booked() -> None:
    agent = agent_over(example("restaurants.toml"))
    said = ("something Italian", "book the first for two, Friday at 8", "Next week a French place for four, please")
    (booked,) = agent.state(talk(agent, *said)[-1].after).standing
    assert booked.terms.words == ("Friday at 8",)
    assert booked.terms.number == 2


def test_a_dialogue_that_begins_with_a_day_is_answered_with_what_there_is() -> None:
    told = talk(agent_over(example("restaurants.toml")), "dinner on Friday")[-1].wizard.text
    assert "“Friday”" in told or "“on Friday”" in told
    assert "€" in told
