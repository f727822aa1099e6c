"""Simulated users and what they do with an agent."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from drawing import drawn
from wayframe.agent import Agent
from wayframe.catalogues import agent_over
from wayframe.conversation import Exchange
from wayframe.dialogue import Act, Arg
from wayframe.packages import Catalogue
from wayframe.packages.facts import values_of
from wayframe.packages.source import TripsSource, lexicon
from wayframe.schema import trips
from wayframe.simulation import unfaithful
from wayframe.simulation.agents import MEANT, NoMemoryAgent, built
from wayframe.simulation.answers import OptionQuestion, judged
from wayframe.simulation.conversations import talk
from wayframe.simulation.measuring import SimulationPlan
from wayframe.tasks import draw, fits
from wayframe.validation import problems

TRIP = "From Montreal to Tokyo or Paris, between August 10 and August 25"


@pytest.fixture
def agent(catalogue: Catalogue) -> Agent:
    return agent_over(catalogue)


def test_who_is_understood_reaches_nearly_every_goal(catalogue: Catalogue) -> None:
    count = drawn(38)
    oracle = built(SimulationPlan(str(catalogue.path), count, agent=MEANT), TripsSource(catalogue), None)
    outcomes = [talk(draw(catalogue, n, 0), oracle, catalogue, f"{n}", 0.0) for n in range(count)]
    assert sum(outcome.success for outcome in outcomes) >= count - 2
    assert {verdict for outcome in outcomes for verdict in outcome.probes} == {"right"}


def test_the_same_seed_gives_the_same_conversation(catalogue: Catalogue) -> None:
    task = draw(catalogue, 2, 0)
    first, second, other = (talk(task, agent_over(catalogue), catalogue, s, 0.3) for s in ("a", "a", "b"))
    assert first.meant == second.meant
    assert first.meant != other.meant


def test_a_conversation_is_a_dialogue_of_the_corpus(catalogue: Catalogue, agent: Agent) -> None:
    for number in range(drawn(12)):
        outcome = talk(draw(catalogue, number, 0), agent, catalogue, f"{number}", 0.2)
        for dialogue in (outcome.meant, outcome.understood):
            assert [str(p) for p in problems(dialogue) if not p.oddity] == []


def test_success_is_a_package_that_fits_at_its_price(catalogue: Catalogue) -> None:
    task = next(t for t in (draw(catalogue, n, 1) for n in range(38)) if t.solvable and len(t.goal.aim.cities) == 1)
    (query,) = task.goal.aim.queries
    package = catalogue.search(query, 1)[0]
    assert fits(catalogue, task.goal.aim, package)
    assert not fits(catalogue, task.goal.aim, replace(package, price=package.price + 1))


def test_an_earlier_option_is_gone_without_memory(agent: Agent) -> None:
    replies = []
    for other in (agent, NoMemoryAgent(agent.source)):
        conversation = other.open()
        for text in (TRIP, "What about Berlin from August 18 to August 30?", "How much was the one in Tokyo?"):
            exchange = other.respond(conversation, text)
            conversation = exchange.after
        replies.append(exchange.wizard)
    tokyo = next(p for p in agent.respond(agent.open(), TRIP).after.offers.values() if p.hotel.dst_city == "Tokyo")
    price = OptionQuestion(2, ("price",))
    verdicts = [judged(price, reply.acts, values_of(tokyo), trips()) for reply in replies]
    assert [verdict == "right" for verdict in verdicts] == [True, False]


def _saying(exchange: Exchange, text: str, acts: Sequence[Act]) -> Exchange:
    """The exchange with another reply."""
    labels = replace(exchange.wizard.labels, acts=tuple(acts))
    return exchange._replace(wizard=replace(exchange.wizard, text=text, labels=labels))


def test_a_reply_that_makes_up_a_value_is_found(catalogue: Catalogue) -> None:
    agent, names = agent_over(catalogue), lexicon(catalogue)
    exchange = agent.respond(agent.open(), TRIP)
    acts, text = exchange.wizard.acts, exchange.wizard.text
    lies = [Act(a.name, tuple(Arg("price", "$1") if x.key == "price" else x for x in a.args)) for a in acts]
    assert unfaithful(exchange, names) == []
    assert "price=$1" in unfaithful(_saying(exchange, text, lies), names)
    chatter = _saying(exchange, f"{text} Only 3 left, says Anna.", acts)
    assert unfaithful(chatter, names) == ["'3' in the text", "'Anna' in the text"]
