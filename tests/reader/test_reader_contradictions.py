"""The ways in which the rules' reading of a turn stands against the parser's."""

import pytest
from msgspec.structs import replace

import reading
from parses import BRIEF, CHICAGO, LENGTHY, ROME, heard, parsed, taken, takes
from wayframe.meaning.notation import show
from wayframe.meaning.records import YES, Change, Wish
from wayframe.reader.contradictions import (
    LEAST_DEED,
    LIKELY_ALONE,
    LIKELY_DEED,
    LIKELY_IN_LONG,
    LIKELY_TARGET,
    LIKELY_TO_WISH,
    LIKELY_WITHOUT,
    PLAIN_DEED,
    SHARED_SLOT,
)
from wayframe.reader.doubt import PLAIN
from wayframe.reader.readings import LEAST_ORDER, chosen


def test_what_is_asked_under_a_condition_is_not_asked_without_it() -> None:
    saved = "ask(difference, slots=[price]"
    later = f"{saved}, wishes=[wish(str_date, more(number(7, unit=days)))])"
    assert not takes(f"{saved}, of=every())", LIKELY_ALONE - 0.1, later, sure=PLAIN_DEED)
    assert takes(f"{saved}, of=every())", LIKELY_ALONE, later, sure=PLAIN_DEED)
    assert takes(f"{saved}, of=every())", LIKELY_ALONE - 0.1, later, sure=PLAIN_DEED - 0.1)


def test_of_two_places_put_right_the_parser_leaves_none_out() -> None:
    either = 'correct([wish(dst_city, is("Rome", "Paris"))])'
    assert not takes(f"correct([{ROME}])", LIKELY_DEED - 0.1, either, "make that Rome or Paris", sure=0.4)
    assert takes(f"correct([{ROME}])", LIKELY_DEED, either, "make that Rome or Paris", sure=0.4)


def test_an_order_is_no_turn_to_its_first() -> None:
    biggest = "wish(category, most())"
    assert not takes("return(extreme(category, most))", 0.99, biggest)
    assert takes("return(extreme(category, most, of=shown()))", 0.99, biggest)


def test_a_no_that_turns_to_another_is_more_than_a_no() -> None:
    assert not takes("answer(no)", LIKELY_ALONE - 0.1, "return(nth(3))", sure=0.3)
    assert takes("answer(no)", LIKELY_ALONE, "return(nth(3))", sure=0.3)


def test_a_deed_of_the_rules_is_left_out_or_done_to_something_else_only_where_that_is_likely() -> None:
    other = 'book(of=named("Marlowe House"))'
    assert not takes("answer(perhaps)", LIKELY_WITHOUT - 0.1, "book()", sure=0.6)
    assert takes("answer(perhaps)", LIKELY_WITHOUT, "book()", sure=0.6)
    assert not takes(other, LIKELY_WITHOUT, "book()", sure=0.6)
    assert takes(other, LIKELY_DEED, "book()", sure=0.6)


def test_in_a_long_turn_the_parser_knows_deeds_better_unless_it_passes_over_a_yes() -> None:
    other = 'book(of=named("Marlowe House"))'
    assert not takes(other, LIKELY_IN_LONG, "book()", sure=0.6)
    assert takes(other, LIKELY_IN_LONG, "book()", LENGTHY, sure=0.6)
    assert not takes(other, LIKELY_IN_LONG - 0.1, "book()", LENGTHY, sure=0.6)
    assert not takes("cancel()", LIKELY_IN_LONG, "answer(yes); cancel()", LENGTHY, sure=0.6)
    assert takes(f"answer(yes); {other}", LIKELY_IN_LONG, "answer(yes); book()", LENGTHY, sure=0.6)


def test_to_what_the_rules_plainly_do_something_in_a_long_turn_they_know_unless_the_parser_is_likely() -> None:
    other, own = 'book(of=named("Marlowe House"))', 'book(of=named("Camellia Crescent"))'
    assert not takes(other, LIKELY_IN_LONG, own, LENGTHY, sure=PLAIN_DEED)
    assert takes(other, LIKELY_DEED, own, LENGTHY, sure=PLAIN_DEED)
    assert takes("answer(perhaps)", LIKELY_IN_LONG, own, LENGTHY, sure=PLAIN_DEED)


def test_a_yes_beside_a_remark_is_one() -> None:
    waiting = replace(heard("answer(yes)"), context=reading.Scene("trips", confirming=True).context())
    assert chosen(waiting, parsed('out_of_scope("a conference")', 0.2)).all()[:1] == (YES,)
    assert chosen(heard("answer(yes)"), parsed('out_of_scope("a conference")', 0.2)).all()[:1] != (YES,)


def test_a_yes_that_says_why_is_one_unless_it_names_an_option() -> None:
    asked = reading.Scene("trips", confirming=True)
    why = "Yes, four nights at 450 for two, I have paid worse for less in my time"
    other = "Ok then, we will have the Marlowe, book it before we change our minds again"
    yes = parsed("answer(yes)", LIKELY_ALONE)
    for by_rules, text, is_yes in (
        ("wish(duration, is(number(4, unit=days)))", why, True),
        ('book(of=named("Marlowe House"))', other, False),
        ("wish(duration, is(number(4, unit=days)))", "Yes, for four nights", False),
    ):
        turn = replace(heard(by_rules, text), context=asked.context())
        assert (chosen(turn, yes).all() == yes.meaning()) is is_yes


def test_an_unsure_parser_does_not_wish_for_what_the_rules_hear_asked_of_options() -> None:
    by_day, which = "wish(end_date, at_most(2016-08-28))", "ask(which, of=every(), wishes=[{}])"
    assert show(taken(by_day, 0.4, which.format(by_day)).all()) == which.format(by_day)
    assert takes(by_day, LIKELY_TO_WISH, which.format(by_day))


def test_an_unsure_parser_compares_with_what_the_rules_compare_with() -> None:
    cheaper = "wish(price, less(than=nth(2)))"
    assert not takes("wish(price, less())", LIKELY_ALONE - 0.01, cheaper)
    assert takes("wish(price, less())", LIKELY_ALONE, cheaper)


def test_more_of_another_slot_than_the_rules_hear_is_not_wanted_while_the_parser_is_unsure() -> None:
    later, longer = (f"wish({slot}, more(number(7, unit=days)))" for slot in ("str_date", "duration"))
    assert show(taken(longer, LIKELY_ALONE - 0.1, later).all()) == later
    assert show(taken(longer, LIKELY_ALONE, later).all()) == longer


def test_how_many_are_wanted_is_no_value_of_a_slot() -> None:
    order = "note(count=6)"
    assert not takes("change([wish(price, is($6))], of=booked())", LIKELY_ALONE - 0.01, order)


@pytest.mark.parametrize("turned", ['is("Rome")', "any()"])
def test_what_the_rules_hear_ruled_out_an_unsure_parser_does_not_wish_for(turned: str) -> None:
    denied = 'correct([wish(dst_city, not("Rome"))])'
    assert not takes(f"correct([wish(dst_city, {turned})])", LIKELY_ALONE - 0.01, denied)
    assert takes(f"correct([wish(dst_city, {turned})])", LIKELY_ALONE, denied)


def test_an_unsure_parser_wishes_for_nothing_that_is_ruled_out() -> None:
    not_rome = 'wish(dst_city, not("Rome"))'
    assert takes(f"correct([{ROME}])", LIKELY_ALONE, not_rome, sure=0.3)
    assert show(taken(f"correct([{ROME}])", LIKELY_ALONE / 2, not_rome, sure=0.3).all()) == not_rome
    before = reading.Scene("trips", options=("Clovelly Grand",), wishes=not_rome)
    turn = replace(heard(CHICAGO, sure=0.3), context=before.context())
    assert show(chosen(turn, parsed(f"{CHICAGO}; {ROME}", LIKELY_ALONE / 2)).all()) == CHICAGO


def test_an_unsure_parser_finds_nothing_beyond_the_catalogue_where_the_rules_read_what_it_has() -> None:
    beyond = 'out_of_scope("in Rome")'
    assert show(taken(beyond, LIKELY_ALONE / 2, ROME, sure=SHARED_SLOT).all()) == ROME
    price = "ask(facts, slots=[price])"
    assert show(taken(beyond, LIKELY_ALONE / 2, price, sure=SHARED_SLOT).all()) == price
    assert ROME not in show(taken(beyond, LIKELY_ALONE, ROME, sure=SHARED_SLOT).all())
    assert ROME not in show(taken(beyond, LIKELY_ALONE / 2, ROME, sure=SHARED_SLOT - 0.01).all())


def test_an_unsure_parser_rules_out_no_less_than_the_rules() -> None:
    both = 'wish(dst_city, not("Rome", "Paris"))'
    assert show(taken('wish(dst_city, not("Rome"))', LIKELY_ALONE / 2, both, sure=0.3).all()) == both


def test_an_unsure_parser_books_nothing_that_is_ruled_out_by_name() -> None:
    other = 'wish(name, not("Clovelly Grand"))'
    assert show(taken('change([], of=named("Clovelly Grand"))', LIKELY_ALONE / 2, other, sure=0.3).all()) == other


def test_an_unsure_parser_changes_a_booking_only_where_one_is_spoken_of() -> None:
    later, likely = "change([wish(str_date, is(2016-09-05))], of=it())", LIKELY_ALONE - 0.1
    unsaid = taken(later, likely, "wish(str_date, is(2016-09-05))", "just the Oslo one on September 5")
    said = taken(later, likely, "wish(str_date, is(2016-09-05))", "my Oslo booking on September 5")
    assert [type(move) for moves in (unsaid, said) for move in moves.all()] == [Wish, Change]


def test_what_is_to_stay_is_not_cancelled_however_sure_the_parser_is() -> None:
    rome = 'cancel(of=described([wish(dst_city, is("Rome"))]))'
    assert not takes(rome, 0.95, 'cancel(of=described([wish(dst_city, not("Rome"))], of=booked()))')
    assert takes(rome, 0.95, 'cancel(of=described([wish(dst_city, not("Oslo"))], of=booked()))')


def test_neither_hesitation_nor_nothing_stands_against_a_value_that_the_rules_hear_ruled_out() -> None:
    not_rome = 'wish(dst_city, not("Rome"))'
    assert not takes("answer(perhaps)", 0.9, not_rome)
    assert not takes("", 0.9, not_rome)
    assert takes("social(thanks)", 0.9, not_rome)


def test_an_unsure_parser_takes_no_pronoun_for_a_number() -> None:
    biggest, one = "wish(price, most())", "wish(category, is(1))"
    assert not takes(one, 0.2, biggest, "Of all that fit, the dearest one", sure=0.3)
    assert takes(one, 0.2, biggest, "One star, or the dearest of 3", sure=LEAST_ORDER - 0.01)


def test_nor_is_an_option_that_is_described_by_its_name() -> None:
    described = 'described([wish(name, is("Anselm Plaza")), wish(dst_city, is("Rome"))])'
    apart = f'ask(difference, slots=[price], of=together([named("Anselm Plaza"), {described}]))'
    price = f"ask(facts, slots=[price], of={described})"
    assert not takes(apart, 0.9, price, sure=0.4)
    assert takes(apart.replace('Plaza"), des', 'Court"), des'), 0.9, price, sure=0.4)


def test_no_option_is_put_beside_itself() -> None:
    assert not takes("compare(of=together([nth(2), nth(2)]))", 0.9, "compare(of=every())")
    assert takes("compare(of=together([nth(1), nth(2)]))", 0.9, "compare(of=every())")


def test_an_option_is_picked_by_a_number_only_where_one_is_said() -> None:
    described = "book(of=described([wish(gym, is(yes))]))"
    with_gym = "He trains every morning, so he will have the one with the gym"
    assert not takes("book(of=nth(1))", LIKELY_DEED - 0.1, described, with_gym, sure=0.6)
    assert takes(
        "book(of=nth(2))", LIKELY_DEED - 0.1, described, "The second, the one with the gym, and book that", sure=0.6
    )


def test_what_is_said_of_bookings_is_not_of_the_options_at_hand() -> None:
    turn = heard("ask(facts, slots=[category], of=nth(-1, of=booked()))", "how many stars has the one I booked last")
    booked = replace(turn, context=reading.Scene("trips", options=("Marlowe House",), booked=1).context())
    of_list = parsed("ask(facts, slots=[category], of=nth(-1))", 0.9)
    assert chosen(booked, of_list) == booked.by_rules.meaning


def test_what_is_left_of_the_money_is_no_sum_unless_that_is_likely() -> None:
    left = "ask(left, slots=[price])"
    assert not takes("ask(sum, slots=[price], of=booked())", LIKELY_DEED - 0.1, left, sure=0.6)
    assert takes("ask(sum, slots=[price], of=booked())", LIKELY_DEED, left, sure=0.6)


def test_a_deed_that_rules_hardly_believe_stands_against_no_parse() -> None:
    asks = "ask(reason)"
    assert takes(asks, LIKELY_IN_LONG, "cancel()", LENGTHY, sure=LEAST_DEED - 0.1)
    assert not takes(asks, LIKELY_IN_LONG - 0.1, "cancel()", LENGTHY, sure=LEAST_DEED)


def test_a_no_that_cancels_a_booking_is_more_than_a_no() -> None:
    turn = heard("cancel()", LENGTHY, sure=PLAIN)
    booked = replace(turn, context=turn.context._replace(booked=(2,)))
    assert show(chosen(booked, parsed("answer(no)", LIKELY_ALONE - 0.1)).all()) == "cancel()"
    assert show(chosen(turn, parsed("answer(no)", LIKELY_ALONE - 0.1)).all()) == "answer(no)"


def test_of_several_at_hand_the_parser_may_say_which_a_deed_is_to() -> None:
    best = "book(of=extreme(gst_rating, most))"
    turn = heard("book()", sure=0.9)
    several = replace(turn, context=turn.context._replace(focus=(2, 3)))
    for found, which in ((several, best), (turn, "book()")):
        assert show(chosen(found, parsed(best, LIKELY_TARGET)).all()) == which


@pytest.mark.parametrize(("text", "stays"), [(BRIEF, False), (LENGTHY, True)])
def test_in_a_long_turn_an_unsure_parser_may_take_back_what_the_rules_find_named(text: str, stays: bool) -> None:
    assert takes("undo()", 0.6, "return(nth(1))", text) == stays
