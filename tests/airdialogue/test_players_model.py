"""A language model as a player: what it is told, what it may do, what a run says of it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

pytest.importorskip("openai")

from air_commands import figures, said
from air_contexts import flight, intent, written
from llm_server import Asked, Reply, answer, content, model
from replayed import replayed
from wayframe.airdialogue.environment.game import Game, GameContext, Player, PlayerReply, Side, examples, play
from wayframe.airdialogue.files import records
from wayframe.airdialogue.players.agent import ScriptedAgent
from wayframe.airdialogue.players.customer import ScriptedCustomer
from wayframe.airdialogue.players.model import ModelPlayers
from wayframe.airdialogue.players.registry import maker
from wayframe.airdialogue.players.wording import parse_noise
from wayframe.airdialogue.records import Action, KnowledgeBase, Sample, encode
from wayframe.airdialogue.selfplay import chance
from wayframe.airdialogue.truth import expected_action
from wayframe.errors import InputError
from wayframe.llm import Client, Endpoint

SIDES: tuple[Side, Side] = ("customer", "agent")
KB = KnowledgeBase(kb=(flight(1000), flight(1001, price=100)), reservation=0)


def question(asked: Asked) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(asked["messages"][-1]["content"])
    return found


def shown(asked: Asked) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return the examples that a model was shown: questions with their answers."""
    lines = [line for line in asked["messages"][0]["content"].splitlines() if line.startswith("{")]
    return [(json.loads(one), json.loads(two)) for one, two in zip(lines[::2], lines[1::2], strict=True)]


def people(folder: Path, contexts: list[GameContext]) -> tuple[Path, Path]:
    """Dialogues of people who do the right thing, as the two files."""
    data, kb = folder / "people.jsonl", folder / "people_kb.jsonl"
    talk = ("customer: Hi.", "agent: Hello. Your name?", "customer: See above.", "agent: Done.", "customer: Bye.")
    done = [expected_action(*each) for each in contexts]
    acted = [msgspec.structs.replace(each, flight=each.flight[:1]) for each in done]
    samples = [
        Sample(intent=each.intent, dialogue=talk, action=action)
        for each, action in zip(contexts, acted, strict=True)
    ]  # fmt: skip
    data.write_bytes(b"".join(encode(sample) + b"\n" for sample in samples))
    kb.write_bytes(b"".join(encode(each.kb) + b"\n" for each in contexts))
    return data, kb


def players(url: str) -> ModelPlayers:
    return ModelPlayers(Client(Endpoint(url, "m")), ("customer", "agent"), (), 0)


def test_an_agent_sees_flights_and_what_was_said_and_acts() -> None:
    replies = [answer({"text": "Name?"}), answer({"text": "Booked.", "status": "book", "name": "Ann", "flight": 1001})]
    with model(lambda asked, number: replies[number]) as server:
        agent = players(server.url).agent(KB, Random(0))
        assert agent.reply("Hi") == PlayerReply("Name?")
        assert agent.reply("Ann") == PlayerReply("Booked.", Action(flight=(1001,), name="Ann", status="book"))
    told = question(server.asked[1])
    assert told["flights"][1] == "1001 ATL ORD Sept 11 9 Sept 13 21 economy 1 100 Delta"
    assert told["dialogue"] == ["customer: Hi", "agent: Name?", "customer: Ann"]
    assert "intent" not in told


def test_a_customer_sees_its_intent_and_what_was_said() -> None:
    with model(lambda asked, number: answer({"text": "To Chicago, please.", "status": "book"})) as server:
        customer = players(server.url).customer(intent(), Random(0))
        assert customer.reply("") == PlayerReply("To Chicago, please.")
    told = question(server.asked[0])
    assert (told["intent"]["name"], told["intent"]["goal"], told["dialogue"]) == ("Ann Lee", "book", [])
    assert "class" not in told["intent"]  # no wish is none
    assert "flights" not in told


@pytest.mark.parametrize(
    "nothing",
    [
        content("I can't."),
        answer({"text": ""}),
        answer({"text": "Done", "status": "book", "name": "Ann", "flight": 7}),  # no such flight
        answer({"text": "Done", "status": "fly", "name": "Ann"}),
    ],
)
def test_without_a_legal_turn_it_asks_to_hear_the_last_one_again(nothing: Reply) -> None:
    with model(lambda asked, number: nothing) as server:
        reply = players(server.url).agent(KB, Random(0)).reply("Hi")
    assert reply.action is None
    assert reply.text.endswith("?")


def test_a_run_says_what_stands_behind_it(tmp_path: Path) -> None:
    data, kb = written(tmp_path, 6)
    shown_ones = people(tmp_path, [*examples(3), *examples(9, seed=5)])  # three of them are played

    def knowing(asked: Asked, number: int) -> Reply:
        """Asks for the name, and then does what is right, of which nobody told it."""
        told = question(asked)
        if len(told["dialogue"]) < 2:
            return answer({"text": "Hello, your name?"})
        prices = [flight.split()[-2] for flight in told["flights"]]
        played = next(each for each in examples(6) if [str(flight.price) for flight in each.kb.kb] == prices)
        best = expected_action(*played)
        flights = best.flight[0] if best.flight else 0
        return answer({"text": "Done.", "status": best.status, "name": best.name, "flight": flights})

    plan = (
        "selfplay",
        "--contexts",
        data,
        kb,
        "--players",
        "scripted",
        "llm",
        "--llm-model",
        "m",
        "--llm-prices",
        "1,10",
    )
    kept = ("--llm-cache", tmp_path / "kept.jsonl", "--examples", *shown_ones)
    with model(knowing) as server:
        found = figures(*plan, "--llm", server.url, *kept, "-o", tmp_path / "one.jsonl", "--jobs", 3)
        asked = len(server.asked)
        again = figures(*plan, "--llm", server.url, *kept, "-o", tmp_path / "two.jsonl")
        assert len(server.asked) == asked
        other = said(*plan, "--llm", server.url, "-o", tmp_path / "three.jsonl", "--report", tmp_path / "report")
    assert (found["reward"], found["turns"], asked) == (1.0, 4.0, 12)
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
    assert [each["llm"].pop("replayed") for each in (found, again)] == [0, 12]
    assert found["llm"] | {"dollars": 0} == {
        "model": "m", "prompt": "air-agent-2", "examples": 4, "seed": 0, "calls": 12, "without_an_answer": 0,
        "examples_from": "dialogues of people about other flights, drawn by the seed", "tokens_read": 1200,
        "tokens_written": 120, "dollars": 0,
    }  # fmt: skip
    assert again["llm"]["calls"] == 12
    assert "m, prompt air-agent-2, 0 examples" in other
    assert "m, air-agent-2 " in (tmp_path / "report" / "report.md").read_text(encoding="utf-8")
    samples = [sample for _, sample in records(tmp_path / "one.jsonl", Sample)]
    assert all(sample.correct_sample for sample in samples)


def test_examples_are_about_other_flights_and_some_show_how_it_ends(tmp_path: Path) -> None:
    data, kb = written(tmp_path, 3)
    shown_ones = people(tmp_path, [*examples(3), *examples(9, seed=5)])
    plan = ("selfplay", "--contexts", data, kb, "--players", "llm", "llm", "--llm-model", "m", "-o", tmp_path / "out")
    with model(lambda asked, number: answer({"text": "Well."})) as server:
        figures(*plan, "--llm", server.url, "--examples", *shown_ones)
    of_customers, of_agents = (shown(asked) for asked in server.asked[:2])
    played = [question(asked).get("flights") for asked in server.asked]
    assert not any(told["flights"] in played for told, _ in of_agents)
    assert {bool(said["status"]) for _, said in of_agents} == {True, False}
    assert all(told["dialogue"][-1].startswith("customer:") for told, _ in of_agents)
    assert all(list(said) == ["text"] for _, said in of_customers)
    with (
        model(lambda asked, number: answer({"text": "Well."})) as server,
        pytest.raises(InputError, match="--examples"),
    ):
        figures(*plan, "--llm", server.url, "--examples", *people(tmp_path, examples(3)))


def test_where_nobody_answers_a_run_ends_and_goes_on_later(tmp_path: Path) -> None:
    data, kb = written(tmp_path, 3)
    plan = (
        "selfplay",
        "--contexts",
        data,
        kb,
        "--players",
        "scripted",
        "llm",
        "--llm-model",
        "m",
        "-o",
        tmp_path / "out",
    )
    dead = Reply(b"{}", status=401)
    well = answer({"text": "No.", "status": "no_flight", "name": "Ann"})
    cache = ("--llm-cache", tmp_path / "kept.jsonl")
    told = pytest.raises(InputError, match="gave HTTP 401, the last of 3 questions without an answer")
    with model(lambda asked, number: well if number == 0 else dead) as server, told:
        figures(*plan, "--llm", server.url, *cache)
    with model(lambda asked, number: well) as server:
        assert figures(*plan, "--llm", server.url, *cache)["resumed"] == 1


def test_a_player_with_a_model_belongs_to_a_run() -> None:
    with pytest.raises(InputError, match="only `wayframe air selfplay`"):
        maker("llm", "agent")


RECORDED = Path(__file__).parents[1] / "llm" / "recorded" / "air_players.jsonl.xz"


@pytest.mark.parametrize(
    ("side", "number"), [*(("agent", number) for number in range(6)), ("customer", 0), ("customer", 1)]
)
def test_what_a_real_mind_made_of_the_prompts_goes_as_it_went(side: Side, number: int) -> None:
    context = examples(6, seed=11)[number] if side == "agent" else examples(2, seed=12)[number]
    asked = replayed(RECORDED)
    ours, chances = ModelPlayers(asked, ("customer", "agent"), (), 0), [chance(0, number, each) for each in SIDES]
    noise = parse_noise("0.3")
    customer: Player = ScriptedCustomer(context.intent, chances[0], noise)
    agent: Player = ours.agent(context.kb, chances[1])
    if side == "customer":
        customer, agent = ours.customer(context.intent, chances[0]), ScriptedAgent(context.kb, chances[1])
    game = Game(context)
    play(game, customer, agent)
    assert game.judged().exact
    assert asked.used.calls == 0
