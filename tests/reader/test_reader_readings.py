"""Which of two readings of a turn is taken."""

import pytest
from msgspec.structs import replace

import reading
from wayframe.meaning.notation import meaning, parse
from wayframe.meaning.records import Meaning
from wayframe.reader.doubt import UNPROVED
from wayframe.reader.readings import LIKELIER, LIKELY, ParsedMove, ParsedTurn, is_taken, parsed_meaning

CHICAGO, ROME = 'wish(or_city, is("Chicago"))', 'wish(dst_city, is("Rome"))'


def parsed(noted: str, likely: float) -> ParsedTurn:
    return ParsedTurn([ParsedMove(move, likely, ()) for move in parse(noted)], likely)


def taken(
    noted: str, likely: float, by_rules: str, *, understood: bool = False, offered: bool = True, sure: float = 0.8
) -> bool:
    read = Meaning(tuple(replace(each, sure=sure) for each in meaning(by_rules).moves))
    return is_taken(parsed(noted, likely), read, understood=understood, offered=offered)


@pytest.mark.parametrize(("understood", "least"), [(False, LIKELY), (True, LIKELIER)])
def test_what_is_likely_enough_is_taken(understood: bool, least: float) -> None:
    assert taken(ROME, least, CHICAGO, understood=understood)
    assert not taken(ROME, least - 0.01, CHICAGO, understood=understood)


def test_silence_has_to_be_likelier() -> None:
    assert not taken("", LIKELY, ROME)
    assert taken("", LIKELIER, ROME)


def test_what_the_parser_has_not_learned_stands() -> None:
    assert not taken("answer(perhaps)", 1.0, "hold()")


def test_ends_of_a_journey_are_as_the_prepositions_say() -> None:
    swapped = 'wish(or_city, is("Rome")); wish(dst_city, is("Chicago"))'
    assert not taken(swapped, 0.99, f"{CHICAGO}; {ROME}")


def test_who_joins_and_who_is_all_that_travel_is_as_the_rules_say() -> None:
    alone, joins = "wish(party, is(party(adults=1)))", "wish(party, is(party(adults=1, added=yes)))"
    assert not taken(joins, 0.99, alone)
    assert taken(alone, 0.99, alone)


def test_a_wish_that_the_rules_are_certain_of_is_not_left_out() -> None:
    assert taken(CHICAGO, 0.99, f"{CHICAGO}; {ROME}")
    assert not taken(CHICAGO, 0.99, f"{CHICAGO}; {ROME}", sure=1.0)


def test_what_the_rules_rule_out_is_not_left_out() -> None:
    assert not taken("wish(gym, is(yes))", 0.99, 'wish(dst_city, not("Paris")); wish(gym, is(yes))', sure=0.5)


def test_who_asks_for_a_sum_is_not_told_facts() -> None:
    assert not taken("ask(facts, slots=[price])", 0.99, "ask(sum, slots=[price])")


def test_the_extreme_of_all_that_fits_is_not_that_of_the_list() -> None:
    assert not taken("return(extreme(price, least))", 0.99, "wish(price, least())")


def test_what_the_rules_take_for_a_question_is_no_wish() -> None:
    assert not taken("wish(str_date, is(2016-08-02))", 0.99, "ask(holds, wishes=[wish(str_date, is(2016-08-02))])")


def test_adjectives_are_as_the_rules_know_them() -> None:
    assert not taken("wish(price, less())", 0.99, "wish(price, more())")


def test_before_something_is_offered_the_parser_speaks_of_no_option() -> None:
    assert not taken("more()", 0.99, "", offered=False)
    assert taken(ROME, 0.99, "", offered=False)


def test_what_no_slot_holds_is_left_to_the_schemas_answers() -> None:
    assert not taken(ROME, 0.99, 'out_of_scope("flights included")')


def combined(noted: str, by_rules: str, text: str = "Right, that one then") -> Meaning:
    reader, context = reading.reader("trips"), reading.Scene("trips").context()
    words, cut = reader._turn(text, context)
    return parsed_meaning(parsed(noted, 0.95), meaning(by_rules), words, cut)


def test_what_only_the_parser_books_is_asked_about() -> None:
    assert [each.sure for each in combined("book()", "return(it())").moves] == [UNPROVED]
    assert [each.sure for each in combined("book()", "book()").moves] == [0.95]


def test_a_yes_that_only_the_parser_hears_is_asked_about() -> None:
    assert [each.sure for each in combined("answer(yes)", "").moves] == [UNPROVED]
