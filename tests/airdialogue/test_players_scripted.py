from random import Random

import pytest

from air_contexts import flight, intent
from wayframe.airdialogue.environment.game import Game, GameContext, Side, examples, play
from wayframe.airdialogue.players.agent import ScriptedAgent
from wayframe.airdialogue.players.customer import ScriptedCustomer
from wayframe.airdialogue.players.wording import QUIET, CustomerNoise, parse_noise, slips
from wayframe.airdialogue.records import KnowledgeBase
from wayframe.errors import InputError


def played(about: GameContext, seed: int = 0, noise: CustomerNoise = QUIET, first: Side = "customer") -> Game:
    game = Game(about, first)
    play(game, ScriptedCustomer(about.intent, Random(seed), noise), ScriptedAgent(about.kb, Random(seed + 1)))
    return game


@pytest.mark.parametrize("first", ["customer", "agent"])
def test_they_always_come_to_the_right_end_without_noise(first: Side) -> None:
    for seed, about in enumerate(examples(400)):
        assert played(about, seed, first=first).judged().parts.reward == pytest.approx(1), about


def test_they_nearly_always_do_with_all_noise_at_once() -> None:
    rewards = [
        played(about, seed, parse_noise("0.3")).judged().parts.reward for seed, about in enumerate(examples(400))
    ]
    assert sum(rewards) / len(rewards) > 0.98


@pytest.mark.parametrize("kind", CustomerNoise._fields)
def test_every_kind_of_noise_changes_what_is_said(kind: str) -> None:
    about = examples(30, seed=4)
    noise = CustomerNoise(**{kind: 1.0})
    assert [played(each, 1).turns for each in about] != [played(each, 1, noise).turns for each in about]


def test_the_reservation_is_looked_at() -> None:
    kb = KnowledgeBase(kb=(flight(1000),), reservation=1000)
    assert (action := played(GameContext(intent(goal="cancel"), kb)).action)
    assert action.status == "cancel"
    without = KnowledgeBase(kb=(flight(1000),), reservation=0)
    assert (action := played(GameContext(intent(goal="cancel"), without)).action)
    assert action.status == "no_reservation"


def test_the_agent_hears_it_from_the_customer_only() -> None:
    """Two customers whose words are the same get the same answers, whatever they want."""
    about = GameContext(intent(), KnowledgeBase(kb=(flight(1000), flight(1001, price=100)), reservation=0))
    agents = [ScriptedAgent(about.kb, Random(3)) for _ in range(2)]
    texts = [
        "I need a ticket from ATL to ORD, leaving on Sept 11 and returning on Sept 13.",
        "I'm Ann Lee.",
        "Yes.",
        "Yes.",
    ]
    assert [agents[0].reply(text) for text in texts] == [agents[1].reply(text) for text in texts]


def test_the_same_seeds_give_the_same_words() -> None:
    (about,) = examples(1, seed=5)
    assert played(about, 8, parse_noise("0.5")).turns == played(about, 8, parse_noise("0.5")).turns


def test_who_only_chats_is_left_in_the_end() -> None:
    agent = ScriptedAgent(KnowledgeBase(kb=(), reservation=0), Random(0))
    replies = [agent.reply("Lovely weather.") for _ in range(20)]
    assert any(reply.action for reply in replies)


def test_noise_in_words() -> None:
    assert parse_noise("0.2") == CustomerNoise(0.2, 0.2, 0.2, 0.2, 0.2, 0.2)
    assert parse_noise("typos=0.3,talk=1") == CustomerNoise(typos=0.3, talk=1.0)
    for wrong in ("2", "much", "typos=x", "odd=0.1", "nan", ""):
        with pytest.raises(InputError, match="--noise: expected"):
            parse_noise(wrong)


def test_slips_keep_numbers_and_short_words() -> None:
    assert slips("11 12 at", Random(0)) == "11 12 at"
    assert slips("morning", Random(0)) != "morning"
