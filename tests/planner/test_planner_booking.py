"""What is booked and cancelled, and what is asked about first.

Hotels are named by their first letters (see `states`); a part of a reply is its kind with what it holds.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from reading import source
from sources_drawn import table
from states import ROME, ToldAgent, bookings, letters_of, replied, state, state_after, talk
from wayframe.meaning.notation import meaning, show
from wayframe.meaning.records import (
    Book,
    Constraint,
    Meaning,
    Named,
    Number,
    Particulars,
    Party,
    Spoken,
    Text,
    Unread,
    Wish,
)
from wayframe.planner.plan import Noted
from wayframe.planner.planner import plan
from wayframe.state.update import hear


def test_what_changes_nothing_of_a_booking_is_said_to() -> None:
    rome = 'wish(or_city, is("Chicago")); wish(dst_city, is("Rome")); '
    ten, eleven = (f"wish(party, is(party(adults=1, children=1, ages=[{age}])))" for age in (10, 11))
    asked = f"{eleven}; ask(facts, slots=[price], of=booked())"
    told = talk(ToldAgent(source("trips")), rome + ten, "book(of=nth(1))", asked)[-1].wizard.text
    assert told.startswith(("That changes nothing", "It makes no difference", "Nothing changes by that"))


def test_what_is_listed_twice_is_one_choice() -> None:
    rome = 'wish(or_city, is("Montreal")); wish(dst_city, is("Rome")); wish(party, is(party(adults=2)))'
    again = 'wish(dst_city, is("Rome", "Madrid"))'
    told = talk(ToldAgent(source("trips")), rome, again, 'book(of=named("Clovelly Grand"))')[-1].wizard
    assert "which" not in told.text.lower()
    assert told.text.count("Clovelly Grand") == 1


@pytest.mark.parametrize(
    ("conversation", "said", "reply"),
    [
        ("rome", "book()", ["Which ABC book"]),
        ("beacon", "book()", ["Done book B"]),
        ("rome", "book(of=nth(2))", ["Done book B"]),
        ("rome", "book(of=every(count=3))", ["Done book ABC"]),
        ("rome", "drop(slot=city); book(of=nth(1))", ["Done book A"]),
        ("rome", "wish(lift, any()); book(of=nth(1))", ["Done book A"]),
        ("rome", "book(of=nth(9))", ["Empty option ABC"]),
        ("rome", "book(of=described([wish(pool, is(yes))]))", ["Holds pool, is(yes) BC some", "Which BC book"]),
        ("rome", "book(of=extreme(hotel_price, least))", ["Done book A"]),
        ("start", "book()", ["Empty option"]),
        ("booked", "book(of=nth(2))", ["Noted booked B"]),
        ("rome", "cancel()", ["Empty booking"]),
        ("booked", "cancel()", ["Done cancel B"]),
        ("booked", "cancel(of=it())", ["Done cancel B"]),
        ("booked", "cancel(of=nth(1))", ["Done cancel B"]),
        ("booked", 'cancel(of=named("Beacon"))', ["Done cancel B"]),
        ("booked", 'cancel(of=named("Cedar"))', ["Empty booking B"]),
        ("both booked", "cancel()", ["Which BA cancel"]),
        ("both booked", "cancel(of=every(of=booked()))", ["Done cancel BA"]),
        ("both booked", 'cancel(of=named("Anchor"))', ["Done cancel A", "Noted still_booked B"]),
        ("both booked", "cancel(of=nth(1, of=booked()))", ["Done cancel B", "Noted still_booked A"]),
        ("both booked", "cancel(of=extreme(hotel_price, most))", ["Done cancel B", "Noted still_booked A"]),
        ("both booked", 'cancel(of=described([wish(city, is("Rome"))], of=booked()))', ["Which BA cancel"]),
        ("rome", "book(of=nth(1)); cancel(of=nth(1))", ["Done book A", "Done cancel A"]),
        # What else is booked is said behind the last deed, and but once.
        ("booked", 'book(of=nth(3)); cancel(of=named("Beacon"))', ["Done book C", "Done cancel B"]),
        (
            "both booked",
            'book(of=nth(3)); cancel(of=named("Beacon"))',
            ["Done book C", "Done cancel B", "Noted still_booked A"],
        ),
        # What an option lacks is told before it is booked; what it has needs no search.
        (
            "rome",
            "ask(holds, of=nth(1), wishes=[wish(pool, is(yes))]); book(of=nth(1))",
            ["Holds pool, is(yes) A", "Confirm book A"],
        ),
        ("rome", "wish(pool, is(yes), of=nth(1)); book(of=nth(1))", ["Holds pool, is(yes) A", "Confirm book A"]),
        ("rome", "wish(pool, is(yes), of=nth(2)); book(of=nth(2))", ["Done book B"]),
        (
            "rome",
            'book(of=described([wish(hotel, is("Beacon")), wish(hotel_price, is($50))]))',
            ["Confirm book B"],
        ),
        (
            "rome",
            "social(thanks); ask(holds, of=nth(2), wishes=[wish(pool, is(yes))]); book(of=it())",
            ["Holds pool, is(yes) B", "Done book B"],
        ),
    ],
)
def test_what_is_booked_or_asked_about(conversation: str, said: str, reply: list[str]) -> None:
    assert replied(state(conversation), said) == reply


def test_what_is_booked_already_is_not_booked_twice() -> None:
    agent = ToldAgent()
    assert bookings(agent, talk(agent, ROME, "book(of=nth(2))", "book(of=nth(2))")) == "B"
    assert bookings(agent, talk(agent, ROME, "book(of=nth(2))", "cancel()", "book(of=nth(2))")) == "B"


def test_a_turn_that_books_something_twice_is_not_told_that_it_is_booked_already() -> None:
    assert replied(state("rome"), "book(of=nth(2)); book()") == ["Done book B"]


@pytest.mark.parametrize(
    ("conversation", "said", "reply"),
    [
        # The hotels are single items, so that another price, day or place is another hotel.
        ("booked", 'change([wish(city, is("Paris"))], of=booked())', ["Confirm change D B"]),
        ("booked", 'change([wish(city, is("Oslo"))])', ['Nothing [city, is("Oslo")]', "Noted kept B"]),
        ("booked", 'change([wish(city, is("Rome"))])', ["Recalled bookings B"]),
        # One that is named is meant wherever it is.
        ("booked", 'change([wish(hotel, is("Elm"))])', ["Confirm change E B"]),
        # What the booking has or lacks of the features is said.
        ("booked", "change([wish(pool, is(yes))])", ["Holds pool, is(yes) B", "Recalled bookings B"]),
        ("booked", "change([wish(lift, is(no))])", ["Holds lift, is(no) B", "Confirm change C B"]),
        ("booked", "change([wish(hotel_price, less())], of=nth(9))", ["Empty booking B"]),
        ("both booked", 'change([wish(city, is("Paris"))], of=booked())', ["Which BA change"]),
        ("rome", 'change([wish(city, is("Paris"))], of=booked())', ["Empty booking"]),
        ("rome", 'change([wish(city, is("Paris"))])', ["Offer DE 2"]),
        ("booked", "change([], of=it(), to=nth(1))", ["Confirm change A B"]),
        ("booked", "change([], of=it(), to=nth(9))", ["Empty option ABC"]),
        ("booked", "answer(no); return(nth(1))", ["Confirm change A B"]),
        ("booked", "reject(); return(nth(1))", ["Confirm change A B"]),
        ("booked", "return(nth(1))", ["Tell A", "Confirm change A B"]),
    ],
)
def test_what_a_change_is_asked_about(conversation: str, said: str, reply: list[str]) -> None:
    assert replied(state(conversation), said) == reply


def test_a_booking_becomes_what_was_confirmed_and_stays_after_a_no() -> None:
    agent = ToldAgent()
    asked = (ROME, "book(of=nth(2))", 'change([wish(city, is("Paris"))])')
    assert bookings(agent, talk(agent, *asked)) == "B"
    assert bookings(agent, talk(agent, *asked, "answer(yes)")) == "D"
    assert bookings(agent, talk(agent, *asked, "answer(no)")) == "B"


def test_terms_beside_a_yes_leave_it_a_yes() -> None:
    agent, asked = ToldAgent(), (ROME, "return(nth(2))")
    for beside in ('note(words="for Friday")', "note(count=2)", "compare(of=nth(1, count=2))"):
        assert bookings(agent, talk(agent, *asked, f"answer(yes); {beside}")) == "B"


def test_the_booking_that_is_to_be_changed_is_named_in_the_answer() -> None:
    agent = ToldAgent()
    asked = (ROME, "book(of=nth(2))", "book(of=nth(1))", 'change([wish(city, is("Paris"))], of=booked())')
    turns = talk(agent, *asked, 'return(named("Anchor"))', "answer(yes)")
    assert bookings(agent, turns) == "BD"


def test_a_booking_that_is_changed_back_is_as_it_was() -> None:
    agent = ToldAgent()
    changed = (ROME, "book(of=nth(2))", 'change([wish(city, is("Paris"))])', "answer(yes)")
    assert bookings(agent, talk(agent, *changed, "undo()", "answer(yes)")) == "B"


@pytest.mark.parametrize(
    ("conversation", "said", "reply"),
    [
        (
            "start",
            'note(words="for Friday")',
            ["Offer FDA 7", "Noted terms for Friday"],
        ),  # nothing to book
        ("rome", 'note(words="for Friday")', ["Noted terms for Friday"]),
        ("beacon", 'note(words="for Friday")', ["Confirm book B"]),
        ("booked", 'note(words="for Friday")', ["Done book B", "Noted terms"]),
        ("booked", 'note(words="for Friday"); note(words="at 8")', ["Done book B", "Noted terms"]),
        ("booked", 'change([]); note(words="for Friday")', ["Done book B", "Noted terms"]),
        ("booked", "change([])", ["Propose change"]),
        ("booked", "change([]); note(count=1)", ["Recalled bookings B"]),
    ],
)
def test_what_no_slot_holds_is_noted_with_a_booking(conversation: str, said: str, reply: list[str]) -> None:
    assert replied(state(conversation), said) == reply


def test_what_is_said_of_a_booking_some_time_later_is_noted_with_it() -> None:
    agent = ToldAgent()
    turns = talk(agent, ROME, "book(of=nth(2))", "recall(bookings)", 'note(words="for Friday")', "recall(bookings)")
    assert "“for Friday”" in turns[-1].wizard.text


def test_what_is_noted_again_in_more_words_is_noted_once() -> None:
    agent = ToldAgent()
    turns = talk(agent, ROME, 'note(words="Friday")', 'book(of=nth(2)); note(words="7pm Friday")', "recall(bookings)")
    assert "“7pm Friday”" in turns[-1].wizard.text
    assert "“Friday”" not in turns[-1].wizard.text


def test_what_is_noted_again_in_fewer_words_is_noted_once() -> None:
    agent = ToldAgent()
    turns = talk(agent, ROME, 'note(words="Friday the 5th")', 'book(of=nth(2)); note(words="the 5th")')
    assert "“the 5th”" not in turns[-1].wizard.text
    assert "“Friday the 5th”" in turns[-1].wizard.text


def test_what_is_noted_is_read_back_before_it_is_booked() -> None:
    agent = ToldAgent()
    told = talk(agent, ROME, 'note(words="for Friday")', "return(nth(2))", "answer(yes)")
    assert told[-2].wizard.text.endswith("ook Beacon at $1,200 (noted: “for Friday”)?")
    assert "Beacon" in told[-1].wizard.text
    assert bookings(agent, told) == "B"


def test_what_no_booking_holds_is_said_once_not_again_after_a_yes() -> None:
    terms = Spoken(Particulars(("day",)))
    doubtful = Meaning((*meaning("book(of=nth(2))").moves, terms), (Unread(0, 3, 1.0),))
    asked, done = talk(ToldAgent(), ROME, doubtful, "answer(yes)")[1:]
    assert "a day" in asked.wizard.text
    assert "a day" not in done.wizard.text
    again = talk(ToldAgent(), ROME, doubtful, 'answer(yes); note(words="Friday at 8")')[-1]
    assert again.wizard.text.endswith("(noted: “Friday at 8”).")


def test_what_is_noted_besides_is_noted_too() -> None:
    agent = ToldAgent()
    turns = talk(agent, ROME, 'note(words="2 dogs")', 'book(of=nth(2)); note(words="12 guests")', "recall(bookings)")
    assert "“2 dogs”; “12 guests”" in turns[-1].wizard.text


@pytest.mark.parametrize(
    ("before", "later", "noted"),
    [
        ("nine people on Friday at 7 pm", "nine of us on Friday at 7 pm", "“nine of us on Friday at 7 pm”"),
        ("at 7 pm", "at 8 pm", "“at 8 pm”"),
        ("2 guests", "12 guests", "“12 guests”"),
        ("for Mia", "for Dave", "“for Mia”; “for Dave”"),
    ],
)
def test_what_is_noted_again_in_other_words_is_noted_once(before: str, later: str, noted: str) -> None:
    turns = talk(ToldAgent(), ROME, f'note(words="{before}")', f'book(of=nth(2)); note(words="{later}")')
    assert f"(noted: {noted})" in turns[-1].wizard.text


def test_what_is_doubtful_is_asked_about_before_it_is_done() -> None:
    agent = ToldAgent()
    book, doubtful = meaning("book(of=nth(2))"), Unread(0, 3, 1.0)
    unread = Meaning(book.moves, (doubtful,))
    ambiguous = Meaning(book.moves, alternatives=(meaning("book(of=nth(1))").moves,))
    for said in (unread, ambiguous):
        turns = talk(agent, ROME, said)
        assert bookings(agent, turns) == ""
        assert bookings(agent, [agent.tell(turns[-1].after, "answer(yes)")]) == "B"


def test_what_is_named_when_asked_which_is_booked() -> None:
    agent = ToldAgent()
    assert bookings(agent, talk(agent, ROME, "book()", "return(nth(3))")) == "C"
    assert bookings(agent, talk(agent, ROME, "book()", 'wish(hotel, is("Cedar"))')) == "C"
    assert bookings(agent, talk(agent, ROME, "book()", 'wish(hotel, is("Dune"))')) == ""


def test_it_is_asked_about_where_what_was_said_before_was_not_understood() -> None:
    agent = ToldAgent()
    turns = talk(agent, ROME, "return(nth(2))", "", "book(of=it())")
    assert bookings(agent, turns) == ""
    assert bookings(agent, [agent.tell(turns[-1].after, "answer(yes)")]) == "B"
    assert bookings(agent, talk(agent, ROME, "", "book(of=nth(2))")) == "B"


def test_what_is_cancelled_is_told_as_it_was_booked() -> None:
    cancelled = talk(ToldAgent(), ROME, "note(count=3); book(of=nth(2))", "note(count=2); cancel()")[-1].wizard.text
    assert "3 × Beacon" in cancelled
    assert "$3,600" in cancelled


def test_who_was_unsure_and_then_orders_something_by_name_is_not_asked_again() -> None:
    agent = ToldAgent()
    assert bookings(agent, talk(agent, ROME, "answer(perhaps)", "book(of=nth(2))")) == ""
    assert bookings(agent, talk(agent, ROME, "answer(perhaps)", 'book(of=named("Beacon"))')) == "B"


def test_what_is_elsewhere_is_booked_by_its_name() -> None:
    agent, near = ToldAgent(), (ROME, "wish(hotel_price, less(than=nth(1)))")  # Fern, which is in Athens
    asked, by_name = 'ask(holds, of=named("Fern"), wishes=[wish(pool, is(yes))])', 'book(of=named("Fern"))'
    assert bookings(agent, talk(agent, *near, asked, "book()")) == ""
    assert bookings(agent, talk(agent, *near, by_name)) == "F", "the offer says where it is"


def test_what_was_never_shown_is_looked_up_by_its_name_and_asked_about() -> None:
    assert replied(state_after(ROME), 'book(of=named("Fern"))') == ["Confirm book F"]


FROM_NEW_YORK = 'wish(or_city, is("New York")); wish(dst_city, is("Rome")); wish(party, is(party(adults=2)))'


def test_other_people_beside_a_booking_are_those_that_it_is_priced_for() -> None:
    agent = ToldAgent(source("trips"))
    first = talk(agent, FROM_NEW_YORK)[-1]
    asked = agent.tell(first.after, "wish(party, is(party(adults=3))); book(of=nth(1))")
    assert [act.name for act in asked.wizard.acts] == ["offer", "suggest"]
    assert "for 3 adults" in asked.wizard.text


def test_of_several_stays_at_one_hotel_the_one_of_these_days_is_booked() -> None:
    agent = ToldAgent(source("trips"))
    first = talk(agent, FROM_NEW_YORK)[-1]
    option = agent.state(first.after).options[agent.state(first.after).lists[-1][0]]
    name = option.item.values["name"]
    assert isinstance(name, Text)
    named = Named(name.value)
    leaving = Wish("str_date", Constraint("is", (option.item.values["str_date"],)), named)
    later = agent.tell(first.after, show([replace(leaving, constraint=Constraint("more", (Number(2, "days"),)))]))
    booked = agent.tell(later.after, show([leaving, Book(named)]))
    assert [each.option.item.key for each in agent.state(booked.after).standing] == [option.item.key]


def test_what_was_cancelled_is_booked_again_for_other_people() -> None:
    agent = ToldAgent(source("trips"))
    first = talk(agent, FROM_NEW_YORK, "book(of=nth(1))")[-1]
    name = agent.state(first.after).standing[0].option.item.values["name"]
    hotel = f'named("{getattr(name, "value", "")}")'
    now_three = f"cancel(of={hotel}); wish(party, is(party(adults=3)), of={hotel})"
    turns = talk(agent, FROM_NEW_YORK, "book(of=nth(1))", now_three, f"book(of={hotel})", "answer(yes)")
    assert [booking.option.party.adults for booking in agent.state(turns[-1].after).standing] == [3]


def test_what_was_just_cancelled_takes_no_days() -> None:
    agent = ToldAgent(source("trips"))
    turns = talk(agent, FROM_NEW_YORK, "book(of=nth(1))", "cancel(of=booked()); book(of=nth(2))", "answer(yes)")
    assert len(agent.state(turns[-1].after).standing) == 1
    assert not any("of these days" in turn.wizard.text for turn in turns)


def test_other_people_beside_a_question_are_those_that_it_is_answered_for() -> None:
    agent = ToldAgent(source("trips"))
    first = talk(agent, FROM_NEW_YORK)[-1]
    of_one = agent.tell(first.after, "wish(party, is(party(adults=3))); ask(facts, slots=[price], of=nth(1))")
    of_all = agent.tell(first.after, "wish(party, is(party(adults=3))); ask(facts, slots=[price], of=every())")
    assert [len(agent.state(each.after).lists[-1]) for each in (of_one, of_all)] == [1, 3]
    assert all("3 adults" in each.wizard.text for each in (of_one, of_all))


@pytest.mark.parametrize("adults", [2, 3, 5])
def test_who_corrects_children_away_travels_without(adults: int) -> None:
    agent = ToldAgent(source("trips"))
    family = FROM_NEW_YORK.replace("adults=2", "adults=2, children=3")
    turns = talk(agent, family, f"correct([wish(party, is(party(adults={adults})))])")
    assert turns[-1].wizard.text.startswith((f"For {adults} adults, then.", f"Right, for {adults} adults."))
    assert "children" not in turns[-1].wizard.text


def test_what_is_wished_for_on_another_trip_is_not_of_what_is_booked() -> None:
    agent = ToldAgent(source("trips"))
    another = 'wish(or_city, is("Boston"), of=new_trip()); wish(dst_city, is("Paris"), of=new_trip())'
    turns = talk(agent, FROM_NEW_YORK, f"book(of=nth(1)); {another}")
    assert len(agent.state(turns[-1].after).standing) == 1
    assert "Paris" in turns[-1].wizard.text
    assert "one start" not in turns[-1].wizard.text.lower()


def test_a_booking_is_changed_to_the_stay_of_a_hotel_that_is_nearest_to_its_days() -> None:
    agent = ToldAgent(source("trips"))
    first = talk(
        agent, FROM_NEW_YORK, "book(of=nth(1))", "wish(duration, more(), of=nth(2))", 'wish(dst_city, is("Paris"))'
    )
    names = [option.item.values["name"] for option in agent.state(first[-1].after).options.values()]
    twice = next(name for name in names if names.count(name) > 1)
    asked = agent.tell(first[-1].after, f'change([], of=booked(), to=named("{getattr(twice, "value", "")}"))')
    assert agent.state(asked.after).pending.purpose == "change"


@pytest.mark.parametrize("three", ["adults=3", "total=3"])
def test_an_option_is_described_by_whom_it_was_priced_for(three: str) -> None:
    agent = ToldAgent(source("trips"))
    route = 'wish(or_city, is("New York")); wish(dst_city, is("Rome"))'
    turns = talk(agent, f"{route}; wish(party, is(party(adults=2)))", "wish(party, is(party(adults=3)), of=nth(1))")
    booked = agent.tell(turns[-1].after, f"book(of=described([wish(party, is(party({three})))]))")
    assert [booking.option.party for booking in agent.state(booked.after).standing] == [Party(adults=3)]
    four = agent.tell(turns[-1].after, "book(of=described([wish(party, is(party(adults=4)))]))")
    assert not agent.state(four.after).standing


def test_a_booking_that_is_turned_to_is_changed_to_what_is_wished_for_beside_it() -> None:
    agent = ToldAgent(source("trips"))
    route = 'wish(or_city, is("New York")); wish(dst_city, is("Rome"))'
    turns = talk(agent, f"{route}; wish(party, is(party(adults=2)))", "book(of=nth(1))")
    of_it = 'return(described([wish(dst_city, is("Rome"))], of=booked())); wish(or_city, is("New York"))'
    asked = agent.tell(turns[-1].after, f"{of_it}; wish(party, is(party(adults=3)))")
    assert agent.state(asked.after).pending.purpose == "change"
    assert "for 3 adults" in asked.wizard.text


def test_what_is_booked_in_the_place_of_what_is_cancelled_is_spoken_of_from_then_on() -> None:
    after = state_after(ROME, "book(of=nth(1))", "cancel(of=nth(1)); book(of=nth(2))")
    assert replied(after, "ask(facts, slots=[stars])") == ["Tell B"]


def test_small_talk_beside_an_order_is_passed_over() -> None:
    assert replied(state("rome"), "social(small_talk); book(of=nth(1))") == ["Done book A"]


# Bookings and other wishes in one turn

TO_ROME = 'wish(or_city, is("Montreal")); wish(dst_city, is("Rome")); wish(party, is(party(adults=2)))'
TO_MONTREAL = 'wish(party, is(party(adults=1))); wish(or_city, is("Ottawa")); wish(dst_city, is("Montreal"))'


def test_what_is_booked_before_another_trip_is_booked_as_it_was_shown() -> None:
    agent = ToldAgent(source("trips"))
    booked = talk(agent, TO_ROME, f"book(of=nth(1)); {TO_MONTREAL}")[-1]
    state = agent.state(booked.after)
    assert [booking.option.party for booking in state.standing] == [Party(adults=2)]
    assert state.options[state.lists[-1][0]].item.text("dst_city") == "Montreal"


def test_a_yes_behind_those_who_come_along_is_asked_about_for_all_of_them() -> None:
    agent = ToldAgent(source("trips"))
    asked = talk(agent, TO_ROME, "return(nth(2))", "wish(party, is(party(adults=1, added=yes))); answer(yes)")[-1]
    assert "for 3 adults" in asked.wizard.text
    assert agent.state(asked.after).pending.purpose == "book"


def test_what_is_corrected_while_a_change_is_asked_about_is_of_the_change() -> None:
    agent = ToldAgent(source("trips"))
    three, six = "change([wish(party, is(party(adults=3)))])", "answer(no); correct([wish(party, is(party(total=6)))])"
    turns = talk(agent, TO_ROME, "book(of=nth(1))", three, six, "answer(yes)")
    assert "for 6 adults" in turns[-2].wizard.text
    assert [booking.option.party.adults for booking in agent.state(turns[-1].after).standing] == [6]


def test_other_people_for_one_of_two_bookings_are_those_of_the_one_spoken_of() -> None:
    agent = ToldAgent(source("trips"))
    other = 'wish(or_city, is("Boston")); wish(dst_city, is("Munich"))'
    turns = talk(agent, TO_ROME, "book(of=nth(1))", other, "book(of=nth(1))")
    asked = agent.tell(turns[-1].after, "change([wish(party, is(party(adults=3)))], of=booked())")
    assert "in Munich for 3 adults" in asked.wizard.text


def test_a_change_of_the_same_stay_is_said_by_its_new_terms() -> None:
    agent = ToldAgent(source("trips"))
    asked = talk(agent, TO_ROME, "book(of=nth(1))", "change([wish(party, is(party(adults=1)))])")[-1].wizard.text
    assert "for 1 adult, at $" in asked
    assert "Change to" not in asked


def test_ages_that_change_no_price_leave_a_booking_as_it_is() -> None:
    agent = ToldAgent(source("trips"))
    booked = (TO_ROME.replace("adults=2", "adults=1, children=1, ages=[10]"), "book(of=nth(1))")
    older = "wish(party, is(party(adults=1, children=1, ages=[11]))); ask(facts, slots=[price], of=booked())"
    assert "same_price" in " ".join(kinds(agent, *booked, older))


def kinds(agent: ToldAgent, *said: str) -> list[str]:
    """Return the kinds of notes in the reply to the last of some turns."""
    *before, last = said
    state = agent.state(talk(agent, *before)[-1].after)
    heard = hear(state, meaning(last), agent.schema)
    parts = plan(heard, state, agent.source, seed=0, timestamp=0).plan
    return [part.kind for part in parts if isinstance(part, Noted)]


def test_what_is_cancelled_is_told_before_what_is_found_and_what_stays_behind_it() -> None:
    agent = ToldAgent()
    told = talk(agent, ROME, "book(of=nth(2))", 'cancel(of=booked()); wish(city, is("Paris"))')[-1]
    assert [act.name for act in told.wizard.acts] == ["inform", "offer", "offer"]
    assert letters_of(agent, [told]) == "DE"
    assert [str(part) for part in replied(state("both booked"), "cancel(of=nth(1, of=booked()))")] == [
        "Done cancel B",
        "Noted still_booked A",
    ]


def test_a_day_before_something_can_be_had_is_asked_about() -> None:
    flats = table(
        "flat | rent (EUR) | available from | balcony",
        "Park Side | 700 | 2026-11-15 | yes",
        "Mill Loft | 800 | 2026-10-15 | yes",
        items="flats",
    )
    agent = ToldAgent(flats)
    say = 'note(words="{}", particular=day)'
    late = talk(agent, "wish(balcony, is(yes))", "book(of=nth(2)); " + say.format("first of September"))[-1]
    assert not agent.state(late.after).standing
    assert "October 15" in late.wizard.text
    assert agent.state(agent.tell(late.after, "answer(yes)").after).standing
    early = talk(agent, "wish(balcony, is(yes))", "book(of=nth(2)); " + say.format("December 1"))[-1]
    assert agent.state(early.after).standing


def test_a_limit_beside_other_people_chooses_no_other_days_for_a_booking() -> None:
    rome = 'wish(or_city, is("Chicago")); wish(dst_city, is("Rome"))'
    with_one_more = "change([wish(party, is(party(adults=1, added=yes))), wish(price, at_most(¤700))], of=booked())"
    booked, asked = talk(ToldAgent(source("trips")), rome, "book(of=nth(1))", with_one_more)[1:]
    assert "Camellia Crescent in Rome" in booked.wizard.text
    assert "no longer for $700 or less" in asked.wizard.text
    assert "the Camellia Crescent in Rome for 2 adults" in asked.wizard.text


def test_other_people_said_as_a_correction_behind_a_booking_change_it() -> None:
    agent, three = ToldAgent(source("trips")), "correct([wish(party, is(party(adults=3, total=3)))])"
    asked = talk(agent, TO_ROME, "book(of=nth(1))", three)[-1].wizard.text
    assert "for 3 adults, at $" in asked


def test_the_second_one_is_one_of_those_shown_where_it_is_booked_before_anything_is_wished() -> None:
    rome = 'wish(or_city, is("Montreal")); wish(dst_city, is("Rome")); wish(party, is(party(adults=2)))'
    agent, elsewhere = ToldAgent(source("trips")), 'wish(or_city, is("Toronto"))'
    shown = talk(agent, rome)[-1].wizard.text
    booked = talk(agent, rome, f"book(of=nth(2)); {elsewhere}")[-1].wizard.text.split(". ")[0]
    assert "from Montreal" in booked
    assert f"${booked.split('$')[1].split(' ')[0]}" in shown
    assert "from Toronto" in talk(agent, rome, f"{elsewhere}; book(of=nth(2))")[-1].wizard.text
