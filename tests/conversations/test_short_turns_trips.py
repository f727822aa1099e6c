"""Short everyday turns right behind what the agent said: nothing is done that was not said, and nothing is lost."""

import pytest

from assisting import asked, done, facts, last, meaning, offered, packages, talk
from wayframe.agent import Agent
from wayframe.conversation import Exchange
from wayframe.meaning.notation import show

ROME = "From Chicago to Rome in August for two adults"
FIRST = (ROME, "tell me more about the first one")
BOOKED = (ROME, "book the second one")
TWO = (*BOOKED, "From Chicago to Paris in September for two adults", "book the first one")
DEEDS = ("book", "cancel", "change")


def deeds(turn: Exchange) -> list[str]:
    """What a reply says was done."""
    return [str(each["action"]) for each in facts(turn) if each.get("action") in DEEDS]


def read(turn: Exchange) -> str:
    """The meaning of a turn."""
    return show(meaning(turn).all())


def said(agent: Agent, *lines: str) -> str:
    return last(agent, *lines).after.turns[-1].text


# Yes, but


@pytest.mark.parametrize(
    "words",
    [
        "yes, with breakfast",
        "yes and the second too",
        "yes, for three",
        "yes for three",
        "yes, the second",
        "yes, but in September",
        "yes please, with parking",
        "sure, for four people",
        "yes, with my son",
    ],
)
def test_a_yes_with_a_reservation_books_nothing_yet(agent: Agent, words: str) -> None:
    assert not deeds(last(agent, *FIRST, words))


@pytest.mark.parametrize("words", ["yes", "yes please", "yes, for the two of us", "yes, the first", "yes, to Rome"])
def test_a_yes_that_says_what_was_asked_anyway_books_it(agent: Agent, words: str) -> None:
    assert deeds(last(agent, *FIRST, words)) == ["book"]


def test_a_yes_for_other_people_is_asked_about_at_their_price(agent: Agent) -> None:
    *_, three, yes = talk(agent, *FIRST, "yes, for three", "yes")
    assert "for 3 adults" in three.after.turns[-1].text
    assert deeds(yes) == ["book"]
    assert "for 3 adults" in yes.after.turns[-1].text


@pytest.mark.parametrize("words", ["yes and the second too", "yes, the second one as well"])
def test_what_is_to_come_besides_is_asked_about_with_it(agent: Agent, words: str) -> None:
    *_, both = talk(agent, *FIRST, words, "yes")
    assert deeds(both) == ["book", "book"]


@pytest.mark.parametrize("words", ["I don't think so", "later", "maybe later", "not really"])
def test_a_no_or_a_later_to_a_proposal_books_and_asks_nothing(agent: Agent, words: str) -> None:
    exchange = last(agent, *FIRST, words)
    assert not deeds(exchange)
    assert "Shall I" not in exchange.after.turns[-1].text
    assert "Camellia Crescent" not in exchange.after.turns[-1].text


def test_later_is_a_later_day_where_nothing_is_to_be_decided(agent: Agent) -> None:
    assert packages(last(agent, ROME, "later"))


@pytest.mark.parametrize("words", ["I didn't want to book", "we never wanted to book anything"])
def test_who_did_not_want_to_book_is_not_asked_which(agent: Agent, words: str) -> None:
    assert "?" not in said(agent, ROME, "book it", words).removesuffix("What shall we look at?")


# Cancelling


@pytest.mark.parametrize(
    "words",
    [
        "until when can I cancel?",
        "by when do we have to cancel it?",
        "when can I cancel?",
        "what if I cancel?",
        "is it too late to cancel?",
        "how long do I have to cancel?",
        "does cancelling cost anything?",
        "is cancelling free?",
        "can I cancel tomorrow?",
        "can I cancel it?",
        "could we cancel the Rome trip?",
    ],
)
def test_a_question_about_cancelling_cancels_nothing(agent: Agent, words: str) -> None:
    assert not deeds(last(agent, *BOOKED, words))


@pytest.mark.parametrize("words", ["cancel it", "can you cancel it?", "can I cancel it please", "I'd like to cancel"])
def test_a_demand_to_cancel_is_one(agent: Agent, words: str) -> None:
    assert deeds(last(agent, *BOOKED, words)) == ["cancel"]


def test_whether_one_may_cancel_is_told_in_the_words_of_the_catalogue(agent: Agent) -> None:
    for words in ("until when can I cancel?", "what if I change my mind?", "is it too late to cancel?"):
        assert "can be cancelled or changed here at any time" in said(agent, *BOOKED, words)


@pytest.mark.parametrize("words", ["cancel both", "cancel all", "cancel them both", "cancel both of them"])
def test_both_are_cancelled(agent: Agent, words: str) -> None:
    assert deeds(last(agent, *TWO, words)) == ["cancel", "cancel"]


def test_of_them_it_is_asked_which(agent: Agent) -> None:
    which, rome, yes = talk(agent, *TWO, "cancel them", "the Rome one", "yes")[-3:]
    assert not deeds(which)
    assert not deeds(rome)
    assert [each["dst_city"] for each in done(yes, "cancel")] == ["Rome"]


@pytest.mark.parametrize("words", ["keep only Rome", "just keep Rome", "only keep the Rome one"])
def test_what_alone_is_kept_has_the_other_cancelled_after_a_question(agent: Agent, words: str) -> None:
    asks, yes = talk(agent, *TWO, words, "yes")[-2:]
    assert not deeds(asks)
    assert [each["dst_city"] for each in done(yes, "cancel")] == ["Paris"]


@pytest.mark.parametrize("words", ["keep it", "keep that one", "I'd like to keep it"])
def test_who_keeps_a_booking_is_not_asked_whether_to_cancel_it(agent: Agent, words: str) -> None:
    assert "ancel" not in said(agent, *BOOKED, words)


@pytest.mark.parametrize("words", ["London too", "Tokyo as well", "just the Paris one"])
def test_another_place_cancels_and_changes_no_booking(agent: Agent, words: str) -> None:
    exchange = last(agent, *TWO, words)
    assert not deeds(exchange)
    assert not asked(exchange) or "Shall I" not in exchange.after.turns[-1].text


# Where from?


def held(agent: Agent, *lines: str) -> str:
    """The wishes that hold after some lines."""
    return show(agent.wishes(agent.state(last(agent, *lines).after)))


@pytest.mark.parametrize(
    "words",
    [
        "home",
        "my city",
        "nearest airport",
        "just the hotel",
        "without flights",
        "sorry?",
        "is that important?",
        "do you need that?",
        "from home",
        "where I live",
    ],
)
def test_what_names_no_place_is_no_origin(agent: Agent, words: str) -> None:
    exchange = last(agent, "I want to go to Rome", words)
    assert not packages(exchange)
    assert "or_city" in asked(exchange)
    assert held(agent, "I want to go to Rome", words) == 'wish(dst_city, is("Rome"))'


@pytest.mark.parametrize("words", ["anywhere", "doesn't matter", "I don't know", "whatever", "any city", "show me"])
def test_who_does_not_mind_where_from_is_shown_something(agent: Agent, words: str) -> None:
    assert packages(last(agent, "I want to go to Rome", words))


@pytest.mark.parametrize("words", ["Rome", "I said Rome", "is Rome nice?", "hotels in Rome", "what's Rome like?"])
def test_where_one_goes_is_not_where_one_starts(agent: Agent, words: str) -> None:
    assert held(agent, "I want to go to Rome", words) == 'wish(dst_city, is("Rome"))'


@pytest.mark.parametrize(
    "words", ["actually Paris", "no, Paris", "sorry, I meant Paris", "I mean Paris", "sorry, Paris"]
)
def test_another_place_said_as_a_correction_is_where_to(agent: Agent, words: str) -> None:
    lines = ("I want to go to Rome", words, "Chicago")
    assert held(agent, *lines) == 'wish(dst_city, is("Paris")); wish(or_city, is("Chicago"))'


@pytest.mark.parametrize("words", ["Chicago", "from Paris", "no, from Paris", "Boston, please"])
def test_a_place_by_itself_is_where_from(agent: Agent, words: str) -> None:
    assert packages(last(agent, "I want to go to Rome", words))


# Other places, other days


NOTHING = (f"{ROME} under 500",)


@pytest.mark.parametrize(
    "words", ["somewhere else?", "another city?", "other cities?", "a different city", "anywhere else?", "elsewhere?"]
)
def test_somewhere_else_is_another_place(agent: Agent, words: str) -> None:
    for lines in ((ROME,), NOTHING):
        places = {each["dst_city"] for each in offered(last(agent, *lines, words))}
        assert places
        assert "Rome" not in places


def test_elsewhere_all_else_holds(agent: Agent) -> None:
    assert "under $500" not in said(agent, *NOTHING, "other cities under 500?")
    assert "Pittsburgh" in said(agent, *NOTHING, "another city?")


@pytest.mark.parametrize("words", ["other dates?", "what about other dates?", "and on different days?"])
def test_other_dates_are_those_of_the_option_that_is_spoken_of(agent: Agent, words: str) -> None:
    *_, others = talk(agent, ROME, "tell me more about the second one", words)
    days = {(each["name"], each["str_date"]) for each in offered(others)}
    assert {name for name, _ in days} == {"Clovelly Grand"}
    assert "August 20" not in {start for _, start in days}


@pytest.mark.parametrize("words", ["more expensive then", "ok, a higher price"])
def test_more_than_a_limit_within_which_there_is_nothing_lifts_it(agent: Agent, words: str) -> None:
    assert len(packages(last(agent, *NOTHING, words))) == 3
    assert "Camellia Crescent" in said(agent, *NOTHING, words)


# Is it so?


LOOKED = (ROME, "tell me more about the second one")  # the Clovelly Grand, August 20 to 24, $2,145.90


@pytest.mark.parametrize(
    ("words", "yes"),
    [
        ("is it business class?", False),
        ("is this in Rome?", True),
        ("is it in Oslo?", False),
        ("is it in August?", True),
        ("is it under 2000?", False),
        ("is it under 3000?", True),
        ("is it a week?", False),
        ("is it a 4 star hotel?", False),
        ("is it from Chicago?", True),
    ],
)
def test_whether_it_is_so_is_answered_and_nothing_is_wished(agent: Agent, words: str, *, yes: bool) -> None:
    assert said(agent, *LOOKED, words).startswith("Yes" if yes else "No")
    assert held(agent, *LOOKED, words) == held(agent, *LOOKED)


@pytest.mark.parametrize("words", ["is that for two?", "is that for both of us?"])
def test_whether_it_is_for_those_who_travel_is_answered_with_its_price(agent: Agent, words: str) -> None:
    assert "$2,145.90 for 2 adults" in said(agent, *LOOKED, words)


def test_whether_it_is_to_be_had_otherwise_is_a_search(agent: Agent) -> None:
    assert packages(last(agent, *LOOKED, "is it available in September?"))


# Numbers and sets


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("1", "Camellia"),
        ("1.", "Camellia"),
        ("2 please", "Clovelly"),
        ("no. 2", "Clovelly"),
        ("3", "Marlowe"),
        ("3, please", "Marlowe"),
    ],
)
def test_a_number_alone_is_the_option_that_has_it_in_the_list(agent: Agent, words: str, name: str) -> None:
    assert name in said(agent, ROME, words)
    assert held(agent, ROME, words) == held(agent, ROME)


@pytest.mark.parametrize("words", ["2", "2 please", "number 2"])
def test_a_number_alone_says_which_to_book(agent: Agent, words: str) -> None:
    assert [each["name"] for each in done(last(agent, ROME, "book it", words), "book")] == ["Clovelly Grand"]


@pytest.mark.parametrize("words", ["all of them", "all", "all three"])
def test_all_are_shown_and_are_booked_only_after_a_question(agent: Agent, words: str) -> None:
    assert all(name in said(agent, ROME, words) for name in ("Camellia", "Clovelly", "Marlowe"))
    asks, yes = talk(agent, ROME, "book it", words, "yes")[-2:]
    assert not deeds(asks)
    assert deeds(yes) == ["book"] * 3


def test_whoever_wants_to_see_all_of_a_list_that_was_a_part_is_shown_all(agent: Agent) -> None:
    assert "Lyndhurst" not in said(agent, ROME)
    assert "Lyndhurst" in said(agent, ROME, "show me all of them")
    assert said(agent, ROME, "show me all of them", "show me all of them").startswith("Here are all four")


@pytest.mark.parametrize("words", ["just four?", "only four?", "just three?"])
def test_who_doubts_how_many_there_are_is_told_and_is_no_party(agent: Agent, words: str) -> None:
    assert "our hotels" in said(agent, ROME, words)
    assert held(agent, ROME, words) == held(agent, ROME)


@pytest.mark.parametrize(("words", "name"), [("next one", "Marlowe"), ("the next one", "Marlowe")])
def test_the_next_one_is_of_the_list(agent: Agent, words: str, name: str) -> None:
    assert name in said(agent, *LOOKED, words)


@pytest.mark.parametrize("words", ["how much cheaper?", "how much is the difference?", "what's the price difference?"])
def test_behind_a_comparison_the_difference_is_one_amount(agent: Agent, words: str) -> None:
    assert "$47" in said(agent, ROME, "compare the first two", words)


@pytest.mark.parametrize("words", ["I meant the first", "I meant the first one", "no, I meant the first"])
def test_who_meant_another_one_is_asked_about_the_exchange(agent: Agent, words: str) -> None:
    asks, yes = talk(agent, *BOOKED, words, "yes")[-2:]
    assert not deeds(asks)
    assert deeds(yes) == ["change"]
    assert "Camellia" in yes.after.turns[-1].text


# Nothing fits, and why


@pytest.mark.parametrize("words", ["why?", "why nothing?", "how come?"])
def test_where_nothing_fits_the_reason_is_what_there_is_instead(agent: Agent, words: str) -> None:
    reply = said(agent, *NOTHING, words)
    assert "under $500" in reply
    assert "$2,098.90" in reply
    assert "I'd say" not in reply


def test_where_nothing_goes_there_it_is_said_from_where_something_does(agent: Agent) -> None:
    reply = said(agent, "from Frankfurt to Rome", "why is there nothing?")
    assert reply.startswith("Still nothing from Frankfurt to Rome.")
    assert "origins" in reply


def test_figures_beside_what_is_booked_are_of_that(agent: Agent) -> None:
    reply = said(agent, *BOOKED, "what else is there in Cancun?", "what have I booked, and how much is that each?")
    booked, _, each = reply.partition(". ")
    assert "Clovelly" in booked
    assert each.count("$") == 1


def test_why_it_is_asked_where_from_is_told_and_it_is_asked_again(agent: Agent) -> None:
    exchange = last(agent, "I want to go to Rome", "why?")
    assert "or_city" in asked(exchange)
    assert "origins" not in exchange.after.turns[-1].text


@pytest.mark.parametrize("words", ["just the hotel", "without flights", "I only need a hotel"])
def test_that_a_price_is_for_both_is_told_and_it_is_asked_again(agent: Agent, words: str) -> None:
    exchange = last(agent, "I want to go to Rome", words)
    assert "flights and hotel together" in exchange.after.turns[-1].text
    assert "or_city" in asked(exchange)


def test_who_declines_the_one_looked_at_hears_which_are_left(agent: Agent) -> None:
    reply = said(agent, *FIRST, "no")
    assert "Camellia Crescent" not in reply
    assert "Clovelly Grand" in reply


@pytest.mark.parametrize("yes", ["yep, do it", "yes, that's right"])
def test_a_yes_right_behind_a_booking_tells_what_is_booked(agent: Agent, yes: str) -> None:
    assert "Your bookings: Clovelly Grand" in said(agent, *BOOKED, yes)


@pytest.mark.parametrize("words", ["my name is Dave", "the name is Dave Miller", "put it under the name Dave Miller"])
def test_a_name_behind_a_booking_is_noted_with_it(agent: Agent, words: str) -> None:
    reply = said(agent, *BOOKED, words)
    assert "please have it confirmed" in reply
    assert "Dave" in reply
    assert "program" not in reply


def test_a_no_that_names_another_changes_what_was_just_booked_to_that(agent: Agent) -> None:
    reply = said(agent, *BOOKED, "no, the third one")
    assert "Marlowe House" in reply
    assert "instead of the Clovelly Grand" in reply


@pytest.mark.parametrize(
    "words", ["my son can't have nuts, is that ok", "is it okay for kids", "we'd come by car, is that fine"]
)
def test_who_asks_whether_something_is_all_right_books_nothing(agent: Agent, words: str) -> None:
    assert deeds(last(agent, *FIRST, words)) == []


# Is it all right?


@pytest.mark.parametrize(
    ("words", "beyond"),
    [
        ("that ok?", ""),
        ("would that be all right", ""),
        ("we'd arrive late, that alright?", ""),
        ("I play the drums, is that all right?", ""),
        ("my wife has a bad knee, would that be ok?", ""),
        ("would that be a problem?", ""),
        ("can I smoke, is that allowed", "smoke"),
    ],
)
def test_whether_something_is_all_right_is_not_known_and_is_no_yes(agent: Agent, words: str, beyond: str) -> None:
    exchange = last(agent, ROME, "should I book the first one?", words)
    assert read(exchange) == f'out_of_scope("{beyond}")'
    assert not deeds(exchange)


@pytest.mark.parametrize("words", ["ok for kids?", "is it good for a family?", "safe for kids?"])
def test_whom_something_is_right_for_is_asked_and_counts_nobody(agent: Agent, words: str) -> None:
    assert read(last(agent, *FIRST, words)).startswith("out_of_scope")
    assert held(agent, *FIRST, words) == held(agent, *FIRST)


@pytest.mark.parametrize("yes", ["yes, that would be all right", "yes, that's ok", "that's fine"])
def test_who_says_that_it_is_all_right_says_yes(agent: Agent, yes: str) -> None:
    assert deeds(last(agent, ROME, "should I book the first one?", yes)) == ["book"]


@pytest.mark.parametrize("words", ["it's for Dave Miller", "name's Dave", "put it under Ruiz please", "for Mrs Okafor"])
def test_for_whom_a_booking_is_is_noted_with_it(agent: Agent, words: str) -> None:
    assert read(last(agent, *BOOKED, words)).startswith("note(words=")
    assert "please have it confirmed" in said(agent, *BOOKED, words)


@pytest.mark.parametrize("words", ["it's for my parents", "it's for the two of us"])
def test_who_says_for_whom_a_booking_is_doesnt_cancel_it(agent: Agent, words: str) -> None:
    assert "cancel" not in said(agent, *BOOKED, words).casefold()


# Where from?


TO_ROME = "I want to go to Rome"


@pytest.mark.parametrize(
    ("words", "goal"),
    [
        ("hmm, Milan would be better", "Milan"),
        ("I'd prefer Paris", "Paris"),
        ("or Paris instead", "Paris"),
        ("Oslo might be nicer", "Oslo"),
        ("I'd rather go to Madrid", "Madrid"),
    ],
)
def test_who_prefers_a_place_asked_where_from_goes_there_and_is_asked_again(
    agent: Agent, words: str, goal: str
) -> None:
    exchange = last(agent, TO_ROME, words)
    assert read(exchange) == f'wish(dst_city, is("{goal}"))'
    assert "or_city" in asked(exchange)


@pytest.mark.parametrize(
    ("words", "start"),
    [
        ("I'd rather leave from Madrid", "Madrid"),
        ("from Madrid, that'd be better", "Madrid"),
        ("anywhere close to Boston", "Boston"),
        ("somewhere near Toronto", "Toronto"),
    ],
)
def test_who_says_from_where_is_preferred_starts_there(agent: Agent, words: str, start: str) -> None:
    assert read(last(agent, TO_ROME, words)) == f'wish(or_city, is("{start}"))'


@pytest.mark.parametrize(
    ("words", "unknown"),
    [
        ("anywhere on the east coast's fine", "east coast"),
        ("somewhere in the midwest", "midwest"),
        ("any airport near me", "near you"),
    ],
)
def test_a_start_that_nobody_knows_is_said_to_be_unknown_and_asked_for_again(
    agent: Agent, words: str, unknown: str
) -> None:
    exchange = last(agent, TO_ROME, words)
    assert unknown in exchange.after.turns[-1].text.lower()
    assert "or_city" in asked(exchange)
    assert not packages(exchange)


@pytest.mark.parametrize("words", ["anywhere", "anywhere will do", "any city is fine", "I don't mind"])
def test_anywhere_is_any_start(agent: Agent, words: str) -> None:
    assert read(last(agent, TO_ROME, words)) == "wish(or_city, any())"


# Two of three


@pytest.mark.parametrize("words", ["both", "tell me about both", "how much are both?", "book both", "both please"])
def test_both_of_three_asks_which_two_and_names_them(agent: Agent, words: str) -> None:
    exchange = last(agent, ROME, words)
    assert not deeds(exchange)
    text = exchange.after.turns[-1].text
    assert "hich two" in text
    assert all(name in text for name in ("Camellia", "Clovelly", "Marlowe"))


@pytest.mark.parametrize("words", ["1 and 3", "the first and the third", "the Camellia and the Marlowe"])
def test_which_two_are_booked_is_answered_by_naming_them(agent: Agent, words: str) -> None:
    assert [each["name"] for each in done(last(agent, ROME, "book both", words), "book")] == [
        "Camellia Crescent",
        "Marlowe House",
    ]


@pytest.mark.parametrize("before", [("compare the first and the third",), ("the first", "the third")])
def test_both_are_those_that_were_spoken_of(agent: Agent, before: tuple[str, ...]) -> None:
    text = said(agent, ROME, *before, "both")
    assert "hich two" not in text
    assert "Clovelly" not in text


# What no slot holds


@pytest.mark.parametrize(
    "words",
    [
        "airport transfer",
        "airport transfer?",
        "is there an airport shuttle?",
        "should I dress up?",
        "would I need a car?",
        "do I need an adapter",
    ],
)
def test_what_no_slot_holds_is_said_to_be_unknown_of_the_one_looked_at(agent: Agent, words: str) -> None:
    exchange = last(agent, *FIRST, words)
    assert read(exchange).startswith("out_of_scope(")
    assert held(agent, *FIRST, words) == held(agent, *FIRST)
    assert "past me" not in exchange.after.turns[-1].text


@pytest.mark.parametrize("words", ["metro near either one", "is there a metro near either one?"])
def test_what_is_asked_of_either_is_no_answer(agent: Agent, words: str) -> None:
    assert read(last(agent, ROME, "compare the first two", words)) == 'out_of_scope("metro")'


# Of several, and which days


@pytest.mark.parametrize("words", ["whats the cheapest out of the 3", "the cheapest among those three please"])
def test_the_best_out_of_several_is_one_of_them(agent: Agent, words: str) -> None:
    assert [package.hotel.name for package in packages(last(agent, ROME, words))] == ["Camellia Crescent"]


@pytest.mark.parametrize("words", ["which days was it again", "what days is it?", "which days would that be?"])
def test_which_days_asks_when_it_runs(agent: Agent, words: str) -> None:
    assert "You are away August 20 to 24" in said(agent, ROME, "tell me about the Clovelly", words)


# Other days


@pytest.mark.parametrize("words", ["can I change the dates?", "could we change our dates", "can we change the days?"])
def test_who_asks_to_change_the_dates_is_shown_others_and_asked_about_a_booking(agent: Agent, words: str) -> None:
    assert "wish(str_date, any()" in read(last(agent, ROME, words))
    assert packages(last(agent, ROME, words))
    booked = last(agent, *BOOKED, words)
    assert read(booked) == "change([], of=it())"
    assert not deeds(booked)
