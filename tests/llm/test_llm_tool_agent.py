"""The agent whose model acts through tools: what it finds is memory's, what it says is proved, what lasts is asked."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

pytest.importorskip("openai")

from llm_server import Asked, Reply, model, streamed
from wayframe.agent import Agent
from wayframe.conversation import Exchange
from wayframe.llm import Client, Endpoint, ToolAgent
from wayframe.llm.tool_agent import STEPS, is_tool_turn
from wayframe.sources.tables import opened

LAPTOPS = Path(__file__).parents[2] / "examples" / "laptops.csv"
REMEMBER = ("remember", {"wishes": {"ram": {"at_least": 16}}})
SEARCH: tuple[str, Asked] = ("search", {})
WISH = "I need 16 GB"


def laptops() -> Agent:
    return Agent(opened(str(LAPTOPS), today=date(2026, 8, 3)))


def talked(*turns: str, replies: list[Reply]) -> tuple[list[Exchange], list[Asked]]:
    """Return what comes of turns with a model that gives these replies, and what it was asked."""
    left = iter(replies)
    with model(lambda asked, number: next(left)) as server:
        agent = ToolAgent(laptops().source, Client(Endpoint(server.url, "m")))
        conversation, exchanges = agent.open(), list[Exchange]()
        for text in turns:
            exchanges.append(agent.respond(conversation, text))
            conversation = exchanges[-1].after
    assert next(left, None) is None
    return exchanges, server.asked


def test_it_calls_tools_and_says_what_they_answered() -> None:
    said = "The Lumen Page 13 Plus [2] costs €559. The Orla Lite 14 [3] costs €639."
    (exchange,), asked = talked(WISH, replies=[streamed("", REMEMBER, SEARCH), streamed(said)])
    assert exchange.wizard.text == "The Lumen Page 13 Plus costs €559. The Orla Lite 14 costs €639."
    assert [act.id for act in exchange.wizard.acts] == [2, 3]  # offers: the cards that faces show
    assert exchange.notes[0].startswith("said by m, 2 sentences (")
    results = [json.loads(message["content"]) for message in asked[1]["messages"] if message["role"] == "tool"]
    assert results[1]["total"] == 35


def test_the_conversation_goes_on_with_what_tools_did(tmp_path: Path) -> None:
    replies = [streamed("", REMEMBER, SEARCH), streamed("The Orla Lite 14 [3] costs €639."), streamed("Gladly.")]
    (first, second), asked = talked(WISH, "what was it again?", replies=replies)
    told = json.loads(asked[2]["messages"][1]["content"])
    assert [option[0] for option in told["options"]] == [2, 3, 4]
    assert told["before"] == [{"user": WISH}, {"wizard": "The Orla Lite 14 costs €639."}]
    shown = [turn.text for turn in first.after.turns if not is_tool_turn(turn)]
    assert shown == [WISH, "The Orla Lite 14 costs €639."]
    assert laptops().state(second.after).wishes[1][0].slot == "ram"


def test_what_is_not_so_is_not_shown_and_the_model_is_told_why() -> None:
    replies = [
        streamed("", REMEMBER, SEARCH),
        streamed("The Lumen Page 13 Plus [2] costs €5. The Orla Lite 14 [3] costs €639."),
        streamed("The Lumen Page 13 Plus [2] costs €559."),
    ]
    (exchange,), asked = talked(WISH, replies=replies)
    assert exchange.wizard.text == "The Orla Lite 14 costs €639. The Lumen Page 13 Plus costs €559."
    assert "costs €5.” says '€5'" in asked[2]["messages"][-1]["content"]


def test_where_nothing_can_be_shown_the_engine_answers() -> None:
    lies = [streamed("It costs €5.") for _ in range(2)]
    (exchange,), _ = talked(WISH, replies=lies)
    assert exchange.wizard.text == laptops().respond(laptops().open(), WISH).wizard.text
    assert exchange.notes[-1] == "answered by rules: the model said nothing that could be shown"


@pytest.mark.parametrize("reply", [Reply(b"", 401), Reply(b"nonsense"), Reply(b"", 400)])
def test_a_server_that_does_not_answer_costs_no_answer(reply: Reply) -> None:
    (exchange,), _ = talked(WISH, replies=[reply])
    assert "Lumen Page 13 Plus" in exchange.wizard.text


def test_a_booking_that_only_the_model_wants_is_asked_about() -> None:
    replies = [
        streamed("", REMEMBER, SEARCH),
        streamed("The Orla Lite 14 [3] costs €639."),
        streamed("", ("book", {"frame": 3})),
        streamed("I have booked the Orla Lite 14 [3]."),
        streamed("Done!"),
    ]
    (_, asked, booked), _ = talked(WISH, "sounds lovely", "yes", replies=replies)
    assert asked.wizard.text.endswith("?")
    assert "booked the" not in asked.wizard.text
    assert laptops().state(asked.after).bookings == ()
    assert [each.option.frame for each in laptops().state(booked.after).standing] == [3]
    assert booked.notes == ("done by rules: the user's own words demand it",)


def test_what_the_user_demands_is_done_without_the_model() -> None:
    replies = [streamed("", REMEMBER, SEARCH), streamed("The Orla Lite 14 [3] costs €639.")]
    (_, booked), asked = talked(WISH, "Book the Orla Lite 14, please", replies=replies)
    assert laptops().state(booked.after).standing
    assert len(asked) == 2


def test_the_loop_ends() -> None:
    (exchange,), asked = talked(WISH, replies=[streamed("", SEARCH) for _ in range(STEPS)])
    assert len(asked) == STEPS
    assert "tools" not in asked[-1]
    assert exchange.wizard.text


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (("buy", {}), "no such tool"),
        (("remember", {"wishes": {"ram": {"at_least": "much"}}}), "wishes.ram.at_least"),
        (("facts", {"frames": [9]}), "frame 9"),
        (("book", {"frame": 9}), "frame 9"),
    ],
)
def test_a_crooked_call_is_told_what_is_wrong(call: tuple[str, Asked], complaint: str) -> None:
    _, asked = talked("hello", replies=[streamed("", call), streamed("Hello!")])
    assert complaint in asked[1]["messages"][-1]["content"]
