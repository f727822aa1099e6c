"""Bookings: made of the option that is meant, told again, taken back; nothing is done that wasn't meant."""

import pytest

from assisting import asked, chosen, done, facts, last, offered, packages, talk
from wayframe.agent import Agent
from wayframe.conversation import Exchange

ROME = "From Montreal to Rome, august 20 to september 10, two adults"


def deeds(turns: list[Exchange]) -> list[list[str]]:
    """What each reply says was done."""
    return [[str(each["action"]) for each in facts(turn) if "action" in each] for turn in turns]


def test_a_booking_is_made_once_and_can_be_cancelled(agent: Agent) -> None:
    turns = talk(agent, ROME, "the first one", "yes", "book it again", "no wait, cancel that", "book it")
    assert deeds(turns) == [[], [], ["book"], [], ["cancel"], ["book"]]


def test_several_offers_are_asked_about_before_one_is_booked(agent: Agent) -> None:
    exchange = last(agent, ROME, "yes please book it")
    assert asked(exchange)
    assert not done(exchange, "book")


def test_which_one_is_booked_is_answered_by_naming_it(agent: Agent) -> None:
    first, _, booked = talk(agent, ROME, "book it", "the second one")
    assert [each["name"] for each in done(booked, "book")] == [packages(first)[1].hotel.name]


def test_a_suggestion_is_booked_when_it_is_named(agent: Agent) -> None:
    turns = talk(agent, "From Boston to Frankfurt, sept 5 to sept 9, business class", "ok let's book", "the first one")
    assert sum(map(len, deeds(turns))) <= 1
    assert deeds([*turns, agent.respond(turns[-1].after, "yes")])[-2:] in ([["book"], []], [[], ["book"]])


def test_what_was_booked_from_a_proposal_is_cancelled(agent: Agent) -> None:
    turns = talk(agent, ROME, "do you have anything with a spa?", "ok book that one", "can you cancel it?")
    assert [(each["action"], each["name"]) for turn in turns for each in facts(turn) if "action" in each] == [
        ("book", "Lyndhurst Rooms"), ("cancel", "Lyndhurst Rooms"),
    ]  # fmt: skip


def test_what_is_booked_instead_takes_the_place_of_the_booking(agent: Agent) -> None:
    turns = talk(agent, ROME, "book the first one", "book the second one instead", "yes")
    assert deeds(turns)[2:] == [[], ["change"]]
    assert turns[3].after.turns[-1].text.count(packages(turns[0])[1].hotel.name) == 1


def test_what_is_booked_for_days_that_are_taken_already_is_said(agent: Agent) -> None:
    *_, apart = talk(agent, ROME, "book the first one", "book the second one too")  # September 4 to 9
    assert "some of these days" not in apart.after.turns[-1].text.casefold()
    first, _, both = talk(agent, ROME, "book the first one", "book the third one too")  # both August 25 to 30
    assert "some of these days" in both.after.turns[-1].text.casefold()
    assert packages(first)[0].hotel.name in both.after.turns[-1].text


def test_who_names_another_option_while_a_change_is_asked_about_is_asked_about_that_one(agent: Agent) -> None:
    first, *_, named, swapped = talk(
        agent, ROME, "book the second one", "make it a day longer", "the Lyndhurst Rooms then", "swap it"
    )
    assert "instead of the Camellia Crescent" in named.after.turns[-1].text
    assert [each["name"] for each in done(swapped, "change")] == [packages(first)[2].hotel.name]


def test_a_yes_books_nothing_where_two_options_were_told(agent: Agent) -> None:
    *_, told, after = talk(agent, ROME, "the first one", "coming back to that, what does the second one cost?", "yes")
    assert "?" not in told.after.turns[-1].text
    assert not done(after, "book")


def test_a_yes_after_a_cancellation_books_nothing_and_proposes_nothing(agent: Agent) -> None:
    *_, after = talk(agent, ROME, "book the first one", "cancel it", "yep")
    assert not done(after, "book")
    assert "Book" not in after.after.turns[-1].text


def test_both_are_the_two_bookings_behind_the_second(agent: Agent) -> None:
    *_, said = talk(agent, ROME, "book the first one", "book the second one too", "what do both cost together?")
    assert "$3,687.30" in said.after.turns[-1].text


def test_both_are_the_two_bookings_beside_the_second(agent: Agent) -> None:
    *_, said = talk(agent, ROME, "book the first one", "book the second one as well; what do both cost?")
    assert "$3,687.30" in said.after.turns[-1].text


def test_another_one_is_booked_instead(agent: Agent) -> None:
    turns = talk(
        agent, ROME, "what about Paris?", "book the first one", "cancel that please", "book the Clovelly Grand"
    )
    (first,), (cancelled,), (second,) = (done(turns[2], "book"), done(turns[3], "cancel"), done(turns[4], "book"))
    assert first["name"] == cancelled["name"]
    assert second["name"] == "Clovelly Grand"


@pytest.mark.parametrize("words", ["oh no, sorry, I meant the second one", "no, not that one, the second one"])
def test_who_meant_another_one_does_not_keep_both(agent: Agent, words: str) -> None:
    turns = talk(agent, ROME, "book the first one", words)
    second = packages(turns[0])[1].hotel.name
    again = talk(agent, ROME, "book the first one", words, "yes please", "what have I booked?")
    names = [each.get("name") for each in facts(again[-1])]
    assert names == [second]


def test_who_wants_two_trips_keeps_both(agent: Agent) -> None:
    turns = talk(agent, ROME, "book the first one", "and book the second one, too", "what have I booked?")
    assert deeds(turns)[:3] == [[], ["book"], ["book"]]
    assert {each.get("name") for each in facts(turns[-1])} == {each.hotel.name for each in packages(turns[0])[:2]}


@pytest.mark.parametrize("question", ["what did I book?", "what have I booked so far?"])
def test_what_is_booked_is_told_again(agent: Agent, question: str) -> None:
    first, nothing, booked, again = talk(agent, ROME, question, "book the second one", question)
    assert not facts(nothing)
    assert [each["name"] for each in facts(again)] == [each["name"] for each in done(booked, "book")]
    assert [each["name"] for each in done(booked, "book")] == [packages(first)[1].hotel.name]


def test_no_to_another_option_cancels_no_booking(agent: Agent) -> None:
    turns = talk(agent, ROME, "book the first one", "tell me about the second one", "no", "what did I book?")
    assert deeds(turns[:4]) == [[], ["book"], [], []]
    assert [each["name"] for each in facts(turns[-1])] == [packages(turns[0])[0].hotel.name]


def test_nothing_is_cancelled_where_nothing_is_booked(agent: Agent) -> None:
    exchange = last(agent, ROME, "cancel my booking please")
    assert not done(exchange, "cancel")


def test_what_is_not_booked_is_not_cancelled_in_place_of_what_is(agent: Agent) -> None:
    lines = (ROME, "book the first one", "what about Barcelona?", "the first one", "cancel the one in Barcelona")
    assert not done(last(agent, *lines), "cancel")


@pytest.mark.parametrize("words", ["cancel the Rome one", "cancel my Rome booking", "get rid of the trip to Rome"])
def test_of_two_bookings_the_one_that_is_meant_is_cancelled(agent: Agent, words: str) -> None:
    lines = (ROME, "book the first one", "what about Barcelona?", "book the first one", words)
    assert [each["dst_city"] for each in done(last(agent, *lines), "cancel")] == ["Rome"]


def test_both_are_cancelled(agent: Agent) -> None:
    lines = (ROME, "book the first one", "what about Barcelona?", "book the first one", "cancel both")
    assert {each["dst_city"] for each in done(last(agent, *lines), "cancel")} == {"Rome", "Barcelona"}


def test_what_is_booked_is_as_it_was_described(agent: Agent) -> None:
    first = last(agent, ROME)
    second = packages(first)[1]
    price = f"${second.price:,.2f}"
    exchange = last(agent, ROME, f"we'll take the one for {price}")
    assert [each["price"] for each in done(exchange, "book")] == [price.removesuffix(".00")]
    assert not done(last(agent, ROME, "book the one for $99"), "book")


def test_the_other_one_where_there_are_several_is_asked_about(agent: Agent) -> None:
    other = last(agent, ROME, "my budget is 9000", "let's book the other one then")
    assert not done(other, "book")


def test_refunds_that_do_not_matter_cancel_nothing(agent: Agent) -> None:
    turns = talk(agent, ROME, "the first one", "book it", "never mind the refund, that's fine")
    assert deeds(turns)[-1] == []


@pytest.mark.parametrize(
    ("words", "books"),
    [("I'll think about it", False), ("hold it until tomorrow", False), ("very well, I shall take it", True),
     ("I might book it, let me ask my wife", False), ("nah", False), ("perfect, let's do that one", True)],
)  # fmt: skip
def test_who_hesitates_and_who_decides(agent: Agent, words: str, books: bool) -> None:
    assert bool(done(last(agent, ROME, "the first one", words), "book")) == books


def test_what_was_priced_for_one_is_not_booked_for_a_family(agent: Agent) -> None:
    before = last(agent, "from Los Angeles, somewhere with a beach", "me and my 3 children").after
    first = next(iter(before.offers))
    exchange = agent.respond(agent.switch(before, first).after, "book it")
    assert all(str(each["price"]) != f"${before.offers[first].price:,.2f}" for each in done(exchange, "book"))


@pytest.mark.parametrize("words", ["alright, not today, maybe later, bye", "thanks, bye"])
def test_who_leaves_is_shown_nothing_more(agent: Agent, words: str) -> None:
    exchange = last(agent, ROME, words)
    assert not packages(exchange)
    assert "goodbye" in [act.name for act in exchange.wizard.acts]


@pytest.mark.parametrize("words", ["never mind", "go back one step"])
def test_never_mind_goes_back(agent: Agent, words: str) -> None:
    turns = talk(agent, ROME, "what about Paris?", words, "what do I have in mind so far?")
    frame = turns[2].after.memory.frames[turns[2].after.memory.active_frame - 1]
    assert "Rome" in {value.val for value in frame.info["dst_city"]}


def test_the_booking_is_marked_in_its_frame(agent: Agent) -> None:
    exchange = last(agent, ROME, "book the first one")
    frame = exchange.wizard.frames[exchange.user.active_frame - 1]
    assert frame.info["action"][-1].val == "book"
    assert chosen(exchange).hotel.name == done(exchange, "book")[0]["name"]


def test_what_was_priced_for_others_is_booked_for_those_who_travel_now(agent: Agent) -> None:
    route, family = "From Montreal to Rome, august 20 to september 10", "we are two adults and a child"
    price = offered(last(agent, route))[0]["price"]
    *_, proposed, booked = talk(
        agent, route, family, f"is breakfast included in the one for {price}?", "book it", "yes"
    )
    assert not done(proposed, "book")
    assert [(each["n_adults"], each["n_children"]) for each in done(booked, "book")] == [("2 adults", "a child")]


def test_two_are_booked_by_their_numbers(agent: Agent) -> None:
    first, booked = talk(agent, ROME, "book 1 and 2")
    assert [each["name"] for each in done(booked, "book")] == [each["name"] for each in offered(first)[:2]]


@pytest.mark.parametrize(
    "words",
    [
        "Rome for three people please",
        "My sister is joining us for Rome.",
        "could Rome be a day longer?",
        "Upgrade us to business for Rome.",
        "the Lyndhurst would have been better, can you swap it?",
    ],
)
def test_what_is_wished_for_a_place_that_is_booked_is_asked_about_as_a_change_of_it(agent: Agent, words: str) -> None:
    *_, changed = talk(agent, ROME, "book the first one", words)
    assert changed.wizard.text.startswith(("Change to", "Shall I change")) or " instead of " in changed.wizard.text
    assert not done(changed, "change")


def test_a_day_to_which_a_booking_can_not_be_moved_is_answered_with_what_is_near(agent: Agent) -> None:
    turns = talk(agent, ROME, "book the first one", "push the Rome one back by fifty days")
    assert offered(turns[2])
    assert deeds(turns) == [[], ["book"], []]


def test_a_trip_to_another_place_changes_no_booking(agent: Agent) -> None:
    *_, other = talk(agent, ROME, "book the first one", "and now Paris for three people")
    assert "Paris" in other.wizard.text
    assert "Shall I change" not in other.wizard.text


@pytest.mark.parametrize(
    "words",
    [
        "Yes, please. And what does it all cost us then?",
        "yes do it please and show me my bookings",
        "But I said yes! Please change it to three people.",
    ],
)
def test_a_yes_to_a_change_is_one_whatever_is_asked_beside_it(agent: Agent, words: str) -> None:
    *_, changed = talk(agent, ROME, "book the first one", "Rome for three people please", words)
    assert "for 3 adults" in changed.wizard.text
    assert changed.wizard.text.startswith(("Changed", "It's now"))


def test_a_question_whether_something_is_cancelled_cancels_nothing(agent: Agent) -> None:
    lines = (ROME, "book the first one", "hm, should I cancel it?")
    assert not done(last(agent, *lines, "so it's definitely cancelled, I don't owe you anything?"), "cancel")


@pytest.mark.parametrize("words", ["the third one", "book the third one", "the one for $2,034.44"])
def test_which_one_is_meant_is_told_by_order_or_price(agent: Agent, words: str) -> None:
    assert [each["name"] for each in done(last(agent, ROME, "book it", words), "book")] == ["Lyndhurst Rooms"]


def test_one_more_person_for_a_booking_is_a_change_of_it(agent: Agent) -> None:
    *_, changed = talk(agent, ROME, "book the first one", "can you add one more adult to it, and what's the new total?")
    assert "for 3 adults" in changed.wizard.text
    assert "instead of $1,810.04" in changed.wizard.text


@pytest.mark.parametrize(
    ("lines", "deed"),
    [
        (("Rome for three people please", "Yes please. So still about $905 a head?"), "change"),
        (("should I cancel it?", "Yes, cancel it, I'll sleep on it. Thank you!"), "cancel"),
    ],
)
def test_who_agrees_may_go_on_remarking(agent: Agent, lines: tuple[str, ...], deed: str) -> None:
    assert done(last(agent, ROME, "book the first one", *lines), deed)


@pytest.mark.parametrize(
    "words", ["Just to be sure, dates for the second one?", "OKAY - what's the price of the second one?"]
)
def test_a_question_that_opens_like_a_yes_books_nothing(agent: Agent, words: str) -> None:
    assert not done(last(agent, ROME, "the first one", words), "book")


TWO_BOOKED = (ROME, "book the first one", "book the second one too", "hm, should I cancel the first one?")


@pytest.mark.parametrize(
    "words", ["yes cancel it", "cancel it", "yes please cancel. What else is booked?", "yes cancel it. Is there wifi?"]
)
def test_cancel_it_is_a_yes_to_the_cancellation_that_is_asked_about(agent: Agent, words: str) -> None:
    *_, first, _, _, gone = talk(agent, *TWO_BOOKED, words)
    assert [each["name"] for each in done(gone, "cancel")] == [each["name"] for each in done(first, "book")]


def test_what_is_changed_besides_keeps_no_cancellation_from_being_done(agent: Agent) -> None:
    gone = last(agent, *TWO_BOOKED, "yes cancel it. And can you move my other booking to September 3?")
    assert done(gone, "cancel")
    assert "September 3" in gone.wizard.text


@pytest.mark.parametrize(
    "words",
    ["You booked two. We are three, change the booking please.", "there's three of us, please amend my booking"],
)
def test_a_wish_beside_a_change_is_what_is_changed(agent: Agent, words: str) -> None:
    assert "for 3 adults, at $" in last(agent, ROME, "book the first one", words).wizard.text


@pytest.mark.parametrize(
    "words", ["can you move it to the second one?", "move my booking to the second one", "switch it to the second one"]
)
def test_a_booking_is_moved_to_another_option(agent: Agent, words: str) -> None:
    first, _, moved = talk(agent, ROME, "book the first one", words)
    one, other, *_ = packages(first)
    assert moved.wizard.text.startswith(f"Shall I change the {one.hotel.name}")
    assert f"to the {other.hotel.name}" in moved.wizard.text


@pytest.mark.parametrize("words", ["how much is it for one person?", "what would that be for one of us?"])
def test_the_price_for_one_is_a_share_of_what_was_booked(agent: Agent, words: str) -> None:
    *_, told = talk(agent, ROME, "the third one", "book the first one", words)
    assert "$905.02" in told.wizard.text


# What is booked beside a new wish


@pytest.mark.parametrize("words", ["Rome instead, book the cheapest", "make it Rome and book the cheapest"])
def test_the_best_is_booked_of_what_its_turn_finds_once_it_was_seen(agent: Agent, words: str) -> None:
    asked_first, booked = talk(agent, "From Boston to Madrid", words, "yes")[1:]
    assert not done(asked_first, "book")
    assert "in Rome" in asked_first.wizard.text.rsplit("ook the", 1)[1]
    assert "in Rome" in booked.wizard.text
    assert done(booked, "book")


def test_nothing_is_booked_beside_a_place_that_nobody_read_without_a_question(agent: Agent) -> None:
    assert not done(last(agent, "From Boston to Madrid", "Rome! Book the first"), "book")
    assert done(last(agent, "From Boston to Madrid", "Madrid! Book the first"), "book")


def test_the_best_is_of_the_place_that_is_named_beside_it(agent: Agent) -> None:
    offer = last(agent, "From Madrid to Paris for two people, which hotel has the best guest rating?")
    assert {package.hotel.dst_city for package in packages(offer)} == {"Paris"}


def test_more_people_go_to_the_same_stay_though_it_costs_more_than_was_wished_for(agent: Agent) -> None:
    cheap = f"{ROME}, up to 2500 dollars in all"
    *_, added = talk(agent, cheap, "book the first one", "my mother comes too, add her to our booking")
    assert "no longer for $2,500 or less in all" in added.wizard.text
    assert "no_result" not in [act.name for act in added.wizard.acts], "there may be others for that"
    assert "for 3 adults, at $2,715.06 instead of $1,810.04" in added.wizard.text, "on other days it would say so"


def test_a_child_who_comes_along_stays_a_child_where_all_are_counted_up(agent: Agent) -> None:
    said = "Our daughter, who is 12, will come with us after all. Please change the booking so that it is for us three"
    *_, asked = talk(agent, ROME, "book the first one", said)
    assert "for 2 adults and a child aged 12" in asked.wizard.text


def test_the_one_that_guests_rate_best_is_booked_for_all_who_travel(agent: Agent) -> None:
    *_, booked = talk(agent, ROME, "Please book the one which the guests rate best.")
    best = max(packages(last(agent, ROME)), key=lambda package: package.hotel.gst_rating)
    assert best.hotel.name in booked.wizard.text
    assert "for 2 adults" in booked.wizard.text


def test_a_booking_can_be_altered_in_other_words(agent: Agent) -> None:
    said = "My sister comes as well, so we shall be three. Could you alter our booking, please?"
    *_, asked = talk(agent, ROME, "book the first one", said)
    assert "for 3 adults" in asked.wizard.text
    assert not done(asked, "change")
