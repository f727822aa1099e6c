"""Questions of which each part is answered: another place beside a question, several places, what is best of some."""

import pytest

from assisting import last, meaning, packages, talk, wanted
from wayframe.agent import Agent
from wayframe.meaning.notation import show
from wayframe.meaning.records import Constraint, Party

ROME = "From Madrid to Rome for two in August"


@pytest.mark.parametrize(
    "words", ["what hotels do you have in Athens, and how are they rated?", "Athens, please. Do they have breakfast?"]
)
def test_a_question_behind_another_place_is_about_what_is_there(agent: Agent, words: str) -> None:
    answer = last(agent, ROME, words)
    assert {package.hotel.dst_city for package in packages(answer)} == {"Athens"}


def test_of_a_place_that_is_unknown_nothing_is_told(agent: Agent) -> None:
    answer = last(agent, ROME, "While we think: what hotels do you have in Vienna, and how are they rated?")
    assert "Vienna" in answer.wizard.text
    assert not packages(answer)


def test_of_which_place_nothing_is_found_is_said(agent: Agent) -> None:
    text = last(agent, "Three of us, from Lyon to Barcelona or Berlin, 5 days, August 11 to 20").wizard.text
    assert "Nothing to Barcelona" in text or "nothing to Barcelona" in text


def test_places_of_which_nothing_is_found_are_said_together(agent: Agent) -> None:
    route = "From Montreal to New York, Tokyo, Berlin or Paris, leaving August 23 or later, back by September 1"
    text = last(agent, route, "My budget is only $900 though.").wizard.text.lower()
    assert "nothing to tokyo or berlin august 23 to september 1 and for $900 or less" in text
    assert "all of that" not in text


def test_the_best_of_those_with_a_feature_is_not_called_the_best_of_all(agent: Agent) -> None:
    answer = last(agent, "Milan to New York for 2, leaving August 20", "Which of them has breakfast and is rated best?")
    assert answer.wizard.text.startswith("Of those with breakfast")


@pytest.mark.parametrize("question", ["Where else could we go?", "where else could we go for that money?"])
def test_where_else_one_can_go_is_not_where_one_was_to_go(agent: Agent, question: str) -> None:
    cities = {package.hotel.dst_city for package in packages(last(agent, ROME, question))}
    assert cities
    assert "Rome" not in cities


def test_where_one_can_go_is_told_behind_a_greeting(agent: Agent) -> None:
    (start,) = talk(agent, "Hello, where can we fly to from Munich?")
    assert "ask(values, slots=[dst_city]" in show(meaning(start).all())
    assert "destinations" in start.wizard.text


def test_a_first_message_that_asks_what_there_is_in_total_is_a_search(agent: Agent) -> None:
    said = "What is there from Toronto to Venice for two women, leaving on August 16, up to 4,000 dollars in total?"
    assert wanted(agent, said)["price"] == "at_most($4000, scope=total)"


@pytest.mark.parametrize("length", ["a cheap week", "a good week", "a full week", "a lovely week"])
def test_a_week_of_any_kind_is_a_week(agent: Agent, length: str) -> None:
    assert wanted(agent, f"From Lyon to Florence for two, {length} in August")["duration"] == "is(number(7, unit=days))"


def test_a_stay_that_moves_by_both_its_days_moves_by_as_much(agent: Agent) -> None:
    stay = "From Toronto to Venice for two, leaving on August 16 and back on August 24"
    wishes = wanted(agent, stay, "and two days later, and home two days later")
    assert (wishes["str_date"], wishes["end_date"]) == ("is(2016-08-18)", "is(2016-08-26)")


def test_a_stay_that_moves_and_is_just_as_long_may_end_behind_the_last_day_that_was_said(agent: Agent) -> None:
    rio = "From Munich to Rio de Janeiro for two, back before September 1"
    moved = last(
        agent, rio, "Tell me about the Sandpiper House", "could we leave four days later and stay just as long?"
    )
    (package,) = packages(moved)
    assert (package.hotel.name, package.trip.leaving.departure.day) == ("Sandpiper House", 30)


@pytest.mark.parametrize("words", ["please add her to the booking", "Can you add him to my booking?"])
def test_who_was_spoken_of_is_added_to_a_booking(agent: Agent, words: str) -> None:
    assert "for 3 adults, at $" in last(agent, ROME, "book the first", words).wizard.text


def test_a_booking_that_cannot_move_is_not_offered_as_it_is(agent: Agent) -> None:
    jeju = "From Osaka to Jeju for 2 adults and a child, leaving after August 18"
    answer = last(agent, jeju, "book the Greenlaw House", "let the booking begin on August 23 instead")
    assert not packages(answer)
    assert "Greenlaw House as before" in answer.wizard.text


def test_about_a_day_stays_about_a_day_where_it_moves(agent: Agent) -> None:
    wishes = wanted(agent, "From Madrid to Rome for two, around August 20", "and one week later?")
    assert wishes["str_date"] == "around(2016-08-27)"


def test_a_baby_is_under_one(agent: Agent) -> None:
    assert "2 adults and a child aged under 1" in last(agent, f"{ROME} with a baby of ten months").wizard.text


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("in September, two grown-ups with a child of four", "is(2016-09-01..2016-09-30)"),
        ("in the middle of August, two or three nights", "is(2016-08-11..2016-08-20)"),
        ("in August and September", "is(2016-08-01..2016-08-31, 2016-09-01..2016-09-30)"),
    ],
)
def test_what_is_counted_behind_a_month_is_no_day_of_it(agent: Agent, said: str, days: str) -> None:
    assert wanted(agent, f"From Paris to Rome, {said}")["str_date"] == days


def test_a_few_days_are_no_exact_number(agent: Agent) -> None:
    wishes = wanted(agent, "From Paris to Rome for two, a few days in August")
    assert wishes["duration"] == "between(number(3, unit=days), number(5, unit=days))"


def test_all_that_is_given_up_together_is_given_up(agent: Agent) -> None:
    both = "From Paris to Rome for two with breakfast and near a park"
    wishes = wanted(agent, both, "Forget the breakfast and the park then.")
    assert {wishes.get("breakfast", "any()"), wishes.get("park", "any()")} == {"any()"}
    wishes = wanted(agent, both, "forget breakfast, and wifi would be good")
    assert wishes["wifi"] == "is(yes)"


def test_beside_a_place_that_is_unknown_all_that_fits_in_the_other_is_offered(agent: Agent) -> None:
    found = packages(last(agent, "Berlin or Prague from Milan, for one, in August"))
    assert [package.hotel.dst_city for package in found] == ["Berlin"] * 3


def test_a_question_behind_a_wish_is_about_what_was_found_for_it(agent: Agent) -> None:
    museums = "From Hamburg for two in August, near a museum"
    before, answer = talk(
        agent, museums, "My wife must have breakfast. Which of all these would suit us and has good reviews?"
    )
    gone = {package.hotel.name for package in packages(before)} - {package.hotel.name for package in packages(answer)}
    assert gone
    assert not any(name in answer.wizard.text for name in gone)


@pytest.mark.parametrize("words", ["the one with the happiest guests", "which one do the guests speak best of?"])
def test_the_best_liked_is_the_best_rated(agent: Agent, words: str) -> None:
    assert "Lyndhurst Rooms" in last(agent, "From Paris to Rome for two in August", words).wizard.text


def test_other_travellers_in_the_place_of_some_are_not_any(agent: Agent) -> None:
    before = last(agent, "From Hamburg to Barcelona for 2 adults and a child").after
    revised = agent.revise(before, "party", [Constraint("is", (Party(3),))])
    assert "any travellers" not in revised.wizard.text
    assert revised.wizard.text.startswith(("For 3 adults, then.", "Right, for 3 adults."))


def test_a_stay_on_the_very_days_comes_before_a_shorter_one(agent: Agent) -> None:
    first, *_ = packages(last(agent, "From Rome to Paris for two, from the 21st to the 28th of August"))
    assert (first.trip.leaving.departure.day, first.trip.returning.departure.day) == (21, 28)


def test_what_matters_most_is_not_given_up(agent: Agent) -> None:
    said = (
        "What matters most to my mother is a good breakfast at the hotel and a museum close by, "
        "and I would rather it were one that guests really praise."
    )
    wishes = wanted(agent, "From Rome for two, five or six days in August", said)
    assert (wishes["breakfast"], wishes["museum"]) == ("is(yes)", "is(yes)")


def test_the_best_of_all_is_told_with_its_cheapest_stay(agent: Agent) -> None:
    spain = "From Chicago to Spain or Italy for two in September"
    best = last(agent, spain, "which is rated best?")
    (cheapest,) = packages(last(agent, spain, "Show me the Mallard Suites in Madrid"))
    assert f"Mallard Suites in Madrid (${cheapest.price:,.2f}" in best.wizard.text


def test_what_is_left_aside_is_not_held(agent: Agent) -> None:
    aside = "Leaving those two aside for a moment: is there anything to Barcelona for me alone?"
    assert "held" not in last(agent, "From Rome to Berlin for two in August", aside).wizard.text


def test_a_booking_is_changed_to_what_was_just_said(agent: Agent) -> None:
    said = "One more of my guys is coming along, so there'll be three of us. Can you change that in the booking?"
    assert "for 3 adults, at $" in last(agent, ROME, "book the first", said).wizard.text


@pytest.mark.parametrize(
    "said", ["Please show me all the hotels that you have there, not only three.", "Let me see like 6 hotels."]
)
def test_so_many_are_shown_as_are_asked_for_and_there_are(agent: Agent, said: str) -> None:
    answer = last(agent, f"From Munich to Berlin in September, the two of us. {said}")
    assert len(packages(answer)) == 4
    assert ("only four" in answer.wizard.text.lower()) == ("6" in said)


def test_who_asks_for_more_than_there_are_hears_how_many_there_are(agent: Agent) -> None:
    toronto = "Three adults from New York to Toronto, leaving August 19, back by August 24"
    assert "only two" in last(agent, toronto, "let me see like five hotels up there").wizard.text
