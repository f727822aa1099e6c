"""A model that says anything: nothing is booked that nobody asked for, and nothing said that nobody knows."""

from __future__ import annotations

import random
from typing import Any, get_args

import pytest

pytest.importorskip("openai")

import msgspec

from wayframe.catalogues import agent_over
from wayframe.faithfulness import beyond
from wayframe.llm import Client, Endpoint, prompt
from wayframe.llm.client import Answer, Shape
from wayframe.llm.reader import MoveName
from wayframe.llm.usage import Usage
from wayframe.meaning.records import Operator, Question
from wayframe.packages import Catalogue
from wayframe.schema import Schema

TURNS = (
    "From Boston to Rome, 2 adults, in August",
    "is there one with breakfast for under $2000?",
    "I like the second one, let me ask my wife",
    "hm, what about Paris?",
    "which of them is the cheapest?",
    "no, not those",
)
REPLIES = 200
WORDS = ("2016-08-12", "Rome", "Paris", "$1", "free", "3 nights", "18:00", "")


class RandomModel(Client):
    """Answers in the form that it is asked for with anything that fits into it."""

    def __init__(self, schema: Schema, chance: random.Random) -> None:
        super().__init__(Endpoint("http://127.0.0.1:9/v1", "anything", role="nlu"))
        self.schema, self.chance = schema, chance

    def ask(self, instructions: str, question: str, shape: Shape[Any]) -> Answer[Any]:
        turn = msgspec.json.decode(question)["turn"].split()
        said = [self.move(turn) for _ in range(self.chance.randint(0, 3))]
        return Answer(
            msgspec.convert({"moves": [msgspec.Raw(msgspec.json.encode(each)) for each in said]}, shape.record), Usage()
        )

    def move(self, turn: list[str]) -> dict[str, Any]:
        some, first = self.some, self.chance.randrange(len(turn))
        return {
            "move": self.chance.choice(get_args(MoveName)),
            "words": " ".join(turn[first : first + 3]),
            "conditions": [self.condition() for _ in range(self.chance.randint(0, 2))],
            "options": some(range(12)),
            "slots": some([slot.name for slot in self.schema.slots]),
            "question": self.chance.choice(get_args(Question)),
            "answer": self.chance.choice(("yes", "yes", "no", "perhaps", "either", "neither")),
        }

    def condition(self) -> dict[str, Any]:
        values = [*WORDS, True, False, 0, 1, 2, -5, 1e300, {"adults": self.chance.randint(-1, 9)}]
        return {
            "slot": self.chance.choice(self.schema.slots).name,
            "op": self.chance.choice((*get_args(Operator), prompt.BELOW, prompt.ABOVE)),
            "values": self.some(values),
            "than": self.some(range(12)),
        }

    def some(self, of: Any) -> list[Any]:
        return self.chance.sample(list(of), k=self.chance.choice((0, 0, 1, 1, 2)))


@pytest.mark.long
def test_whatever_a_model_says_nothing_is_booked_that_nobody_asked_for(catalogue: Catalogue) -> None:
    chance, replies = random.Random(8), 0
    agent = agent_over(catalogue)
    agent = agent_over(catalogue, llm=RandomModel(agent.schema, chance))
    while replies < REPLIES:
        conversation = agent.open()
        for text in chance.choices(TURNS, k=8):
            exchange = agent.respond(conversation, text)
            conversation, replies = exchange.after, replies + 1
            said = "".join(turn.text for turn in conversation.turns if turn.author == "user")
            for word in beyond(exchange.wizard.text, exchange.wizard.acts):
                assert word.replace(",", "") in said, exchange.wizard.text
        assert agent.state(conversation).bookings == ()


SHOWN = ("From New York to Paris, 2 adults, in August", "something for under $3000 from New York to Paris")
DEMANDED = {
    "please book the second": slice(1, 2),
    "book the third one": slice(2, 3),
    "book the first two": slice(2),
    "please don't book it": slice(0),
    "is the third nicer?": slice(0),
    "no thanks": slice(0),
}
"""Demands, each with those of the options that were offered last that it is of."""


@pytest.mark.long
def test_whatever_a_model_says_only_what_is_demanded_is_booked(catalogue: Catalogue) -> None:
    chance, replies, booked = random.Random(77), 0, 0
    agent = agent_over(catalogue)
    agent = agent_over(catalogue, llm=RandomModel(agent.schema, chance))
    while replies < REPLIES:
        conversation = agent.respond(agent.open(), SHOWN[0]).after
        for text in chance.choices((*SHOWN, *DEMANDED), k=8):
            before = agent.state(conversation)
            conversation, replies = agent.respond(conversation, text).after, replies + 1
            new = agent.state(conversation).bookings[len(before.bookings) :]
            demanded = before.lists[-1][DEMANDED.get(text, slice(0))] if before.lists else ()
            assert {each.option.terms for each in new} <= {before.options[frame].terms for frame in demanded}, text
            booked += len(new)
    assert booked
