"""The answer speaks of what is asked: how far, in the price, what it means, if it is good, why."""

import pytest

from assisting import agent_over, last, meaning, offered, table, talk
from wayframe.agent import Agent
from wayframe.meaning.notation import show
from wayframe.meaning.records import wishes_in

BOSTON = "From Boston to Miami in September, for two adults"
FLATS = table(
    "Flat | Rent | District | Heating | Balcony | Size m2 | Available from",
    "Elm | €500 | Station | gas | no | 40 | 2026-10-01",
    "Oak | €620 | Harbour | oil | yes | 52 | 2026-12-01",
    "Ash | €700 | Westend | gas | yes | 64 | 2026-09-15",
)


def test_how_far_a_place_is_isnt_known_of_what_is_near_it(agent: Agent) -> None:
    reply = last(agent, BOSTON, "tell me about the second", "is the beach far from the hotel?").wizard.text
    assert "beach" in reply
    assert "distances" in reply
    assert "Yes" not in reply


def test_whether_something_costs_extra_is_no_question_whether_it_is_there(agent: Agent) -> None:
    reply = last(agent, BOSTON, "tell me about the second", "do we have to pay for the breakfast?").wizard.text
    assert "in the price" in reply
    flats = agent_over(FLATS)
    reply = last(flats, "show me flats", "the first one", "is heating in the rent?").wizard.text
    assert "doesn't say" in reply or "can't tell" in reply


def test_whether_the_flight_is_in_the_price_is_answered_whatever_else_is_said(agent: Agent) -> None:
    shown = ("from boston, whats cheapest?", "do any of the cheap ones have breakfast?")
    asked = "oh ottawa with breakfast for 194, nice. is the flight incl in that?"
    reply = last(agent, *shown, asked).wizard.text
    assert reply == "A price is for flights and hotel together, for all who travel."


def test_who_asks_what_a_value_means_wishes_for_nothing(agent: Agent) -> None:
    exchange = last(agent, BOSTON, "What means economy class?")
    assert not list(wishes_in(meaning(exchange).all()))
    assert "business" in exchange.wizard.text


def test_whether_a_figure_is_good_is_told_by_where_it_stands(agent: Agent) -> None:
    asked = "is the rating good or bad?"
    assert "guest" in last(agent, BOSTON, "tell me about the second", asked).wizard.text
    assert "other()" in show(meaning(last(agent, BOSTON, "tell me about the second", asked)).all())


def test_whether_one_can_move_in_by_a_day_is_answered_with_yes_or_no() -> None:
    flats = agent_over(FLATS)
    assert last(flats, "show me flats", "the Oak", "can we move in in January?").wizard.text.startswith("Yes")
    assert last(flats, "show me flats", "the Oak", "can we move in in November?").wizard.text.startswith("No")
    both = last(flats, "show me flats", "what is the size of the Oak and can we move in in January?").wizard.text
    assert "52" in both
    assert "es" in both


def test_a_yes_to_a_place_is_one_to_what_is_asked_there(agent: Agent) -> None:
    assert "Chicago in business class, yes" in last(agent, "do you have business class to Chicago at all?").wizard.text


def test_what_a_table_has_a_column_for_is_no_unknown_thing() -> None:
    """Refunds and deposits are set phrases for what no catalogue knows; a table may know of them."""
    cottages = agent_over(table("Cottage | Price | Refundable | Deposit", "Inn | 50 | yes | 10", "Barn | 60 | no | 20"))
    assert last(cottages, "show me all", "are they refundable?").wizard.text == "Inn is refundable; Barn isn't."
    assert last(cottages, "show me all", "is there a deposit?").wizard.text == "Inn has a deposit of 10 and Barn 20."


def test_why_something_is_low_is_a_question_for_the_reason(agent: Agent) -> None:
    asked = last(agent, BOSTON, "why is the second rated so low?")
    assert show(meaning(asked).all()).startswith("ask(reason, slots=[gst_rating]")


@pytest.mark.parametrize("said", ["no rennet", "without rennet", "rennet-free ones", "I don't take animal rennet"])
def test_what_is_free_of_a_thing_is_shown_to_whom_wants_none_of_it(said: str) -> None:
    cheeses = agent_over(table("Cheese | Price | Rennet-free", "Tomme | 24 | no", "Nun | 31 | yes", "Rind | 27 | no"))
    assert [each["cheese"] for each in offered(last(cheeses, said))] == ["Nun"]


def test_of_a_place_whose_hotels_were_compared_all_are_asked_about(agent: Agent) -> None:
    """A comparison of one in Athens with one in Rome leaves but one of Athens at hand."""
    said = (
        "From Chicago to Athens, two adults",
        "and Rome?",
        "compare the Lumiere Boutique with the Camellia Crescent",
    )
    reply = last(agent, *said, "In Athens, which of them has a gym?").wizard.text
    assert reply == "Only the Fernhill Terrace has a gym."


def test_both_behind_two_things_asks_who_has_the_two(agent: Agent) -> None:
    said = ("From Toronto to Mexico City in August, two adults", "does the first one have breakfast?")
    reply = last(agent, *said, "which one has wifi and parking both").wizard.text
    assert reply == "Only the Quillon Terrace has wifi and parking."


def test_how_far_the_hotel_is_from_a_place_is_no_description_of_it(agent: Agent) -> None:
    reply = last(agent, BOSTON, "tell me about the second", "how far is the hotel from the airport?").wizard.text
    assert reply.startswith("It isn't near the airport.")


def test_whoever_asks_what_was_said_of_what_nobody_said_is_told_the_fact(agent: Agent) -> None:
    said = ("From Montreal to New York for two", "the second", "book it", "remind me what we pay")
    reply = last(agent, *said).wizard.text
    assert "$" in reply
    assert "You haven't said anything on price" in reply or "Nothing on price yet" in reply


def test_the_original_dates_are_those_of_the_first_search(agent: Agent) -> None:
    said = (
        "From Philadelphia to Rome for two in the first week of September",
        "a week later?",
        "rather August 20 to 27",
    )
    first, *_, again = talk(agent, *said, "we prefer the original dates then")
    assert offered(first) == offered(again)


def test_what_nothing_is_known_of_is_no_question_for_all_that_is(agent: Agent) -> None:
    asked = last(agent, BOSTON, "does the second one have a family room?")
    assert show(meaning(asked).all()) == 'out_of_scope("family room")'
