"""The documented conversation, in the user's own words: the whole loop on the default catalogue."""

import runpy
from pathlib import Path

import pytest

from assisting import agent_over
from wayframe.cli.demo import LINES
from wayframe.conversation import Exchange
from wayframe.dialogue import Frame
from wayframe.packages import Catalogue

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture(scope="module")
def exchanges(world_path: Path) -> list[Exchange]:
    """All exchanges of the conversation, by the lines that are no commands."""
    with Catalogue(world_path) as catalogue:
        agent = agent_over(catalogue)
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


def test_four_cities_are_offered_each(exchanges: list[Exchange]) -> None:
    turn = about(exchanges, "can't decide")
    assert [offer["dst_city"] for offer in said(turn, "offer")] == ["New York", "Tokyo", "Berlin", "Paris"]


def test_each_ones_price_stars_and_wifi_are_told(exchanges: list[Exchange]) -> None:
    turn = about(exchanges, "How much is each one")
    told = said(turn, "inform")
    for slot in ("price", "category", "wifi"):
        assert {fact["name"] for fact in told if slot in fact} == {
            turn.before.offers[act.id].hotel.name
            for act in about(exchanges, "can't decide").wizard.acts
            if act.id is not None
        }


def test_the_first_one_in_business_class_is_a_new_frame_with_its_city(exchanges: list[Exchange]) -> None:
    turn = about(exchanges, "business class")
    frame = turn.after.memory.frames[turn.user.active_frame - 1]
    assert frame.frame_id > len(turn.before.memory.frames)
    assert (frame.info["dst_city"][-1].val, frame.info["seat"][-1].val) == ("New York", "business")
    assert "business" in {offer["seat"] for offer in said(turn, "suggest")}


def test_going_back_to_a_city_makes_its_offer_active(exchanges: list[Exchange]) -> None:
    turn = about(exchanges, "Tokyo one")
    assert turn.before.offers[turn.user.active_frame].hotel.dst_city == "Tokyo"
    assert turn.user.active_frame != turn.before.memory.active_frame


def test_a_budget_is_held_against_all_cities(exchanges: list[Exchange]) -> None:
    turn, taken = about(exchanges, "budget"), about(exchanges, "works for me")
    offered = [turn.after.offers[act.id] for act in turn.wizard.acts if act.id is not None]
    assert {package.hotel.dst_city for package in offered} == {"New York", "Paris"}
    assert all(package.price <= 900 for package in offered)
    assert taken.after.offers[taken.user.active_frame] == offered[0]


def test_a_hotels_name_brings_an_earlier_offer_back_and_it_is_booked(exchanges: list[Exchange]) -> None:
    back, booked = about(exchanges, "Jacaranda"), about(exchanges, "book it")
    assert back.before.offers[back.user.active_frame].hotel.name == "Jacaranda Residence"
    assert said(booked, "inform")[0]["name"] == "Jacaranda Residence"
    assert booked.wizard.frames[back.user.active_frame - 1].info["action"][-1].val == "book"


def test_no_frame_has_lost_a_value(exchanges: list[Exchange]) -> None:
    def values(frame: Frame) -> set[tuple[str, object]]:
        kept = {slot: held for slot, held in frame.info.items() if slot != "count"}  # which is how many fit by now
        return {(slot, value.val) for slot, held in kept.items() for value in held}

    for exchange in exchanges:
        for before, after in zip(exchange.before.memory.frames, exchange.after.memory.frames, strict=False):
            assert values(before) <= values(after)


def test_every_price_and_name_of_an_offer_is_that_of_its_package(exchanges: list[Exchange]) -> None:
    for exchange in exchanges:
        for act in exchange.wizard.acts:
            if act.id is not None:
                package, values = exchange.after.offers[act.id], {a.key: a.value for a in act.slots}
                assert values["name"] == package.hotel.name
                assert values["price"] == f"${package.price:,.2f}".removesuffix(".00")


def test_the_page_shows_the_conversation_as_it_runs(world_path: Path) -> None:
    play = runpy.run_path(str(DOCS / "make.py"))["play"]
    with Catalogue(world_path) as catalogue:
        page, picture = play(agent_over(catalogue))
    assert page == (DOCS / "conversation.md").read_text(encoding="utf-8"), "run `make docs`"
    assert picture == (DOCS / "conversation.svg").read_text(encoding="utf-8"), "run `make docs`"
