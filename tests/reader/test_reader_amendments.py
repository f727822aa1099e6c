"""Amendments to a reading: to the parser's, and to the one that is taken."""

import pytest
from msgspec.structs import replace

import reading
from parses import OFFERED, ROME, heard, parsed
from reading import TODAY, parse_wishes
from wayframe.meaning.notation import meaning, parse, show
from wayframe.meaning.records import PASSED_OVER, Meaning, Spoken
from wayframe.reader import ReaderContext
from wayframe.reader.amendments import (
    with_bookings_at_hand,
    with_changes_filled,
    with_counted_booked,
    with_days_noted,
    with_deadlines_met,
    with_demands,
    with_facts_of_named,
    with_known_times,
    with_known_values,
    with_likings,
    with_lists_replaced,
    with_named_order,
    with_named_slots,
    with_openings,
    with_passed_over,
    with_said_extremes,
    with_those_of_list,
    with_trips_of_others,
    with_unknown_features,
    with_whole_stay,
    without_comparing_to_itself,
    without_early_goodbyes,
    without_idle_turns,
    without_own_money,
)
from wayframe.schema import Schema, Slot

WITH_LIST = replace(reading.source("trips").schema, slots=(Slot(name="themes", label="theme", kind="list"),))


def test_of_a_list_something_else_instead_is_a_correction() -> None:
    rock = 'wish(themes, is("rock"))'
    turn = replace(heard(rock, "rock instead"), schema=WITH_LIST)
    assert show(with_lists_replaced(meaning(rock), turn).all()) == f"correct([{rock}])"
    assert show(with_lists_replaced(meaning(ROME), turn).all()) == ROME
    beside = replace(heard(rock, "and rock"), schema=WITH_LIST)
    assert show(with_lists_replaced(meaning(rock), beside).all()) == rock


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("social(goodbye)", "social(goodbye)"),
        ("social(thanks); social(goodbye)", "social(thanks); social(goodbye)"),
        (f"social(goodbye); {ROME}", ROME),
        (f"{ROME}; social(goodbye)", f"{ROME}; social(goodbye)"),
    ],
)
def test_leave_is_taken_at_the_end(said: str, kept: str) -> None:
    moves = [Spoken(move, at, at + 1) for at, move in enumerate(parse(said))]
    assert show(without_early_goodbyes(Meaning(tuple(moves))).all()) == kept


def test_one_turns_to_it_where_nothing_else_is_spoken_of() -> None:
    to_it, of_named = "return(it())", 'ask(facts, slots=[price], of=named("Marlowe House"))'
    assert show(without_idle_turns(meaning(f"{to_it}; {of_named}")).all()) == of_named
    alone = f"{to_it}; ask(facts, slots=[price])"
    assert show(without_idle_turns(meaning(alone)).all()) == alone


def test_an_option_that_is_named_is_asked_for_its_own_values() -> None:
    of_named, of_all = 'ask({}, slots=[seat], of=named("Marlowe House"))', "ask(values, slots=[seat])"
    assert show(with_facts_of_named(meaning(of_named.format("values"))).all()) == of_named.format("facts")
    assert show(with_facts_of_named(meaning(of_all)).all()) == of_all


def test_what_is_left_of_an_amount_is_asked_of_what_is_spoken_of() -> None:
    own = "described([wish(price, is($1800))])"
    left = "ask(left, slots=[price], {}wishes=[wish(price, at_most($1800))])"
    held = "ask(holds, {}wishes=[wish(breakfast, is(yes))])"
    said = "; ".join((left, held))
    assert show(without_own_money(meaning(said.format(*[f"of={own}, "] * 2))).all()) == said.format("", "")
    assert show(without_own_money(meaning(held.format(f"of={own}, "))).all()) == held.format(f"of={own}, ")


def test_where_nothing_has_days_none_is_asked_when() -> None:
    battery = "ask(facts, slots=[battery], of=it())"
    for text, is_known in (("when will it arrive?", False), ("how long does it last?", True)):
        turn = reading.reader("laptops").pointed(text, reading.Scene("laptops").context())
        assert (with_known_times(parsed(battery, 0.4), turn).meaning() == tuple(parse(battery))) is is_known
    leaving = parsed("ask(facts, slots=[str_date])", 0.4)
    assert with_known_times(leaving, heard("", "when do we leave?")) == leaving


def test_a_text_is_of_the_slot_that_has_it_and_has_no_bounds() -> None:
    turn = heard("", "to Rome in business class")
    business, bounded = 'wish(name, is("business"))', 'wish(name, at_most("60"))'
    assert show(with_known_values(parsed(business, 0.5), turn).meaning()) == 'wish(seat, is("business"))'
    corrected = f"correct([{business}])"
    assert show(with_known_values(parsed(corrected, 0.5), turn).meaning()) == 'correct([wish(seat, is("business"))])'
    assert show(with_known_values(parsed(f"{ROME}; {bounded}", 0.5), turn).meaning()) == ROME
    assert show(with_known_values(parsed(f"{ROME}; correct([{bounded}])", 0.5), turn).meaning()) == ROME


def test_a_slot_that_is_named_takes_the_place_of_one_that_no_word_says() -> None:
    asked, wished = "ask(facts, slots=[{}], of=nth(1))", "wish({}, at_least(4))"
    for noted in (asked, wished):
        turn = heard("", "What's the guest rating of the first?")
        assert show(with_named_slots(parsed(noted.format("category"), 0.9), turn).meaning()) == noted.format(
            "gst_rating"
        )


def test_a_slot_that_is_said_or_is_of_another_kind_stays() -> None:
    asked = parse("ask(facts, slots=[category], of=nth(1))")
    for text in ("How many stars and what guest rating has the first?", "What's the price of the first?"):
        assert with_named_slots(parsed(show(asked), 0.9), heard("", text)).meaning() == asked


@pytest.mark.parametrize(
    ("said", "sure", "stays"),
    [
        ("answer(yes); ask(facts, slots=[seat], of=it())", 0.6, False),
        ("answer(yes); ask(facts, slots=[seat], of=it())", 0.95, True),
        ("answer(yes); ask(sum, slots=[price], of=booked())", 0.6, True),
        ("answer(yes); social(thanks)", 0.6, True),
    ],
)
def test_a_yes_beside_a_question_about_it_may_be_no_more_than_liking_it(said: str, sure: float, stays: bool) -> None:
    yes, *_ = with_likings(Meaning(tuple(Spoken(move, sure=sure) for move in parse(said)))).moves
    assert (yes.sure == sure) is stays


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("wish(category, least())", "wish(price, least())"),
        ("wish(price, least())", "wish(price, least())"),
        ("wish(category, at_least(number(3, unit=stars)))", "wish(category, at_least(number(3, unit=stars)))"),
    ],
)
def test_the_least_is_of_the_slot_that_the_superlative_says(said: str, meant: str) -> None:
    turn = heard("", "the cheapest first")
    assert show(with_named_order(parsed(said, 0.9), turn).meaning()) == meant


def test_the_earliest_is_not_the_latest() -> None:
    turn = heard("", "show me the cheapest trip of all that fit")
    assert show(with_named_order(parsed("wish(price, most())", 0.3), turn).meaning()) == "wish(price, least())"


def test_an_extreme_is_asked_of_where_a_word_compares() -> None:
    asked = "ask(facts, slots=[duration], of=extreme(str_date, least))"
    late = heard("", "Late, but fine. How many nights is that?")
    assert show(with_said_extremes(parsed(asked, 0.1), late).meaning()) == "ask(facts, slots=[duration], of=it())"
    earliest = heard("", "How many nights is the earliest?")
    assert show(with_said_extremes(parsed(asked, 0.1), earliest).meaning()) == asked


def test_a_word_that_nobody_knows_asks_for_no_feature_unless_the_parser_is_sure() -> None:
    asked = "ask(holds, of=every(), wishes=[wish(gym, is(yes))])"
    turn = heard("", "is it insta worthy?")
    assert show(with_unknown_features(parsed(asked, 0.3), turn).meaning()) == 'out_of_scope("insta worthy")'
    assert show(with_unknown_features(parsed(asked, 0.9), turn).meaning()) == asked
    named = heard("", "is there an insta worthy gym?")
    assert show(with_unknown_features(parsed(asked, 0.3), named).meaning()) == asked


def test_a_booking_is_not_told_by_the_people_to_whom_it_is_changed() -> None:
    noted = "change([wish(party, is(party(adults=3)))], of=described([wish({}, is({}))]))"
    turn = heard("", "can you make it 3 adults")
    by_number = with_bookings_at_hand(parsed(noted.format("duration", "3"), 0.6), turn)
    assert show(by_number.meaning()) == "change([wish(party, is(party(adults=3)))])"
    by_place = parsed(noted.format("dst_city", '"Rome"'), 0.6)
    assert with_bookings_at_hand(by_place, turn).meaning() == by_place.meaning()


def test_by_then_is_that_day_at_the_latest() -> None:
    before, amount = "wish(end_date, at_most(2016-09-04, strict=yes))", "wish(price, at_most($900, strict=yes))"
    by_then = heard("", "school starts on the 4th, we have to be back by then")
    assert show(with_deadlines_met(meaning(before), by_then).all()) == "wish(end_date, at_most(2016-09-04))"
    assert show(with_deadlines_met(meaning(amount), by_then).all()) == amount
    assert show(with_deadlines_met(meaning(before), heard("", "school starts on the 4th")).all()) == before


def test_nothing_is_asked_to_be_earlier_than_itself() -> None:
    asked = "ask(holds, of={}, wishes=[wish(str_date, less(number(2, unit=days), than=it()))])"
    other = "ask(holds, of=it(), wishes=[wish(str_date, less(number(2, unit=days)))])"
    assert show(without_comparing_to_itself(meaning(asked.format("it()"))).all()) == other
    of_another = asked.format("nth(2)")
    assert show(without_comparing_to_itself(meaning(of_another)).all()) == of_another


def test_which_of_these_asks_of_all_of_them() -> None:
    asked = "ask(facts, slots=[gst_rating], of=it())"
    turn = heard(asked, "Which of these have its guests been happiest with?")
    assert show(with_those_of_list(meaning(asked), turn).all()) == "ask(facts, slots=[gst_rating], of=every())"
    one = heard(asked, "What do its guests say of it?")
    assert show(with_those_of_list(meaning(asked), one).all()) == asked


def test_the_day_of_a_booking_is_noted_where_things_are_to_be_had_from_a_day_on() -> None:
    booked = "wish(opened, at_most(2016-09-01), of=nth(1)); book(of=nth(1))"
    flats = Schema(
        item="flat",
        items="flats",
        name="address",
        slots=(Slot(name="opened", label="free from", kind="date", better="less"),),
    )
    turn = replace(heard(booked, "I'll take the first from the 1st of September"), schema=flats)
    noted = 'book(of=nth(1)); note(words="from the 1st of September", particular=day)'
    assert show(with_days_noted(meaning(booked), turn).all()) == noted
    searched = "wish(opened, at_most(2016-09-01))"
    assert show(with_days_noted(meaning(searched), replace(turn, text="free by then")).all()) == searched
    described = "book(of=described([wish(opened, at_most(2016-09-01))]))"
    assert show(with_days_noted(meaning(described), turn).all()) == described


def test_when_something_has_to_be_free_is_not_passed_over() -> None:
    free = "wish(opened, at_most(2016-09-01))"
    flats = Schema(
        item="flat", items="flats", name="address",
        slots=(Slot(name="opened", label="free from", kind="date", better="less"),),
    )  # fmt: skip
    turn = replace(heard(free, "I need a flat from the 1st of September"), schema=flats)
    assert show(with_openings(parsed("social(greeting)", 0.3), turn).meaning()) == f"social(greeting); {free}"
    assert show(with_openings(parsed(free, 0.3), turn).meaning()) == free


def test_all_of_a_stay_is_moved_where_one_says_so() -> None:
    later = "wish(str_date, more(number(3, unit=days)))"
    held = ReaderContext(TODAY, wishes=parse_wishes("wish(end_date, at_most(2016-08-28))"))
    turn = replace(heard(later, "please put everything three days later"), context=held)
    assert show(with_whole_stay(meaning(later), turn).all()) == f"{later}; wish(end_date, more(number(3, unit=days)))"
    assert show(with_whole_stay(meaning(later), heard(later, "everything three days later")).all()) == later
    assert show(with_whole_stay(meaning(later), replace(heard(later, "three days later"), context=held)).all()) == later


def test_another_traveller_with_a_way_of_their_own_has_a_trip_of_their_own() -> None:
    route = 'wish(or_city, is("Boston")); wish(dst_city, is("Rome"))'
    read = f"wish(party, is(party(adults=1, added=yes))); {route}"
    turn = heard(read, "Another colleague wants to fly from Boston to Rome")
    alone = f"{route}; wish(party, is(party(adults=1)))"
    assert show(with_trips_of_others(meaning(read), turn).all()) == alone
    wished = replace(turn, context=ReaderContext(TODAY, wishes=parse_wishes("wish(party, is(party(adults=2)))")))
    anew = show(with_trips_of_others(meaning(read), wished).all())
    assert anew == f'drop(keeping=["or_city", "party"]); {alone}'
    joins = heard(read, "Another colleague joins us")
    coming = "wish(party, is(party(adults=1, added=yes)))"
    assert show(with_trips_of_others(meaning(coming), joins).all()) == coming


def test_what_has_to_be_so_is_wished_for() -> None:
    beach, best = "wish(beach, is(yes))", "wish(gst_rating, most())"
    asked = f"ask(which, of=every(), wishes=[{best}]); ask(which, of=every(), wishes=[{beach}])"
    turn = reading.reader("trips").pointed("it has to be near a beach. Which is the best rated?", OFFERED.context())
    assert beach in show(turn.by_rules.meaning.all())
    assert show(with_demands(parsed(asked, 0.5), turn).meaning()) == f"{best}; {beach}"
    only_asked = reading.reader("trips").pointed("which one is near a beach?", OFFERED.context())
    assert show(with_demands(parsed(asked, 0.5), only_asked).meaning()) == asked


def test_so_many_of_one_are_booked_where_these_are_them() -> None:
    read = "return(nth(1)); note(count=2); book(of=every())"
    assert show(with_counted_booked(meaning(read)).all()) == "note(count=2); book(of=nth(1))"
    all_of_them = "note(count=2); book(of=every())"
    assert show(with_counted_booked(meaning(all_of_them)).all()) == all_of_them


def test_a_value_outside_of_all_that_was_read_is_passed_over() -> None:
    text = "from Boston to Rome, my sister lives in Oslo"
    places = [(text.index(city), text.index(city) + len(city)) for city in ("Boston", "Rome", "Oslo")]
    wishes = parse_wishes('wish(or_city, is("Boston")); wish(dst_city, is("Rome"))')
    read = Meaning(tuple(Spoken(wish, *place) for wish, place in zip(wishes, places, strict=False)))
    (oslo,) = with_passed_over(read, heard("", text)).unread
    assert (text[oslo.start : oslo.end], oslo.weight) == ("Oslo", PASSED_OVER)
    assert with_passed_over(meaning("more()"), heard("", text)).unread == ()


def test_a_change_that_names_nothing_is_to_what_is_wished_for_beside_it() -> None:
    niece = "wish(party, is(party(children=1, ages=[8], added=yes)))"
    read = f"{niece}; change([], of=booked(), to=booked())"
    assert show(with_changes_filled(meaning(read)).all()) == f"change([{niece}], of=booked())"
    moved = "change([], of=booked(), to=nth(2))"
    assert show(with_changes_filled(meaning(f"{niece}; {moved}")).all()) == f"{niece}; {moved}"
