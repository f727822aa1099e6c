"""The model with a search tool and only its own context: everything that it says and does is shown, and measured."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("openai")

from fuzzed_model import FuzzedModel
from llm_server import Asked, Reply, model, streamed
from wayframe.agent import Agent
from wayframe.conversation import Exchange
from wayframe.llm import BareAgent, Client, Endpoint
from wayframe.llm.bare_agent import UNPROVED
from wayframe.simulation.conversations import converse
from wayframe.sources.tables import opened
from wayframe.tasks.tables import draw_table_task

LAPTOPS = Path(__file__).parents[2] / "examples" / "laptops.csv"
SEARCH: tuple[str, Asked] = ("search", {"wishes": {"ram": {"is": 16}, "laptop_price": {"at_most": 1500}}})


def laptops() -> Agent:
    return Agent(opened(str(LAPTOPS), today=date(2026, 8, 3)))


def talked(*turns: str, replies: list[Reply]) -> tuple[list[Exchange], list[Asked]]:
    left = iter(replies)
    with model(lambda asked, number: next(left)) as server:
        agent = BareAgent(laptops(), Client(Endpoint(server.url, "m")))
        conversation, exchanges = agent.open(), list[Exchange]()
        for text in turns:
            exchanges.append(agent.respond(conversation, text))
            conversation = exchanges[-1].after
    return exchanges, server.asked


def unproved(exchange: Exchange) -> list[str]:
    return [note for note in exchange.notes if note.startswith(UNPROVED)]


def test_what_it_names_is_offered_and_what_it_says_told() -> None:
    said = "The Lumen Page 13 Plus costs €559 and has a touchscreen."
    (exchange,), asked = talked("16 GB, please", replies=[streamed("", SEARCH), streamed(said)])
    assert exchange.wizard.text == said
    offer, told = exchange.wizard.acts
    assert (offer.name, offer.id) == ("offer", 2)
    assert {arg.key: arg.value for arg in told.slots} == {
        "laptop_price": "€559", "touchscreen": True,
    }  # fmt: skip
    assert unproved(exchange) == []
    (found,) = [json.loads(message["content"]) for message in asked[1]["messages"] if message["role"] == "tool"]
    assert found["total"] == 9
    assert found["results"][0]["model"] == "Lumen Page 13 Plus"


def test_its_context_is_all_that_it_has() -> None:
    replies = [streamed("", SEARCH), streamed("The Lumen Page 13 Plus costs €559."), streamed("Yes, it does.")]
    _, asked = talked("16 GB, please", "does it have a touchscreen?", replies=replies)
    assert [message["role"] for message in asked[2]["messages"]] == [
        "system", "user", "assistant", "tool", "assistant", "user",
    ]  # fmt: skip


def test_lies_are_shown_and_counted_and_a_wrong_value_is_what_the_user_hears() -> None:
    said = "The Lumen Page 13 Plus costs €5. It is the last one, says Anna."
    (exchange,), _ = talked("16 GB, please", replies=[streamed("", SEARCH), streamed(said)])
    assert exchange.wizard.text == said
    assert len(unproved(exchange)) == 2
    heard = [arg.value for act in exchange.wizard.acts for arg in act.slots if arg.key == "laptop_price"]
    assert heard == ["€5"]


def test_it_books_whatever_it_likes() -> None:
    replies = [streamed("", SEARCH), streamed("", ("book", {"id": 1})), streamed("I booked the Lumen Page 13 Plus.")]
    (exchange,), _ = talked("16 GB, please", replies=replies)
    assert [each.option.frame for each in laptops().state(exchange.after).standing] == [2]
    assert unproved(exchange) == []


def test_without_an_answer_it_is_sorry() -> None:
    (exchange,), _ = talked("hello", replies=[Reply(b"", 401)])
    assert exchange.wizard.acts[0].name == "canthelp"


def test_a_user_talks_to_one_that_says_anything() -> None:
    agent = laptops()
    wishes: list[dict[str, Any]] = [{"ram": {"at_least": 16}}, {"nowhere": 1}]
    bare = BareAgent(agent, FuzzedModel(agent.schema, Random(3), wishes))
    source = agent.source
    outcomes = [converse(draw_table_task(source, n, 1), bare, source, f"{n}", 0.0) for n in range(6)]
    assert sum(len(unproved(exchange)) for outcome in outcomes for exchange in outcome.exchanges) > 10
