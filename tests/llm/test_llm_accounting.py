"""A sentence is shown only where each of its words is accounted for; what claims a deed or an unknown fact isn't."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from falsehoods import OF_LAPTOPS, OF_TRIPS, REWORDED
from wayframe.agent import Agent
from wayframe.catalogues import agent_over
from wayframe.conversation import Sentence
from wayframe.language import load
from wayframe.llm.accounting import Accounting
from wayframe.llm.faithful import fault
from wayframe.llm.grounding import Evidence, GroundedSentence, Grounding
from wayframe.meaning.records import Constraint, Flag, Text, Wish
from wayframe.notation import parse_turn
from wayframe.packages import default_catalogue
from wayframe.schema import trips
from wayframe.sources.protocol import Query
from wayframe.sources.tables import opened
from wayframe.values import Gazetteer, Lexicon

LAPTOPS = Path(__file__).parents[2] / "examples" / "laptops.csv"
NAMES = ("Lumen Page 13 Plus", "Orla Lite 14", "Vesper Ghost 14 Plus")
TOUCHSCREEN = Wish("touchscreen", Constraint("is", (Flag(True),)))


@pytest.fixture(scope="module")
def laptops() -> Agent:
    return Agent(opened(str(LAPTOPS), today=date(2026, 8, 3)))


def read(agent: Agent, sentence: str, about: tuple[int, ...] = (), **more: object) -> GroundedSentence:
    """Return a sentence taken apart, where three laptops were found."""
    by_name = {str(item.row["model"]): item for item in agent.source.search(Query(), 99).items}
    found = {frame: by_name[name] for frame, name in enumerate(NAMES, 2)}
    evidence = Evidence(found, counts=frozenset((3,)))._replace(**more)  # type: ignore[arg-type]
    return Grounding(agent.source, agent.locale).read(sentence, evidence, about)


@pytest.mark.parametrize("about", [(), (2,), (2, 3)])
@pytest.mark.parametrize("sentence", OF_LAPTOPS)
def test_no_falsehood_of_a_table_is_shown(laptops: Agent, sentence: str, about: tuple[int, ...]) -> None:
    said = read(laptops, sentence, about)
    assert said.faults or said.unaccounted


def test_no_falsehood_of_trips_is_shown() -> None:
    with default_catalogue() as catalogue:
        agent = agent_over(catalogue)
        trip = agent.source.search(Query(), 1).items[0]
        assert isinstance(trip.values["name"], Text)
        name = trip.values["name"].value
        grounding = Grounding(agent.source, agent.locale)
        for sentence in OF_TRIPS:
            for about in ((), (2,)):
                said = grounding.read(sentence.format(name), Evidence({2: trip}, counts=frozenset((1,))), about)
                assert said.faults or said.unaccounted, sentence


@pytest.mark.parametrize("text", REWORDED)
def test_no_rewording_adds_a_claim(text: str) -> None:
    names = Lexicon(Gazetteer(["Tokyo", "Rome"]), Gazetteer(["Silver Lantern"]))
    said = parse_turn("inform(price=$900, write=[2{name=Silver Lantern}])")
    template = Sentence("The Silver Lantern costs $900.", said)
    assert fault(text, template, names, date(2016, 8, 1), Accounting(load().talk, load().wording, trips()))


@pytest.mark.parametrize(
    "sentence",
    [
        "I found three for you.",
        "Sorry, I cannot answer that.",
        "Let me look again.",
        "Take your time!",
        "You're very welcome, and have a lovely evening.",
        "What matters most to you?",
        "Would you prefer more storage or a larger screen?",
        "Of course, tell me what you have in mind.",
        "I'm afraid I know nothing of that.",
        "The Lumen Page 13 Plus [2] is made by Lumen and costs €559.",
        "For €559 you get the Lumen Page 13 Plus [2].",
        "Shall I book the Orla Lite 14 [3] for you?",
        "Then there's the Orla Lite 14 [3], at €639.",
        "I'll keep the Orla Lite 14 [3] in mind.",
        "Of course, take all the time you need.",
        "Glad you like them.",
        "Sounds good, take as long as you need!",
        "I'm a bot that helps you to find laptops.",
        "I'm an AI assistant, not a real person.",
        "No, I'm not a real person.",
        "The Lumen Page 13 Plus [2] comes with a touchscreen.",
        "The Orla Lite 14 [3] comes without a touchscreen.",
    ],
)
def test_talk_and_what_is_proved_are_shown(laptops: Agent, sentence: str) -> None:
    said = read(laptops, sentence)
    assert (said.faults, said.unaccounted) == ((), ())


def test_what_the_user_wrote_is_repeated_as_a_wish_or_as_unknown_and_not_as_a_fact(laptops: Agent) -> None:
    said = "is it waterproof, and was my card charged?"
    assert read(laptops, "I don't know whether it is waterproof.", (2,), said=said).unaccounted == ()
    assert read(laptops, "You asked whether it is waterproof.", (2,), said=said).unaccounted == ()
    assert read(laptops, "It is waterproof.", (2,), said=said).unaccounted == ("waterproof", "it is waterproof")
    assert read(laptops, "Your card was charged.", said=said).unaccounted


def test_a_feature_of_nothing_named_is_said_as_a_wish_or_asked_for(laptops: Agent) -> None:
    assert read(laptops, "Would you like a touchscreen?").unaccounted == ()
    assert read(laptops, "Three have a touchscreen.", wishes=(TOUCHSCREEN,)).unaccounted == ()
    assert read(laptops, "You get a touchscreen.").unaccounted == ("you get a …",)


def test_a_label_is_said_only_with_a_value_of_it(laptops: Agent) -> None:
    assert read(laptops, "It has a battery of 15 hours.", (2,)).unaccounted == ()
    assert read(laptops, "It has a battery.", (2,)).unaccounted == ("battery", "it has a battery")


def test_a_clause_without_a_proof_says_nothing_of_an_option(laptops: Agent) -> None:
    assert read(laptops, "The Lumen Page 13 Plus [2] costs €559, and you can have it.").unaccounted
    assert read(laptops, "They know you there.").unaccounted
