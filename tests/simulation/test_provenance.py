"""Each value of a reply is in a frame or in a row of that turn; the names of places are the catalogue's own."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from wayframe.agent import Agent
from wayframe.catalogues import agent_over, lexicon_of
from wayframe.conversation import Exchange
from wayframe.dialogue import Act
from wayframe.faithfulness import values
from wayframe.notation import parse
from wayframe.packages import Catalogue
from wayframe.simulation import unfaithful
from wayframe.simulation.provenance import first_and_last_departure

ROUTE = "From Boston to Rome, august 10 to august 20"


@pytest.fixture(scope="module")
def agent(world_path: Path) -> Iterator[Agent]:
    with Catalogue(world_path) as catalogue:
        yield agent_over(catalogue)


def talk(agent: Agent, *lines: str) -> Exchange:
    """The last of the exchanges that these lines lead to."""
    conversation = agent.open()
    for line in lines:
        exchange = agent.respond(conversation, line)
        conversation = exchange.after
    return exchange


def saying(exchange: Exchange, *notation: str) -> Exchange:
    """The exchange with another reply; its searches and rows stay."""
    acts: Sequence[Act] = [parse(act) for act in notation]
    text = " ".join(values(acts))
    labels = replace(exchange.wizard.labels, acts=tuple(acts))
    return exchange._replace(wizard=replace(exchange.wizard, text=text, labels=labels))


def wrong(agent: Agent, exchange: Exchange) -> list[str]:
    return unfaithful(exchange, lexicon_of(agent.source))


@pytest.mark.parametrize(
    "lines",
    [
        ("from Boston to Lyn",),
        pytest.param(
            ("how many hotels are there in Lyn?",),
            marks=pytest.mark.xfail(strict=True, reason="a count tells the place that it was asked for, known or not"),
        ),
        ("which cities can I fly to?",),
        ("what seat classes do you have?",),
        (ROUTE, "it isn't worth packing for less than 11 days", "back by august 18"),
        (ROUTE, "a minimum of a fortnight", "back by august 18"),
        (ROUTE, "that shouldn't cost less than 6950", "back by august 18"),
        ("From Boston to Itlay in august, at least $90000",),
        (ROUTE, "Des the 4 star one come with free parking?"),
    ],
)
def test_what_the_user_was_understood_to_say_is_known(agent: Agent, lines: Sequence[str]) -> None:
    assert wrong(agent, talk(agent, *lines)) == []


@pytest.mark.parametrize(
    "notation",
    [
        "confirm(dst_city=Milan)",
        "confirm(dst_city=Lynn)",
        "confirm(or_city=Lyon)",
        "confirm(dst_city=Lyon, dst_city=Rome)",
        "inform(count_name=2 hotels, dst_city=Milan)",
        "no_result(ref=[1{dst_city=Milan}])",
        "no_result(ref=[1{dst_city=Lyon, budget=at least $900}])",
        "no_result(ref=[1{dst_city=Lyon, min_duration=7 days}])",
    ],
)
def test_what_is_made_up_is_found_beside_it(agent: Agent, notation: str) -> None:
    exchange = talk(agent, "from Boston to Lyon")
    assert wrong(agent, saying(exchange, "confirm(dst_city=Lyon)")) == []
    assert wrong(agent, saying(exchange, notation))


def test_what_there_is_may_be_listed_and_nothing_else(agent: Agent) -> None:
    exchange = talk(agent, "hello")
    assert wrong(agent, saying(exchange, "inform(dst_city=Rome)", "inform(dst_city=Lyon)")) == []
    assert wrong(agent, saying(exchange, "inform(dst_city=Rome)", "inform(dst_city=Oz)")) == ["dst_city=Oz"]
    assert wrong(agent, saying(exchange, "inform(dst_city=Rome)")) == ["dst_city=Rome"]  # as if it were wished for


def test_what_the_turn_says_may_be_asked_back(agent: Agent) -> None:
    exchange = talk(agent, "departing city is lyon, perhaps")
    assert wrong(agent, saying(exchange, "confirm(or_city=Lyon)")) == []
    assert wrong(agent, saying(exchange, "confirm(or_city=Rome)")) == ["or_city=Rome"]
    assert wrong(agent, saying(exchange, "confirm(dst_city=Lyon)")) == ["dst_city=Lyon"]


def test_the_first_and_the_last_departure_may_be_told(agent: Agent) -> None:
    exchange = talk(agent, "from Boston to Rome, leaving October 18")
    days = first_and_last_departure(agent.source)
    names = lexicon_of(agent.source)
    assert unfaithful(exchange, names) == ["str_date=August 3"]  # on the last an offered trip leaves
    assert unfaithful(exchange, names, days) == []
    assert unfaithful(saying(exchange, "inform(str_date=August 3)", "inform(str_date=May 1)"), names, days)


@pytest.mark.parametrize(
    "notation",
    [
        "no_result(ref=[1{dst_city=Rome, budget=at least $6\\,951}])",
        "no_result(ref=[1{dst_city=Rome, min_duration=7 days}])",
        "suggest(duration=9 days, ref=[1{max_duration=6 days}])",
    ],
)
def test_another_number_than_the_user_s_is_found(agent: Agent, notation: str) -> None:
    exchange = talk(agent, ROUTE, "that shouldn't cost less than 6950", "back by august 18")
    assert wrong(agent, exchange) == []
    assert wrong(agent, saying(exchange, notation))


def test_prices_are_for_whom_was_searched_for(agent: Agent) -> None:
    exchange = talk(agent, "From Boston to anywhere with a beach in august")
    assert "for 1 adult" in exchange.wizard.text
    assert wrong(agent, exchange) == []
    assert wrong(agent, saying(exchange, "offer(n_adults=2 adults, id=2)")) == ["n_adults=2 adults"]


def test_who_speaks_for_a_child_is_one_adult(agent: Agent) -> None:
    exchange = talk(agent, "to Rome in august. One kid will come along")
    assert "1 adult and a child" in exchange.wizard.text
    assert wrong(agent, exchange) == []
    assert wrong(agent, saying(exchange, "confirm(n_adults=2 adults)")) == ["n_adults=2 adults"]


def test_a_figure_is_worked_out_from_the_options_that_it_reads(agent: Agent) -> None:
    exchange = talk(agent, ROUTE)
    frame, package = next(iter(exchange.after.offers.items()))
    share = f"${package.price / 2:,.2f}".replace(",", "\\,")
    assert wrong(agent, saying(exchange, f"inform(price={share}, read=[{frame}])")) == []
    assert wrong(agent, saying(exchange, "inform(price=$1.23, read=[2])"))


def test_a_count_is_of_one_search_though_the_turn_searches_for_the_very_days_besides(agent: Agent) -> None:
    exchange = talk(agent, "From Los Angeles to Honolulu, flexible with the dates", "leaving August 12, back August 22")
    assert wrong(agent, exchange) == []
    assert wrong(agent, saying(exchange, "inform(count=1 stay)")) == ["count=1 stay"]
