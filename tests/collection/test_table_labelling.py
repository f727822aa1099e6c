"""Dialogues over a table labelled: frames of what users wish and wizards offer."""

from datetime import date

import pytest

from wayframe.agent import Agent
from wayframe.collection.annotation.labels import TextMark
from wayframe.collection.desk.tables import TableDesk
from wayframe.collection.labelling.tables import TableLabeller
from wayframe.collection.sessions import UnlabelledTurn
from wayframe.dialogue import Act
from wayframe.sources.tables import opened
from wayframe.sources.tables.records import Searches

SOURCE = opened("examples/laptops.csv", today=date(2026, 11, 22))
DESK = TableDesk(SOURCE)


@pytest.fixture(scope="module")
def labeller() -> TableLabeller:
    return TableLabeller(Agent(SOURCE))


def user(text: str) -> UnlabelledTurn:
    return UnlabelledTurn("user", text, 0, (1,))


def wizard(text: str, **form: str) -> UnlabelledTurn:
    """A wizard's turn after a search."""
    if not form:
        return UnlabelledTurn("wizard", text, 0, (1,))
    found = DESK.look(DESK.query(form), drawn=False, seed="any")
    return UnlabelledTurn("wizard", text, 0, (1,), Searches((found.asked,), (found.total,), (found.results,)))


def said(act: Act) -> dict[str, object]:
    return {arg.key: arg.value for arg in act.slots}


def test_a_wish_and_an_offer_make_frames(labeller: TableLabeller) -> None:
    turns = (user("I'd like a Kestrel"), wizard("Hello! The Kestrel Aero 13 is €549 and silver.", brand="Kestrel"))
    read = labeller.read(turns)
    greeting, offer = read.turns[1].acts
    assert greeting.name == "greeting"
    assert said(offer) == {"model": "Kestrel Aero 13", "laptop_price": "€549", "colour": "silver"}
    assert read.offers[offer.id or 0]["model"] == "Kestrel Aero 13"
    assert len(read.memory.frames) == 2


def test_what_was_offered_is_told_of_and_booked(labeller: TableLabeller) -> None:
    read = labeller.read((
        user("I'd like a Kestrel"), wizard("There's the Kestrel Aero 13.", brand="Kestrel"), user("How heavy is it?"),
        wizard("The Kestrel Aero 13 weighs 1.38 kg."), user("I'll take it"), wizard("The Kestrel Aero 13 is booked."),
    ))  # fmt: skip
    told, booked = read.turns[3].acts[0], read.turns[5].acts[0]
    assert (told.name, said(told)) == ("inform", {"weight": "1.38 kg"})
    assert [ref.frame for ref in told.refs("write")] == [2]
    assert said(booked) == {"action": "book"}


def test_of_two_names_the_longer_one_counts(labeller: TableLabeller) -> None:
    names = sorted(SOURCE.names("model"))
    pair = next((one, two) for one in names for two in names if one != two and two.startswith(one))
    read = labeller.read((user("hi"), wizard(f"How about the {pair[1]}?", model=pair[1])))
    assert [said(act)["model"] for act in read.turns[1].acts] == [pair[1]]


def test_nothing_found_is_said(labeller: TableLabeller) -> None:
    read = labeller.read(
        (user("a Kestrel for €5"), wizard("Sorry, there are no laptops like that, nothing available."))
    )
    assert [act.name for act in read.turns[1].acts] == ["sorry", "no_result"]


def test_slots_that_the_words_name_come_first(labeller: TableLabeller) -> None:
    text = "the silver one"
    assert labeller.ranked_slots(text, TextMark(4, 10), ("ram",))[:2] == ("colour", "ram")
