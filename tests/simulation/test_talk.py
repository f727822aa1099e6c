"""Simulated users and what they do with an agent."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from wayframe.agent import Agent
from wayframe.dialogue import Act, Arg
from wayframe.nlg import Sentence, TemplateNLG
from wayframe.packages import Catalogue, facts
from wayframe.policy import Decision, Situation, TravelPolicy
from wayframe.simulation import unfaithful
from wayframe.simulation.partners import Forgetful, Remembering, forgotten, telepathic
from wayframe.simulation.talk import talk, verdict
from wayframe.simulation.user import Probe
from wayframe.simulation.wording.parts import Said
from wayframe.tasks import draw, fits
from wayframe.validation import problems

TRIP = "From Montreal to Tokyo or Paris, between August 10 and August 25"


@pytest.fixture
def agent(catalogue: Catalogue) -> Agent:
    return Agent(catalogue)


def test_who_is_understood_reaches_nearly_every_goal(catalogue: Catalogue) -> None:
    partner = telepathic(catalogue)
    outcomes = [talk(draw(catalogue, n, 0), partner, catalogue, f"{n}", 0.0) for n in range(38)]
    assert sum(outcome.success for outcome in outcomes) >= 36
    assert {verdict for outcome in outcomes for verdict in outcome.probes} == {"right"}


def test_the_same_seed_gives_the_same_conversation(catalogue: Catalogue) -> None:
    task = draw(catalogue, 2, 0)
    first, second, other = (talk(task, Remembering(Agent(catalogue)), catalogue, s, 0.3) for s in ("a", "a", "b"))
    assert first.meant == second.meant
    assert first.meant != other.meant


def test_a_conversation_is_a_dialogue_of_the_corpus(catalogue: Catalogue, agent: Agent) -> None:
    for number in range(12):
        outcome = talk(draw(catalogue, number, 0), Remembering(agent), catalogue, f"{number}", 0.2)
        for dialogue in (outcome.meant, outcome.understood):
            assert [str(p) for p in problems(dialogue) if not p.oddity] == []


def test_success_is_a_package_that_fits_at_its_price(catalogue: Catalogue) -> None:
    task = next(t for t in (draw(catalogue, n, 1) for n in range(38)) if t.solvable and len(t.goal.aim.cities) == 1)
    (query,) = task.goal.aim.queries
    package = catalogue.search(query, 1)[0]
    assert fits(catalogue, task.goal.aim, package)
    assert not fits(catalogue, task.goal.aim, replace(package, price=package.price + 1))


def test_who_forgets_keeps_the_last_offers_and_the_current_wishes(agent: Agent) -> None:
    conversation = agent.open()
    for text in (TRIP, "What about Berlin instead?"):
        conversation = agent.respond(conversation, text).after
    left = forgotten(conversation)
    hotels = {package.hotel.dst_city for package in left.offers.values()}
    assert {package.hotel.dst_city for package in conversation.offers.values()} > hotels
    assert "Berlin" in hotels
    names = {frame.frame_id for frame in left.memory.frames if "name" in frame.info}
    assert names == set(left.offers)


def test_an_earlier_option_is_gone_without_memory(agent: Agent) -> None:
    replies = []
    for partner in (Remembering(agent), Forgetful(agent)):
        conversation = partner.open()
        for text in (TRIP, "What about Berlin from August 18 to August 30?", "How much was the one in Tokyo?"):
            exchange = partner.respond(conversation, Said(text, ()))
            conversation = exchange.after
        replies.append(exchange.wizard)
    tokyo = next(p for p in agent.respond(agent.open(), TRIP).after.offers.values() if p.hotel.dst_city == "Tokyo")
    shown = {2: tokyo}
    assert [verdict(Probe(2, ("price",)), reply.acts, shown) == "right" for reply in replies] == [True, False]


def test_an_answer_is_checked_against_the_row(agent: Agent) -> None:
    package = next(iter(agent.respond(agent.open(), TRIP).after.offers.values()))
    price, probe, shown = str(facts(package)["price"]), Probe(2, ("price",)), {2: package}
    told = price.removesuffix(".00")
    assert verdict(probe, [Act("inform", (Arg("price", told),))], shown) == "right"
    assert verdict(probe, [Act("inform", (Arg("price", "$1.50"),))], shown) == "wrong"
    assert verdict(probe, [Act("reject")], shown) == "not_understood"


class _Liar(TravelPolicy):
    def decide(self, situation: Situation) -> Decision:
        acts, db, offers = super().decide(situation)
        changed = [Act(a.name, tuple(Arg("price", "$1") if x.key == "price" else x for x in a.args)) for a in acts]
        return Decision(tuple(changed), db, offers)


class _Chatterer(TemplateNLG):
    def say(self, acts: Sequence[Act], variant: int) -> list[Sentence]:
        return [*super().say(acts, variant), Sentence("Only 3 left, says Anna.", ())]


def test_a_reply_that_makes_up_a_value_is_found(catalogue: Catalogue) -> None:
    def said(agent: Agent) -> list[str]:
        return unfaithful(agent.respond(agent.open(), TRIP), agent.lexicon)

    assert said(Agent(catalogue)) == []
    assert set(said(Agent(catalogue, policy=_Liar()))) == {"price=$1"}
    assert said(Agent(catalogue, nlg=_Chatterer())) == ["'3' in the text", "'Anna' in the text"]
