"""What a real mind said as a user, as an agent with a search tool only, and as one who words replies, goes again."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openai")

from replayed import replayed
from wayframe.agent import Agent
from wayframe.catalogues import lexicon_of, source_of
from wayframe.conversation import Sentence, notes_taken
from wayframe.llm import BareAgent, LLMWording
from wayframe.llm.bare_agent import UNPROVED
from wayframe.llm.cassette import exchanges
from wayframe.notation import parse_turn
from wayframe.packages import default_catalogue
from wayframe.simulation.llm_user import MANNERS, LLMUser
from wayframe.sources.protocol import Source
from wayframe.sources.tables import opened

pytestmark = pytest.mark.long

RECORDED = Path(__file__).parent / "recorded"
EXAMPLES = Path(__file__).parents[2] / "examples"


def source(name: str) -> Source:
    if name == "trips":
        return source_of(default_catalogue())
    return opened(str(EXAMPLES / name), today=date(2026, 8, 3))


def last_questions(name: str) -> Iterator[Any]:
    """Yield what a mind was asked last in each conversation: a question that no other one goes on from."""
    asked = [each.question for each in exchanges(RECORDED / f"{name}.jsonl.xz")]
    for question in asked:
        begun = question.rstrip("]}")
        if not any(other != question and other.startswith(begun) for other in asked):
            yield json.loads(question)


# Users

TALKS = list(last_questions("users"))


@pytest.mark.parametrize("talk", TALKS, ids=[talk["task"][:40] for talk in TALKS])
def test_a_user_is_told_its_task_and_all_that_was_said(talk: Any) -> None:
    assert talk["manner"] in MANNERS
    user = LLMUser(replayed(RECORDED / "users.jsonl.xz"), talk["task"], talk["manner"])
    said = [user.says()]
    for turn in talk["conversation"]:
        if "assistant" in turn:
            user.hears(turn["assistant"])
            said.append(user.says())
    assert [each.text for each in said[:-1]] == [turn["you"] for turn in talk["conversation"] if "you" in turn]
    assert said[-1].leaves
    assert not said[0].books


# The agent with a search tool only

CATALOGUES = {"restaurant": "restaurants.toml", "laptop": "laptops.csv"}
MESSAGES = list(last_questions("bare"))


@pytest.mark.parametrize("messages", MESSAGES, ids=[messages[0]["content"][:40] for messages in MESSAGES])
def test_an_agent_with_a_search_tool_goes_as_it_went(messages: Any) -> None:
    said = [message["content"] for message in messages if message["role"] == "user"]
    name = next((each for word, each in CATALOGUES.items() if word in said[0]), "trips")
    agent = BareAgent(Agent(source(name)), replayed(RECORDED / "bare.jsonl.xz"))
    conversation, notes = agent.open(), list[str]()
    for text in said:
        exchange = agent.respond(conversation, text)
        conversation = exchange.after
        notes += exchange.notes
    assert not any(" gave " in note for note in notes), "a mind has to be asked anew (docs/llm.md)"
    assert len([note for note in notes if note.startswith(UNPROVED)]) <= 2


# Wording

SPOKEN = json.loads(lzma.decompress((RECORDED / "sentences.json.xz").read_bytes()))
HELD = ("says 'just'",)
"""What is held back of it: "is just 2.2 km away" weighs what its template doesn't."""


@pytest.mark.parametrize("catalogue", ["trips", "examples/laptops.csv", "examples/restaurants.toml"])
def test_what_a_mind_words_passes_the_check(catalogue: str) -> None:
    over = source(Path(catalogue).name)
    reword = LLMWording(replayed(RECORDED / "words.jsonl.xz"), lexicon_of(over), over.today, over.schema)
    for spoken in [each for name, each in SPOKEN if name == catalogue]:
        with notes_taken() as notes:
            reword([Sentence(text, parse_turn(acts)) for text, acts in spoken])
        kept = f"{len(spoken)} of {len(spoken)} sentences" in notes[0]
        assert kept or notes[0].endswith(HELD), notes
