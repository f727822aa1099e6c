"""No text, whatever it is made of, costs more than its length."""

import random
from cProfile import Profile

import pytest

from long_texts import ORDINARY, PIECES, mixed, repeated, scenes
from wayframe.agent import Agent
from wayframe.catalogues import agent_over
from wayframe.conversation import Conversation
from wayframe.packages import Catalogue

pytestmark = pytest.mark.long

LONG = 2000  # letters; benchmarks/long_turns.py tries all texts, twice as long
MOST = 16
"""Times the calls of ordinary prose: what grows with the square of the text makes more."""


def calls(agent: Agent, conversation: Conversation, text: str) -> int:
    """Return how many calls a turn makes, which no busy and no slow machine changes."""
    profile = Profile()
    profile.runcall(agent.respond, conversation, text)
    return sum(entry.callcount for entry in profile.getstats())


def test_the_work_of_a_turn_grows_with_the_length_of_its_text(catalogue: Catalogue) -> None:
    chance = random.Random(3)
    for agent, conversations in scenes(catalogue):
        ordinary = calls(agent, conversations[0], repeated(ORDINARY)[:LONG])
        for text in ("1-2-", *chance.sample(PIECES, k=16), *(mixed(chance) for _ in range(8))):
            times = calls(agent, chance.choice(conversations), repeated(text)[:LONG]) / ordinary
            assert times <= MOST, f"{text[:40]!r}: {times:.0f} times"


@pytest.mark.parametrize("letters", ["İ1", "İ", "ΑΣ ", "ß"])
def test_small_letters_stay_in_their_places(letters: str) -> None:
    from wayframe.values.lexer import small

    assert len(small(letters * 100)) == len(letters * 100)
    assert small("İstanbul") == "istanbul"


def test_a_text_is_made_small_once(catalogue: Catalogue) -> None:
    from wayframe.values.lexer import small

    agent = agent_over(catalogue)
    before = small.cache_info().misses
    agent.respond(agent.open(), "İ1" * 2000)
    assert small.cache_info().misses - before < 200
