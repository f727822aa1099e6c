from collections.abc import Mapping

from wayframe.board import Card, cards, compared, said
from wayframe.catalogues import agent_over
from wayframe.dialogue import DatabaseSearch, Frame, Value
from wayframe.domain import TRAVEL
from wayframe.domain.trips import sought
from wayframe.memory import Memory, update
from wayframe.notation import parse_turn
from wayframe.packages import Catalogue


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
    first, second, third = cards(memory(*TRIP), {})
    assert (first.title, second.title, third.title) == ("Oslo → Bern", "Aare, Bern", "Reuss, Bern")
    assert (first.active, second.active, second.parent) == (True, False, 1)
    by_slot = {entry.slot: entry for entry in second.entries}
    assert by_slot["or_city"].inherited
    assert not by_slot["or_city"].told
    assert (by_slot["price"].text, by_slot["price"].told, by_slot["price"].inherited) == ("$900", True, False)


def test_what_the_last_exchange_changed_and_made() -> None:
    before = memory(*TRIP)
    after = memory(*TRIP, ("switch_frame(ref=[2]); request(wifi)", 2), ("inform(wifi=True)", 2))
    first, second, _ = cards(after, {}, before)
    assert [entry.slot for entry in second.entries if entry.changed] == ["wifi"]
    assert not any(entry.changed for entry in first.entries)
    assert [card.new for card in cards(before, {}, memory(TRIP[0]))] == [False, True, True]


def test_what_became_of_a_frame() -> None:
    asked = memory(*TRIP, ("request(wifi, ref=[3]); negate(ref=[2])", 1))
    first, second, third = cards(asked, {})
    assert third.asked == ("wifi",)
    assert (first.rejected, second.rejected, third.rejected) == (False, True, False)
    nothing = cards(memory(TRIP[0], ("no_result(ref=[1])", 1)), {})[0]
    assert nothing.no_result
    assert "NO_RESULT" not in entries(nothing)


def test_what_is_booked_is_marked_until_it_is_cancelled() -> None:
    booked = (*TRIP, ("inform(intent=book, ref=[2])", 2), ("inform(action=book, write=[2])", 2))
    assert [card.booked for card in cards(memory(*booked), {})] == [False, True, False]
    cancelled = (*booked, ("negate()", 2), ("inform(action=cancel, write=[2])", 2))
    assert not any(card.booked for card in cards(memory(*cancelled), {}))


def test_a_frame_without_a_name_goes_by_what_it_has() -> None:
    assert TRAVEL.title(Frame(4, None, {})) == "Option 4"
    assert TRAVEL.title(Frame(1, None, {"or_city": (Value("Oslo"),)})) == "From Oslo"
    assert TRAVEL.title(Frame(1, None, {"dst_city": (Value("Bern"), Value("Rome"))})) == "To Bern or Rome"


def test_values_as_people_read_them() -> None:
    assert said("price", [Value("1203.5")]) == "$1,203.50"
    assert said("str_date", [Value("august 13")]) == "August 13"
    assert said("dst_city", [Value("Paris", True)]) == "not Paris"
    assert said("flex", [Value(True)]) == "yes"


def test_the_best_of_a_row() -> None:
    assert TRAVEL.best("price", ["$900", "$700", None, "$700"]) == {1, 3}
    assert TRAVEL.best("category", ["3-star", "4.5-star"]) == {1}
    assert TRAVEL.best("seat", ["economy", "business"]) == frozenset()
    assert TRAVEL.best("price", ["$700", "$700"]) == frozenset()


def test_offers_are_compared_by_what_is_true_of_them(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    after = agent.respond(agent.open(), "From Montreal to Tokyo between August 23 and September 1").after
    frames = list(after.offers)[:2]
    found = compared(frames, after.memory, after.offers)
    prices = next(row for row in found.rows if row.slot == "price")
    assert found.frames == tuple(frames)
    assert len(prices.best) == 1
    assert all(value and value.startswith("$") for value in prices.values)
    assert {"wifi", "stars"} & {row.label for row in found.rows}


def test_what_was_never_offered_is_compared_by_what_was_said() -> None:
    found = compared([1, 2], memory(*TRIP), {})
    prices = next(row for row in found.rows if row.slot == "price")
    assert prices.values == (None, "$900")
    assert prices.best == frozenset()


def test_a_search_in_a_line() -> None:
    search = DatabaseSearch(
        timestamp=1470042000, ORIGIN_CITY="Rome", DESTINATION_CITY="Bari", START_TIME="1471910400000", END_TIME="NaN",
        NUM_ADULTS="2", NUM_CHILDREN="1", PRICE_MAX="900", ARE_DATES_FLEXIBLE="true",
    )  # fmt: skip
    assert sought(search) == "Rome → Bari, Aug 23 – …, flexible, 2 adults, 1 child, at most $900"
