"""Users played by a model: their task is told to it, what it wants booked is meant, and nothing else."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openai")

from llm_server import Asked, Reply, answer, model
from wayframe.agent import Agent
from wayframe.llm import Client, Endpoint
from wayframe.packages import Catalogue
from wayframe.packages.source import TripsSource
from wayframe.simulation.conversations import ConversationOutcome
from wayframe.simulation.llm_user import LONGEST, converse_with_model, talk_with_model
from wayframe.sources.protocol import Source
from wayframe.sources.tables import opened
from wayframe.tasks import draw
from wayframe.tasks.tables import TableTask, draw_table_task, fitting

LAPTOPS = Path(__file__).parents[2] / "examples" / "laptops.csv"


@pytest.fixture(scope="module")
def laptops() -> Source:
    return opened(str(LAPTOPS), today=date(2026, 8, 3))


def conversation(source: Source, task: TableTask, *says: Any) -> tuple[ConversationOutcome, list[Asked]]:
    left = iter(says)
    with model(lambda asked, number: answer(next(left))) as server:
        client = Client(Endpoint(server.url, "m"))
        outcome = converse_with_model(task, Agent(source), source, "1", 0.2, "somebody", client=client)
    return outcome, [json.loads(asked["messages"][1]["content"]) for asked in server.asked]


def says(text: str, books: str = "", *, leaves: bool = False) -> Asked:
    return {"text": text, "books": books, "leaves": leaves}


def test_it_is_told_its_task_and_what_was_said(laptops: Source) -> None:
    task = draw_table_task(laptops, 0, 0)
    outcome, asked = conversation(laptops, task, says("a laptop with 16 GB"), says("thanks, bye", leaves=True))
    assert "You are looking for a laptop" in asked[0]["task"]
    assert asked[1]["conversation"][0] == {"you": "a laptop with 16 GB"}
    assert asked[1]["conversation"][1]["assistant"] == outcome.exchanges[0].wizard.text
    assert not outcome.success


def test_success_is_the_right_item_booked(laptops: Source) -> None:
    task = next(
        t for t in (draw_table_task(laptops, n, 0) for n in range(40)) if t.best is None and fitting(laptops, t.goal)
    )
    name = str(fitting(laptops, task.goal)[0].row["model"])
    turns = (says(f"Show me the {name}"), says(f"Book the {name}", name), says("bye", leaves=True))
    outcome, _ = conversation(laptops, task, *turns)
    assert outcome.success
    assert outcome.unmeant == 0
    unasked, _ = conversation(laptops, task, turns[0], says(f"Book the {name}"), turns[2])
    assert unasked.unmeant == 1


def test_a_model_that_does_not_answer_leaves(catalogue: Catalogue) -> None:
    with model(lambda asked, number: Reply(b"", 401)) as server:
        client = Client(Endpoint(server.url, "m"))
        agent = Agent(TripsSource(catalogue))
        outcome = talk_with_model(draw(catalogue, 0, 0), agent, catalogue, "1", 0.2, "somebody", client=client)
    assert len(outcome.exchanges) == 1


def test_nobody_talks_for_ever(laptops: Source) -> None:
    outcome, _ = conversation(laptops, draw_table_task(laptops, 0, 0), *[says("hm")] * LONGEST)
    assert len(outcome.exchanges) == LONGEST
