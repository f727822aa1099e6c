"""Conversations over a table that changes while one talks."""

from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import pytest

from wayframe.agent import Agent
from wayframe.catalogues import agent_over, live
from wayframe.conversation import Conversation

ROWS = {
    "Aero": "Aero,Kestrel,€999,16 GB,3", "Bolt": "Bolt,Kestrel,€450,8 GB,2", "Cord": "Cord,Orla,€700,16 GB,1",
    "Dune": "Dune,Orla,€820,32 GB,4",
}  # fmt: skip


class Shop:
    """A table of laptops, and a conversation about it."""

    def __init__(self, path: Path) -> None:
        self.path, self.rows = path, dict(ROWS)
        self.write()
        self.agent: Agent = agent_over(live(str(path)))
        self.conversation: Conversation = self.agent.open()

    def write(self, header: str = "model,brand,price,RAM,stock") -> None:
        self.path.write_text("\n".join((header, *self.rows.values(), "")), encoding="utf-8")

    def change(self, model: str, before: str, after: str) -> None:
        assert before in self.rows[model]
        self.rows[model] = self.rows[model].replace(before, after)
        self.write()

    def remove(self, model: str) -> None:
        del self.rows[model]
        self.write()

    def say(self, text: str) -> str:
        exchange = self.agent.respond(self.conversation, text)
        self.conversation = exchange.after
        return exchange.wizard.text


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path / "laptops.csv")


def test_an_option_that_has_changed_is_told_with_what_it_was(shop: Shop) -> None:
    assert "€700" in shop.say("a laptop with 16 GB")
    shop.change("Cord", "€700", "€649")
    said = shop.say("tell me about the Cord")
    assert "€649" in said
    assert "it was €700 when we looked" in said.replace("It", "it")
    assert "€700" not in shop.say("how much is it?")


def test_the_frame_of_the_offer_keeps_what_was_told(shop: Shop) -> None:
    shop.say("a laptop with 16 GB")
    shop.change("Cord", "€700", "€649")
    shop.say("how much is the Cord?")
    prices = [frame.info["laptop_price"][0].val for frame in shop.conversation.memory.frames if "model" in frame.info]
    assert prices == ["€700", "€999", "€649"]


def test_places_of_a_list_stay_as_they_were(shop: Shop) -> None:
    shop.say("a laptop for less than 900")
    shop.change("Bolt", "€450", "€460")
    shop.say("tell me about the first one")
    assert "Cord" in shop.say("and the second one?")
    assert "Bolt" in shop.say("the first one")


@pytest.mark.parametrize("sell", [lambda shop: shop.remove("Bolt"), lambda shop: shop.change("Bolt", ",2", ",0")])
def test_what_was_sold_meanwhile_is_not_booked(shop: Shop, sell: Callable[[Shop], None]) -> None:
    shop.say("a laptop for less than 900")
    sell(shop)
    said = shop.say("book the Bolt")
    assert "sold out" in said or "any more" in said
    assert not shop.agent.state(shop.conversation).standing
    assert "Bolt" not in shop.say("what do you have for less than 900?")


def test_another_price_is_asked_about_before_it_is_booked(shop: Shop) -> None:
    shop.say("a laptop with 32 GB")
    shop.say("tell me more")
    shop.change("Dune", "€820", "€880")
    assert "€880" in shop.say("book it")
    assert not shop.agent.state(shop.conversation).standing
    shop.say("yes")
    booked = shop.agent.state(shop.conversation).standing
    assert [booking.option.item.row["laptop_price"] for booking in booked] == ["€880"]


def test_a_booking_stands_as_it_was_made(shop: Shop) -> None:
    shop.say("a laptop with 32 GB")
    shop.say("book it")
    shop.change("Dune", "€820", "€880")
    assert "€820" in shop.say("what have I booked?")


def test_what_is_offered_again_is_told_with_what_it_was(shop: Shop) -> None:
    shop.say("a laptop with 16 GB")
    shop.change("Aero", "€999", "€949")
    said = shop.say("show me laptops with 16 GB for less than 2000")
    assert "€999 when we looked" in said


def test_a_saved_conversation_goes_on_over_the_changed_table(shop: Shop) -> None:
    shop.say("a laptop with 16 GB")
    dialogue = shop.conversation.dialogue(UUID(int=1))
    shop.change("Cord", "€700", "€649")
    shop.agent = agent_over(live(str(shop.path)))
    shop.conversation = shop.agent.resume(dialogue)[-1].after
    assert "€700 when we looked" in shop.say("tell me about the Cord")


def test_new_values_are_understood(shop: Shop) -> None:
    shop.say("a Kestrel")
    shop.rows["Echo"] = "Echo,Tamarack,€300,8 GB,2"
    shop.write()
    assert "Echo" in shop.say("a Tamarack, please")


def test_a_column_that_is_gone_ends_no_conversation(shop: Shop) -> None:
    shop.say("a laptop with at least 16 GB by Orla")
    shop.rows = {model: ",".join(row.split(",")[:3]) for model, row in shop.rows.items()}
    shop.write("model,brand,price")
    assert "Cord" in shop.say("what else do you have?") + shop.say("the first one")
