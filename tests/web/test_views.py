"""What the page says of a turn beside its reply: what it was about, which searches ran."""

from pathlib import Path

import pytest

pytest.importorskip("fastapi")

from assisting import agent_over, example, talk
from wayframe.agent import Agent
from wayframe.packages import Catalogue
from wayframe.presentation.board import board
from wayframe.web.page import seen_before, subject
from wayframe.web.views import chart, pieces, shown

ROUTE = "From Montreal to Tokyo or Berlin between August 23 and September 10, two adults"


def test_what_a_turn_is_about_is_named_as_on_the_board(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    first, second, third = talk(agent, ROUTE, "what about Paris?", "thanks")
    assert shown(1, first, agent).about == "number 1, Montreal → Tokyo or Berlin"
    assert shown(2, second, agent).about == "number 4, Montreal → Paris, which is new; before, it was number 1"
    assert shown(3, third, agent).about == "number 4, Montreal → Paris, as before"
    back = agent.switch(third.after, 2)
    assert shown(4, back, agent).about.endswith("again; before, it was number 4")


def test_a_search_says_how_many_fit_not_how_many_were_shown(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    (exchange,) = talk(agent, "From Montreal to Berlin in August, two adults")
    assert exchange.wizard.text.startswith("Three of four in Berlin")
    assert shown(1, exchange, agent).searches == ("Montreal → Berlin, August 1 → August 31, for 2 adults: 4 found",)


def test_what_is_left_to_see_is_counted_down(world_path: Path) -> None:
    with Catalogue(world_path) as trips:
        _counts_down(agent_over(trips), "From Montreal to anywhere with a beach in August")
    _counts_down(agent_over(example("laptops.csv")), "a laptop under 1500")


def _counts_down(agent: Agent, wish: str) -> None:
    left, names = list[int](), list[str]()
    for exchange in talk(agent, wish, "Show me more.", "Show me more."):
        (shown_now,) = [piece for piece in pieces(exchange, agent) if piece.offers]
        left.append(shown_now.more - seen_before(agent, agent.state(exchange.after), agent.state(exchange.before)))
        names += [offer.card.title for offer in shown_now.offers]
    assert left == [left[0], left[0] - 3, left[0] - 6]
    assert len(set(names)) == len(names), "something was shown twice before all was shown once"


def missed(agent: Agent, *texts: str) -> list[tuple[str, ...]]:
    """What each offer of the last reply isn't as."""
    exchange = talk(agent, *texts)[-1]
    return [offer.missed for piece in pieces(exchange, agent) for offer in piece.offers]


def test_what_is_back_by_a_day_is_as_asked(catalogue: Catalogue) -> None:
    assert set(missed(agent_over(catalogue), "From Montreal to Rome, back by September 10")) == {()}


def test_what_was_booked_is_as_asked(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    trip = "From Montreal to Berlin, leaving August 21, back by August 27"
    assert any(missed(agent, trip))
    changed = missed(agent, trip, "book the first one", "make it two adults")
    assert changed
    assert not any(changed)


def test_what_an_offer_is_not_as_is_said_with_what_it_is(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    near_misses = missed(agent, "From Montreal to Rome on August 21 under 500 dollars, near a beach")
    words = [word for offer in near_misses for word in offer]
    assert words
    assert all(", not " in word or word.startswith("not ") for word in words)


def test_only_what_still_fits_counts_as_seen(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    *_, narrowed = talk(agent, "From Montreal to anywhere in August", "near a beach")
    assert seen_before(agent, agent.state(narrowed.after), agent.state(narrowed.before)) == 0


def test_within_a_long_time_any_days_are_as_asked(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    assert set(missed(agent, "From Montreal to Rome, August 20 to September 10, two adults")) == {()}


def test_prices_are_drawn_over_all_days_where_one_asks_which_are_cheapest(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    trip = "From Montreal to Berlin, August 22 to 26"
    *_, asked = talk(agent, trip, "which dates are the cheapest?")
    drawn = chart(asked, agent)
    assert drawn is not None
    assert any(bar.day.startswith("September") for bar in drawn.bars)


def test_what_is_asked_about_is_so_for_whoever_reads_it_later(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    offered, proposed, declined = talk(agent, ROUTE, "book the cheapest for three adults", "no")
    assert not shown(1, offered, agent).asks_to_settle
    assert shown(2, proposed, agent).asks_to_settle == bool(agent.state(proposed.after).pending.on_yes)
    assert not shown(3, declined, agent).asks_to_settle


def test_a_conversation_is_called_by_what_most_of_it_is_about(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    exchange = talk(agent, "From Montreal to Rome", "in August", "how much is the first one?", "What about Paris?")[-1]
    state = agent.state(exchange.after)
    assert subject(board(agent.presenter, state), exchange.after, state) == "Montreal → Rome, Montreal → Paris"
