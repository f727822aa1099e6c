"""The agent with a model in it: whatever the model says, its replies hold only values that there are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("openai")

from llm_server import Asked, Reply, answer, content, model, streamed
from wayframe.agent import Agent
from wayframe.catalogues import agent_over, lexicon_of
from wayframe.llm import Client, Endpoint
from wayframe.llm.endpoint import Role
from wayframe.packages import Catalogue
from wayframe.simulation import unfaithful
from wayframe.sources.tables import opened

WISH = "From Montreal to Tokyo between August 10 and September 20, please"
READ = {
    "moves": [
        {
            "move": "wish",
            "words": "From Montreal to Tokyo between August 10 and September 20",
            "conditions": [
                {"slot": "or_city", "op": "is", "values": ["Montreal"]},
                {"slot": "dst_city", "op": "is", "values": ["Tokyo"]},
                {"slot": "str_date", "op": "is", "values": ["2016-08-10"]},
                {"slot": "end_date", "op": "is", "values": ["2016-09-20"]},
            ],
        },
        {
            "move": "wish",
            "words": "for a dollar",
            "conditions": [{"slot": "price", "op": "at_most", "values": [1]}],
        },
    ]
}
LIES = (
    " It costs $5.",
    " Rome is nicer.",
    " Your trip is booked.",
    " With a pool.",
    "",
    " Truly.",
    " Only until Friday.",
)


def lying(asked: Asked, number: int) -> Reply:
    """Reads the wish, and a budget that nobody named; words each sentence with something that isn't so, or is."""
    question = json.loads(asked["messages"][1]["content"])
    if isinstance(question, dict):
        return answer(READ) if question["turn"] == WISH else content("no JSON")
    return streamed("\n".join(text + LIES[(number + at) % len(LIES)] for at, text in enumerate(question)))


def agent(catalogue: Catalogue, url: str, role: Role = "both") -> Agent:
    return agent_over(catalogue, llm=Client(Endpoint(url, "m", role=role)))


def test_no_reply_says_what_is_nowhere(catalogue: Catalogue) -> None:
    kept = 0
    with model(lying) as server:
        talker = agent(catalogue, server.url)
        conversation = talker.open()
        for text in (WISH, "what about Paris?", "the cheapest one, is there wifi?", "thanks, book it", "bye"):
            exchange = talker.respond(conversation, text)
            assert unfaithful(exchange, lexicon_of(talker.source)) == []
            assert "$5" not in exchange.wizard.text
            assert "Rome" not in exchange.wizard.text
            kept += exchange.wizard.text.count(" Truly.")
            conversation = exchange.after
    assert kept
    info = conversation.turns[0].frames[0].info
    assert [value.val for value in info["dst_city"]] == ["Tokyo"]
    assert "budget" not in info


def test_the_notes_say_what_did_it(catalogue: Catalogue) -> None:
    with model(lying) as server:
        talker = agent(catalogue, server.url)
        first = talker.respond(talker.open(), WISH)
        second = talker.respond(first.after, "what about Paris?")
    assert [note.partition(" (")[0].partition(",")[0] for note in first.notes] == ["understood by m", "worded by m"]
    assert second.notes[0].startswith("understood by rules: m gave an answer of another form (")


@pytest.mark.parametrize(("role", "asked"), [("nlu", [False]), ("nlg", [True])])
def test_a_model_may_do_one_of_both(catalogue: Catalogue, role: Role, asked: list[bool]) -> None:
    with model(lying) as server:
        talker = agent(catalogue, server.url, role)
        talker.respond(talker.open(), WISH)
    assert [each.get("stream", False) for each in server.asked] == asked  # its words are, its reading isn't


def test_a_saved_conversation_goes_on_without_asking(catalogue: Catalogue) -> None:
    from uuid import uuid4

    with model(lying) as server:
        talker = agent(catalogue, server.url)
        saved = talker.respond(talker.open(), WISH).after.dialogue(uuid4())
        before = len(server.asked)
        assert [exchange.wizard for exchange in talker.resume(saved)] == [saved.turns[1]]
    assert len(server.asked) == before


def test_a_table_of_ones_own_is_read_by_its_schema(tmp_path: Path) -> None:
    from datetime import date

    path = tmp_path / "things.csv"
    path.write_text("name,price\nOne,$5\nTwo,$7\nThree,$9\n")
    table = opened(str(path), today=date(2016, 8, 1))
    wish = {"slot": table.schema.slots[1].name, "op": "at_most", "values": [7]}
    said = {"move": "wish", "words": "seven bucks", "conditions": [wish]}
    with model(lambda asked, number: answer({"moves": [said]})) as server:
        talker = agent_over(table, llm=Client(Endpoint(server.url, "m", role="nlu")))
        exchange = talker.respond(talker.open(), "Can't pay more than seven bucks")
    names = [
        arg.value for act in exchange.wizard.acts if act.id is not None for arg in act.slots if arg.key == "thing_name"
    ]
    assert names == ["One", "Two"]
    told = json.dumps(server.asked[0])
    assert table.schema.slots[1].name in told


def test_what_did_it_is_kept_with_the_conversation_and_shown(catalogue: Catalogue, tmp_path: Path) -> None:
    pytest.importorskip("fastapi")
    pytest.importorskip("httpx2")
    from starlette.testclient import TestClient

    from wayframe.service import Conversations, Storage
    from wayframe.web.app import application

    storage = Storage(str(tmp_path / "talks.sqlite"))
    with model(lying) as server:
        model_client = Client(Endpoint(server.url, "m"))
        talks = Conversations(agent_over(catalogue, llm=model_client), storage)
        app = application(talks, storage, llm=model_client)
        with TestClient(app) as client:
            said = client.post("/say", data={"text": WISH})
            again = client.get(said.url).text
            counted = client.get("/metrics").text
    assert "wayframe_llm_calls_total 2.0" in counted
    assert "wayframe_llm_tokens_read_total 200.0" in counted
    for page in (said.text, again):
        assert "understood by m (" in page
        assert "worded by m, " in page
        assert "leaves out" not in page or "&#39;" in page  # a model's words are text
