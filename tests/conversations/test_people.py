"""Conversations as demanding people hold them: short answers, nothing twice, and what was meant is done."""

import pytest

from assisting import about, asked, chosen, done, last, named, offered, packages, talk, told
from wayframe.agent import Agent
from wayframe.dialogue import Package
from wayframe.meaning.notation import parse

ROME = "From Montreal to Rome, august 20 to september 10, two adults"


def words(text: str) -> int:
    return len(text.split())


def leaving(package: Package) -> tuple[int, int]:
    day = package.trip.leaving.departure
    return day.month, day.day


# Said once


def test_what_was_just_offered_is_not_told_in_full_again(agent: Agent) -> None:
    first, again = talk(agent, "I want to see Paris, Madrid and Rome, from New York in August", "just me")
    assert packages(again) == packages(first)
    assert words(again.wizard.text) < words(first.wizard.text) / 2
    assert all(package.hotel.name in again.wizard.text for package in packages(first))


@pytest.mark.parametrize("question", ["does it have wifi and breakfast?", "how much is it?", "when do we get back?"])
def test_it_is_answered_with_it(agent: Agent, question: str) -> None:
    one, answer = talk(agent, ROME, "the first one", question)[1:]
    assert chosen(one).hotel.name.split()[0] not in answer.wizard.text
    assert about(answer) == about(one)


def test_one_that_is_described_is_answered_by_its_name(agent: Agent) -> None:
    answer = last(agent, ROME, "the first one", "when does the cheapest one leave?")
    assert chosen(answer).hotel.name in answer.wizard.text


@pytest.mark.parametrize("words", ["how much if my bf comes along?", "what would it cost if my wife joins us?"])
def test_a_price_with_somebody_more_is_that_of_the_option_at_hand(agent: Agent, words: str) -> None:
    one, answer = talk(agent, "From Montreal to Rome in august, just me", "the first one", words)[1:]
    assert chosen(one).hotel.name in answer.wizard.text
    assert "for 2 adults" in answer.wizard.text


@pytest.mark.parametrize(
    ("meant", "told_of_it"),
    [
        ("ask(holds, of=it(), wishes=[wish(party, is(party(adults=2)))])", "for 2 adults"),
        ('ask(facts, slots=[price], of=it()); wish(seat, is("business"))', "business class"),
        ('wish(seat, is("business"), of=it())', "business class"),
    ],
)
def test_an_option_is_priced_as_it_is_asked_about(agent: Agent, meant: str, told_of_it: str) -> None:
    one = last(agent, "From Montreal to Rome in august, just me", "the first one")
    answer = agent.act(one.after, parse(meant), "what would that be?")
    assert chosen(one).hotel.name in answer.wizard.text
    assert told_of_it in answer.wizard.text


def test_of_many_things_that_are_asked_for_what_there_is_is_told(agent: Agent) -> None:
    one = last(agent, ROME, "the first one")
    near = "ask(facts, slots=[park, museum, beach, shopping, market, university, mall], of=it())"
    answer = agent.act(one.after, parse(near), "what is there to do near it?")
    assert "near" in answer.wizard.text
    assert "away from" not in answer.wizard.text


def test_prices_by_head_are_one_sentence(agent: Agent) -> None:
    answer = last(agent, ROME, "how much is that per person?")
    assert answer.wizard.text.count(".") - answer.wizard.text.count("$") == 1
    assert answer.wizard.text.count("each") == 1


# Questions asked in the negative


def test_a_question_in_the_negative_is_answered_by_the_fact(agent: Agent) -> None:
    answer = last(agent, "From Toronto in August, somewhere with a beach, two adults", "is it far from the beach?")
    assert answer.wizard.text == "All three are near a beach."


# What may be


def test_whether_one_could_leave_elsewhere_is_looked_up(agent: Agent) -> None:
    exchange = last(agent, "From Denver to Cancun in late August", "would it be possible to leave from Phoenix?")
    assert {package.trip.or_city for package in packages(exchange)} == {"Phoenix"}


def test_a_week_later_is_looked_up_for_the_one_at_hand(agent: Agent) -> None:
    one, later = talk(agent, "two adults from Boston to Miami in september", "the first one",
                      "and what would it be a week later?")[1:]  # fmt: skip
    assert {package.hotel for package in packages(later)} == {chosen(one).hotel}


@pytest.mark.parametrize("opening", ["what are my options?", "what do you recommend?", "why that one?"])
def test_who_asks_before_anything_was_offered_is_asked_where_to(agent: Agent, opening: str) -> None:
    assert "dst_city" in asked(last(agent, opening))


def test_hotels_that_nothing_goes_to_are_counted_and_the_reason_is_said(agent: Agent) -> None:
    exchange = last(agent, "from New York, economy class, in october", "how many hotels are in Orlando?")
    assert "hotels in Orlando" in exchange.wizard.text
    assert "October" in exchange.wizard.text


# Ruled out


def test_what_is_left_is_named_when_one_is_ruled_out(agent: Agent) -> None:
    first, left = talk(agent, ROME, "not the first one")
    one, two, three = packages(first)
    assert one.hotel.name in left.wizard.text
    assert packages(left)[:2] == [two, three]
    assert len(packages(left)) == 3, "the fourth wasn't shown before"


def test_yes_to_something_else_shows_something_else(agent: Agent) -> None:
    first, *_, others = talk(agent, "From Denver to Cancun in late August", "none of those", "yes please")
    assert packages(others)
    assert {package.hotel.name for package in packages(others)}.isdisjoint(
        {package.hotel.name for package in packages(first)}
    )


def test_the_others_than_all_that_are_at_hand_are_earlier_ones(agent: Agent) -> None:
    first, _, others = talk(agent, ROME, "what about Barcelona?", "what did the others cost again?")
    assert set(packages(others)) == set(packages(first)) or asked(others)


def test_nobody_is_no_party(agent: Agent) -> None:
    exchange = last(agent, "to Rome from Boston", "not for two people")
    assert "2 adults" not in exchange.wizard.text


# Bookings


def test_what_goes_from_elsewhere_is_asked_about_before_it_is_booked(agent: Agent) -> None:
    near, confirm, booked = talk(
        agent, "from Seattle to San Francisco in August, two adults", "book the second one", "book it"
    )
    assert "no_result" in [act.name for act in near.wizard.acts]
    assert not done(confirm, "book")
    assert [each["name"] for each in done(booked, "book")] == [offered(near)[1]["name"]]


TWO_BOOKED = (
    "from Seattle to Denver in september, two adults", "book the first one",
    "now from Seattle to Los Angeles in August", "book the first one",
)  # fmt: skip


@pytest.mark.parametrize("line", ["move the Denver one two days later", "move the Denver trip a day earlier"])
def test_no_other_booking_than_the_one_that_is_named_is_moved(agent: Agent, line: str) -> None:
    turns = talk(agent, *TWO_BOOKED, line, "yes", "what have I booked?")
    there = [each for each in told(turns[-1], "inform") if each.get("dst_city") == "Los Angeles"]
    before = done(turns[3], "book")
    assert [each["price"] for each in there] == [each["price"] for each in before]


def test_a_booking_is_never_moved_the_other_way(agent: Agent) -> None:
    turns = talk(agent, *TWO_BOOKED[:2], "make it two days later")
    (before,) = [leaving(package) for package in packages(turns[1])]
    assert all(leaving(package) >= before for package in packages(turns[-1]))


def test_a_day_on_which_nothing_leaves_is_answered_with_the_days_of_the_booking(agent: Agent) -> None:
    turns = talk(agent, "From Montreal to Rome in August, two adults", "book the first one", "move it to August 26")
    (booked,) = packages(turns[1])
    others = packages(turns[-1])
    assert others
    assert {package.hotel.name for package in others} == {booked.hotel.name}
    assert leaving(booked) not in map(leaving, others)
    assert done(turns[-1], "change") == []


@pytest.mark.parametrize(
    "lines",
    [(ROME, "the first one", "not that one"), (ROME, "not the first two", "tell me about it")],
    ids=named,
)
def test_what_is_ruled_out_is_booked_by_nobody(agent: Agent, lines: tuple[str, ...]) -> None:
    assert not done(last(agent, *lines), "book")


def test_who_objects_to_what_was_done_is_asked_whether_to_take_it_back(agent: Agent) -> None:
    lines = ("from New York to Miami, late August, two adults", "book the second one", "cancel it", "no, keep it")
    objected, booked = talk(agent, *lines, "yes")[-2:]
    assert not done(objected, "book")
    assert packages(booked) == packages(talk(agent, *lines[:2])[-1])


def test_a_yes_after_a_perhaps_is_asked_about_before_it_books(agent: Agent) -> None:
    lines = (ROME, "the first one", "we might take it, let me ask him first")
    asked_about, booked = talk(agent, *lines, "he says yes", "yes")[-2:]
    assert not done(asked_about, "book")
    assert len(done(booked, "book")) == 1


def test_what_a_city_is_not_leaves_several_hotels_of_the_city(agent: Agent) -> None:
    first, same = talk(agent, "from Seattle to Los Angeles on the 20th of August for two",
                       "no, I said Los Angeles not Las Vegas")  # fmt: skip
    assert packages(same) == packages(first)


def test_all_of_them_for_more_people_are_all_of_them(agent: Agent) -> None:
    first, three = talk(agent, ROME, "what would all three cost for three people?")
    assert [package.hotel for package in packages(three)] == [package.hotel for package in packages(first)]


@pytest.mark.parametrize(
    "said",
    [
        "a trip for seven, 4 of us live in Toronto and 3 in Atlanta, to Miami in late August",
        "to Miami, we're five: three from Toronto and two from Atlanta",
        "to Miami for six of us, four fly from Toronto and the others from Atlanta",
    ],
)
def test_of_two_places_to_start_from_the_first_is_taken_and_that_is_said(agent: Agent, said: str) -> None:
    exchange = last(agent, said)
    assert {package.trip.or_city for package in packages(exchange)} == {"Toronto"}
    assert exchange.wizard.text.count("from Atlanta") == 1


FOUR = "four of us from Toronto to Puerto Plata"


@pytest.mark.parametrize(
    "said",
    [
        "Jess dropped out, so it's 3 from Toronto now. How much would the Peregrine be each?",
        "Jess isn't coming, we're three now. How much would the August 25 one be each?",
        "There's three of us now, not four. What does it come to per person?",
        "one less! what's that each?",
    ],
)
def test_a_price_for_each_is_that_of_those_who_travel_now(agent: Agent, said: str) -> None:
    four, three = talk(agent, FOUR, said)
    (package,) = packages(three)
    assert package.hotel == packages(four)[0].hotel
    assert "3 adults" in three.wizard.text
    assert f"${package.price / 3:,.2f} each" in three.wizard.text


def test_a_total_for_those_who_are_left_is_looked_up_anew(agent: Agent) -> None:
    said = "Tom and Priya can't make it so we're five now. What's the total for the Arbour Court and how much each?"
    five = last(agent, "seven of us from Toronto to Miami", said)
    (package,) = packages(five)
    assert package.hotel.name == "Arbour Court"
    assert f"${package.price:,.2f} for 5 adults" in five.wizard.text


@pytest.mark.parametrize(
    ("lines", "says"), [(("the first one",), "booked"), (("book the first one",), "Clovelly Grand")]
)
def test_what_is_booked_is_said_where_something_else_is_to_be_cancelled(
    agent: Agent, lines: tuple[str, ...], says: str
) -> None:
    exchange = last(agent, ROME, *lines, "cancel the Paris one")
    assert not done(exchange, "cancel")
    assert says in exchange.wizard.text


def test_earlier_is_never_the_same_or_later(agent: Agent) -> None:
    one, earlier = talk(agent, "From Boston to Cancun in late August", "the second one",
                        "might it be possible to leave a week earlier?")[1:]  # fmt: skip
    assert packages(earlier)
    assert all(leaving(package) < leaving(chosen(one)) for package in packages(earlier))


def test_what_was_just_ruled_out_does_not_come_back(agent: Agent) -> None:
    first, _, others = talk(agent, "from Chicago in August, two adults, not over 1200", "none of those",
                            "not near the airport")  # fmt: skip
    assert packages(others)
    assert not [package for package in packages(others) if package in packages(first)]


def test_no_to_what_was_booked_asks_whether_to_take_it_back(agent: Agent) -> None:
    objected, cancelled = talk(agent, ROME, "book the first one", "not that one", "yes")[-2:]
    assert not done(objected, "cancel")
    assert len(done(cancelled, "cancel")) == 1


def test_the_one_before_an_only_one_is_what_was_told_before(agent: Agent) -> None:
    turns = talk(agent, ROME, "the second one", "two days longer?", "go back to the one before")
    assert packages(turns[2]) != packages(turns[1])
    assert chosen(turns[3]) == chosen(turns[1])


def test_two_days_earlier_is_not_the_same_day_in_another_class(agent: Agent) -> None:
    one, earlier = talk(agent, "from Houston to Chicago, from August 31", "the second one",
                        "would two days earlier work?")[1:]  # fmt: skip
    assert all(leaving(package) != leaving(chosen(one)) for package in packages(earlier))


@pytest.mark.parametrize("line", ["book it", "cancel my booking"])
def test_a_no_where_nothing_was_done_is_understood(agent: Agent, line: str) -> None:
    exchange = last(agent, ROME, line, "hm, no")
    assert "reject" not in [act.name for act in exchange.wizard.acts]
    assert exchange.wizard.text


def test_the_other_one_is_none_that_was_ruled_out(agent: Agent) -> None:
    first, *_, other = talk(agent, ROME, "not the first one", "the other one")
    assert packages(first)[0] not in packages(other)


def test_which_is_earlier_books_nothing(agent: Agent) -> None:
    assert not done(last(agent, ROME, "book it", "which one's earlier?"), "book")


def test_who_counts_only_children_is_told_of_no_adult(agent: Agent) -> None:
    text = "Hello how are you doing. There are also 3 kids and we keep seeing pictures of Las Vegas"
    exchange = last(agent, text)
    assert "for 3 children" in exchange.wizard.text
    assert "adult" not in exchange.wizard.text


@pytest.mark.parametrize(
    ("words", "party"),
    [
        ("From Montreal to Rome in August, my sister comes with her two kids", "2 adults and 2 children"),
        ("From Montreal to Rome in August, my brother is coming with his wife, too", "3 adults"),
        ("From Montreal to Rome in August. My mum wants to join, with her husband", "3 adults"),
    ],
)
def test_who_comes_on_top_is_said_back_with_all(agent: Agent, words: str, party: str) -> None:
    reply = last(agent, words).wizard.text
    assert f"priced for {party}" in reply
    assert "for 1 adult" not in reply
    assert "for 2 adults," not in reply


def test_who_travels_is_counted_in_a_message_that_is_hardly_understood(agent: Agent) -> None:
    offer = last(
        agent,
        "Hi. A vacation package any time from aug 9 on for 6; we'd like to fly from Cancun to Bariloche! Max budget "
        "$8,450, we'll come back by Aug 15th.",
    )
    assert "for 6 adults" in offer.wizard.text


# Several, without a number


def test_who_speaks_for_several_is_asked_once_how_many_they_are(agent: Agent) -> None:
    first, later = talk(agent, "We'd love to go from Boston to Paris", "and what about Rome?")
    assert "for how many people" in first.wizard.text.casefold()
    assert "for 1 adult" in first.wizard.text
    assert "how many" not in later.wizard.text
    (answered,) = talk(agent, "We'd love to go from Boston to Paris", "four")[1:]
    assert "for 4 adults" in answered.wizard.text


@pytest.mark.parametrize(
    "words",
    ["I'd love to go from Boston to Paris", "My wife and I, we go from Boston to Paris", "Let's see Paris from Boston"],
)
def test_who_speaks_for_one_or_gives_a_number_is_not_asked(agent: Agent, words: str) -> None:
    assert "how many" not in last(agent, words).wizard.text


def test_nothing_is_booked_for_one_of_several_without_a_question(agent: Agent) -> None:
    *_, asked_first, booked = talk(agent, "We'd love to go from Boston to Paris", "book the first", "yes, just for me")
    assert not done(asked_first, "book")
    assert "for 1 adult" in asked_first.wizard.text
    assert done(booked, "book")


def test_the_children_stay_where_the_adults_are_corrected(agent: Agent) -> None:
    _, corrected = talk(
        agent, "Paris to Rome for 3 adults and 2 kids aged 7 and 10", "There's only two grown-ups, not three"
    )
    assert "2 adults and 2 children" in corrected.wizard.text


def test_who_comes_on_top_of_a_booking_is_counted_from_it(agent: Agent) -> None:
    booked = ("from Paris to Rome for two adults and two kids", "book the first", "what about Berlin for three?")
    *_, changed = talk(agent, *booked, "can you add one more adult to my booking?")
    assert "for 3 adults and 2 children" in changed.wizard.text


@pytest.mark.parametrize(
    "words",
    ["could you make that booking for one person more?", "I mean the trip should be for three adults now, not two"],
)
def test_a_booking_is_for_more_people_by_any_name_of_it(agent: Agent, words: str) -> None:
    answer = last(agent, ROME, "book the first one", words)
    assert "for 3 adults, at $" in answer.wizard.text


def test_four_are_those_who_were_to_travel_before(agent: Agent) -> None:
    begun = ("Two adults and two girls, 9 and 12, from Montreal to Rome", "book the first one", "add one adult to it")
    *_, again = talk(agent, *begun, "yes", "cancel it", "yes", "I'd book the second one for the four of us")
    assert "for 2 adults and 2 children aged 9 and 12" in again.wizard.text


def test_what_each_pays_is_no_limit_where_it_is_said_back(agent: Agent) -> None:
    _, told_of = talk(agent, ROME, "the first one")
    each = round(chosen(told_of).price / 2)
    answer = last(agent, ROME, "the first one", f"{each} each is more than some can pay. What else leaves in August?")
    assert "or less" not in answer.wizard.text


SEVEN = "We're four adults and three kids (2, 6 and 11), from Seattle to Vancouver"


@pytest.mark.parametrize(
    "said", ["only for the adults", "adults only", "and if only the adults go?", "without the kids"]
)
def test_the_adults_are_all_those_of_whom_was_spoken(agent: Agent, said: str) -> None:
    assert "for 4 adults:" in last(agent, SEVEN, said).wizard.text


@pytest.mark.parametrize("said", ["no, with the kids", "with the kids again", "including the children"])
def test_the_children_who_were_counted_out_are_those_who_come_along_again(agent: Agent, said: str) -> None:
    assert "4 adults and 3 children aged 2, 6 and 11" in last(agent, SEVEN, "without the kids", said).wizard.text


def test_nobody_is_back_before_leaving(agent: Agent) -> None:
    """The Monday that is nearest to a stay from Tuesday to Thursday is the one before it."""
    said = ("From Munich to Rome for two", "the second one", "book it", "she wants to come back on Monday instead")
    assert "August 11 to 15" in last(agent, *said).wizard.text


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("book it for all four of us", 4),
        ("book it for the three of them", 3),
        ("book it for the two of them", 2),
        ("book it for both of them", 2),
    ],
)
def test_those_for_whom_it_is_booked_are_no_options(agent: Agent, said: str, number: int) -> None:
    """It was booked for one, or all that was shown was."""
    asks = last(agent, "From Detroit to Venice in September, economy", "the second one", said).wizard.text
    assert asks.endswith("?")
    assert f"for {number} adults" in asks


def test_all_of_a_family_are_those_who_travel(agent: Agent) -> None:
    family = "Two adults and two kids, 4 and 9, from Toronto to Mexico City in August"
    said = last(agent, family, "the second one", "book it for all four of us").wizard.text
    assert "2 adults and 2 children aged 4 and 9" in said
