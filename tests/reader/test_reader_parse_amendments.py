"""Amendments of a parse: what the words of the turn, and the schema, allow of it."""

import pytest
from msgspec.structs import replace

import reading
from parses import OFFERED, ROME, heard, parsed
from wayframe.meaning.notation import parse, show
from wayframe.reader.parse_amendments import (
    DEMANDED,
    LIKELY_ORDER,
    with_bookings_at_hand,
    with_demands,
    with_known_times,
    with_known_values,
    with_named_order,
    with_named_slots,
    with_openings,
    with_said_extremes,
    with_targets_of_rules,
    with_travellers_counted,
    with_unknown_features,
    without_books_asked_about,
)
from wayframe.schema import Schema, Slot


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


def test_when_something_has_to_be_free_is_not_passed_over() -> None:
    free = "wish(opened, at_most(2016-09-01))"
    flats = Schema(
        item="flat", items="flats", name="address",
        slots=(Slot(name="opened", label="free from", kind="date", better="less"),),
    )  # fmt: skip
    turn = replace(heard(free, "I need a flat from the 1st of September"), schema=flats)
    assert show(with_openings(parsed("social(greeting)", 0.3), turn).meaning()) == f"social(greeting); {free}"
    assert show(with_openings(parsed(free, 0.3), turn).meaning()) == free


def test_what_has_to_be_so_is_wished_for() -> None:
    beach, best = "wish(beach, is(yes))", "wish(gst_rating, most())"
    asked = f"ask(which, of=every(), wishes=[{best}]); ask(which, of=every(), wishes=[{beach}])"
    turn = reading.reader("trips").pointed("it has to be near a beach. Which is the best rated?", OFFERED.context())
    assert beach in show(turn.by_rules.meaning.all())
    assert show(with_demands(parsed(asked, 0.5), turn).meaning()) == f"{best}; {beach}"
    only_asked = reading.reader("trips").pointed("which one is near a beach?", OFFERED.context())
    assert show(with_demands(parsed(asked, 0.5), only_asked).meaning()) == asked


def test_who_drops_out_is_no_longer_counted_and_others_stay() -> None:
    turn = reading.reader("trips").pointed("hmm, what if two of us drop out?", OFFERED.context())
    fewer = "wish(party, is(party(adults=-2, added=yes)))"
    assert show(with_travellers_counted(parsed("drop(slot=party)", 0.5), turn).meaning()) == fewer
    open_again = reading.reader("trips").pointed("it doesn't matter how many we are", OFFERED.context())
    assert show(with_travellers_counted(parsed("drop(slot=party)", 0.5), open_again).meaning()) == "drop(slot=party)"


def test_what_has_to_be_so_is_wished_for_though_the_parser_passes_over_it() -> None:
    turn = reading.reader("trips").pointed("it has to be near a museum, my boss said", OFFERED.context())
    assert show(with_demands(parsed("more()", 0.5), turn).meaning()) == "wish(museum, is(yes)); more()"


def test_what_is_demanded_is_likely_however_unsure_the_parser_is_of_the_turn() -> None:
    said = "For us it is important that breakfast is included. Which one would you recommend?"
    turn = reading.reader("trips").pointed(said, OFFERED.context())
    read = with_demands(parsed("wish(breakfast, is(yes)); ask(reason)", 0.05), turn)
    assert [each.likely for each in read.moves] == [DEMANDED, 0.05]


def test_several_things_that_are_important_are_all_wished_for() -> None:
    breakfast, beach = "wish(breakfast, is(yes))", "wish(beach, is(yes))"
    asked = f"ask(which, of=every(), wishes=[{beach}]); ask(which, of=every(), wishes=[{breakfast}])"
    said = "It is important that breakfast is included and that it is near a beach. Which is the best for that?"
    turn = reading.reader("trips").pointed(said, OFFERED.context())
    assert show(with_demands(parsed(asked, 0.5), turn).meaning()) == f"{beach}; {breakfast}"


def test_what_is_asked_about_is_not_booked_unsurely() -> None:
    asked = 'ask(facts, slots=[category], of=named("Clovelly Grand"))'
    both = f'book(of=named("Clovelly Grand")); {asked}'
    turn = heard("", "the Clovelly, how many stars has it?")
    assert show(without_books_asked_about(parsed(both, LIKELY_ORDER - 0.1), turn).meaning()) == asked
    assert show(without_books_asked_about(parsed(both, LIKELY_ORDER), turn).meaning()) == both
    ordered = heard("book()", "book the Clovelly, how many stars has it?")
    assert show(without_books_asked_about(parsed(both, LIKELY_ORDER - 0.1), ordered).meaning()) == both


def test_a_deed_on_a_pronoun_is_to_what_the_rules_hear_it_done_to() -> None:
    turn = heard("cancel(of=nth(1))")
    assert show(with_targets_of_rules(parsed("cancel(of=booked())", 0.5), turn).meaning()) == "cancel(of=nth(1))"
    taken = "cancel(of=it()); book(of=nth(1))"
    assert show(with_targets_of_rules(parsed(taken, 0.5), turn).meaning()) == taken
