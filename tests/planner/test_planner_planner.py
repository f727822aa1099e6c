"""Courtesies, yes and no, what is recalled, taken back and not understood.

Hotels are named by their first letters (see `states`); a part of a reply is its kind with what it holds.
"""

from __future__ import annotations

import pytest

from reading import source
from states import ROME, ToldAgent, replied, state, state_after, talk


@pytest.mark.parametrize(
    ("conversation", "said", "reply"),
    [
        ("both booked", "recall(bookings)", ["Recalled bookings BA 2100"]),
        ("rome", "recall(bookings)", ["Recalled bookings"]),
        ("beacon", "recall(bookings)", ["Recalled bookings", "Confirm book B"]),
        ("rome", "recall(wishes)", ['Recalled wishes [city, is("Rome")]']),
        ("rome", "recall(slot, slot=city)", ['Recalled slot [city, is("Rome")] city']),
        ("rome", "recall(slot, slot=stars)", ["Recalled slot stars"]),
        ("rome", "recall(options)", ["Recalled options ABC"]),
        ("both booked", "recall(summary)", ['Recalled summary [city, is("Rome")] ABC BA 2100']),
        ("start", "social(greeting)", ["Courtesy greeting", "Propose begin"]),
        ("rome", "social(greeting)", ["Courtesy greeting"]),
        ("rome", "social(thanks)", ["Courtesy welcome"]),
        ("rome", "social(help)", ["Courtesy help"]),
        ("rome", "answer(perhaps)", ["Noted perhaps"]),
        ("rome", "answer(perhaps); answer(perhaps)", ["Noted perhaps"]),
        ("rome", "answer(yes)", ["Which ABC book"]),
        ("rome", "answer(no)", ["Propose open"]),
        ("beacon", "answer(no)", ["Noted not_booked", "Offer AC 2 left"]),
        # What was asked first is answered first: what is booked, whether there is something.
        ("booked", 'recall(bookings); wish(city, is("Paris"))', ["Recalled bookings B", "Offer DE 2"]),
        (
            "rome",
            'ask(count, wishes=[wish(city, is("Porto"))]); wish(pool, is(yes))',
            ['Nothing [city, is("Porto")] unknown [Porto]', "Offer BC 2"],
        ),
        ("rome", "answer(neither)", ["Noted rejected", "Propose more"]),
        ("rome", "reject(of=every())", ["Noted rejected", "Propose more"]),
        ("both booked", 'reject(of=named("Beacon"))', ["Confirm cancel B"]),  # "drop the Beacon"
        ("both booked", "reject(of=it())", ["Confirm cancel A"]),  # "I didn't want that", of what was just booked
        (
            "rome",
            'reject(of=nth(1)); out_of_scope("the view")',
            ["Noted rejected A", "Offer BC 2 left", "NotKnown the view"],
        ),
        ("rome", "reject(of=nth(1)); more()", ["Nothing no_more", "Offer BC 2 left"]),
        ("rome", "reject(of=nth(1)); wish(stars, at_most(4))", ["Offer B 1 only of_others"]),
        # An apology comes first, and what is asked of what was shown before what is looked for next.
        ("rome", "wish(pool, is(yes)); social(complaint)", ["Courtesy complaint", "Offer BC 2"]),
        (
            "rome",
            "ask(holds, of=every(), wishes=[wish(hotel_price, at_most($1500))]); wish(pool, is(yes))",
            ["Holds hotel_price, at_most($1500) ABC", "Offer BC 2"],
        ),
        (
            "rome",
            "wish(pool, is(yes)); ask(holds, of=every(), wishes=[wish(hotel_price, at_most($1500))])",
            ["Offer BC 2", "Holds hotel_price, at_most($1500) ABC"],
        ),
        # What else holds for another one is said.
        ("rome", "wish(stars, at_least(4), of=new_trip())", ['Noted kept [city, is("Rome")]', "Offer BC 2"]),
        ("start", "undo()", ["Noted nothing_to_undo"]),
        ("rome", "undo()", ["Noted undone"]),
        ("two lists", "undo()", ['Noted undone [city, is("Rome")]', "Offer ABC 3 same"]),
        ("two lists", "undo(steps=2)", ["Noted undone"]),
        ("beacon", "undo()", ['Noted undone [city, is("Rome")]', "Offer ABC 3 same"]),
        ("booked", "undo()", ["Confirm cancel B"]),
        ("rome", "drop()", ["Noted dropped", "Propose open"]),
        ("rome", "drop(slot=city)", ["Noted dropped [city, any()]", "Offer FDA 7"]),
        ("rome", 'out_of_scope("the weather")', ["NotKnown the weather"]),
        ("rome", "", ["NotUnderstood reference"]),
    ],
)
def test_what_is_replied(conversation: str, said: str, reply: list[str]) -> None:
    assert replied(state(conversation), said) == reply


@pytest.mark.parametrize(
    ("conversation", "asked", "reply"),
    [
        (
            "beacon",
            "how many lifts has the lift",
            ["Tell B", "NotKnown how many lifts has the lift is_near"],
        ),
        ("rome", "the lift for goods", ["NotKnown the lift for goods"]),  # of which of them is open
    ],
)
def test_what_is_known_of_a_thing_is_told_before_what_is_not(conversation: str, asked: str, reply: list[str]) -> None:
    assert replied(state(conversation), f'out_of_scope("{asked}")') == reply


def test_nobody_is_pressed_to_book_behind_what_is_not_known() -> None:
    proposed = state_after(ROME, "return(nth(2))")
    assert replied(proposed, 'out_of_scope("the view")') == ["NotKnown the view"]
    both = 'ask(facts, slots=[stars], of=nth(2)); out_of_scope("the view")'
    assert replied(proposed, both) == ["Tell B", "NotKnown the view"]


def test_who_leaves_is_wished_well_where_they_go() -> None:
    rome = 'wish(or_city, is("Chicago")); wish(dst_city, is("Rome")); wish(party, is(party(adults=2)))'
    agent = ToldAgent(source("trips"))
    assert "Rome" in talk(agent, rome, "book(of=nth(1))", "social(goodbye)")[-1].wizard.text
    assert "Rome" not in talk(agent, rome, "social(goodbye)")[-1].wizard.text


def test_a_no_after_what_was_taken_back_in_the_same_turn_is_answered() -> None:
    agent = ToldAgent()
    turns = talk(agent, "book(); undo()", "answer(no)")
    assert turns[-1].wizard.text


def test_who_asks_what_is_booked_behind_a_cancellation_is_not_asked_to_book_it() -> None:
    agent = ToldAgent()
    turns = talk(agent, 'wish(city, is("Rome"))', "book(of=nth(2))", "cancel()", "recall(bookings)")
    assert "?" not in turns[-1].wizard.text


CANCUN = 'wish(or_city, is("Dallas")); wish(dst_city, is("Cancun")); wish(party, is(party(adults=2)))'


def trips(*said: str) -> str:
    """Return the last reply to meanings over trips."""
    return talk(ToldAgent(source("trips")), *said)[-1].wizard.text


def test_who_was_asked_whether_to_book_what_they_wanted_and_waits_is_offered_nothing_else() -> None:
    asked = "wish(gym, is(yes), of=nth(1)); book(of=nth(1))"
    reply = trips(CANCUN, asked, "answer(no)")
    assert "nothing is booked" in reply
    assert "?" not in reply
    assert reply.count(".") == 1


def test_who_said_no_is_not_asked_again_behind_the_next_answer() -> None:
    turned = "return(nth(2))"
    assert trips(CANCUN, turned).endswith("?")
    assert not trips(CANCUN, "return(nth(1))", "answer(no)", turned).endswith("?")


def test_what_it_depended_on_and_is_not_so_ends_the_matter() -> None:
    depends = "answer(perhaps); ask(holds, of=nth(1), wishes=[wish({slot}, is(yes))])"
    assert "?" not in trips(CANCUN, "return(nth(1))", depends.format(slot="museum"))
    assert trips(CANCUN, "return(nth(1))", depends.format(slot="breakfast")).endswith("?")


def test_what_is_gone_back_to_is_told_with_its_price_and_its_days() -> None:
    asked = "return(nth(1, of=listed(n=1))); ask(holds, of=nth(1, of=listed(n=1)), wishes=[wish(wifi, is(yes))])"
    back = trips(CANCUN, 'wish(dst_city, is("Rome"))', asked)
    assert "in Cancun" in back
    assert "$" in back
    at_hand = "return(nth(1)); ask(holds, of=nth(1), wishes=[wish(wifi, is(yes))])"
    assert "$" not in trips(CANCUN, at_hand)


def test_what_a_booking_costs_others_is_told_with_the_question_whether_to_change_it() -> None:
    asked = "correct([wish(party, is(party(adults=3)))]); ask(share, slots=[price], scope=person)"
    *_, last = exchanges = talk(ToldAgent(source("trips")), CANCUN, "book(of=nth(1))", asked)
    assert last.wizard.text.endswith("Nothing is changed yet. Shall I make the change?")
    agent = ToldAgent(source("trips"))
    changed = agent.tell(exchanges[-1].after, "answer(yes)").wizard.text
    assert "for 3 adults" in changed


def test_a_counter_question_before_anything_was_shown_is_answered_and_the_open_one_put_again() -> None:
    rome = 'wish(dst_city, is("Rome"))'
    for asked in ("ask(count)", "ask(holds, wishes=[wish(wifi, is(yes))])"):
        reply = trips(rome, asked)
        assert "in Rome" in reply
        assert reply.lower().endswith("where from?")


def test_what_may_be_said_fits_the_moment() -> None:
    assert "“other days”" in trips(f"{CANCUN}; wish(str_date, is(2016-08-20))", "")
    assert "“the second one”" in trips(CANCUN, "return(nth(2))", "ask(facts, of=every(), slots=[category])", "")
    booked = trips(CANCUN, "book(of=nth(1))", "")
    assert "Still booked: " in booked
    assert "second" not in booked
