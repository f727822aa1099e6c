"""The longest texts are answered in about the time that an ordinary text of their length takes."""

import random
import time

import pytest

from long_texts import ORDINARY, PIECES, mixed, repeated, scenes
from wayframe.agent import Agent
from wayframe.catalogues import agent_over
from wayframe.conversation import Conversation
from wayframe.packages import Catalogue

MOST = 40
"""Times the work of ordinary prose: what grows with the square of the text takes hundreds."""


def work(agent: Agent, conversation: Conversation, text: str) -> float:
    """Seconds of this thread's CPU: what else the machine does hardly counts."""
    start = time.thread_time()
    agent.respond(conversation, text)
    return time.thread_time() - start


def test_no_long_text_takes_many_times_the_work_of_ordinary_prose(catalogue: Catalogue) -> None:
    chance = random.Random(3)
    for agent, conversations in scenes(catalogue):
        ordinary = min(work(agent, conversations[0], repeated(ORDINARY)) for _ in range(5))
        for text in (*map(repeated, PIECES), *(mixed(chance) for _ in range(50))):
            conversation = chance.choice(conversations)
            if work(agent, conversation, text) > MOST * ordinary:
                slow = min(work(agent, conversation, text) for _ in range(2))  # once is chance
                assert slow <= MOST * ordinary, f"{text[:40]!r}: {slow / ordinary:.0f} times"


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
