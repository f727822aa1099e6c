"""The documented conversation, in the user's own words: the whole loop on the default catalogue."""

import runpy
from pathlib import Path

import pytest

from wayframe.agent import Agent, Exchange
from wayframe.cli.demo import LINES
from wayframe.dialogue import Frame
from wayframe.packages import Catalogue, facts

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture(scope="module")
def exchanges(world_path: Path) -> list[Exchange]:
    """All exchanges of the conversation, by the lines that are no commands."""
    with Catalogue(world_path) as catalogue:
        agent = Agent(catalogue)
        conversation, played = agent.open(), list[Exchange]()
        for line in LINES:
            if not line.startswith("/"):
                played.append(agent.respond(conversation, line))
                conversation = played[-1].after
        return played


def said(exchange: Exchange, name: str) -> list[dict[str, object]]:
    return [{a.key: a.value for a in act.slots} for act in exchange.wizard.acts if act.name == name]


def about(exchanges: list[Exchange], words: str) -> Exchange:
    return next(exchange for exchange in exchanges if words in exchange.user.text)


def test_four_cities_are_searched_and_offered(exchanges: list[Exchange]) -> None:
    turn = about(exchanges, "can't decide")
    cities = ["New York", "Tokyo", "Berlin", "Paris"]
    assert [search.DESTINATION_CITY for search in turn.wizard.db.search] == cities
    assert [offer["dst_city"] for offer in said(turn, "offer")] == cities


def test_each_ones_price_stars_and_wifi_are_told(exchanges: list[Exchange]) -> None:
    turn = about(exchanges, "How much is each one")
    told = said(turn, "inform")
    assert [fact.keys() for fact in told] == [{"price", "category", "wifi"}] * 4
    assert [str(fact["price"]) for fact in told] == [str(facts(turn.before.offers[n])["price"]) for n in (2, 3, 4, 5)]


def test_the_first_one_in_business_class_is_a_new_frame_made_from_it(exchanges: list[Exchange]) -> None:
    turn = about(exchanges, "business class")
    frame = turn.after.memory.frames[turn.user.active_frame - 1]
    assert frame.frame_parent_id == 2
    assert (frame.info["dst_city"][-1].val, frame.info["seat"][-1].val) == ("New York", "business")
    assert {offer["seat"] for offer in said(turn, "offer")} == {"business"}


def test_the_cheapest_is_named(exchanges: list[Exchange]) -> None:
    turn = about(exchanges, "cheapest")
    (told,) = said(turn, "inform")
    compared = [ref.frame for act in turn.user.acts for ref in act.refs()]
    prices = {frame: turn.before.offers[frame].price for frame in compared}
    assert told["price"] == facts(turn.before.offers[min(prices, key=prices.__getitem__)])["price"]


def test_going_back_to_a_city_makes_its_offer_active(exchanges: list[Exchange]) -> None:
    turn = about(exchanges, "Tokyo one")
    assert turn.before.offers[turn.user.active_frame].hotel.dst_city == "Tokyo"
    assert turn.user.active_frame < turn.before.memory.active_frame


def test_a_budget_that_nothing_meets_gets_suggestions_and_one_is_taken(exchanges: list[Exchange]) -> None:
    turn, taken = about(exchanges, "budget"), about(exchanges, "works for me")
    assert said(turn, "no_result") == [{}]
    dearer = next(offer for offer in said(turn, "suggest") if "name" in offer)
    assert {"price": dearer["price"]} in said(turn, "suggest")
    suggested = [act.id for act in turn.wizard.acts if act.id is not None]
    assert taken.user.active_frame == suggested[0]


def test_a_hotels_name_brings_an_earlier_offer_back_and_it_is_booked(exchanges: list[Exchange]) -> None:
    back, booked = about(exchanges, "Bergamot Corner"), about(exchanges, "book it")
    assert back.before.offers[back.user.active_frame].hotel.name == "Bergamot Corner"
    assert said(booked, "inform")[0]["name"] == "Bergamot Corner"
    assert booked.wizard.frames[back.user.active_frame - 1].info["action"][-1].val == "book"


def test_no_frame_has_lost_a_value(exchanges: list[Exchange]) -> None:
    def values(frame: Frame) -> set[tuple[str, object]]:
        return {(slot, value.val) for slot, held in frame.info.items() for value in held}

    for exchange in exchanges:
        for before, after in zip(exchange.before.memory.frames, exchange.after.memory.frames, strict=False):
            assert values(before) <= values(after)


def test_every_value_of_a_reply_is_in_a_frame_or_a_row(exchanges: list[Exchange]) -> None:
    for exchange in exchanges:
        rows = {str(value) for package in exchange.after.offers.values() for value in facts(package).values()}
        for offer in said(exchange, "offer") + said(exchange, "suggest"):
            assert str(offer.get("price", "")) in rows | {""}
            assert str(offer.get("name", "")) in rows | {""}


def test_the_page_shows_the_conversation_as_it_runs(world_path: Path) -> None:
    play = runpy.run_path(str(DOCS / "make.py"))["play"]
    with Catalogue(world_path) as catalogue:
        page, picture = play(Agent(catalogue))
    assert page == (DOCS / "conversation.md").read_text(encoding="utf-8"), "run `make docs`"
    assert picture == (DOCS / "conversation.svg").read_text(encoding="utf-8"), "run `make docs`"
