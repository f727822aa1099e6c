from collections.abc import Mapping

from wayframe.catalogues import agent_over
from wayframe.memory import Memory, update
from wayframe.notation import parse_turn
from wayframe.packages import Catalogue
from wayframe.presentation.board import Card, cards, compared
from wayframe.presentation.presenter import trips_presenter

TRIPS = trips_presenter()


def memory(*turns: tuple[str, int]) -> Memory:
    """The user speaks first."""
    found = Memory()
    for number, (acts, active) in enumerate(turns):
        found = update(found, "wizard" if number % 2 else "user", parse_turn(acts), active)
    return found


TRIP = (
    ("inform(or_city=Oslo); inform(dst_city=Bern)", 1),
    ("offer(name=Aare, price=$900, id=2); offer(name=Reuss, id=3)", 1),
)


def entries(card: Card) -> Mapping[str, str]:
    return {entry.slot: entry.text for entry in card.entries}


def test_a_card_says_what_it_took_over_and_what_the_agent_told() -> None:
    first, second, third = cards(TRIPS, memory(*TRIP))
    assert (first.title, second.title, third.title) == ("Oslo → Bern", "Aare, Bern", "Reuss, Bern")
    assert (first.active, second.active, second.parent) == (True, False, 1)
    by_slot = {entry.slot: entry for entry in second.entries}
    assert by_slot["or_city"].inherited
    assert not by_slot["or_city"].told
    assert (by_slot["price"].text, by_slot["price"].told, by_slot["price"].inherited) == ("$900", True, False)


def test_what_the_last_exchange_changed_and_made() -> None:
    before = memory(*TRIP)
    after = memory(*TRIP, ("switch_frame(ref=[2]); request(wifi)", 2), ("inform(wifi=True)", 2))
    first, second, _ = cards(TRIPS, after, (), before)
    assert [entry.slot for entry in second.entries if entry.changed] == ["wifi"]
    assert not any(entry.changed for entry in first.entries)
    assert [card.new for card in cards(TRIPS, before, (), memory(TRIP[0]))] == [False, True, True]


def test_what_became_of_a_frame() -> None:
    asked = memory(*TRIP, ("request(wifi, ref=[3]); negate(ref=[2])", 1))
    first, second, third = cards(TRIPS, asked)
    assert third.asked == ("wifi",)
    assert (first.rejected, second.rejected, third.rejected) == (False, True, False)
    nothing = cards(TRIPS, memory(TRIP[0], ("no_result(ref=[1])", 1)))[0]
    assert nothing.no_result
    assert "NO_RESULT" not in entries(nothing)


def test_what_is_booked_is_marked_until_it_is_cancelled() -> None:
    booked = (*TRIP, ("inform(intent=book, ref=[2])", 2), ("inform(action=book, write=[2])", 2))
    assert [card.booked for card in cards(TRIPS, memory(*booked))] == [False, True, False]
    cancelled = (*booked, ("negate()", 2), ("inform(action=cancel, write=[2])", 2))
    assert not any(card.booked for card in cards(TRIPS, memory(*cancelled)))


def test_offers_are_compared_by_what_is_true_of_them(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    after = agent.respond(agent.open(), "From Montreal to Tokyo between August 23 and September 1").after
    frames = list(after.offers)[:2]
    items = {frame: agent.source.item(row) for frame, row in after.offers.items()}
    found = compared(agent.presenter, frames, after.memory, items)
    prices = next(row for row in found.rows if row.slot == "price")
    assert found.frames == tuple(frames)
    assert len(prices.best) == 1
    assert all(value and value.startswith("$") for value in prices.values)
    assert {"wifi", "stars"} & {row.label for row in found.rows}


def test_what_was_never_offered_is_compared_by_what_was_said() -> None:
    found = compared(TRIPS, [1, 2], memory(*TRIP), {})
    prices = next(row for row in found.rows if row.slot == "price")
    assert prices.values == (None, "$900")
    assert prices.best == frozenset()
