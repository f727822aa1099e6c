"""Denials, limits and needs, each as what stands beside it has it."""

import pytest
from msgspec.structs import replace

import reading
from parses import ROME, heard
from reading import parse_wishes
from wayframe.meaning.notation import meaning, show
from wayframe.reader.amendments.wishes import (
    with_all_values_open,
    with_lacks_asked_about,
    with_lists_replaced,
    with_needs,
    without_implied_denials,
    without_old_limits,
)
from wayframe.schema import Slot

WITH_LIST = replace(reading.source("trips").schema, slots=(Slot(name="themes", label="theme", kind="list"),))


def test_of_a_list_something_else_instead_is_a_correction() -> None:
    rock = 'wish(themes, is("rock"))'
    turn = replace(heard(rock, "rock instead"), schema=WITH_LIST)
    assert show(with_lists_replaced(meaning(rock), turn).all()) == f"correct([{rock}])"
    assert show(with_lists_replaced(meaning(ROME), turn).all()) == ROME
    beside = replace(heard(rock, "and rock"), schema=WITH_LIST)
    assert show(with_lists_replaced(meaning(rock), beside).all()) == rock


@pytest.mark.parametrize(
    ("text", "read", "meant"),
    [
        ("so there's no business class at all?", 'wish(seat, not("business"))', 'wish(seat, is("business"))'),
        ("there's no beach?", "ask(holds, wishes=[wish(beach, is(no))])", "wish(beach, is(yes))"),
        (
            "there's no beach there?",
            "ask(holds, of=it(), wishes=[wish(beach, is(no))])",
            "ask(holds, of=it(), wishes=[wish(beach, is(yes))])",
        ),
        ("there's no beach there", "wish(beach, is(no))", "wish(beach, is(no))"),
    ],
)
def test_a_question_whether_something_is_not_there_looks_for_it(text: str, read: str, meant: str) -> None:
    assert show(with_lacks_asked_about(meaning(read), heard("", text)).all()) == meant


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("without a gym it would be no use to us", "yes"),
        ("a hotel without parking is not an option", "yes"),
        ("without a gym, it would be no use to us", "yes"),
        ("without a gym, please. The pool is no use to us", "no"),
        ("a hotel without a gym, please, it's no use to us", "no"),
        ("minus the gym, that's no use to us", "no"),
    ],
)
def test_what_something_is_no_use_without_is_wished_for(text: str, wanted: str) -> None:
    slot = "parking" if "parking" in text else "gym"
    assert show(with_needs(meaning(f"wish({slot}, is(no))"), heard("", text)).all()) == f"wish({slot}, is({wanted}))"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ('wish(dst_city, not("Paris")); wish(dst_city, is("Rome"))', 'wish(dst_city, is("Rome"))'),
        (
            'correct([wish(dst_city, is("Rome"))]); wish(dst_city, not("Paris"))',
            'correct([wish(dst_city, is("Rome"))])',
        ),
        (
            'wish(dst_city, is("Italy")); wish(dst_city, not("Rome"))',
            'wish(dst_city, is("Italy")); wish(dst_city, not("Rome"))',
        ),
        (
            "wish(str_date, is(2016-08-01..2016-08-31)); wish(str_date, not(2016-08-10))",
            "wish(str_date, is(2016-08-01..2016-08-31)); wish(str_date, not(2016-08-10))",
        ),
        (
            "wish(str_date, not(2016-08-01..2016-08-31)); wish(end_date, not(2016-08-01..2016-08-31));"
            " wish(str_date, is(2016-09-15))",
            "wish(str_date, is(2016-09-15))",
        ),
        ('wish(dst_city, not("Paris"))', 'wish(dst_city, not("Paris"))'),
    ],
)
def test_what_is_wanted_instead_rules_the_others_out_by_itself(said: str, kept: str) -> None:
    assert show(without_implied_denials(meaning(said), heard(said)).all()) == kept


def test_a_new_limit_takes_the_place_of_the_one_that_holds() -> None:
    both = "wish(price, at_most($300)); wish(price, at_most($2000, strict=yes))"
    turn = heard(both, "300, not 2000")
    held = replace(turn, context=turn.context._replace(wishes=parse_wishes("wish(price, at_most($2000))")))
    assert show(without_old_limits(meaning(both), held).all()) == "wish(price, at_most($300))"
    assert show(without_old_limits(meaning(both), turn).all()) == both
    span = "wish(price, at_least($300)); wish(price, at_most($2000))"
    assert show(without_old_limits(meaning(span), held).all()) == span


def test_the_limit_in_the_place_of_a_doubtful_one_is_doubtful() -> None:
    both = meaning("wish(price, at_most($2000)); wish(price, at_most($500))")
    doubtful = replace(both, moves=(replace(both.moves[0], sure=0.2), both.moves[1]))
    turn = heard("")
    held = replace(turn, context=turn.context._replace(wishes=parse_wishes("wish(price, at_most($2000))")))
    assert [each.sure for each in without_old_limits(doubtful, held).moves] == [0.2]


def test_a_slot_of_which_all_values_would_do_stays_open() -> None:
    turn = reading.reader("cars").pointed("manual or automatic", reading.Scene("cars").context())
    either = meaning('wish(gearbox, is("manual", "automatic"))')
    assert show(with_all_values_open(either, turn).all()) == "wish(gearbox, any())"
    assert (
        show(with_all_values_open(meaning('wish(gearbox, is("manual"))'), turn).all()) == 'wish(gearbox, is("manual"))'
    )


def test_what_a_deal_hangs_on_is_needed() -> None:
    turn = reading.reader("trips").pointed("No gym, no deal", reading.Scene("trips").context())
    assert show(with_needs(meaning("wish(gym, any())"), turn).all()) == "wish(gym, is(yes))"
