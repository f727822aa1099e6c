"""Which of two readings of a turn is taken."""

import pytest
from msgspec.structs import replace

import reading
from parses import BRIEF, CHICAGO, ROME, combined, heard, parsed, taken, takes
from wayframe.meaning.notation import meaning, parse, show
from wayframe.meaning.records import Meaning, OutOfScope
from wayframe.reader.contradictions import LIKELY_ALONE, LIKELY_DEED, SHARED_SLOT
from wayframe.reader.doubt import UNPROVED, UNSHARED
from wayframe.reader.readings import (
    BEYOND,
    DENIED,
    LEAST_LIKELY,
    LEAST_ORDER,
    LEAST_UNDERSTOOD,
    OWN_SLOT,
    PROVED,
    REMARK,
    chosen,
    parsed_meaning,
)
from wayframe.reader.symbols import ParsedMove, ParsedTurn


def test_the_parser_is_believed_unless_it_knows_nothing_like_the_turn() -> None:
    paris = 'wish(dst_city, is("Paris"))'
    assert takes(ROME, LEAST_LIKELY, "")
    assert takes(ROME, LEAST_LIKELY, paris, sure=LEAST_LIKELY / 2)
    assert not takes(ROME, LEAST_LIKELY / 2, paris)


def test_where_the_rules_understood_the_turn_it_must_be_surer() -> None:
    paris = 'wish(dst_city, is("Paris"))'
    assert takes(ROME, LEAST_UNDERSTOOD, paris, understood=True)
    assert not takes(ROME, LEAST_UNDERSTOOD - 0.01, paris, understood=True)


def test_where_the_parser_knows_nothing_a_wish_of_the_rules_alone_is_said_back_and_a_remark_is_left_out() -> None:
    unknown = LEAST_LIKELY / 2
    assert [each.sure for each in taken(ROME, unknown, f"{CHICAGO}; {ROME}", sure=0.45).moves] == [UNSHARED, 0.45]
    assert show(taken(ROME, unknown, CHICAGO, sure=REMARK - 0.01).all()) == ""


def test_the_rules_count_those_who_travel() -> None:
    four = "wish(party, is(party(adults=4)))"
    assert show(taken("wish(party, is(party(total=3)))", 0.9, four, sure=0.5).all()) == show(parse(four))


def test_an_age_that_no_word_says_is_none() -> None:
    grown = "wish(party, is(party(adults=1, children=1, ages=[9])))"
    eldest, nine = (heard("", text) for text in ("me and our eldest", "me and our eldest, who is 9"))
    assert show(parsed_meaning(parsed(grown, 0.9), eldest).all()) == "wish(party, is(party(adults=1, children=1)))"
    assert show(parsed_meaning(parsed(grown, 0.9), nine).all()) == grown


@pytest.mark.parametrize(
    ("pointed_at", "found"),
    [
        ('wish(dst_city, is("Rome"))', 'wish(dst_city, is("Rome", "Athens"))'),
        ("wish(str_date, is(2016-08-13))", "wish(str_date, is(2016-08-12..2016-08-13))"),
    ],
)
def test_a_wish_for_one_of_the_values_that_the_rules_find_beside_each_other_is_for_any_of_them(
    pointed_at: str, found: str
) -> None:
    assert show(combined(pointed_at, found).all()) == found
    assert show(combined(found, pointed_at).all()) == found
    other = 'wish(dst_city, is("Paris"))'
    assert show(combined(other, found).all()) == other


def test_a_correction_is_for_those_whom_the_rules_count() -> None:
    two = "correct([wish(party, is(party(adults=2)))])"
    assert show(taken(two, 0.9, "wish(party, is(party(adults=4)))").all()) == two.replace("2", "4")


def test_what_both_read_is_as_likely_as_one_of_them_finds_it() -> None:
    assert [each.sure for each in taken(ROME, 0.9, ROME, sure=0.5).moves] == [0.9]
    assert [each.sure for each in taken("book()", 0.9, "book()", sure=UNPROVED).moves] == [UNPROVED]


def test_a_wish_that_the_rules_are_sure_of_stands_beside_what_an_unsure_parser_read() -> None:
    assert show(taken(CHICAGO, 0.4, ROME, sure=OWN_SLOT).all()) == f"{CHICAGO}; {ROME}"
    assert takes(CHICAGO, 0.4, ROME, sure=OWN_SLOT - 0.01)
    assert takes(CHICAGO, LIKELY_ALONE, ROME, sure=OWN_SLOT)


def test_a_wish_that_the_rules_are_sure_of_takes_the_place_of_an_unsure_parsers() -> None:
    paris = 'wish(dst_city, is("Paris"))'
    assert show(taken(paris, 0.5, ROME, sure=SHARED_SLOT).all()) == ROME
    assert takes(paris, 0.5, ROME, sure=SHARED_SLOT - 0.01)
    assert show(taken(paris, 0.2, ROME, sure=0.3).all()) == ROME
    assert takes(paris, LIKELY_ALONE, ROME, sure=SHARED_SLOT)


def test_days_have_the_role_that_the_rules_are_surer_of() -> None:
    leaving, back = "wish(str_date, is(2016-09-03))", "wish(end_date, is(2016-09-03))"
    assert show(taken(leaving, 0.2, back, sure=0.3).all()) == back
    assert show(taken(f"{leaving}; {back}", 0.2, back, sure=0.3).all()) == back
    assert show(taken(leaving, 0.4, back, sure=0.3).all()) == back
    assert takes(leaving, LIKELY_ALONE, back, sure=0.3)
    assert show(taken(leaving, 0.2, f"{leaving}; {back}", sure=0.3).all()) == f"{leaving}; {back}"
    assert takes(ROME, 0.2, 'wish(or_city, is("Rome"))', sure=0.3)


def test_the_least_or_most_that_the_rules_hear_stands_beside_an_unsure_parsers_wishes() -> None:
    cheapest = "wish(price, least())"
    assert show(taken(CHICAGO, 0.3, cheapest, sure=SHARED_SLOT).all()) == f"{CHICAGO}; {cheapest}"
    assert takes(CHICAGO, 0.3, cheapest, sure=LEAST_ORDER - 0.01)


def test_the_first_that_the_rules_turn_to_is_wished_for_where_the_parser_but_wishes() -> None:
    dearest = 'return(extreme(price, most, of=described([wish(dst_city, is("Rome"))])))'
    assert show(taken(ROME, 0.9, dearest).all()) == f"{ROME}; wish(price, most())"
    assert show(taken(ROME, 0.3, dearest).all()) == f"{ROME}; wish(price, most())"
    assert takes("return(nth(1))", 0.9, dearest)
    assert takes("wish(price, least())", 0.9, dearest)
    assert takes(ROME, 0.9, dearest, sure=LEAST_ORDER - 0.01)


def test_what_describes_the_first_that_the_rules_turn_to_is_wished_for_too() -> None:
    dearest = 'return(extreme(price, most, of=described([wish(dst_city, is("Rome")), wish(spa, is(yes))])))'
    assert show(taken(ROME, 0.9, dearest).all()) == f"{ROME}; wish(price, most()); wish(spa, is(yes))"


def test_the_rules_know_in_which_direction_a_bound_goes() -> None:
    least, most = "wish(price, at_least($1000))", "wish(price, at_most($1000))"
    assert show(taken(most, 0.5, least, sure=0.2).all()) == least
    assert takes("wish(price, at_most($900))", 0.5, least, sure=0.2)
    assert takes(most, 0.5, "wish(price, at_least($1000, strict=yes))", sure=0.2)


def test_two_amounts_that_the_parser_takes_for_each_other_change_places() -> None:
    right = "wish(str_date, is(2016-09-03)); wish(end_date, is(2016-09-09))"
    wrong = "wish(str_date, is(2016-09-09)); wish(end_date, is(2016-09-03))"
    assert set(show(taken(wrong, 0.2, right, sure=0.9).all()).split("; ")) == set(right.split("; "))


def test_a_corrected_value_has_the_role_that_the_rules_are_surer_of() -> None:
    leaving, back = "correct([wish(str_date, is(2016-09-03))])", "correct([wish(end_date, is(2016-09-03))])"
    assert show(taken(leaving, 0.2, back, sure=0.3).all()) == back
    assert takes(leaving, 0.4, back, sure=0.3)


def test_a_price_by_the_night_is_compared_by_the_night() -> None:
    compared = "compare(of=every(), slots=[price])"
    by_night = "ask(share, slots=[price], of=every(), scope=night)"
    assert show(taken(compared, 0.9, "", "compare the two by price per night").all()) == by_night
    assert takes(compared, 0.9, "", "compare the two by price")


def test_it_is_asked_of_what_is_at_hand_whether_it_is_as_it_is_called() -> None:
    breakfast = "wish(breakfast, is(yes))"
    circular = f"ask(holds, of=described([{breakfast}]), wishes=[{breakfast}])"
    assert show(combined(circular, "").all()) == f"ask(holds, wishes=[{breakfast}])"
    other = f"ask(holds, of=described([wish(spa, is(yes))]), wishes=[{breakfast}])"
    assert show(combined(other, "").all()) == other


def test_a_number_that_is_a_place_in_a_list_describes_nothing() -> None:
    by_stars = "ask(facts, slots=[price], of=described([wish(category, is(2))]))"
    second = "ask(facts, slots=[price], of=nth(2))"
    turn = heard(second)
    said = tuple(replace(each, end=len(BRIEF)) for each in turn.by_rules.meaning.moves)
    turn = replace(turn, by_rules=turn.by_rules._replace(meaning=Meaning(said)))
    assert show(parsed_meaning(parsed(by_stars, 0.9), turn).all()) == second
    third = by_stars.replace("is(2)", "is(3)")
    assert show(parsed_meaning(parsed(third, 0.9), turn).all()) == third


def test_what_is_ruled_out_besides_a_wish_for_its_slot_stands_beside_an_unsure_parsers() -> None:
    italy, no_rome = 'wish(dst_city, is("Italy"))', 'wish(dst_city, not("Rome"))'
    assert show(taken(italy, 0.4, f"{italy}; {no_rome}", sure=DENIED).all()) == f"{italy}; {no_rome}"
    assert show(taken(no_rome, 0.4, f"{italy}; {no_rome}", sure=OWN_SLOT).all()) == f"{no_rome}; {italy}"
    assert takes(italy, 0.4, f"{italy}; {no_rome}", sure=DENIED - 0.01)
    assert takes(italy, LIKELY_ALONE, f"{italy}; {no_rome}", sure=OWN_SLOT)


def test_of_several_wishes_for_a_slot_those_of_the_parser_stand() -> None:
    assert takes("wish(dst_city, any())", 0.4, f"{ROME}; {ROME}", sure=0.9)


def test_a_unit_and_where_others_set_off_are_as_the_rules_read_them() -> None:
    asked = "ask(facts, slots=[price], unit=pounds)"
    assert show(taken("ask(facts, slots=[price])", 0.9, asked).all()) == asked
    elsewhere = 'wish(or_city, is("Boston"), of=new_trip())'
    assert show(taken(CHICAGO, 0.9, f"{CHICAGO}; {elsewhere}").all()) == f"{CHICAGO}; {elsewhere}"
    both = f'{CHICAGO}; wish(or_city, is("Boston"))'
    assert show(taken(both, 0.9, f"{CHICAGO}; {elsewhere}").all()) == f"{CHICAGO}; {elsewhere}"


def test_a_sum_is_for_the_number_that_is_said() -> None:
    asked = "ask(sum, slots=[price], of=nth(1), by={})"
    turn = heard("", "How much is the first for 2 of us?")
    assert show(parsed_meaning(parsed(asked.format(6), 0.9), turn).all()) == asked.format(2)
    assert show(parsed_meaning(parsed(asked.format(6), 0.9), heard("")).all()) == asked.format(6)


def test_what_the_rules_take_for_a_no_is_asked_about_however_sure_the_parser_is() -> None:
    assert [each.sure for each in combined("book()", "answer(no)", likely=0.99).moves] == [UNPROVED]
    assert [each.sure for each in combined("book()", "", likely=0.99).moves] == [0.99]


def test_without_a_parser_the_rules_reading_is_taken() -> None:
    assert chosen(heard(ROME), None) == meaning(ROME)


def test_what_only_the_parser_books_is_asked_about() -> None:
    assert [each.sure for each in combined("book()", "return(it())").moves] == [UNPROVED]
    assert [each.sure for each in combined("book()", "book()").moves] == [0.9]


def test_what_the_parser_books_instead_of_the_rules_is_asked_about_unless_it_is_likely() -> None:
    other = 'book(of=named("Marlowe House"))'
    assert [each.sure for each in combined(other, "book()", likely=0.8).moves] == [UNPROVED]
    assert [each.sure for each in combined(other, "book()", likely=LIKELY_DEED).moves] == [LIKELY_DEED]


def test_a_yes_that_only_the_parser_hears_is_asked_about() -> None:
    assert [each.sure for each in combined("answer(yes)", "").moves] == [UNPROVED]


def test_a_yes_that_the_rules_doubt_counts_where_the_parser_knows_it_and_a_deed_does_not() -> None:
    yes, order = "answer(yes)", 'book(of=named("Clovelly Grand"))'
    said = [taken(each, likely, each, sure=0.3).moves[0].sure for each in (yes, order) for likely in (PROVED, 0.8)]
    assert said == [PROVED, 0.3, 0.3, 0.3]


def test_of_what_is_beyond_the_catalogue_only_the_words_that_nobody_knows_are_quoted() -> None:
    turn = reading.reader("laptops").pointed("is there anything from Nokia?", reading.Scene("laptops").context())
    whole = ParsedMove(OutOfScope(turn.text), 0.9, (0, len(turn.spans) - 1))
    assert show(parsed_meaning(ParsedTurn([whole], 0.9), turn).all()) == 'out_of_scope("Nokia")'


def test_words_beyond_the_catalogue_are_quoted_whole_behind_a_contraction() -> None:
    said, laptops = "that isn't it, is there anything from Nokia?", reading.Scene("laptops")
    turn = reading.reader("laptops").pointed(said, laptops.context())
    whole = ParsedMove(OutOfScope(turn.text), 0.9, (0, len(turn.spans) - 1))
    assert show(parsed_meaning(ParsedTurn([whole], 0.9), turn).all()) == 'out_of_scope("Nokia")'


def test_a_corrected_value_limits_as_the_rules_say() -> None:
    late = "wish(end_date, at_most(2016-09-01..2016-09-30))"
    before = "wish(end_date, at_most(2016-09-01..2016-09-30, strict=yes))"
    assert show(taken(f"correct([{late}])", LIKELY_ALONE / 2, before, sure=SHARED_SLOT).all()) == f"correct([{before}])"


@pytest.mark.parametrize(
    ("catalogue", "text", "slot"),
    [
        ("restaurants", "no terrace please", "terrace"),
        ("restaurants", "something cheaper without a terrace", "terrace"),
        ("laptops", "no touchscreen then", "touchscreen"),
        ("restaurants", "indoors is fine", "terrace"),
        ("restaurants", "only inside", "terrace"),
    ],
)
def test_a_feature_right_behind_a_denial_is_denied_however_sure_the_parser_is(
    catalogue: str, text: str, slot: str
) -> None:
    assert f"wish({slot}, is(no))" in _heard_wanted(catalogue, text, slot)


@pytest.mark.parametrize(
    ("catalogue", "text", "slot"),
    [
        ("restaurants", "no, with a terrace please", "terrace"),
        ("restaurants", "I can't do without a terrace", "terrace"),
        ("restaurants", "no terrace would be the end of us", "terrace"),
        ("laptops", "not again, I need a touchscreen", "touchscreen"),
    ],
)
def test_a_denial_that_is_not_of_the_feature_itself_leaves_it_to_the_parser(
    catalogue: str, text: str, slot: str
) -> None:
    assert f"wish({slot}, is(yes))" in _heard_wanted(catalogue, text, slot)


def _heard_wanted(catalogue: str, text: str, slot: str) -> str:
    turn = reading.reader(catalogue).pointed(text, reading.Scene(catalogue).context())
    return show(chosen(turn, parsed(f"wish({slot}, is(yes))", PROVED)).all())


@pytest.mark.parametrize(("likely", "told"), [(BEYOND, True), (BEYOND - 0.01, False)])
def test_what_only_the_parser_knows_to_be_beyond_the_catalogue_is_told(likely: float, told: bool) -> None:
    turn = heard('wish(dst_city, is("Paris"))', understood=True)
    said = chosen(turn, parsed('out_of_scope("wheelchairs")', likely)).all()
    assert any(isinstance(move, OutOfScope) for move in said) is told
    assert said[0] == parse('wish(dst_city, is("Paris"))')[0]


LAST = "ask(facts, slots=[duration], of=nth(-1))"


@pytest.mark.parametrize("by_rules", ["ask(facts, slots=[duration])", LAST])
def test_how_long_it_lasts_is_asked_of_what_the_rules_hear(by_rules: str) -> None:
    assert show(combined(LAST, by_rules).all()) == by_rules


def test_what_a_pronoun_cancels_the_parser_may_know() -> None:
    there = 'cancel(of=described([wish(dst_city, is("Rome"))]))'
    known = parsed(there, 0.6)._replace(likely=0.1)
    assert show(chosen(heard("cancel(of=it())", sure=0.6), known).all()) == there
    doubted = parsed(there, 0.3)._replace(likely=0.1)
    assert show(chosen(heard("cancel(of=it())", sure=0.6), doubted).all()) == "cancel(of=it())"
    named = 'cancel(of=named("Clovelly Grand"))'
    assert show(chosen(heard(named, sure=0.6), known).all()) == named
