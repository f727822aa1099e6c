from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest

from hearing import heard
from wayframe import corpus
from wayframe.agent import Agent
from wayframe.catalogues import agent_over
from wayframe.legible import LONGEST, legible
from wayframe.packages import Catalogue
from working import calls


@pytest.fixture(scope="module")
def agent(world_path: Path) -> Iterator[Agent]:
    with Catalogue(world_path) as catalogue:
        yield agent_over(catalogue)


def test_what_people_say_is_read_as_it_is() -> None:
    assert legible("¿a dónde? 東京へ 🏝️") == "¿a dónde? 東京へ 🏝️"


def test_half_a_character_is_replaced_and_the_conversation_can_be_saved(agent: Agent, tmp_path: Path) -> None:
    after = agent.respond(agent.open(), "to Rome \ud83c please").after
    assert after.turns[0].text == "to Rome \ufffd please"
    corpus.write(tmp_path / "saved.json", [after.dialogue(UUID(int=0))])


@pytest.mark.parametrize("piece", ["x", "Tokyo ", "1,", "$", "two ", "<"])
def test_a_line_of_a_million_characters_costs_no_more_than_its_beginning(agent: Agent, piece: str) -> None:
    line, conversation = piece * (1_000_000 // len(piece)), agent.open()
    exchange = agent.respond(conversation, line)
    assert len(exchange.user.text) > LONGEST  # what was said is kept as it was
    beginning = calls(lambda: agent.respond(conversation, line[:LONGEST]))
    assert calls(lambda: agent.respond(conversation, line)) < 1.1 * beginning


def test_understanding_alone_reads_the_beginning_too() -> None:
    assert heard("hello" + " " * LONGEST + "to Rome") == "greeting()"
