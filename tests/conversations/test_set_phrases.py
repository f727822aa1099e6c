"""Whole turns that everybody says are understood by the moment, and nothing is done on them that was not meant."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import pytest

import voiced
from wayframe.conversation import Conversation
from wayframe.language import load
from wayframe.meaning.notation import parse, show
from wayframe.reader.words import words_of

ROWS = [
    pytest.param(moment["catalogue"], moment["before"], said, noted, id=f"{'|'.join(moment['before'])}: {said}")
    for moment in tomllib.loads((Path(__file__).parent / "phrases.toml").read_text(encoding="utf-8"))["moments"]
    for said, noted in moment["rows"]
]
BOOKED = ("From Chicago to Rome in August for two adults", "book the second one")
MOMENTS = ("any", "opening", "listed", "single", "compared", "nothing", "booked", "confirming", "asking")


@cache
def _after(catalogue: str, *before: str) -> Conversation:
    """Return the conversation that some turns make of a new one."""
    agent = voiced.agent(catalogue)
    conversation = agent.open()
    for turn in before:
        conversation = agent.respond(conversation, turn).after
    return conversation


@pytest.mark.parametrize(("catalogue", "before", "said", "noted"), ROWS)
def test_a_set_phrase_is_understood_by_its_moment(catalogue: str, before: list[str], said: str, noted: str) -> None:
    agent, conversation = voiced.agent(catalogue), _after(catalogue, *before)
    context = agent.context(agent.state(conversation), conversation.turns)
    understood = show(agent.reader.read(said, context).all())
    if noted:
        assert understood == noted
    else:
        assert "more()" not in understood


@pytest.mark.parametrize("said", ["can i cancel?", "that's all", "no thanks", "hold on", "ok"])
def test_what_is_said_after_a_booking_leaves_it_as_it_is(said: str) -> None:
    agent = voiced.agent("trips")
    conversation = agent.respond(_after("trips", *BOOKED), said).after
    assert [booking.status for booking in agent.state(conversation).bookings] == ["booked"]


def test_who_forgets_everything_is_not_shown_the_same_again() -> None:
    agent = voiced.agent("examples/laptops.csv")
    exchange = agent.respond(_after("examples/laptops.csv", "the cheapest three"), "start over")
    assert "offer" not in [act.name for act in exchange.wizard.acts]


def test_a_booking_that_was_a_slip_is_asked_about_and_nothing_else_is_told() -> None:
    reply = voiced.agent("trips").respond(_after("trips", *BOOKED), "oops wrong one").wizard.text
    assert "cancel" in reply.casefold()
    assert reply.count("?") == 1
    assert "Still" not in reply


def test_all_meanings_of_the_phrasebook_can_be_read() -> None:
    for family in load("en").phrases.families:
        for moment in MOMENTS:
            noted = getattr(family, moment)
            for name in ("place", "rating", "price", "stock"):
                noted = noted.replace(f"{{{name}}}", "slot")
            assert noted in ("", "-") or all(map(parse, noted.split(" | ")))


def test_phrases_are_written_as_their_words_are_read() -> None:
    for family in load("en").phrases.families:
        for phrase in family.said:
            plain = phrase.replace("{it}", "it").replace("{items}", "items")
            assert words_of(plain, "en") == tuple(plain.split()), phrase


@pytest.mark.parametrize("yes", ["ok", "fine", "perfect"])
def test_an_ok_to_a_question_is_the_answer_to_it(yes: str) -> None:
    agent = voiced.agent("trips")
    conversation = agent.respond(_after("trips", *BOOKED, "can i cancel?"), yes).after
    assert [booking.status for booking in agent.state(conversation).bookings] == ["cancelled"]
