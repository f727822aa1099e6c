"""Which of two readings of a turn is taken."""

from typing import Any

import pytest
from msgspec.structs import replace

import reading
from wayframe.meaning.notation import meaning, parse, show
from wayframe.meaning.records import Meaning
from wayframe.reader.doubt import UNPROVED
from wayframe.reader.readings import (
    LEAST_LIKELY,
    LIKELY_ALONE,
    LIKELY_DEED,
    LIKELY_WITHOUT,
    OWN_SLOT,
    PROVED,
    REMARK,
    SHARED_SLOT,
    SURE,
    UNSHARED,
    ParsedMove,
    ParsedTurn,
    chosen,
    is_sure,
    parsed_meaning,
)
from wayframe.reader.symbols import RuleReading, TurnSpans

CHICAGO, ROME = 'wish(or_city, is("Chicago"))', 'wish(dst_city, is("Rome"))'


def parsed(noted: str, likely: float) -> ParsedTurn:
    return ParsedTurn([ParsedMove(move, likely, ()) for move in parse(noted)], likely)


def taken(
    noted: str, likely: float, by_rules: str, *, understood: bool = False, offered: bool = True, sure: float = 0.8
) -> Meaning:
    turn = heard(by_rules, understood=understood, sure=sure, options=("Clovelly Grand",) if offered else ())
    return chosen(turn, lambda turn: parsed(noted, likely))


def takes(noted: str, likely: float, by_rules: str, **circumstances: Any) -> bool:
    return tuple(taken(noted, likely, by_rules, **circumstances).all()) == tuple(parse(noted))


def test_what_the_rules_understood_is_not_parsed() -> None:
    assert chosen(heard(ROME, understood=True), lambda turn: pytest.fail("it was parsed")) == meaning(ROME)


def test_else_the_parser_is_believed_unless_it_knows_nothing_like_it() -> None:
    paris = 'wish(dst_city, is("Paris"))'
    assert takes(ROME, LEAST_LIKELY, "")
    assert takes(ROME, LEAST_LIKELY, paris, sure=0.3)
    assert not takes(ROME, LEAST_LIKELY - 0.01, paris)


def test_where_neither_knows_a_wish_of_the_rules_alone_is_said_back_and_a_remark_is_left_out() -> None:
    unknown = LEAST_LIKELY - 0.01
    assert [each.sure for each in taken(ROME, unknown, f"{CHICAGO}; {ROME}", sure=0.45).moves] == [UNSHARED, 0.45]
    assert show(taken(ROME, unknown, CHICAGO, sure=REMARK - 0.01).all()) == ""


def test_the_rules_count_those_who_travel() -> None:
    four = "wish(party, is(party(adults=4)))"
    assert show(taken("wish(party, is(party(total=3)))", 0.9, four, sure=0.5).all()) == show(parse(four))


def test_what_both_read_is_as_likely_as_one_of_them_finds_it() -> None:
    assert [each.sure for each in taken(ROME, 0.9, ROME, sure=0.5).moves] == [0.9]
    assert [each.sure for each in taken("book()", 0.9, "book()", sure=UNPROVED).moves] == [UNPROVED]


def test_a_deed_of_the_rules_is_left_out_or_done_to_something_else_only_where_that_is_likely() -> None:
    other = 'book(of=named("Marlowe House"))'
    assert not takes("answer(perhaps)", 0.5, "book()", sure=0.6)
    assert takes("answer(perhaps)", LIKELY_WITHOUT, "book()", sure=0.6)
    assert not takes(other, LIKELY_WITHOUT, "book()", sure=0.6)
    assert takes(other, LIKELY_DEED, "book()", sure=0.6)


def test_a_wish_that_the_rules_are_sure_of_stands_beside_what_an_unsure_parser_read() -> None:
    assert show(taken(CHICAGO, 0.5, ROME, sure=OWN_SLOT).all()) == f"{CHICAGO}; {ROME}"
    assert takes(CHICAGO, 0.5, ROME, sure=OWN_SLOT - 0.01)
    assert takes(CHICAGO, LIKELY_ALONE, ROME, sure=OWN_SLOT)


def test_a_wish_that_the_rules_are_sure_of_takes_the_place_of_an_unsure_parsers() -> None:
    paris = 'wish(dst_city, is("Paris"))'
    assert show(taken(paris, 0.5, ROME, sure=SHARED_SLOT).all()) == ROME
    assert takes(paris, 0.5, ROME, sure=SHARED_SLOT - 0.01)
    assert takes(paris, LIKELY_ALONE, ROME, sure=SHARED_SLOT)


def test_of_several_wishes_for_a_slot_those_of_the_parser_stand() -> None:
    assert takes("wish(dst_city, any())", 0.5, f"{ROME}; {ROME}", sure=0.9)


def test_a_bound_is_on_the_side_where_the_rules_find_it() -> None:
    assert not takes("wish(price, less())", 0.8, "wish(price, more())")
    assert not takes("wish(price, at_most($500))", 0.8, "wish(price, at_least($500))")
    assert not takes("wish(price, at_most($500))", SURE, "wish(price, at_least($500))")


def test_of_several_slots_that_are_asked_for_none_is_left_out() -> None:
    assert not takes("ask(facts, slots=[price])", 0.9, "ask(facts, slots=[price, category])")


def test_neither_another_trip_nor_a_sure_question_is_left_out_by_an_unsure_parser() -> None:
    elsewhere = f'{CHICAGO}; wish(or_city, is("Boston"), of=new_trip())'
    assert not takes(CHICAGO, LIKELY_WITHOUT - 0.01, elsewhere)
    assert takes(CHICAGO, LIKELY_WITHOUT, elsewhere)
    assert not takes(ROME, LIKELY_WITHOUT - 0.01, "ask(extreme, wishes=[wish(price, least())])")
    assert takes("ask(count)", LIKELY_WITHOUT - 0.01, "ask(extreme, wishes=[wish(price, least())])")


def test_terms_of_a_booking_are_kept() -> None:
    assert not takes("book()", 0.5, 'note(words="friday at 8")')


def test_before_something_is_offered_the_parser_speaks_of_no_option() -> None:
    assert not takes("more()", 0.99, "", offered=False)
    assert takes(ROME, 0.99, "", offered=False)


def heard(
    by_rules: str,
    text: str = "Right, that one then",
    *,
    understood: bool = False,
    sure: float = 1.0,
    options: tuple[str, ...] = (),
) -> TurnSpans:
    turn = reading.reader("trips").pointed(text, reading.Scene("trips", options=options).context())
    read = meaning(by_rules)
    read = replace(read, moves=tuple(replace(each, sure=sure) for each in read.moves))
    return replace(turn, by_rules=RuleReading(read, [], understood))


def combined(noted: str, by_rules: str, text: str = "Right, that one then") -> Meaning:
    return parsed_meaning(parsed(noted, 0.9), heard(by_rules, text))


def test_without_a_parser_the_rules_reading_is_taken() -> None:
    assert chosen(heard(ROME), lambda turn: None) == meaning(ROME)


def test_a_turn_is_sure_where_both_read_the_same() -> None:
    assert is_sure(heard(ROME), parsed(ROME, 0.3))
    assert not is_sure(heard(ROME), parsed(CHICAGO, 0.99))
    assert not is_sure(heard(""), parsed("", 0.99))


def test_what_the_rules_understood_is_sure_where_the_parser_knows_such_turns() -> None:
    assert is_sure(heard(ROME, understood=True), parsed(CHICAGO, SURE))
    assert not is_sure(heard(ROME, understood=True), parsed(CHICAGO, SURE - 0.01))


def test_what_the_rules_understood_is_sure_where_there_is_no_parser() -> None:
    assert is_sure(heard(ROME, understood=True), None)
    assert not is_sure(heard(ROME), None)


def test_what_no_slot_holds_is_never_sure() -> None:
    assert not is_sure(heard('out_of_scope("a pool")'), parsed('out_of_scope("a pool")', 0.99))


def test_what_only_the_parser_books_is_asked_about() -> None:
    assert [each.sure for each in combined("book()", "return(it())").moves] == [UNPROVED]
    assert [each.sure for each in combined("book()", "book()").moves] == [0.9]


def test_a_yes_that_only_the_parser_hears_is_asked_about() -> None:
    assert [each.sure for each in combined("answer(yes)", "").moves] == [UNPROVED]


def test_a_yes_that_the_rules_doubt_counts_where_the_parser_knows_it_and_a_deed_does_not() -> None:
    yes, order = "answer(yes)", 'book(of=named("Clovelly Grand"))'
    said = [taken(each, likely, each, sure=0.3).moves[0].sure for each in (yes, order) for likely in (PROVED, 0.8)]
    assert said == [PROVED, 0.3, 0.3, 0.3]
