"""Simulated users of tables: their goals, what they say, and how their conversations are judged."""

from datetime import date
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from wayframe.agent import Agent
from wayframe.meaning.records import Constraint, Wish
from wayframe.notation import parse
from wayframe.simulation.agents import OracleReader
from wayframe.simulation.conversations import converse
from wayframe.simulation.provenance import unfaithful_over_table
from wayframe.simulation.wording.style import user_style
from wayframe.simulation.wording.tables import GoalRealiser
from wayframe.sources.protocol import Source
from wayframe.sources.tables import opened
from wayframe.tasks.tables import draw_table_task, fitting, reaches

EXAMPLES = Path(__file__).parents[2] / "examples"
TABLES = ("laptops.csv", "restaurants.toml")


def table(name: str) -> Source:
    return opened(str(EXAMPLES / name), today=date(2026, 8, 3))


@pytest.fixture(scope="module")
def laptops() -> Source:
    return table("laptops.csv")


@pytest.mark.parametrize("name", TABLES)
def test_whoever_is_understood_reaches_the_goal_and_is_answered(name: str) -> None:
    source = table(name)
    agent = Agent(source, reader=OracleReader())
    for number in range(24):
        outcome = converse(draw_table_task(source, number, 1), agent, source, f"{number}", 0.0)
        assert outcome.success
        assert outcome.unmeant == 0
        assert {*outcome.probes, *outcome.answers} <= {"right"}
        assert [found for exchange in outcome.exchanges for found in unfaithful_over_table(exchange, source)] == []


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ("inform(colour=silver, count=10)", []),
        ("inform(colour=silver, count=11)", ["count=11"]),
        ("inform(colour=black, ram=30.2 GB)", []),
        ("inform(colour=black, ram=30.4 GB)", ["ram=30.4 GB"]),
    ],
)
def test_counts_and_means_of_groups_are_those_of_the_table(laptops: Source, told: str, wrong: list[str]) -> None:
    agent = Agent(laptops)
    exchange = agent.respond(agent.open(), "the one with the most memory")
    labels = replace(exchange.wizard.labels, acts=(parse(told),))
    saying = exchange._replace(wizard=replace(exchange.wizard, text="", labels=labels))
    assert unfaithful_over_table(saying, laptops) == wrong


def test_the_same_seed_gives_the_same_conversation(laptops: Source) -> None:
    task = draw_table_task(laptops, 2, 0)
    first, second, other = (converse(task, Agent(laptops), laptops, seed, 0.3).meant for seed in ("a", "a", "b"))
    assert first == second
    assert first != other


@pytest.mark.parametrize("name", TABLES)
def test_tasks_are_solvable_as_they_say(name: str) -> None:
    source = table(name)
    for number in range(60):
        task = draw_table_task(source, number, 3)
        assert bool(fitting(source, task.wishes)) is task.solvable
        right = [item for item in fitting(source, task.goal) if reaches(source, task, item)]
        assert bool(right) is bool(fitting(source, task.goal))


def test_the_right_end_fulfils_all_wishes_and_is_best(laptops: Source) -> None:
    task = next(t for t in (draw_table_task(laptops, n, 0) for n in range(99)) if t.best and t.best.slot == "weight")
    weights = {
        item.values["weight"].value: reaches(laptops, task, item)  # type: ignore[union-attr]
        for item in fitting(laptops, task.goal)
    }
    assert [weight for weight, right in weights.items() if right] == [min(weights)]
    outside = [item for item in fitting(laptops, ()) if item not in fitting(laptops, task.goal)]
    assert not any(reaches(laptops, task, item) for item in outside)


@pytest.mark.parametrize("name", TABLES)
def test_every_wish_and_question_has_words(name: str) -> None:
    source, rng = table(name), Random(0)
    words = GoalRealiser(source.schema, user_style(rng, 0.0, plural=False), rng)
    for number in range(100):
        task = draw_table_task(source, number, 5)
        told = [*task.wishes, *([task.best] if task.best else [])]
        for utterance in (words.opening(told), words.more(told), words.change(task.wishes[0])):
            text = "".join(bit.text for bit in utterance.part.bits)
            assert text.strip()
            assert "{" not in text
    slots = [slot for slot in source.schema.slots if words.askable(slot)]
    assert all("{" not in words.question(slot, "it", []).part.bits[0].text for slot in slots)


def test_an_extreme_that_is_wished_for_before_anything_was_shown_orders_what_is_found(laptops: Source) -> None:
    agent = Agent(laptops)
    conversation = agent.respond(agent.open(), "I need the lightest laptop under 1500").after
    wishes = agent.state(conversation).wishes[1]
    assert Wish("weight", Constraint("least")) in wishes
