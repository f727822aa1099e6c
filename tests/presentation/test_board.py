from collections.abc import Mapping
from pathlib import Path

from assisting import talk
from wayframe.catalogues import agent_over, opened
from wayframe.memory import Memory, update
from wayframe.notation import parse_turn
from wayframe.packages import Catalogue
from wayframe.presentation.board import Card, board, cards, compared, conversation_cards
from wayframe.presentation.presenter import trips_presenter
from wayframe.state.records import DialogueState

TRIPS = trips_presenter()
EXAMPLES = Path(__file__).parents[2] / "examples"


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
    after = memory(*TRIP, ("switch_frame(ref=[2]); request(wifi)", 2), ("inform(wifi=True, price=$950)", 2))
    first, second, _ = cards(TRIPS, after, (), before)
    assert [entry.slot for entry in second.entries if entry.changed] == ["price"]
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
    found = compared(agent.presenter, frames, agent.state(after))
    prices = next(row for row in found.rows if row.slot == "price")
    assert found.frames == tuple(frames)
    assert len(prices.best) == 1
    assert all(value and value.startswith("$") for value in prices.values)
    assert {"wifi", "stars", "travellers"} <= {row.label for row in found.rows}


def test_a_comparison_says_in_a_sentence_what_speaks_for_which() -> None:
    agent = agent_over(opened(str(EXAMPLES / "laptops.csv")))
    after = agent.respond(agent.open(), "at least 16 GB").after
    found = compared(agent.presenter, [2, 3], agent.state(after))
    assert found.trade_off == (
        "The Lumen Page 13 Plus is cheaper (€559 against €639), and has more storage (512 GB against 256 GB) and "
        "longer battery life (15 hours against 8 hours); the Orla Lite 14 is lighter (1.35 kg against 1.47 kg)."
    )


TALK = (
    "From Montreal to Tokyo or Berlin between August 23 and September 10, two adults and a child, under $6,000",
    "book the cheapest",
    "What about Paris?",
    "not the first one",
    "From New York to Paris under $100",
)


def test_a_search_is_called_by_what_is_wished_for_now(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)

    def title(*texts: str) -> str:
        conversation = agent.open()
        for text in texts:
            conversation = agent.respond(conversation, text).after
        (active,) = [card for card in board(agent.presenter, agent.state(conversation)).cards if card.active]
        return active.title

    assert title("something in September") == "Leaves in September"
    assert title("to Berlin", "I meant from Berlin") == "From Berlin"
    assert title("From Montreal, but not to Berlin") == "From Montreal"


def test_what_is_spoken_of_and_booked_comes_first_and_what_is_done_with_is_folded(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    conversation = agent.open()
    for text in TALK:
        conversation = agent.respond(conversation, text).after
    found = board(agent.presenter, agent.state(conversation))
    first, second, *others = found.cards
    assert (first.active, second.booked) == (True, True)
    searches = [card.parent if card.offered and card.parent else card.frame for card in others]
    assert searches == sorted(searches, reverse=True)
    wishes = [card for card in others if not card.offered]
    assert all(
        other.frame > card.frame for card in wishes for other in others if other.offered and other.parent == card.frame
    )
    assert any(card.rejected for card in found.folded)
    assert {card.frame for card in (*found.cards, *found.folded)} == set(range(1, len(conversation.memory.frames) + 1))


def test_options_found_before_the_wishes_were_changed_stand_behind_those_that_fit(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    conversation = agent.open()
    for text in ("From Montreal to Paris in August", "We are two and want wifi"):
        conversation = agent.respond(conversation, text).after
    options = [card for card in board(agent.presenter, agent.state(conversation)).cards if card.offered]
    superseded = [card.superseded for card in options]
    assert superseded == sorted(superseded)
    facts = [{entry.slot: entry.text for entry in card.entries} for card in options]
    assert [each["party"] == "1 adult" for each in facts] == superseded
    assert set(superseded) == {False, True}


def test_wishes_for_which_something_was_found_after_all_are_no_dead_end(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    marks = []
    conversation = agent.open()
    for text in ("From London to a beach in August", "from New York"):
        conversation = agent.respond(conversation, text).after
        found = board(agent.presenter, agent.state(conversation))
        marks.append([card.no_result for card in (*found.cards, *found.folded) if not card.offered])
    assert marks == [[True], [False]]


def test_the_same_wishes_stand_on_the_board_once(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    conversation = agent.open()
    for text in ("From Montreal to Berlin", "What about Paris?", "What about Berlin?"):
        conversation = agent.respond(conversation, text).after
    found = board(agent.presenter, agent.state(conversation))
    titles = [card.title for card in found.cards if not card.offered]
    assert sorted(titles) == ["Montreal → Berlin", "Montreal → Paris"]


def test_what_was_only_asked_about_all_of_it_is_no_card(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    asked = agent.respond(agent.open(), "what does a trip to Paris cost on average?")
    assert "on average" in asked.wizard.text
    assert board(agent.presenter, agent.state(asked.after)).cards == ()


def test_the_card_of_a_cancelled_booking_says_so_until_it_is_booked_again(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    booked = agent.respond(agent.respond(agent.open(), TALK[0]).after, "book the cheapest")
    frame = agent.state(booked.after).standing[0].option.frame
    cancelled = agent.cancel(booked.after, frame)
    again = agent.respond(cancelled.after, "book it again")
    marks = []
    for exchange in (booked, cancelled, again):
        found = board(agent.presenter, agent.state(exchange.after))
        marks.append([(card.booked, card.cancelled) for card in (*found.cards, *found.folded) if card.frame == frame])
    assert marks == [[(True, False)], [(False, True)], [(True, False)]]


def test_every_card_has_origin_and_party_and_its_rows_in_one_order(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    first = agent.respond(agent.open(), TALK[0])
    for card in conversation_cards(agent.presenter, agent.state(first.after)):
        slots = [entry.slot for entry in card.entries]
        assert slots[:6] == ["or_city", "dst_city", "str_date", "end_date", "party", "price"]
        assert {entry.told for entry in card.entries} == {card.offered}
    wishes = conversation_cards(agent.presenter, agent.state(first.after))[0]
    assert entries(wishes)["price"] == "under $6,000"


def test_a_wish_that_was_learned_is_new_and_one_that_was_other_is_changed(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    first = agent.respond(agent.open(), "From Montreal to Berlin, for two adults")
    second = agent.respond(first.after, "between August 23 and September 10")
    before, after = agent.state(first.after), agent.state(second.after)
    card = conversation_cards(agent.presenter, after, before)[0]
    assert "str_date" in entries(card)
    assert not any(entry.changed for entry in card.entries)


def test_what_was_never_offered_is_compared_by_what_was_said() -> None:
    found = compared(TRIPS, [1, 2], DialogueState(memory(*TRIP)))
    prices = next(row for row in found.rows if row.slot == "price")
    assert prices.values == (None, "$900")
    assert prices.best == frozenset()
    assert found.trade_off == ""


def test_what_was_shown_again_for_others_is_folded_with_its_wishes(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    *_, exchange = talk(agent, "From Montreal to Berlin between August 23 and September 1", "two adults")
    found = board(agent.presenter, agent.state(exchange.after))
    shown = [(card.title, str(card.entries)) for card in found.cards if card.offered]
    assert shown
    assert all("2 adults" in entries for title, entries in shown if title in [card.title for card in found.folded])


def test_stays_of_different_lengths_are_compared_by_the_night(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    *_, exchange = talk(agent, "From Montreal to Rome in August, two adults")
    state = agent.state(exchange.after)
    rows = {row.slot: row for row in compared(agent.presenter, list(state.options), state).rows}
    assert len(set(rows["duration"].values)) > 1
    assert not rows["price"].best
    assert rows["price_night"].label == "price a night"
    assert rows["price_night"].best


def test_stays_of_one_length_are_compared_by_their_price(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    *_, exchange = talk(agent, "From Montreal to Rome in August, two adults, for 5 days")
    state = agent.state(exchange.after)
    rows = {row.slot: row for row in compared(agent.presenter, list(state.options), state).rows}
    assert len(set(rows["duration"].values)) == 1
    assert rows["price"].best
    assert "price_night" not in rows
