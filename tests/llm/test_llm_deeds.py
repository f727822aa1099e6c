"""What a model reads books, cancels and changes only what our own reading of the turn does, too; else it is asked."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest

pytest.importorskip("openai")

from llm_server import Asked, Reply, answer, model
from reading import source
from wayframe.catalogues import agent_over
from wayframe.conversation import Conversation
from wayframe.llm import Client, Endpoint
from wayframe.sources.protocol import Source

Moves = Sequence[dict[str, Any]]

LUMEN, ORLA, VESPER = "Lumen Page 13 Plus", "Orla Lite 14", "Vesper Ghost 14 Plus"  # options 2, 3 and 4


@cache
def laptops() -> Source:
    return source("laptops")


class Booked(NamedTuple):
    """What stands and what was cancelled after some turns, and the agent's last reply."""

    standing: list[str]
    cancelled: list[str]
    reply: str


def said(name: str, *options: int, words: str = "please", **fields: Any) -> dict[str, Any]:
    return {"move": name, "words": words, "options": options, **fields}


def wish(slot: str, value: Any, words: str) -> dict[str, Any]:
    return {"move": "wish", "words": words, "conditions": [{"slot": slot, "op": "is", "values": [value]}]}


def after(*turns: tuple[str, Moves]) -> Booked:
    """Play turns, each with what the model reads in it, after three laptops with 16 GB were shown."""
    read = {"16 GB": [wish("ram", 16, "16 GB")], **dict(turns)}

    def reply(asked: Asked, number: int) -> Reply:
        return answer({"moves": read[json.loads(asked["messages"][1]["content"])["turn"]], "unread": []})

    with model(reply) as server:
        agent = agent_over(laptops(), llm=Client(Endpoint(server.url, "m", role="nlu")))
        conversation: Conversation = agent.open()
        for text in read:
            exchange = agent.respond(conversation, text)
            conversation = exchange.after
        bookings = agent.state(conversation).bookings
    names = {status: [each.option.item.text("model") for each in bookings if each.status == status]
             for status in ("booked", "cancelled")}  # fmt: skip
    return Booked(names["booked"], names["cancelled"], exchange.wizard.text)


BOOK = (f"please book the {LUMEN}", [said("book", 2)])


def test_what_both_demand_is_done_at_once() -> None:
    assert after(BOOK).standing == [LUMEN]
    assert after(("the second, please book it", [said("book", 3)])).standing == [ORLA]
    assert after(BOOK, (f"please cancel the {LUMEN}", [said("cancel", 2)])).cancelled == [LUMEN]
    assert after(BOOK, ("please cancel it", [said("cancel")])).cancelled == [LUMEN]


@pytest.mark.parametrize(
    "moves",
    [
        [said("book", 4)],
        [said("book", 2, 4)],
        [said("book", 2), said("book", 4)],
        [said("return", 4), said("book")],
        [said("answer", answer="yes"), said("book", 4)],
    ],
)
def test_another_option_than_the_one_demanded_is_asked_about(moves: Moves) -> None:
    booked = after((f"please book the {LUMEN}", moves))
    assert booked.standing == []
    assert booked.reply.endswith("?")


def test_another_deed_than_the_one_demanded_is_asked_about() -> None:
    assert after(BOOK, (f"please cancel the {LUMEN}", [said("book", 3)]))[:2] == ([LUMEN], [])
    assert after(BOOK, (f"please book the {ORLA} too", [said("cancel", 2)]))[:2] == ([LUMEN], [])
    assert after(BOOK, (f"please book the {ORLA} too", [said("book", 3), said("cancel", 2)]))[:2] == ([LUMEN], [])


def test_a_yes_is_to_what_was_asked_and_to_nothing_else() -> None:
    asked = ("hm, please, the Orla", [said("book", 3)])
    assert after(asked, ("yes please", [said("answer", answer="yes")])).standing == [ORLA]
    assert after(asked, ("yes please", [said("book", 3)])).standing == [ORLA]
    assert after(asked, ("yes please", [said("book", 4)])).standing == []
    assert after(asked, ("no, please", [said("answer", answer="yes")])).standing == []


def test_the_option_that_was_asked_for_is_the_one_that_the_user_names() -> None:
    which = ("I'd like to book one, please", [said("book")])
    assert after(which, ("the second, please", [said("return", 3)])).standing == [ORLA]
    assert after(which, ("the second, please", [said("book", 3)])).standing == [ORLA]
    for moves in ([said("return", 4)], [said("book", 4)], [said("social", kind="thanks"), said("return", 4)]):
        assert after(which, ("the second, please", moves)).standing == []
    assert after(which, ("they look nice, please", [said("book", 4)])).standing == []


def test_all_are_not_booked_where_the_user_has_to_say_which() -> None:
    assert after(("I'd like to book one, please", [said("book", 2, 3, 4)])).standing == []


def test_what_is_thought_over_is_asked_about_however_sure_a_model_is() -> None:
    assert after(("should we book the first, please?", [said("book", 2)])).standing == []


def test_a_booking_beside_what_nobody_said_is_asked_about() -> None:
    moves = [said("book", 2), wish("storage", 512, "please")]
    assert after((f"please book the {LUMEN}", moves)).standing == []


def test_the_terms_of_a_booking_that_a_model_has_no_move_for_are_those_of_our_own_reading() -> None:
    moves = [said("book", 2), said("out_of_scope", words="under the name Jane")]
    booked = after((f"please book the {LUMEN} under the name Jane", moves))
    assert booked.standing == [LUMEN]
    assert "noted: “name Jane”" in booked.reply


def test_a_description_that_several_fit_is_of_the_one_at_hand() -> None:
    one = {"slot": "ram", "op": "is", "values": [16]}
    spoken_of = ("the second looks nice", [said("return", 3, words="the second")])
    told = after(spoken_of, ("how heavy is this 16 GB one, please?", [said("ask", slots=["weight"], conditions=[one])]))
    assert ORLA in told.reply
    assert LUMEN not in told.reply
